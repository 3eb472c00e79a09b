// Why the parser of JSON bodies rejected a text. Fastify's own errors do not say where its syntax is wrong.

import { fail, type Problem } from '../errors.ts';

/**
 * malformed_json with the place of the fault; malformed_body for JSON with a key that would pollute a prototype: nothing else is
 * rejected.
 */
export function rejectedJson(text: string): Problem {
  try {
    JSON.parse(text);
  } catch (error) {
    return fail('malformed_json', text.trim() === '' ? 'The body is empty' : faultOf(error as SyntaxError), error);
  }
  return fail(
    'malformed_body',
    'The body has a key `__proto__`, or a `prototype` inside `constructor`. Use other names',
  );
}

/** V8's message, with the place in words and without the text itself. */
function faultOf({ message }: SyntaxError): string {
  return message
    .replace(/( in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/, ' at line $2, column $3')
    .replace(/, (\.\.\.)?".*$/s, '');
}
