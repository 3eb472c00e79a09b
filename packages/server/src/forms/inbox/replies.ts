// Replies by mail, from a submission to who submitted it. The mail is in the outbox; what was written is kept here.

import { may } from '../../context/access.ts';
import { type Context, inTransaction, type ReadContext, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { fail, failBody } from '../../lib/errors.ts';
import { addressKey, isMailAddress } from '../../lib/mail-address.ts';
import { addPersonalMail } from '../../mail/outbox.ts';
import { findReasons } from '../../mail/refusals/refusals.ts';
import { findForm } from '../form/form.ts';
import { withAskedFields } from '../form/form-versions.ts';
import type { NewReply, ReplyDraft, StoryEntry } from './inbox.schemas.ts';
import { readable } from './inbox-list.ts';

const maxReplies = 200;

/** What a reply to a submission would be, before anything is written. Throws submission_not_found. */
export async function draftReply(ctx: Context, submissionId: string): Promise<ReplyDraft> {
  const { recipients, subject, replyTo } = await readDraft(ctx, submissionId);
  const reasons = await findReasons(
    ctx,
    recipients.map(({ address }) => address),
  );
  return {
    recipients: recipients.map((one) => ({ ...one, refusal: reasons.get(one.address) ?? null })),
    ...{ subject, replyTo },
    mailServerConfigured: ctx.mailer.server !== null,
  };
}

async function readDraft(ctx: ReadContext, submissionId: string) {
  const submission = await readable(ctx, 'forms:write')
    .leftJoin('contacts', 'contacts.id', 'submissions.contactId')
    .leftJoin('users', (join) => join.on('users.id', '=', ctx.actor.id))
    .where('submissions.id', '=', submissionId)
    .select(['submissions.formId', 'submissions.data', 'submissions.language', 'submissions.formVersion'])
    .select(['contacts.email', 'users.email as authorEmail'])
    .executeTakeFirstOrThrow(() => fail('submission_not_found'));
  const form = await withAskedFields(ctx, await findForm(ctx, submission.formId), submission);
  const answers = JSON.parse(submission.data) as Record<string, unknown>;
  const answered = form.fields.flatMap((field) => {
    const address = answers[field.name];
    const isAddress = kindOf(field).identifies === 'email' && typeof address === 'string' && isMailAddress(address);
    return isAddress ? [{ address, source: 'answer' as const, label: labelOf(field) }] : [];
  });
  // What the contact is reached by is not for those who may only read the form.
  const { email } = submission;
  const known = email !== null && may(ctx.actor, 'crm:read') && isMailAddress(email) ? [email] : [];
  const all = [...answered, ...known.map((address) => ({ address, source: 'contact' as const, label: null }))];
  const isFirst = ({ address }: { address: string }, index: number): boolean =>
    all.findIndex((other) => addressKey(other.address) === addressKey(address)) === index;
  // Who is notified of submissions reads the answers to replies.
  const team = form.settings.mail?.notice?.to[0];
  return {
    recipients: all.filter(isFirst),
    subject: `Re: ${form.name}`,
    replyTo: team ?? submission.authorEmail,
    language: submission.language,
  };
}

/**
 * Stores a reply, and its mail in the outbox. A second run with the same ID stores nothing. Throws submission_not_found,
 * invalid_body, conflict.
 */
export async function addReply(ctx: Context, submissionId: string, id: string, { to, subject, text }: NewReply) {
  return inTransaction(ctx, async (ctx) => {
    const draft = await readDraft(ctx, submissionId);
    const recipient = chooseRecipient(draft.recipients, to);
    await requireRoom(ctx, submissionId);
    const reply: Row<'submissionReplies'> = {
      ...{ id, submissionId, recipient, text },
      subject: subject.trim(),
      authorId: ctx.actor.id,
      authorName: ctx.actor.name ?? null,
      createdAt: timeOf(ctx),
    };
    await ctx.db
      .insertInto('submissionReplies')
      .values(reply)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const { replyTo, language: locale } = draft;
    const addressed = { recipient, replyTo, about: submissionId, locale };
    await addPersonalMail(ctx, { ...addressed, key: keyOf(id), subject: reply.subject, text });
    const stored = await selectReplies(ctx, submissionId)
      .where('submissionReplies.id', '=', id)
      .executeTakeFirstOrThrow();
    return replyJson(stored, await findReasons(ctx, [stored.recipient]));
  });
}

function chooseRecipient(recipients: readonly { address: string }[], to: string | undefined): string {
  const addresses = recipients.map(({ address }) => address);
  const chosen = to === undefined ? addresses[0] : addresses.find((address) => addressKey(address) === addressKey(to));
  if (chosen !== undefined) return chosen;
  const detail =
    addresses.length === 0
      ? 'has no one to go to: neither the submission nor its contact has an email address'
      : `must be an email address of the submission: ${addresses.join(' or ')}`;
  throw failBody([{ pointer: '/to', code: addresses.length === 0 ? 'no_address' : 'unknown', detail }]);
}

async function requireRoom(ctx: ReadContext, submissionId: string): Promise<void> {
  const { count } = await ctx.db
    .selectFrom('submissionReplies')
    .where('submissionId', '=', submissionId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxReplies) throw fail('conflict', `A submission can have ${maxReplies} replies`);
}

function keyOf(replyId: string): string {
  return `message:${replyId}`;
}

/** Replies with what became of their mails. */
function selectReplies(ctx: ReadContext, submissionId: string) {
  return ctx.db
    .selectFrom('submissionReplies')
    .leftJoin('mails', (join) =>
      join.on('mails.uniqueKey', '=', (eb) =>
        eb(eb.cast<string>(eb.val('message:'), 'text'), '||', eb.ref('submissionReplies.id')),
      ),
    )
    .where('submissionReplies.submissionId', '=', submissionId)
    .selectAll('submissionReplies')
    .select(['mails.status', 'mails.error']);
}

/** The replies to a submission, as parts of its story. */
export async function listReplies(ctx: ReadContext, submissionId: string): Promise<StoryEntry[]> {
  const rows = await selectReplies(ctx, submissionId)
    .orderBy('submissionReplies.createdAt')
    .orderBy('submissionReplies.id')
    .execute();
  const reasons = await findReasons(
    ctx,
    rows.map(({ recipient }) => recipient),
  );
  return rows.map((row) => {
    const { createdAt, ...mail } = replyJson(row, reasons);
    return { kind: 'mail', at: createdAt, mail: { ...mail, kind: 'message' } };
  });
}

type ReplyRow = Awaited<ReturnType<ReturnType<typeof selectReplies>['execute']>>[number];

/** Archives have no mails. */
function statusOf({ status, recipient }: ReplyRow, reasons: ReadonlyMap<string, string>) {
  if (status === null) return 'unknown' as const;
  return status === 'failed' && reasons.has(recipient) ? ('refused' as const) : status;
}

function replyJson(row: ReplyRow, reasons: ReadonlyMap<string, string>) {
  const { id, recipient, subject, text, authorId, authorName, error, createdAt } = row;
  return {
    ...{ id, recipient, subject, text, error },
    status: statusOf(row, reasons),
    by: authorId === null ? null : { id: authorId, name: authorName },
    createdAt,
  };
}
