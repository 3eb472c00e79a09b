// The backups that the service makes: that the last one succeeded and is not too old.

import { readBackupState } from '../backups/backups.ts';
import type { Context } from '../context/context.ts';
import { type Finding, fault, ok, skipped, warning } from './findings.ts';

const check = 'backups';

export async function checkBackups(ctx: Context): Promise<Finding> {
  const { enabled, lastCompletedAt, warning: what } = await readBackupState(ctx);
  if (!enabled) return skipped(check, 'The service makes none by itself (Settings, Backups)');
  const last = lastCompletedAt === null ? 'there is none yet' : `the newest is of ${lastCompletedAt}`;
  if (what === 'failed')
    return fault(check, `The last backup failed, ${last}`, 'See the reason in the admin under Settings, Backups');
  if (what === 'late')
    return warning(check, `A backup is overdue, ${last}`, 'See whether the service runs, and its log for what fails');
  return ok(check, `The newest is of ${lastCompletedAt}`);
}
