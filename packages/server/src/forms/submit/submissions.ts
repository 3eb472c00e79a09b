// Submissions: accepted answers. Accepted means stored, together with files, contact, payment and event.

import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import { rememberContact } from '../../crm/contacts.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries, slot, slotsFor } from '../../database/kept-queries.ts';
import type { EventFacts } from '../../events/event-types.ts';
import { publish } from '../../events/events.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { attachFiles, removeBytes, type StagedFile } from '../../files/files.ts';
import { type Quarantine, quarantineOnArrival } from '../../files/quarantine.ts';
import type { LanguageCode } from '../../languages/language.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { idFrom } from '../../lib/ids.ts';
import { findWebUrlFault } from '../../lib/web-url.ts';
import { type OpenedPayment, settleFree } from '../../payments/checkout.ts';
import { summarizeLines } from '../../payments/payment-lines.ts';
import { openPayment } from '../../payments/payments.ts';
import { type Answers, type ContactHints, type RawInput, readAnswers, searchTextOf } from '../answers/answers.ts';
import { consentsIn } from '../answers/consents.ts';
import { withSignatures } from '../answers/make-signatures.ts';
import { newInInbox } from '../answers/submission-rows.ts';
import { type Form, type FormToSubmit, lockForm, shareForm, successUrlOf } from '../form/form.ts';
import { priceOf } from '../form/form-fields.ts';
import { requireOpen } from '../form/opening.ts';
import { deleteParts, parseSettings } from '../form/parts.ts';
import { billedTo } from '../payment/buyer.ts';
import { boughtOf, checkOrder, holdOrder, type PricedOrder } from '../payment/orders.ts';
import { contactOf } from '../results/contact-fields.ts';
import { assessSubmission, type Sender } from '../spam/assess-submission.ts';
import { deleteSpam, storeSpam, takeBack } from '../spam/spam-rows.ts';
import { takeAnswers } from '../unique/unique-answers.ts';

const queries = keptQueries();

export type Submitted = {
  submissionId: string;
  paymentId: string | null;
  /** False if an earlier run of the same operation stored it; then this run stored nothing. */
  isNew: boolean;
  /** Whether it is kept apart as spam, which visitors do not learn. */
  isSpam: boolean;
  /** The payment, if it was stored now and is to be paid. */
  opened: OpenedPayment | null;
};

export type SubmitInput = RawInput & {
  /** Faults already found in the files. */
  faults: readonly Fault[];
  /** Seed of the IDs; a retry with the same idempotency key has the same seed. */
  operation: string;
  /** Whether an earlier run of the operation may have stored it. */
  mayResume: boolean;
  /** For pages, which can be sent again with other answers: the operation with these, and what is wrong with the page. */
  page?: { operationWith(answers: Answers): string; faults(answers: Answers, order: PricedOrder | null): Fault[] };
  sender: Sender;
  /** Of the visitor; null for that of the site. */
  language: LanguageCode | null;
  /** Where payers come back to, if not to the URLs of the form. */
  returnTo?(submissionId: string): ReturnUrls | null;
};

export type ReturnUrls = { successUrl: string | null; cancelUrl: string | null };

/**
 * Stores a submission. Throws form_closed, form_full, invalid_body, challenge_failed; then nothing is stored.
 * A second run of the same operation returns what the first one stored.
 */
export async function submitForm(ctx: Context, form: FormToSubmit, input: SubmitInput): Promise<Submitted> {
  const read = input.page && (await readAnswers(form, input, input.language));
  const operation = read && input.page ? input.page.operationWith(read) : input.operation;
  const submissionId = idFrom('sub', operation);
  const earlier = input.mayResume ? await findStored(ctx, submissionId) : null;
  if (earlier) return earlier;
  requireOpen(form, ctx.now());
  const answers = read ?? (await readAnswers(form, input, input.language));
  const billed = billedTo(form.fields, answers.data);
  const order = await checkOrder(ctx, form.id, { ...answers, billed }, input.sender);
  const ofPage = input.page?.faults(answers, order) ?? [];
  const faults = mergeFaults([...input.faults, ...ofPage], [...answers.faults, ...(order?.faults ?? [])]);
  if (faults.length > 0) throw failBody(faults);
  const staged = await withSignatures(ctx, form.fields, answers.data, input.files);
  const files = staged.map((file) => ({ ...file, ...quarantineOnArrival(ctx) }));
  // Where nothing was chosen there is nothing to pay.
  const isPaid = answers.payment !== null && order?.price?.lines.length !== 0;
  const paymentId = isPaid ? idFrom('pay', operation) : null;
  const person = contactOf(form, answers.data);
  const searchText = await searchTextOf(form.id, answers, files);
  const isOrder = order !== null && paymentId !== null;
  const verdict = await assessSubmission(ctx, form, submissionId, answers, person, input.sender, isOrder);
  const returnTo = input.returnTo?.(submissionId) ?? null;
  const { language, sender } = input;
  const consents = await consentsIn(ctx, form, answers.data, { language, seconds: sender.seconds });

  const store = async (ctx: WriteContext): Promise<Submitted> => {
    const now = timeOf(ctx);
    const submission: Row<'submissions'> = {
      id: submissionId,
      formId: form.id,
      status: paymentId === null ? 'submitted' : 'awaiting_payment',
      data: JSON.stringify(answers.data),
      extra: JSON.stringify(answers.extra),
      searchText,
      contactId: null,
      paymentId,
      language,
      formVersion: form.version,
      consents,
      removedAnswers: null,
      createdAt: now,
      updatedAt: now,
      ...newInInbox,
    };
    if (verdict === null) {
      const more = { payment: answers.payment, order, files, newFiles: files, person, returnTo };
      const stored = await storeSubmission(ctx, form, submission, more);
      return { submissionId, paymentId, isSpam: false, ...stored };
    }
    if (!(await shareForm(ctx, form.id)).open) throw fail('form_closed');
    const isNew = await storeSpam(ctx, { ...submission, ...verdict, returnTo });
    if (isNew) await attachFiles(ctx, submissionId, files);
    return { submissionId, paymentId, isNew, isSpam: true, opened: null };
  };
  return inTransaction(ctx, store);
}

