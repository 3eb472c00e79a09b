// The outbox: every mail is stored in the transaction of what causes it, and sent by a job (send-mail.ts). A mail has one
// recipient, so that a rejected one keeps no mail from another, and sending again reaches only who has not got it.
//
//   queued   its job sends it, now or when `nextAttemptAt` has come
//   waiting  no mail server is set; it is queued when there is one
//   sent     the server has accepted it
//   failed   rejected for good, not accepted or without its document for three days, or too late to be of use; `error` says why

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, shapeOfInsert, slotsForEach, valuesOf } from '../database/kept-queries.ts';
import { submissionsOf } from '../files/files.ts';
import { enqueueMany } from '../jobs/queue.ts';
import { languageOf, loadLanguage } from '../languages/language.ts';
import { newId } from '../lib/ids.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { readSite } from '../settings/site.ts';
import { takePaper, writeMail } from './compose.ts';
import { hiddenLink, type RenderedMail, renderMail } from './layout.ts';
import { mailKinds } from './mail-kinds.ts';

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
  // Mails about a submission stay when it is marked as spam.
  const submissions = 'submissionIds' in of ? ['', ...of.submissionIds] : submissionsOf(ctx, [of.formId]);
  await ctx.db.deleteFrom('mails').where('about', 'in', submissions).execute();
}

// Mails that visitors ask for on a page.

type SavedAnswers = {
  key: string;
  recipient: string;
  language: string;
  /** The name of the form. */
  form: string;
  /** A key to the answers: the outbox keeps it encrypted and does not show it. */
  link: { url: string; expiresAt: string };
};

export async function mailSavedAnswers(ctx: WriteContext, mail: SavedAnswers): Promise<void> {
  const { key, recipient, language, form, link } = mail;
  const paper = await takePaper(ctx, 'savedAnswers', language);
  const rendered = writeMail(paper, { form, until: paper.formats.time(link.expiresAt), link: hiddenLink });
  const addressed = { kind: 'savedAnswers', key: `savedAnswers:${key}`, recipient, about: null } as const;
  await addMails(ctx, [{ ...rendered, ...addressed, link }]);
}

// A mail that a user has written.

type PersonalMail = Pick<NewMail, 'key' | 'recipient' | 'replyTo' | 'about'> & {
  subject: string;
  /** Paragraphs, separated by empty lines. What looks like a variable is text. */
  text: string;
  /** That of the recipient, if it is known. */
  locale: string | null;
};

/** Stores it in the outbox, also without a mail server: someone wants it to be sent. */
export async function addPersonalMail(ctx: WriteContext, { subject, text, locale, ...mail }: PersonalMail) {
  const site = await readSite(ctx);
  const language = await loadLanguage(languageOf(locale, site.locale));
  const rendered = renderMail(site, language, { subject, blocks: [{ text }] });
  await addMails(ctx, [{ ...rendered, ...mail, kind: 'message' }]);
}

// Queues the mails that wait for a mail server. Reports of events that have waited for
// long would be taken for new: they are not sent.

const perTransaction = 500;
const freshDays = 7;
const outdated = `Not sent: it waited for a mail server for more than ${freshDays} days. Send it by hand if it is still of use`;

/** Does nothing while there is no server. */
export async function releaseWaiting(ctx: Context): Promise<void> {
  if (ctx.mailer.server === null) return;
  while (await inTransaction(ctx, releaseSome));
}

/** Returns whether there may be more. */
async function releaseSome(ctx: WriteContext): Promise<boolean> {
  const waiting = ctx.db
    .selectFrom('mails')
    .select(['id', 'attempts', 'kind', 'createdAt'])
    .where('status', '=', 'waiting');
  const mails = await ctx.dialect.lockRows(waiting.orderBy('createdAt').orderBy('id').limit(perTransaction)).execute();
  if (mails.length === 0) return false;
  const before = timeOf(ctx, -freshDays * 24 * 3_600_000);
  const isOutdated = ({ kind, createdAt }: Waiting): boolean => createdAt < before && !isAwaited(kind);
  const late = mails.filter(isOutdated);
  const due = mails.filter((mail) => !isOutdated(mail));
  await change(ctx, late, { status: 'failed', error: outdated });
  await change(ctx, due, { status: 'queued' });
  await enqueueMails(ctx, due);
  return mails.length === perTransaction;
}

type Waiting = Pick<Row<'mails'>, 'id' | 'kind' | 'createdAt'>;

function isAwaited(kind: Waiting['kind']): boolean {
  return kind === 'message' || mailKinds[kind].isAwaited === true;
}

async function change(ctx: WriteContext, mails: readonly Waiting[], to: Partial<Row<'mails'>>): Promise<void> {
  if (mails.length === 0) return;
  const ids = mails.map(({ id }) => id);
  await ctx.db.updateTable('mails').set(to).where('id', 'in', ids).execute();
}
