// One attempt to send a mail. It is sent outside of any transaction; the outcome is recorded in one. SMTP has no way to send
// exactly once: a process that dies after the server has accepted a mail and before that is recorded sends it again, with the
// same Message-ID.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import { MailError, type OutgoingMail } from '../context/mailer.ts';
import type { Row } from '../database/dialect.ts';
import { finishJob, finishUnlessAgain, type Job, rescheduleJob } from '../jobs/queue.ts';
import { mailSchedule, withJitter } from '../jobs/schedules.ts';
import { hideAddresses } from '../lib/hide-addresses.ts';
import { attachmentsOf, publishSentDocument } from './invoice-mails.ts';
import { whyOutdated } from './invoice-reminders.ts';
import { hiddenLink, readLogo } from './layout.ts';
import { findTopic, hasOptedOut, optOutLink } from './opt-outs/opt-outs.ts';
import { linkPurpose, type SendPayload } from './outbox.ts';
import { addRefusal, findRefusal } from './refusals/refusals.ts';

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
  ctx.observer?.mailAttempted(error?.fault ?? null);
  const { id, kind } = mail;
  const text = error === null ? null : hideAddresses(error.message);
  ctx.log.info({ mail: id, kind, attempt: mail.attempts + 1, error: text }, 'mail attempt');
  await inTransaction(ctx, (ctx) => record(ctx, job, mail, error));
  // A recipient that is rejected says nothing about the server.
  return error && error.fault !== 'recipient' ? 'failed' : 'finished';
}

function originOf(kind: MailRow['kind']): OutgoingMail['origin'] {
  if (kind === 'message') return 'person';
  return kind === 'reply' ? 'serviceInReply' : 'service';
}

async function attempt(ctx: Context, mail: MailRow): Promise<MailError | null> {
  const { messageId, recipient, replyTo, subject, html, kind } = mail;
  const logo = html.includes('"cid:logo"') ? await readLogo(ctx) : null;
  try {
    const refusal = await findRefusal(ctx, recipient);
    if (refusal !== null)
      throw new MailError('recipient', true, `Not sent: the address rejected an earlier mail. ${refusal.reason}`);
    const outdated = await whyOutdated(ctx, mail);
    if (outdated !== null) throw new MailError('message', true, `Not sent: ${outdated}`);
    const topic = await findTopic(ctx, mail);
    if (topic !== null && (await hasOptedOut(ctx, topic)))
      throw new MailError('recipient', true, 'Not sent: the recipient has unsubscribed from such notices');
    const link = openLink(ctx, mail);
    const withLink = (part: string): string => (link === null ? part : part.replaceAll(hiddenLink, () => link));
    const addressed = { messageId, to: recipient, replyTo, origin: originOf(kind) };
    const attachments = await attachmentsOf(ctx, mail);
    const content = { subject, text: withLink(mail.text), html: withLink(html), logo, attachments };
    const unsubscribeUrl = topic && optOutLink(ctx, topic);
    await ctx.mailer.send({ ...addressed, ...content, unsubscribeUrl, date: new Date(mail.createdAt) });
    return null;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
}

/** Null for a mail without one. Throws MailError for one that is of no use any more. */
function openLink(ctx: Context, { id, sealedLink, expiresAt }: MailRow): string | null {
  if (expiresAt === null) return null;
  const link = sealedLink === null ? null : ctx.sealer.unseal(sealedLink, linkPurpose(id));
  if (expiresAt <= timeOf(ctx)) throw new MailError('message', true, 'Its link expired before the mail could be sent');
  if (link === null) throw new MailError('message', true, 'Its link cannot be decrypted with the key of the service');
  return link;
}

async function record(ctx: WriteContext, job: Job, mail: MailRow, error: MailError | null): Promise<void> {
  const attempts = mail.attempts + 1;
  if (error === null) {
    const sentAt = timeOf(ctx);
    await updateMail(ctx, mail, {
      status: 'sent',
      attempts,
      error: null,
      nextAttemptAt: null,
      sentAt,
      sealedLink: null,
    });
    await publishSentDocument(ctx, { ...mail, attempts, sentAt });
    return finishJob(ctx, job);
  }
  const planned = mailSchedule[mail.attempts - (job.payload as SendPayload).earlier];
  // The mail is changed before its job: a request to send it again locks them in this order.
  if (error.isPermanent || planned === undefined) {
    await updateMail(ctx, mail, { status: 'failed', attempts, error: error.message, nextAttemptAt: null });
    const payload: SendPayload = { mailId: mail.id, earlier: attempts };
    if (await finishUnlessAgain(ctx, job, payload))
      return updateMail(ctx, mail, { status: 'queued', nextAttemptAt: timeOf(ctx) });
    if (!error.isRefusal) return;
    return addRefusal(ctx, { address: mail.recipient, reason: error.message, mailId: mail.id });
  }
  const waitMs = withJitter(planned);
  const plannedAt = timeOf(ctx, waitMs);
  await updateMail(ctx, mail, { attempts, error: error.message, nextAttemptAt: plannedAt });
  const nextAttemptAt = await rescheduleJob(ctx, job, waitMs, error.message);
  if (nextAttemptAt !== plannedAt) await updateMail(ctx, mail, { nextAttemptAt });
}

/** A mail that was deleted meanwhile stays deleted. */
async function updateMail(ctx: WriteContext, { id }: MailRow, changes: Partial<MailRow>): Promise<void> {
  await ctx.db.updateTable('mails').set(changes).where('id', '=', id).execute();
}