type WithSubmission = {
  payment: FieldDeclaration | null;
  /** What is bought, if the payment field has no fixed price. */
  order: PricedOrder | null;
  files: EventFacts['submission.submitted']['files'];
  newFiles: readonly (StagedFile & Quarantine)[];
  person: ContactHints;
  /** Null for the URLs of the form. */
  returnTo: ReturnUrls | null;
};

/**
 * Stores an accepted submission with all that belongs to it and follows from it, unless it was stored before. Throws
 * form_closed, form_full, form_not_found.
 */
export async function storeSubmission(
  ctx: WriteContext,
  form: Form,
  accepted: Row<'submissions'>,
  { payment, order, files, newFiles, person, returnTo }: WithSubmission,
  /** It was open when it was submitted. */
  { mayBeClosed = false } = {},
): Promise<Pick<Submitted, 'isNew' | 'opened'>> {
  const { id: submissionId, paymentId } = accepted;
  const [, contact] = await Promise.all([
    reservePlace(ctx, form, mayBeClosed),
    rememberContact(ctx, { ...person, source: 'form' }),
  ]);
  const contactId = contact?.id ?? null;
  const submission = { ...accepted, contactId };
  if (!(await insertIfNew(ctx, submission))) return { isNew: false, opened: null };
  await takeAnswers(ctx, form, accepted);
  await attachFiles(ctx, submissionId, newFiles);
  let opened: OpenedPayment | null = null;
  if (paymentId !== null) {
    const urls = returnTo ?? urlsOf(form, submissionId);
    opened = await openPaymentFor(ctx, form, payment, order, {
      submissionId,
      paymentId,
      contactId,
      email: person.email,
      language: accepted.language,
      ...urls,
    });
  }
  // As late as possible: until the commit, all others who want the same wait.
  if (order?.price) await holdOrder(ctx, form.id, order);
  await publish(ctx, 'submission.submitted', {
    key: `submitted:${submissionId}`,
    subject: submissionId,
    contactId,
    data: { submissionId, formId: form.id },
    facts: { form, submission, files, contact },
  });
  const isFree = order?.price?.total === 0;
  if (isFree && paymentId !== null) await settleFree(ctx, paymentId);
  return { isNew: true, opened: isFree ? null : opened };
}

