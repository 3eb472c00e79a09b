// Patterns that declarations set for values. They run on RE2, whose time grows with the length of the text only, so that
// no value can block the process (docs/decisions/0009-patterns-on-re2.md).

import { RE2JS, RE2JSSyntaxException } from 're2js';
import { nativeEngine, notBlank } from '../lib/validation.ts';

type Matcher = { test(text: string): boolean };
type Pattern = {
  matcher: Matcher;
  /** Instructions. */
  size: number;
  /** Longer texts are rejected without matching. */
  maxLength: number;
};

/** Instructions times characters for one text: in the worst case a fifth of a second. */
const maxSteps = 2_500_000;
const maxInstructions = 2_500;
/** Every pattern is matched against texts of this length. */
const minMatchedLength = maxSteps / maxInstructions;
const tooComplex = 'is too complex: use smaller repetition counts, or limit the length with `max`';

/** Validators name patterns and only this map holds them, because an automaton can grow to 8 MB on hostile texts. */
const compiled = new Map<string, Pattern>();
const maxCompiled = 100;

/** Why a pattern cannot be declared; null if it can. */
export function checkPattern(pattern: string): string | null {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a valid regular expression';
  }
  const unsupported = findUnsupported(pattern);
  if (unsupported !== null) return `${unsupported} not supported in patterns`;
  try {
    return compileWithRe2(anchored(pattern)).programSize() > maxInstructions ? tooComplex : null;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return error.input === null ? tooComplex : `${error.input} is not supported in patterns`;
  }
}

/** The maximum length of a text for a declared pattern. */
export function maxMatchedLength(pattern: string): number {
  return findCompiled(anchored(pattern)).maxLength;
}

/** Instructions times characters: the most that matching a declared pattern against a text of this length can take. */
export function matchingSteps(pattern: string, length: number): number {
  return findCompiled(anchored(pattern)).size * length;
}

/** A declared pattern must match the whole text. */
export function anchored(pattern: string): string {
  return `^(?:${pattern})$`;
}

/** In letters of either case: with `(?i:…)`, `<IMG>` was once in a while taken for an element without media. */
const mediaNames = ['audio', 'embed', 'iframe', 'img', 'math', 'object', 'picture', 'svg', 'video']
  .map((name) => name.replaceAll(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`))
  .join('|');

/** Matches HTML without a word and without media. Look-ahead for a name takes constant time, so this is matched natively too. */
export const blankHtml =
  '^(?:[\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]|&(?:nbsp|#160|#x[aA]0|ensp|emsp|thinsp|shy|zwj|zwnj);|' +
  `<(?!(?:${mediaNames})\\b)[^>]*>)*$`;

const builtIn = new Set([notBlank, blankHtml]);

/** For Ajv's `code.regExp`, which identifies patterns by `toString`. */
export const patternEngine = Object.assign(
  (pattern: string) => ({ test: (text: string) => findCompiled(pattern).matcher.test(text), toString: () => pattern }),
  { code: 'patternEngine' },
);

function findCompiled(pattern: string): Pattern {
  const known = compiled.get(pattern);
  if (known) return known;
  if (compiled.size >= maxCompiled) compiled.clear();
  const fresh = compile(pattern);
  compiled.set(pattern, fresh);
  return fresh;
}

function compile(pattern: string): Pattern {
  if (builtIn.has(pattern)) return { matcher: nativeEngine(pattern), size: 1, maxLength: Number.POSITIVE_INFINITY };
  try {
    const matcher = compileWithRe2(pattern);
    const size = matcher.programSize();
    return { matcher, size, maxLength: Math.max(minMatchedLength, Math.floor(maxSteps / size)) };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    // An earlier version accepted look-around after proving that 1000 characters match quickly.
    return { matcher: new RegExp(pattern, 'u'), size: maxInstructions, maxLength: minMatchedLength };
  }
}

/** The library translates JavaScript's notation, except that RE2 names scripts without `Script=`. */
function compileWithRe2(pattern: string): RE2JS {
  const spelled = pattern.replace(/\\\\|(\\[pP]\{)(?:Script|sc)=/g, (all, start: string | undefined) => start ?? all);
  return RE2JS.compile(RE2JS.translateRegExp(spelled));
}

/** The first construct in a valid pattern that cannot be matched in linear time. Skips escapes and classes. */
function findUnsupported(pattern: string): string | null {
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]/gsu)) {
    if (/^\\[1-9k]/.test(token)) return 'Back-references are';
    if (token.startsWith('(?<')) return 'Look-behind is';
    if (token.startsWith('(?')) return 'Look-ahead is';
  }
  return null;
}
