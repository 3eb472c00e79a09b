// The error of the WordPress export reader: a message for the person who chose the file, with the place in the file.

import { ExpectedError } from '../lib/expected-error.ts';

/**
 * The export cannot be read: missing, not XML, not a WordPress export, broken or cut off.
 * `message` is one line that includes the place; `line` and `column` count from 1 and are null if unknown.
 */
export class WordpressExportError extends ExpectedError {
  override readonly name = 'WordpressExportError';
  readonly line: number | null;
  readonly column: number | null;

  constructor(message: string, place?: { line: number | null; column?: number | null }) {
    super(message);
    this.line = place?.line ?? null;
    this.column = place?.column ?? null;
  }
}
