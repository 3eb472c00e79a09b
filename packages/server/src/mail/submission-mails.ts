// What follows from a submission by mail: the notice to those who look after the form, and the answer to who submitted it.

import { type Context, inTransaction, type StoredEvent, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import type { EventFacts } from '../events/event-types.ts';
import { answerInWords } from '../fields/answer-words.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isFileField, kindOf } from '../fields/field-kinds.ts';
import { labelOf } from '../fields/form-controls.ts';
import { Temporal } from '../lib/temporal.ts';
import { zonedTime } from '../lib/zone-days.ts';
import { readSite } from '../settings/site.ts';
import { takePaper, writeMail } from './compose.ts';
import { answered, type FormMail, noticeRecipients } from './form-mail.ts';
import { lineFacts, type Paper } from './layout.ts';
import { addMails, countMails, type NewMail } from './outbox.ts';
import type { Fact } from './template.ts';

type Facts = EventFacts['submission.submitted' | 'submission.paid'];

/** What both mails are made of. */
type Story = {
  form: Facts['form'];
  submission: Row<'submissions'>;
  fields: FieldDeclaration[];
  /** By the name of their field. */
  files: ReadonlyMap<string, string[]>;
  /** Of who submitted it. */
  email: string | null;
  name: string | null;
  /** Its payment, which has succeeded; null without one. */
  paid: Pick<Row<'payments'>, 'lines' | 'amount' | 'amountReceived' | 'currency'> | null;
  url: string;
};

/** An address gets so many answers a day, so that no one can use a form to fill the inbox of another person. */
const maxReplies = 3;
const dayMs = 24 * 3_600_000;

/** Stores the mails of a submission; those of a form with a payment once it is paid. Reads nothing for a form without mails. */
export async function mailSubmission(ctx: WriteContext, _event: StoredEvent, facts: Facts): Promise<undefined> {
  const mail = facts.form.settings.mail as FormMail | undefined;
  const answers = mail?.notice ? (JSON.parse(facts.submission.data) as Record<string, unknown>) : {};
  const { daily } = mail?.notice ?? {};
  const isWanted = ctx.wantsMail(daily === undefined ? 'notice' : 'digest');
  const recipients = mail?.notice && isWanted ? noticeRecipients(mail, answers) : [];
  const isNoticing = recipients.length > 0 && daily === undefined;
  const isReplying = mail?.reply?.on === true && ctx.wantsMail('reply');
  if (!mail || facts.submission.status === 'awaiting_payment' || recipients.length + Number(isReplying) === 0) return;
  if (daily !== undefined) await addToDigest(ctx, facts.submission.id, recipients, daily);
  if (!isNoticing && !isReplying) return;
  const story = await readStory(ctx, facts);
  const mails = isNoticing ? noticesOf(mail, recipients, story, await takePaper(ctx, 'notice')) : [];
  if (isReplying && (await mayReply(ctx, story))) {
    mails.push(replyOf(mail, story, await takePaper(ctx, 'reply', facts.submission.language)));
  }
  await addMails(ctx, mails);
}

async function readStory(ctx: WriteContext, facts: Facts): Promise<Story> {
  const { form, submission } = facts;
  const payment = 'payment' in facts ? facts.payment : undefined;
  return {
    ...{ form, submission },
    fields: await readFields(ctx, facts),
    files: await readFileNames(ctx, facts),
    ...(await readPerson(ctx, facts)),
    paid: payment ?? (await readPayment(ctx, submission)),
    url: `${ctx.publicUrl() ?? ''}/admin/forms/${form.id}/submissions/${submission.id}`,
  };
}

/** More than any, but an integer of PostgreSQL. */
const noVersion = 2_147_483_647;

/** As they were asked: the form may have changed since. */
async function readFields(ctx: WriteContext, { form, submission }: Facts): Promise<FieldDeclaration[]> {
  const { formVersion } = submission;
  if (form.fields && (formVersion === null || form.version === formVersion)) return form.fields;
  const row = ctx.db
    .selectFrom('forms')
    .where('id', '=', form.id)
    .select((eb) => [
      'fields',
      eb
        .selectFrom('formVersions')
        .select('formVersions.fields')
        .where('formId', '=', form.id)
        .where('lastVersion', '>=', formVersion ?? noVersion)
        .orderBy('lastVersion')
        .limit(1)
        .as('asked'),
    ]);
  const { asked, fields } = (await row.executeTakeFirst()) ?? {};
  return JSON.parse(asked ?? fields ?? '[]') as FieldDeclaration[];
}

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

async function readPerson(
  ctx: WriteContext,
  { contact, submission }: Facts,
): Promise<Pick<Row<'contacts'>, 'email' | 'name'>> {
  if (contact) return { email: contact.email, name: contact.name };
  const row = ctx.db.selectFrom('contacts').select(['email', 'name']).where('id', '=', submission.contactId);
  const found = submission.contactId === null ? undefined : await row.executeTakeFirst();
  return found ?? { email: null, name: null };
}

async function readPayment(ctx: WriteContext, { status, paymentId }: Row<'submissions'>): Promise<Story['paid']> {
  if (status !== 'paid' || paymentId === null) return null;
  const columns = ['lines', 'amount', 'amountReceived', 'currency'] as const;
  const row = ctx.db.selectFrom('payments').select(columns).where('id', '=', paymentId);
  return (await row.executeTakeFirst()) ?? null;
}

type Answer = readonly [field: FieldDeclaration, value: string];

function answersOf({ fields, submission, files }: Story, { language, formats }: Paper): Answer[] {
  const words = { code: language.code, ...language.texts.mails.words, formats };
  const data = JSON.parse(submission.data) as Record<string, unknown>;
  return answered(fields).flatMap((field) => {
    const value = isFileField(field)
      ? (files.get(field.name) ?? []).join('\n')
      : answerInWords(field, data[field.name], words);
    return value === '' ? [] : [[field, value] as const];
  });
}

function noticesOf({ notice }: FormMail, recipients: readonly string[], story: Story, paper: Paper): NewMail[] {
  const subject = notice?.subject?.trim() || paper.template.subject;
  const rendered = writeMail({ ...paper, template: { ...paper.template, subject } }, valuesOf(story, paper));
  const { submission, email } = story;
  return recipients.map((recipient) => ({
    ...rendered,
    kind: 'notice',
    key: `notice:${submission.id}:${recipient}`,
    recipient,
    replyTo: email,
    about: submission.id,
  }));
}

function replyOf({ reply }: FormMail, story: Story, paper: Paper): NewMail {
  const template = {
    subject: reply?.subject?.trim() || paper.template.subject,
    text: reply?.text.trim() || paper.template.text,
  };
  return {
    ...writeMail({ ...paper, template }, valuesOf(story, paper)),
    kind: 'reply',
    key: `reply:${story.submission.id}`,
    recipient: story.email as string,
    about: story.submission.id,
  };
}

function valuesOf(story: Story, paper: Paper) {
  const { formats } = paper;
  const { form, name, email, paid, url } = story;
  const answers = answersOf(story, paper);
  return {
    ...{ form: form.name, name, email, link: url },
    amount: paid ? formats.money(paid.amountReceived, paid.currency) : null,
    // What was chosen in the field of the payment is its answer.
    answers: [
      ...answers.map(([field, value]) => [labelOf(field), value] as const),
      ...(paid ? lineFacts(paid, paper) : []),
    ],
    ...Object.fromEntries(answers.map(([field, value]) => [`answers.${field.name}`, value])),
  };
}

async function mayReply(ctx: WriteContext, { email, fields, submission }: Story): Promise<boolean> {
  const data = JSON.parse(submission.data) as Record<string, unknown>;
  const isGiven = fields.some((field) => kindOf(field).identifies === 'email' && Boolean(data[field.name]));
  // The contact may have another address than this submission gave.
  if (email === null || !isGiven) return false;
  const since = new Date(ctx.now().getTime() - dayMs).toISOString();
  return (await countMails(ctx, 'reply', email, since)) < maxReplies;
}

// Daily digests: the submissions of forms that want one mail a day. Each waits for its digest as a row, which is deleted in the
// transaction that stores the mail: a process that dies loses none, and of several processes only one finds them.

const kind = 'digest';
/** Of one form, with their times. The others are only counted. */
const maxTimes = 20;

/** `daily`: a time of day, such as 08:00. */
async function addToDigest(
  ctx: WriteContext,
  submissionId: string,
  recipients: readonly string[],
  daily: string,
): Promise<void> {
  if (recipients.length === 0) return;
  const { timeZone } = await readSite(ctx);
  const dueAt = nextTime(ctx.now(), daily, timeZone ?? 'UTC');
  const rows = recipients.map((recipient) => ({
    ...{ id: `${submissionId}:${recipient}`, recipient },
    ...{ submissionId, dueAt },
  }));
  await ctx.db
    .insertInto('digestEntries')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The next time at which clocks in the time zone show this; where they skip it, soon after. */
export function nextTime(now: Date, daily: string, timeZone: string): string {
  const current = zonedTime(now, timeZone);
  const today = current.withPlainTime(Temporal.PlainTime.from(daily));
  const isLater = Temporal.ZonedDateTime.compare(today, current) > 0;
  const next = isLater ? today : current.add({ days: 1 }).withPlainTime(Temporal.PlainTime.from(daily));
  return new Date(next.epochMilliseconds).toISOString();
}

/** Stores the digests that are due, one for each recipient. */
export async function writeDigests(ctx: Context): Promise<void> {
  const due = ctx.db.selectFrom('digestEntries').select('recipient').where('dueAt', '<=', timeOf(ctx)).distinct();
  for (const { recipient } of await due.execute()) await inTransaction(ctx, (ctx) => writeDigest(ctx, recipient));
}

async function writeDigest(ctx: WriteContext, recipient: string): Promise<void> {
  const entries = await ctx.db
    .deleteFrom('digestEntries')
    .where('recipient', '=', recipient)
    .where('dueAt', '<=', timeOf(ctx))
    .returning('submissionId')
    .execute();
  if (entries.length === 0 || !ctx.wantsMail(kind)) return;
  const submissions = await readSubmissions(
    ctx,
    entries.map(({ submissionId }) => submissionId),
  );
  // All were deleted since.
  if (submissions.length === 0) return;
  const paper = await takePaper(ctx, kind);
  const { formats } = paper;
  const details = [...Map.groupBy(submissions, ({ formId }) => formId).values()].map((ofForm): Fact => {
    const times = ofForm.slice(0, maxTimes).map(({ createdAt }) => formats.time(createdAt));
    const rest = ofForm.length > maxTimes ? ['…'] : [];
    return [`${ofForm[0]?.formName} (${formats.number(ofForm.length)})`, [...times, ...rest].join('\n')];
  });
  const rendered = writeMail(paper, {
    count: formats.number(submissions.length),
    details,
    link: `${ctx.publicUrl() ?? ''}/admin/inbox`,
  });
  // Each submission is in one digest.
  const key = `${kind}:${recipient}:${submissions[0]?.id}`;
  await addMails(ctx, [{ ...rendered, kind, key, recipient, about: null }]);
}

const perRead = 500;

/** The oldest first. */
async function readSubmissions(ctx: WriteContext, ids: readonly string[]) {
  const found = [];
  for (let from = 0; from < ids.length; from += perRead) {
    const rows = ctx.db
      .selectFrom('submissions')
      .innerJoin('forms', 'forms.id', 'submissions.formId')
      .select(['submissions.id', 'submissions.createdAt', 'forms.id as formId', 'forms.name as formName'])
      .where('submissions.id', 'in', ids.slice(from, from + perRead));
    found.push(...(await rows.execute()));
  }
  return found.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
}
