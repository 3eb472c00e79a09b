// What follows from a submission by mail: the notice to those who look after the form, and the answer to who submitted it.

import type { StoredEvent, WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import type { EventFacts } from '../../events/event-types.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isFileField, kindOf } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { readSite, type Site } from '../../settings/site.ts';
import { type SiteFormats, siteFormats } from '../../settings/site-formats.ts';
import { answered, type FormMail, readFormMail, replaceVariables } from '../form-mail.ts';
import { type Block, renderMail } from '../layout.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { fillIn, type Language, languageOf, type MailTexts } from '../texts/texts.ts';

type Facts = EventFacts['submission.submitted' | 'submission.paid'];

/** What both mails are made of. */
type Story = {
  site: Site;
  language: Language;
  form: Facts['form'];
  submission: Row<'submissions'>;
  answers: (readonly [field: FieldDeclaration, value: string])[];
  email: string | null;
  /** What was paid; null without a payment. */
  amount: string | null;
  url: string;
};

/** An address gets so many answers a day, so that no one can use a form to fill the inbox of another person. */
const maxReplies = 3;
const dayMs = 24 * 3_600_000;

/** Stores the mails of a submission; those of a form with a payment once it is paid. Reads nothing for a form without mails. */
export async function mailSubmission(ctx: WriteContext, _event: StoredEvent, facts: Facts): Promise<undefined> {
  const mail = readFormMail(facts.form.settings);
  const to = mail?.notice?.to ?? [];
  const isReplying = mail?.reply?.on === true;
  if (!mail || facts.submission.status === 'awaiting_payment' || (to.length === 0 && !isReplying)) return;
  const story = await readStory(ctx, facts);
  const mails = noticesOf(mail, story);
  if (isReplying && (await mayReply(ctx, story))) mails.push(replyOf(mail, story));
  await addMails(ctx, mails);
}

async function readStory(ctx: WriteContext, facts: Facts): Promise<Story> {
  const { form, submission } = facts;
  const site = await readSite(ctx);
  const language = languageOf(site.locale);
  const formats = siteFormats(site);
  const payment = 'payment' in facts ? facts.payment : undefined;
  return {
    ...{ site, language, form, submission },
    answers: answersOf(await readFields(ctx, facts), submission, await readFileNames(ctx, facts), language.texts),
    email: await readEmail(ctx, facts),
    amount: payment
      ? formats.money(payment.amountReceived, payment.currency)
      : await readAmount(ctx, submission, formats),
    url: `${ctx.publicUrl() ?? ''}/admin/forms/${form.id}/submissions/${submission.id}`,
  };
}

async function readFields(ctx: WriteContext, { form }: Facts): Promise<FieldDeclaration[]> {
  if (form.fields) return form.fields;
  const row = ctx.db.selectFrom('forms').select('fields').where('id', '=', form.id);
  return JSON.parse((await row.executeTakeFirst())?.fields ?? '[]') as FieldDeclaration[];
}

/** By the name of their field. */
async function readFileNames(ctx: WriteContext, { submission, files }: Facts): Promise<Map<string, string[]>> {
  const known =
    files ??
    (await ctx.db
      .selectFrom('files')
      .select(['fieldName', 'name'])
      .where('submissionId', '=', submission.id)
      .execute());
  const byField = Map.groupBy(known, ({ fieldName }) => fieldName);
  return new Map([...byField].map(([field, files]) => [field, files.map(({ name }) => name)]));
}

async function readEmail(ctx: WriteContext, { contact, submission }: Facts): Promise<string | null> {
  if (contact) return contact.email;
  if (submission.contactId === null) return null;
  const row = ctx.db.selectFrom('contacts').select('email').where('id', '=', submission.contactId);
  return (await row.executeTakeFirst())?.email ?? null;
}

async function readAmount(
  ctx: WriteContext,
  { status, paymentId }: Row<'submissions'>,
  formats: SiteFormats,
): Promise<string | null> {
  if (status !== 'paid' || paymentId === null) return null;
  const row = ctx.db.selectFrom('payments').select(['amountReceived', 'currency']).where('id', '=', paymentId);
  const payment = await row.executeTakeFirst();
  return payment ? formats.money(payment.amountReceived, payment.currency) : null;
}

function answersOf(
  fields: readonly FieldDeclaration[],
  submission: Row<'submissions'>,
  files: ReadonlyMap<string, string[]>,
  texts: MailTexts,
): Story['answers'] {
  const data = JSON.parse(submission.data) as Record<string, unknown>;
  return answered(fields).flatMap((field) => {
    const value = isFileField(field)
      ? (files.get(field.name) ?? []).join('\n')
      : describe(field, data[field.name], texts);
    return value === '' ? [] : [[field, value] as const];
  });
}

/** A value as people read it. */
function describe(field: FieldDeclaration, value: unknown, texts: MailTexts): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return texts[value ? 'yes' : 'no'];
  if (Array.isArray(value)) return value.map((entry) => describe(field, entry, texts)).join('\n');
  if (typeof value === 'object') return JSON.stringify(value);
  const option = field.options?.find((one) => typeof one === 'object' && one.value === value);
  return typeof option === 'object' ? (option.label ?? option.value) : String(value);
}

