// The one error of the WordPress export reader: a sentence for the person who
// chose the file, with the place in the file where it is known.

/**
 * The export cannot be read: not there, not XML, not a WordPress export, broken or cut off.
 * `message` is one line that already names the place; `line` and `column` count from 1, null when unknown.
 */
export class WordpressExportError extends Error {
  override readonly name = 'WordpressExportError';
  readonly line: number | null;
  readonly column: number | null;

  constructor(message: string, place?: { line: number; column?: number }) {
    super(message);
    this.line = place?.line ?? null;
    this.column = place?.column ?? null;
  }
}
