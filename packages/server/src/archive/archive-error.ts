// What is wrong with an archive, in one sentence for the person who has it.

import { ExpectedError } from '../lib/expected-error.ts';

export class ArchiveError extends ExpectedError {
  override name = 'ArchiveError';

  constructor(fault: string, cause?: unknown) {
    super(`The archive cannot be imported: ${fault}. Nothing was imported.`, { cause });
  }
}