function noticesOf({ notice }: FormMail, story: Story): NewMail[] {
  const { site, language, form, submission, answers, email, amount, url } = story;
  const { texts } = language;
  const isPaid = amount !== null;
  const values = { form: form.name, amount: amount ?? '', email: email ?? '' };
  const subject = notice?.subject?.trim()
    ? replaceVariables(notice.subject, variablesOf(story))
    : fillIn(texts[isPaid ? 'notice.subject.paid' : 'notice.subject'], values);
  const blocks: Block[] = [
    { text: fillIn(texts[isPaid ? 'notice.text.paid' : 'notice.text'], values) },
    ...(answers.length > 0 ? [{ facts: factsOf(answers) }] : []),
    { button: texts['notice.button'], url },
    ...(email === null ? [] : [{ small: fillIn(texts['notice.reply'], values) }]),
  ];
  const rendered = renderMail(site, language, { subject, blocks });
  return [...new Set(notice?.to ?? [])].map((recipient) => ({
    ...rendered,
    kind: 'notice',
    key: `notice:${submission.id}:${recipient}`,
    recipient,
    replyTo: email,
    about: submission.id,
  }));
}

function replyOf({ reply }: FormMail, story: Story): NewMail {
  const { site, language, submission, answers, email } = story;
  const values = variablesOf(story);
  const given = reply?.subject?.trim() ? reply.subject : language.texts['reply.subject'];
  return {
    ...renderMail(site, language, {
      subject: replaceVariables(given, values),
      blocks: blocksOf(reply?.text ?? '', values, answers),
    }),
    kind: 'reply',
    key: `reply:${submission.id}`,
    recipient: email as string,
    about: submission.id,
  };
}

/** `{{answers}}` alone in a paragraph becomes a table. */
function blocksOf(text: string, values: ReadonlyMap<string, string>, answers: Story['answers']): Block[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((part) => part.trim() !== '')
    .map((part) =>
      /^\s*\{\{\s*answers\s*\}\}\s*$/.test(part)
        ? { facts: factsOf(answers) }
        : { text: replaceVariables(part, values) },
    );
}

function variablesOf({ site, form, answers }: Story): Map<string, string> {
  return new Map([
    ['site', site.name],
    ['form', form.name],
    [
      'answers',
      factsOf(answers)
        .map(([label, value]) => `${label}: ${value}`)
        .join('\n'),
    ],
    ...answers.map(([field, value]) => [`answers.${field.name}`, value] as const),
  ]);
}

function factsOf(answers: Story['answers']): (readonly [string, string])[] {
  return answers.map(([field, value]) => [labelOf(field), value]);
}

async function mayReply(ctx: WriteContext, { email, answers }: Story): Promise<boolean> {
  // The contact may have another address than this submission gave.
  if (email === null || !answers.some(([field]) => kindOf(field).identifies === 'email')) return false;
  const { count } = await ctx.db
    .selectFrom('mails')
    .where('recipient', '=', email)
    .where('createdAt', '>', new Date(ctx.now().getTime() - dayMs).toISOString())
    .where('kind', '=', 'reply')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) < maxReplies;
}
