// One attempt to send a mail. It is sent outside of any transaction; the outcome is recorded in one. SMTP has no way to send
// exactly once: a process that dies after the server has accepted a mail and before that is recorded sends it again, with the
// same Message-ID.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { finishJob, type Job, rescheduleJob } from '../jobs/queue.ts';
import { mailSchedule, withJitter } from '../jobs/schedules.ts';
import { MailError } from '../mailer.ts';
import { readLogo } from './logo.ts';
import type { SendPayload } from './outbox.ts';

type MailRow = Row<'mails'>;

/** The task. */
export async function sendMail(
  ctx: Context,
  job: Job,
  responded: () => void = () => {},
): Promise<'finished' | 'failed'> {
  const { mailId } = job.payload as SendPayload;
  const mail = await ctx.db.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst();
  if (mail?.status !== 'queued' || ctx.mailer.server === null) {
    await inTransaction(ctx, async (ctx) => {
      if (mail?.status === 'queued') await updateMail(ctx, mail, { status: 'waiting', nextAttemptAt: null });
      await finishJob(ctx, job);
    });
    return 'finished';
  }
  const error = await attempt(ctx, mail);
  responded();
  const { id, kind } = mail;
  ctx.log.info({ mail: id, kind, attempt: mail.attempts + 1, error: error?.message ?? null }, 'mail attempt');
  await inTransaction(ctx, (ctx) => record(ctx, job, mail, error));
  // A recipient that is rejected says nothing about the server.
  return error && error.fault !== 'recipient' ? 'failed' : 'finished';
}

async function attempt(ctx: Context, mail: MailRow): Promise<MailError | null> {
  const { messageId, recipient, replyTo, subject, text, html, kind } = mail;
  const logo = html.includes('"cid:logo"') ? await readLogo(ctx) : null;
  try {
    const addressed = { messageId, to: recipient, replyTo, isReply: kind === 'reply' };
    await ctx.mailer.send({ ...addressed, subject, text, html, logo, date: new Date(mail.createdAt) });
    return null;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}

async function record(ctx: WriteContext, job: Job, mail: MailRow, error: MailError | null): Promise<void> {
  const attempts = mail.attempts + 1;
  if (error === null) {
    await updateMail(ctx, mail, { status: 'sent', attempts, error: null, nextAttemptAt: null, sentAt: timeOf(ctx) });
    return finishJob(ctx, job);
  }
  const planned = mailSchedule[mail.attempts - (job.payload as SendPayload).earlier];
  if (error.isPermanent || planned === undefined) {
    await updateMail(ctx, mail, { status: 'failed', attempts, error: error.message, nextAttemptAt: null });
    return finishJob(ctx, job);
  }
  const waitMs = withJitter(planned);
  await updateMail(ctx, mail, { attempts, error: error.message, nextAttemptAt: timeOf(ctx, waitMs) });
  await rescheduleJob(ctx, job, waitMs, error.message);
}

/** A mail that was deleted meanwhile stays deleted. */
async function updateMail(ctx: WriteContext, { id }: MailRow, changes: Partial<MailRow>): Promise<void> {
  await ctx.db.updateTable('mails').set(changes).where('id', '=', id).execute();
}
