// Limits on what a body may hold, so that no request occupies the event loop for long, stores what a database cannot
// hold, or becomes a 500. Keys and list elements are counted before a text is parsed.

import { type FaultCode, fail, failBody, type Problem } from '../lib/errors.ts';
import { isStorable, notStorable } from '../lib/text.ts';
import { escapePointer, mayBeRounded, tooLargeToBeExact } from '../lib/validation.ts';

/** Keys of objects and elements of lists together, at any depth; routes for many records may allow more. */
const maxMembers = 10_000;
const maxDepth = 32;
const tooDeep = `must not be nested deeper than ${maxDepth} levels`;

function tooManyMembers(max: number): Problem {
  return fail('body_too_large', `A body can have at most ${max} keys and list elements`);
}

/** A deeper text is not parsed: V8 14.6 can crash at one that is thousands of levels deep and not complete. */
const maxParsedDepth = 1000;
/** Characters of a text that is too short for either. */
const maxUnchecked = 5000;

/**
 * Throws body_too_large for a JSON text with too many members, and invalid_body for one that is far too deep. The text does not
 * have to be valid.
 */
export function checkJsonText(text: string, max = maxMembers): void {
  if (text.length <= maxUnchecked) return;
  let members = 0;
  let [depth, deepest] = [0, 0];
  let isEmpty = false;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (isString) {
      if (character === backslash) index++;
      else if (character === quote) isString = false;
      continue;
    }
    if (character <= space) continue;
    isString = character === quote;
    // Each list or object has one member more than commas, unless it is empty.
    if (character === comma || isOpening(character)) members++;
    else if (isEmpty && isClosing(character)) members--;
    isEmpty = isOpening(character);
    if (isEmpty) deepest = Math.max(deepest, ++depth);
    else if (isClosing(character)) depth--;
    if (members > max + 1) throw tooManyMembers(max);
  }
  if (deepest > maxParsedDepth) throw faultAt([], 'too_deep', tooDeep);
}

const [space, quote, comma, backslash] = [0x20, 0x22, 0x2c, 0x5c];
const isOpening = (character: number) => character === 0x5b || character === 0x7b;
const isClosing = (character: number) => character === 0x5d || character === 0x7d;

/** Throws body_too_large for a url-encoded text with too many pairs. */
export function checkPairs(text: string): void {
  if (text.split('&', maxMembers + 1).length > maxMembers) throw tooManyMembers(maxMembers);
}

/** How many members a body may still have. */
export type Allowance = { members: number; max: number };

export function fullAllowance(max = maxMembers): Allowance {
  return { members: max, max };
}

/** Throws for a value that a database cannot store or a reader cannot handle, and when the allowance is used up. */
export function checkJsonValue(value: unknown, allowance: Allowance, path: string[] = []): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    throw faultAt(path, 'invalid_text', notStorable);
  }
  if (typeof value === 'number') checkNumber(value, path);
  if (value === null || typeof value !== 'object') return;
  if (path.length >= maxDepth) throw faultAt(path, 'too_deep', tooDeep);
  const members = Object.entries(value);
  allowance.members -= members.length;
  if (allowance.members < 0) throw tooManyMembers(allowance.max);
  for (const [key, member] of members) {
    path.push(key);
    if (!Array.isArray(value)) checkJsonValue(key, allowance, path);
    checkJsonValue(member, allowance, path);
    path.pop();
  }
}

function faultAt(path: string[], code: FaultCode, detail: string): Problem {
  return failBody([{ pointer: path.map((key) => `/${escapePointer(key)}`).join(''), code, detail }]);
}

/** Rejects numbers that would change: long integers lose their last digits, and 1e400 would be stored as null. */
function checkNumber(value: number, path: string[]): void {
  if (!Number.isFinite(value) || mayBeRounded(value)) throw faultAt(path, 'out_of_range', tooLargeToBeExact);
}
