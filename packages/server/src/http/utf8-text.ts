// Texts of bodies are UTF-8. Decoders replace what is not with U+FFFD, so that a text would be stored other than it was
// sent: such a body is rejected instead.

import { isUtf8 } from 'node:buffer';
import { fail, type Problem } from '../lib/errors.ts';

/** Throws not_utf8. */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString('utf8');
}

/**
 * A url-encoded text, ready to be decoded: a percent sign that encodes nothing stands for itself. Throws not_utf8 if its
 * bytes or those it encodes are not UTF-8.
 */
export function readPercentEncoded(bytes: Buffer): string {
  const text = decodeUtf8(bytes).replace(unencoded, '%25');
  if (!encodesUtf8(text)) throw notUtf8();
  return text;
}

/** Throws not_utf8 for a query, or a value of one, that is not. A parser leaves what it cannot decode as it is. */
export function checkUtf8Query(query: string): void {
  if (!encodesUtf8(query.replace(unencoded, '%25'))) throw fail('not_utf8', 'The query is not valid UTF-8');
}

/** Percent signs that encode nothing. */
const unencoded = /%(?![0-9a-f]{2})/gi;

function encodesUtf8(text: string): boolean {
  try {
    // A bundler drops calls whose result is not used.
    return !/%[89a-f]/i.test(text) || decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

export function notUtf8(): Problem {
  return fail('not_utf8', 'The body is not valid UTF-8');
}
