// What follows from a payment by mail: the receipt, the refund, what failed of both, and the invoices of the processor.
// Events are published once for each cause, and so are these. Who owes an invoice reads
// them in the language of its document, and who paid in a form in that of its page.

import type { StoredEvent, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import type { EventData, EventFacts } from '../events/event-types.ts';
import { languageOfContact, languageOfInvoice, languageOnPaper } from '../invoices/buyer-language.ts';
import { factsOf, takePaper, writeMail } from './compose.ts';
import { lineFacts, type Paper } from './layout.ts';
import { addMails } from './outbox.ts';
import { readOwners } from './team-mails.ts';

type Event<Type extends keyof EventData> = StoredEvent & { data: EventData[Type] };
type Payment = Row<'payments'>;
type Invoice = Row<'invoices'>;
type Person = Pick<Row<'contacts'>, 'name' | 'email'>;

/** A success that was reported before it was known whose it is gets its receipt as soon as an address is known. */
export async function mailReceipt(
  ctx: WriteContext,
  _event: Event<'payment.succeeded' | 'payment.matched'>,
  { payment, contact, invoice, submission }: EventFacts['payment.succeeded'],
): Promise<undefined> {
  // A person who records a payment says so to the payer herself.
  if (!ctx.wantsMail('receipt') || payment.amountReceived === 0 || payment.method !== null) return;
  const payer = await readPayer(ctx, payment, { contact, submission, invoice });
  if (payer === null) return;
  const paper = await takePaper(ctx, 'receipt', payer.language);
  const values = valuesOf(paper, payment, payer, {
    amount: payment.amountReceived,
    at: payment.paidAt ?? payment.createdAt,
    number: invoice?.number ?? null,
  });
  const key = `receipt:${payment.paymentIntentId ?? payment.id}`;
  await addMails(ctx, [
    { ...writeMail(paper, values), kind: 'receipt', key, recipient: payer.email, about: payment.id },
  ]);
}

export async function mailRefund(
  ctx: WriteContext,
  _event: Event<'payment.refunded'>,
  { payment, refund, contact }: EventFacts['payment.refunded'],
): Promise<undefined> {
  if (!ctx.wantsMail('refund')) return;
  const payer = await readPayer(ctx, payment, { contact });
  if (payer === null) return;
  const paper = await takePaper(ctx, 'refund', payer.language);
  const rendered = writeMail(paper, refundValues(paper, payment, payer, refund));
  const key = `refund:${refund.id}`;
  await addMails(ctx, [{ ...rendered, kind: 'refund', key, recipient: payer.email, about: payment.id }]);
}

/** To the owners, who must pay it back in another way, and to the payer if it was reported as refunded. */
export async function mailFailedRefund(
  ctx: WriteContext,
  _event: Event<'payment.refund_failed'>,
  { payment, refund, contact, wasPublished }: EventFacts['payment.refund_failed'],
): Promise<undefined> {
  const payer = await readPayer(ctx, payment, { contact });
  if (wasPublished && payer !== null && ctx.wantsMail('refundFailed')) {
    const paper = await takePaper(ctx, 'refundFailed', payer.language);
    const rendered = writeMail(paper, refundValues(paper, payment, payer, refund));
    const addressed = { key: `refundFailed:${refund.id}`, recipient: payer.email, about: payment.id };
    await addMails(ctx, [{ ...rendered, kind: 'refundFailed', ...addressed }]);
  }
  if (!ctx.wantsMail('refundFailedNotice')) return;
  const paper = await takePaper(ctx, 'refundFailedNotice');
  const reason = refund.failureMessage?.replaceAll('_', ' ') ?? null;
  const link = `${ctx.publicUrl() ?? ''}/admin/payments/${payment.id}`;
  const rendered = writeMail(paper, { ...refundValues(paper, payment, payer, refund), reason, link });
  await addToOwners(ctx, rendered, { kind: 'refundFailedNotice', cause: refund.id, payer, about: payment.id });
}

function refundValues(paper: Paper, payment: Payment, payer: Payer | null, refund: Row<'refunds'>) {
  const { formats, language } = paper;
  const { words } = language.texts.mails;
  const paid = formats.money(Math.max(payment.amountReceived, refund.amount), payment.currency);
  const values = valuesOf(paper, payment, payer, { amount: refund.amount, at: refund.createdAt });
  const bought = lineFacts(payment, paper);
  const details = [
    ...factsOf([
      [words.refunded, values.amount],
      [words.paid, paid],
      [words.date, values.date],
      [words.description, bought.length === 0 ? values.description : null],
      [words.reference, payment.id],
    ]),
    ...bought,
  ];
  return { ...values, paid, details };
}

/**
 * To the payer and to the owners, once for a payment however often it is tried. Payments that we did not ask for are tried
 * elsewhere: those of subscriptions by the processor, which reports its invoice too.
 */
export async function mailFailedPayment(
  ctx: WriteContext,
  { data }: Event<'payment.failed'>,
  { payment, contact }: EventFacts['payment.failed'],
): Promise<undefined> {
  if (payment.checkoutAttempts === 0 && payment.submissionId === null) return;
  const isOpen = payment.checkoutExpiresAt !== null && payment.checkoutExpiresAt > ctx.now().toISOString();
  await addFailureMails(ctx, {
    payment,
    payer: await readPayer(ctx, payment, { contact }),
    reason: data.failureMessage,
    number: null,
    payUrl: isOpen ? payment.checkoutUrl : null,
    adminPath: `payments/${payment.id}`,
    key: payment.id,
  });
}

/** The processor's own invoice was paid. */
export async function mailInvoice(
  ctx: WriteContext,
  { data }: Event<'invoice.paid'>,
  { invoice }: EventFacts['invoice.paid'],
): Promise<undefined> {
  if (!ctx.wantsMail('invoice') || invoice.amountPaid === 0) return;
  const payer = await readContact(ctx, invoice.contactId);
  if (!payer?.email) return;
  const paper = await takePaper(ctx, 'invoice', await languageOfInvoice(ctx, invoice));
  const { formats, language } = paper;
  const { words } = language.texts.mails;
  const { number, description, currency } = invoice;
  const amount = formats.money(invoice.amount ?? invoice.amountPaid, currency ?? 'usd');
  const date = formats.day((invoice.paidAt ?? invoice.createdAt).slice(0, 10));
  const rendered = writeMail(paper, {
    ...{ name: payer.name, number, description, amount, date },
    link: urlOf(data.invoice.hostedUrl),
    details: factsOf([
      [words.number, number],
      [words.amount, amount],
      [words.date, date],
      [words.description, description],
    ]),
  });
  const key = `invoice:${invoice.id}`;
  await addMails(ctx, [{ ...rendered, kind: 'invoice', key, recipient: payer.email, about: invoice.id }]);
}

/** Each attempt of the processor to collect an invoice. */
export async function mailFailedInvoice(
  ctx: WriteContext,
  event: Event<'invoice.payment_failed'>,
  { invoice }: EventFacts['invoice.payment_failed'],
): Promise<undefined> {
  const contact = await readContact(ctx, invoice.contactId);
  await addFailureMails(ctx, {
    payment: asPayment(invoice),
    payer: contact?.email
      ? { name: contact.name, email: contact.email, language: await languageOfInvoice(ctx, invoice) }
      : null,
    reason: null,
    number: invoice.number,
    payUrl: urlOf(event.data.invoice.hostedUrl),
    adminPath: `invoices/${invoice.id}`,
    key: event.id,
  });
}

/** What a mail says of a payment, or of an invoice as if it were one. */
type Described = Pick<Payment, 'id' | 'amount' | 'currency' | 'description' | 'lines'>;

type Failure = {
  payment: Described;
  payer: Payer | null;
  reason: string | null;
  number: string | null;
  payUrl: string | null;
  adminPath: string;
  key: string;
};

async function addFailureMails(ctx: WriteContext, failure: Failure): Promise<void> {
  const { payment, payer, reason, number, payUrl, adminPath, key } = failure;
  const at = ctx.now().toISOString();
  if (payer !== null && ctx.wantsMail('paymentFailed')) {
    const paper = await takePaper(ctx, 'paymentFailed', payer.language);
    const values = valuesOf(paper, payment, payer, { amount: payment.amount, at, number });
    const rendered = writeMail(paper, { ...values, reason, link: payUrl });
    const addressed = { key: `paymentFailed:${key}`, recipient: payer.email, about: payment.id };
    await addMails(ctx, [{ ...rendered, kind: 'paymentFailed', ...addressed }]);
  }
  if (!ctx.wantsMail('paymentFailedNotice')) return;
  const paper = await takePaper(ctx, 'paymentFailedNotice');
  const values = valuesOf(paper, payment, payer, { amount: payment.amount, at, number });
  const link = `${ctx.publicUrl() ?? ''}/admin/${adminPath}`;
  const rendered = writeMail(paper, { ...values, reason, link });
  await addToOwners(ctx, rendered, { kind: 'paymentFailedNotice', cause: key, payer, about: payment.id });
}

async function addToOwners(
  ctx: WriteContext,
  rendered: ReturnType<typeof writeMail>,
  {
    kind,
    cause,
    payer,
    about,
  }: { kind: 'paymentFailedNotice' | 'refundFailedNotice'; cause: string; payer: Payer | null; about: string },
): Promise<void> {
  const replyTo = payer?.email ?? null;
  await addMails(
    ctx,
    (await readOwners(ctx)).map(({ id, email }) => ({
      ...{ ...rendered, kind, key: `${kind}:${cause}:${id}` },
      ...{ recipient: email, replyTo, about },
    })),
  );
}

/** `language`: null for that of the site. */
type Payer = { name: string | null; email: string; language: string | null };

function valuesOf(
  { formats, language }: Paper,
  payment: Described,
  payer: Payer | null,
  { amount, at, number = null }: { amount: number; at: string; number?: string | null },
) {
  const { words } = language.texts.mails;
  const money = formats.money(amount, payment.currency);
  const date = formats.time(at);
  const { description, id } = payment;
  const bought = lineFacts(payment, { formats, language });
  return {
    ...{ name: payer?.name ?? null, email: payer?.email ?? null, amount: money, date, description, number },
    reference: id,
    details: [
      ...bought,
      ...factsOf([
        [words.description, bought.length === 0 ? description : null],
        // Beside the total of the lines, only what is not the same.
        [words.amount, bought.length > 0 && amount === payment.amount ? null : money],
        [words.date, date],
        [words.number, number],
        [words.reference, id],
      ]),
    ],
  };
}

/** What of a payment has been read before. */
type Known = {
  contact?: Person | null | undefined;
  submission?: Pick<Row<'submissions'>, 'language'> | undefined;
  invoice?: Pick<Invoice, 'paper' | 'contactId'> | null | undefined;
};

/** Who gets mails about it: null if no address is known. */
async function readPayer(ctx: WriteContext, payment: Payment, known: Known): Promise<Payer | null> {
  const contact = known.contact ?? (await readContact(ctx, payment.contactId));
  const email = payment.email ?? contact?.email ?? null;
  if (email === null) return null;
  return { name: contact?.name ?? null, email, language: await readLanguage(ctx, payment, known) };
}

async function readLanguage(
  ctx: WriteContext,
  { invoiceId, submissionId, contactId }: Payment,
  known: Known,
): Promise<string | null> {
  const invoice = known.invoice ?? (await readInvoice(ctx, invoiceId));
  const onPaper = invoice && languageOnPaper(invoice);
  if (onPaper) return onPaper;
  if (submissionId === null) return languageOfContact(ctx, invoice?.contactId ?? contactId);
  const submissions = ctx.db.selectFrom('submissions').select('language').where('id', '=', submissionId);
  return (known.submission ?? (await submissions.executeTakeFirst()))?.language ?? null;
}

async function readInvoice(ctx: WriteContext, id: string | null): Promise<Known['invoice']> {
  if (id === null) return null;
  const row = ctx.db.selectFrom('invoices').select(['paper', 'contactId']).where('id', '=', id);
  return row.executeTakeFirst();
}

async function readContact(ctx: WriteContext, id: string | null): Promise<Person | null> {
  if (id === null) return null;
  const row = ctx.db.selectFrom('contacts').select(['name', 'email']).where('id', '=', id);
  return (await row.executeTakeFirst()) ?? null;
}

function asPayment({ id, amount, currency, description }: Invoice): Failure['payment'] {
  return { id, amount: amount ?? 0, currency: currency ?? 'usd', description, lines: null };
}

/** The processor's page of an invoice. */
function urlOf(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? value : null;
}
