// The work that is stored in the database: that it gets done.

import type { Context } from '../context/context.ts';
import { countJobs } from '../overview/system.ts';
import { counted, type Finding, fault, ok, warning } from './findings.ts';

const check = 'jobs';
const lateMs = 5 * 60_000;

export async function checkJobs(ctx: Context, isRunning: boolean): Promise<Finding> {
  const { due, oldestDueAt, failed } = await countJobs(ctx);
  const lateBy = oldestDueAt === null ? 0 : ctx.now().getTime() - Date.parse(oldestDueAt);
  if (lateBy > lateMs && isRunning)
    return fault(
      check,
      `${counted(due, 'job')} should have begun, the first at ${oldestDueAt}`,
      'See the log of the service for what fails, and whether receivers or the mail server respond slowly',
    );
  if (failed > 0)
    return warning(
      check,
      `${counted(failed, 'job')} were given up after all attempts`,
      'See the log for the cause; failed deliveries are sent again in the admin under Webhooks',
    );
  const late = due > 0 && !isRunning ? `${counted(due, 'job')} will begin when the service starts` : 'All run on time';
  return ok(check, `${late}, none was given up`);
}
