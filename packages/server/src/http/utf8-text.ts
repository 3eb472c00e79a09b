// Texts of bodies are UTF-8. Decoders replace what is not with U+FFFD, so that a text would be stored other than it was
// sent: such a body is rejected instead.

import { isUtf8 } from 'node:buffer';
import { fail, type Problem } from '../errors.ts';

/** Throws malformed_body. */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString('utf8');
}

/**
 * A url-encoded text, ready to be decoded: a percent sign that encodes nothing stands for itself. Throws malformed_body if
 * its bytes or those it encodes are not UTF-8.
 */
export function readPercentEncoded(bytes: Buffer): string {
  const text = decodeUtf8(bytes).replace(/%(?![0-9a-f]{2})/gi, '%25');
  try {
    if (/%[89a-f]/i.test(text)) decodeURIComponent(text);
  } catch (error) {
    throw notUtf8(error);
  }
  return text;
}

export function notUtf8(cause?: unknown): Problem {
  return fail('malformed_body', { detail: 'The body is not valid UTF-8' }, cause);
}