async function insertIfNew(ctx: WriteContext, submission: Row<'submissions'>): Promise<boolean> {
  const rows = await queries.run(ctx, 'insert if new', submission, () =>
    ctx.db
      .insertInto('submissions')
      .values(slotsFor(submission))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

/**
 * Marks a submission as paid by this payment, also one that was taken for spam. The key of the event keeps a second call
 * from publishing it again. Returns the submission; null if it is gone.
 */
export async function markSubmissionPaid(
  ctx: WriteContext,
  submissionId: string,
  paid: Pick<EventFacts['submission.paid'], 'payment' | 'contact'> = {},
): Promise<Row<'submissions'> | null> {
  const row =
    (await updatePaid(ctx, submissionId)) ??
    ((await takeBack(ctx, submissionId)) ? await updatePaid(ctx, submissionId) : null);
  if (!row) return null;
  const { formSlug, formName, formSettings, firstFile, ...submission } = row;
  const { formId, contactId } = submission;
  await publish(ctx, 'submission.paid', {
    key: `paid:${submissionId}`,
    subject: submissionId,
    contactId,
    data: { submissionId, formId },
    facts: {
      form: {
        ...{ id: formId, slug: formSlug as string, name: formName as string },
        settings: parseSettings(formSettings ?? '{}'),
      },
      submission,
      ...(firstFile === null && { files: [] }),
      ...paid,
    },
  });
  return submission;
}

async function updatePaid(ctx: WriteContext, submissionId: string) {
  const [row] = await queries.run(ctx, 'paid', { submissionId, now: timeOf(ctx) }, () =>
    ctx.db
      .updateTable('submissions')
      .set({ status: 'paid', updatedAt: slot('now') })
      .where('id', '=', slot('submissionId'))
      .returningAll()
      .returning((eb) => [
        eb.selectFrom('forms').whereRef('forms.id', '=', 'submissions.formId').select('slug').as('formSlug'),
        eb.selectFrom('forms').whereRef('forms.id', '=', 'submissions.formId').select('name').as('formName'),
        eb.selectFrom('forms').whereRef('forms.id', '=', 'submissions.formId').select('settings').as('formSettings'),
        eb
          .selectFrom('files')
          .whereRef('files.submissionId', '=', 'submissions.id')
          .select((eb) => eb.fn.min('files.id').as('first'))
          .as('firstFile'),
      ]),
  );
  return row ?? null;
}

/** Deletes a submission and its files. Throws submission_not_found. */
export async function deleteSubmission(ctx: Context, formId: string, submissionId: string): Promise<void> {
  const fileIds = await inTransaction(ctx, async (ctx) => {
    const deleted = await ctx.db
      .deleteFrom('submissions')
      .where('id', '=', submissionId)
      .where('formId', '=', formId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted && !(await deleteSpam(ctx, formId, submissionId))) throw fail('submission_not_found');
    return deleteParts(ctx, { submissionIds: [submissionId] });
  });
  await removeBytes(ctx, fileIds);
}

async function findStored(ctx: ReadContext, submissionId: string): Promise<Submitted | null> {
  const row = await ctx.db
    .selectFrom('submissions')
    .select((eb) => ['paymentId', eb.lit(0).$castTo<number>().as('isSpam')])
    .where('id', '=', submissionId)
    .unionAll(
      ctx.db
        .selectFrom('spamSubmissions')
        .select((eb) => ['paymentId', eb.lit(1).$castTo<number>().as('isSpam')])
        .where('id', '=', submissionId),
    )
    .executeTakeFirst();
  return row ? { submissionId, paymentId: row.paymentId, isNew: false, isSpam: row.isSpam === 1, opened: null } : null;
}

/**
 * Checks that the form still exists, is open and has room, and keeps it from being deleted meanwhile. If submissions are
 * limited, they run one after another; otherwise they do not wait for each other.
 */
async function reservePlace(ctx: WriteContext, form: Form, mayBeClosed: boolean): Promise<void> {
  if (form.maxSubmissions === null) {
    const { open } = await shareForm(ctx, form.id);
    if (!open && !mayBeClosed) throw fail('form_closed');
    return;
  }
  const { open, maxSubmissions } = await lockForm(ctx, form.id);
  if (!open && !mayBeClosed) throw fail('form_closed');
  if (maxSubmissions === null) return;
  const { count } = await ctx.db
    .selectFrom('submissions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('formId', '=', form.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxSubmissions) throw fail('form_full');
}

async function openPaymentFor(
  ctx: WriteContext,
  form: Form,
  field: FieldDeclaration | null,
  order: PricedOrder | null,
  {
    paymentId,
    language,
    ...known
  }: {
    submissionId: string;
    paymentId: string;
    contactId: string | null;
    email: string | null;
    language: string | null;
  } & ReturnUrls,
): Promise<OpenedPayment | null> {
  if (!field) return null;
  const payment = await openPayment(ctx, {
    id: paymentId,
    ...known,
    ...(order?.price ? { amount: order.price.total, currency: order.field.currency as string } : priceOf(field)),
    description: describe(form, field, order),
    invoiceId: null,
    ...(order?.price && { bought: boughtOf(form.id, order.field, order.price) }),
  });
  return payment ? { ...payment, language } : null;
}

const maxDescription = 500;

/** What the payer and the invoice read: what the form says, and what was chosen. */
function describe(form: Form, field: FieldDeclaration, order: PricedOrder | null): string {
  if (!field.lines || !order?.price) return field.description ?? field.label ?? form.name;
  // Not its label, which is the title of the lines on the page, and often the same as theirs.
  const text = `${field.description ?? form.name} – ${summarizeLines(order.price.lines)}`;
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1)}…`;
}

function urlsOf(form: Form, submissionId: string): ReturnUrls {
  const { cancelUrl } = form.settings;
  return {
    successUrl: successUrlOf(form, submissionId),
    cancelUrl: cancelUrl === undefined || findWebUrlFault(cancelUrl) ? null : cancelUrl,
  };
}

/** A faulty file gets one fault, not "is required" in addition. */
function mergeFaults(uploads: readonly Fault[], answers: readonly Fault[]): Fault[] {
  const reported = new Set(uploads.map((fault) => fault.pointer));
  return [...uploads, ...answers.filter((fault) => !reported.has(fault.pointer))];
}
