// The tasks of mails: sending them, queueing those that waited for a server, and deleting those that are older
// than the settings say.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { keptDays, readSettings } from '../settings/settings.ts';
import { remindOfInvoices } from './invoice-reminders.ts';
import { releaseWaiting, sendMailTask } from './outbox.ts';
import { sendMail } from './send-mail.ts';
import { writeDigests } from './submission-mails.ts';

const hourMs = 3_600_000;
const perTransaction = 500;

/** Only our own errors make a job fail. They must never end a mail, so it is retried every minute. */
const everyMinute = Array.from({ length: 1000 }, () => 60_000);

export const mailTasks: Record<string, Task> = {
  [sendMailTask]: { run: sendMail, retryAfterMs: everyMinute },
  'mail.releaseWaiting': { run: releaseWaiting, retryAfterMs: internalSchedule, everyMs: hourMs / 4 },
  'mail.writeDigests': { run: writeDigests, retryAfterMs: internalSchedule, everyMs: hourMs / 30 },
  'mail.remindOfInvoices': { run: remindOfInvoices, retryAfterMs: internalSchedule, everyMs: hourMs / 4 },
  'mail.forgetOld': { run: forgetOldMails, retryAfterMs: internalSchedule, everyMs: 6 * hourMs },
};

export async function forgetOldMails(ctx: Context): Promise<void> {
  const { mailDays } = await readSettings(ctx, keptDays);
  const before = timeOf(ctx, -mailDays * 24 * hourMs);
  while (await inTransaction(ctx, (ctx) => forgetSome(ctx, before)));
}

/** Returns whether there may be more. */
async function forgetSome(ctx: WriteContext, before: string): Promise<boolean> {
  const old = ctx.db
    .selectFrom('mails')
    .select('id')
    .where('createdAt', '<', before)
    // What became of a reply is part of the story of a submission, and is deleted with it.
    .where('kind', '<>', 'message')
    .limit(perTransaction);
  const { numDeletedRows } = await ctx.db.deleteFrom('mails').where('id', 'in', old).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(perTransaction);
}
