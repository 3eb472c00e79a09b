// Why the parser of JSON bodies rejected a text. Fastify's own errors do not say where its syntax is wrong.

import { fail, type Problem } from '../lib/errors.ts';

/**
 * malformed_json with the place of the fault; malformed_body for JSON with a key that would pollute a prototype: nothing else is
 * rejected.
 */
export function rejectedJson(text: string): Problem {
  try {
    // The parser, too, skips a byte order mark.
    JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return fail('malformed_json', text.trim() === '' ? 'The body is empty' : faultOf(error as SyntaxError), error);
  }
  return fail(
    'malformed_body',
    'The body has a key `__proto__`, or a `prototype` inside `constructor`. Use other names',
  );
}

/** V8's message, with the place in words where it has one, and of the text at most one character. */
function faultOf({ message }: SyntaxError): string {
  const [, fault, line, column] =
    /^(.*?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  if (fault !== undefined) return `${fault} at line ${line}, column ${column}`;
  const [, character] = /^Unexpected token '(.+?)', /su.exec(message) ?? [];
  if (character !== undefined) return `Unexpected character ${nameOf(character)}`;
  return message.startsWith('Unexpected end')
    ? 'It ends before it is complete'
    : 'It is a word or a number that JSON does not have';
}

/** A character that is not seen, or is half of one, by its number. */
function nameOf(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}
