// What is wrong with a backup, or in the way of it, in one sentence for the person who has it.

import { ExpectedError } from '../lib/expected-error.ts';

/** A backup that cannot be restored. */
export class BackupError extends ExpectedError {
  override name = 'BackupError';

  constructor(fault: string, cause?: unknown) {
    super(`The backup cannot be restored: ${fault}. Nothing was restored.`, { cause });
  }
}
