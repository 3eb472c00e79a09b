// The outbox: every mail is stored in the transaction of what causes it, and sent by a job (send-mail.ts). A mail has one
// recipient, so that a rejected one keeps no mail from another, and sending again reaches only who has not got it.
//
//   queued   its job sends it, now or when `nextAttemptAt` has come
//   waiting  no mail server is set; it is queued when there is one
//   sent     the server has accepted it
//   failed   rejected for good, not accepted in three days, or too late to be of use; `error` says why

import { timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, shapeOfInsert, slotsForEach, valuesOf } from '../database/kept-queries.ts';
import { enqueueMany } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import type { RenderedMail } from './layout.ts';

export const sendMailTask = 'mail.send';

/** `earlier`: attempts made before this round; the schedule counts from there. */
export type SendPayload = { mailId: string; earlier: number };

export type NewMail = RenderedMail & {
  kind: Row<'mails'>['kind'];
  /** What it is about and to whom: a second mail with the same key is not stored. */
  key: string;
  recipient: string;
  replyTo?: string | null;
  /** The ID of a submission, a payment, a user … */
  about: string | null;
  /** Takes the place of `hiddenLink` in the mail. After `expiresAt` the mail is not sent any more. */
  link?: { url: string; expiresAt: string };
};

const queries = keptQueries();

/** Stores mails, and their jobs unless they wait for a server. Addresses that no server would accept are left out, with a warning in the log. */
export async function addMails(ctx: WriteContext, mails: readonly NewMail[]): Promise<void> {
  const rows = mails.flatMap((mail) => {
    if (isMailAddress(mail.recipient)) return [newRow(ctx, mail)];
    ctx.log.warn({ kind: mail.kind, about: mail.about }, 'a mail has no usable address');
    return [];
  });
  if (rows.length === 0) return;
  const stored = await queries.run(ctx, shapeOfInsert(rows), valuesOf(rows), () =>
    ctx.db
      .insertInto('mails')
      .values(slotsForEach(rows))
      .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
      .returning(['id', 'attempts']),
  );
  if (!ctx.lacksMailServer()) await enqueueMails(ctx, stored);
}

/** Stores their jobs, or makes those that wait due. `again`: enqueueMany. */
export async function enqueueMails(
  ctx: WriteContext,
  mails: readonly Pick<Row<'mails'>, 'id' | 'attempts'>[],
  options: { again?: boolean } = {},
): Promise<void> {
  const jobs = mails.map(({ id, attempts }) => ({
    payload: { mailId: id, earlier: attempts } satisfies SendPayload,
    // A lane of their own: a mail server that hangs keeps neither payments nor receivers waiting.
    lane: 'mail',
    uniqueKey: `mail:${id}`,
  }));
  await enqueueMany(ctx, sendMailTask, jobs, options);
}

function newRow(ctx: WriteContext, { key, replyTo = null, link, ...mail }: NewMail): Row<'mails'> {
  const id = newId('mail');
  return {
    ...mail,
    id,
    uniqueKey: key,
    replyTo: replyTo !== null && isMailAddress(replyTo) ? replyTo : null,
    messageId: messageIdOf(ctx, id),
    status: ctx.lacksMailServer() ? 'waiting' : 'queued',
    attempts: 0,
    error: null,
    nextAttemptAt: null,
    createdAt: timeOf(ctx),
    sentAt: null,
    sealedLink: link ? ctx.sealer.seal(link.url, linkPurpose(id)) : null,
    expiresAt: link?.expiresAt ?? null,
  };
}

/** Encrypts the links of mails that were not sent yet with the current key, if a former key has, and returns how many those were. */
export async function resealLinks(ctx: WriteContext): Promise<number> {
  const sealed = ctx.db
    .selectFrom('mails')
    .select(['id', 'sealedLink'])
    .where('sealedLink', 'is not', null)
    .orderBy('id');
  let count = 0;
  for (const { id, sealedLink: box } of await ctx.dialect.lockRows(sealed).execute()) {
    const sealedLink = box && ctx.sealer.reseal(box, linkPurpose(id));
    if (!sealedLink) continue;
    await ctx.db.updateTable('mails').set({ sealedLink }).where('id', '=', id).execute();
    count++;
  }
  return count;
}

/** What the box with the link of a mail is sealed for. */
export function linkPurpose(mailId: string): string {
  return `mailLink:${mailId}`;
}

/** Stays the same however often the mail is sent, so that a mail sent twice after a crash is recognized. */
export function messageIdOf(ctx: Pick<WriteContext, 'publicUrl'>, id: string): string {
  const host = URL.parse(ctx.publicUrl() ?? '')?.hostname;
  return `<${id}@${host && /^[\w.-]+$/.test(host) ? host : 'localhost'}>`;
}

/** Deletes the notices and automatic replies about a submission, which quote its answers. Payments and people keep theirs. */
export async function deleteQuotesOf(ctx: WriteContext, submissionId: string): Promise<void> {
  await ctx.db.deleteFrom('mails').where('about', '=', submissionId).where('kind', 'in', ['notice', 'reply']).execute();
}

/** How many mails of a kind were written to this address since a time. */
export async function countMails(ctx: WriteContext, kind: Row<'mails'>['kind'], recipient: string, since: string) {
  const { count } = await ctx.db
    .selectFrom('mails')
    .where('recipient', '=', recipient)
    .where('createdAt', '>', since)
    .where('kind', '=', kind)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the mails about a submission, or about all of a form: they quote what is being deleted. */
export async function deleteMailsAbout(
  ctx: WriteContext,
  of: { submissionIds: readonly string[] } | { formId: string },
): Promise<void> {
  const mails = ctx.db.deleteFrom('mails');
  if ('submissionIds' in of) await mails.where('about', 'in', ['', ...of.submissionIds]).execute();
  else {
    const submissions = ctx.db.selectFrom('submissions').select('id').where('formId', '=', of.formId);
    await mails.where('about', 'in', submissions).execute();
  }
}
