// Creating, changing and deleting invoices.

import type { ReadContext, WriteContext } from '../context/context.ts';
import { changeOrCreate, findByExternalId, taken, unlessTaken } from '../database/external-ids.ts';
import { differenceOf } from '../database/update-row.ts';
import { publishChange } from '../events/events.ts';
import { mergePatch } from '../http/merge-patch.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { isCurrency } from '../lib/money.ts';
import { readInvoicing, readNumber } from '../settings/invoicing.ts';
import { lockCredit } from './contact-credit.ts';
import { voidIssued } from './credit-notes.ts';
import type { Invoice, InvoicePatch, NewInvoice } from './invoices.schemas.ts';
import {
  describeInvoice,
  type InvoiceRow,
  invoiceCreated,
  invoiceJson,
  lockInvoice,
  newInvoiceRow,
  overpaidAmount,
  updateInvoice,
} from './invoices.ts';
import { issue } from './issue-invoice.ts';
import { changePaper, paperOf, totalsOfLines } from './paper.ts';

/** Creates an invoice. With the same `operation` again, it returns the first one. Throws external_id_taken. */
export async function createInvoice(ctx: WriteContext, input: NewInvoice, operation: string): Promise<Invoice> {
  const created = await insertInvoice(ctx, input, operation);
  if (created) return created;
  const known = await describeInvoice(ctx, idFrom('inv', operation));
  if (known) return known;
  throw taken('external_id_taken', 'invoice', (await findByExternalId(ctx, 'invoices', input.externalId ?? ''))?.id);
}

/** Null if its ID or its external ID is in use. */
async function insertInvoice(ctx: WriteContext, input: NewInvoice, operation: string): Promise<Invoice | null> {
  await checkInput(ctx, input, { hasContact: await keepContact(ctx, input), own: null });
  const faults = amountFaults(input);
  if (faults.length > 0) throw failBody(faults);
  const row = newInvoiceRow(ctx, {
    id: idFrom('inv', operation),
    externalId: input.externalId ?? null,
    status: input.status ?? (input.lines ? 'draft' : 'open'),
    contactId: input.contactId ?? null,
    number: input.number ?? null,
    amount: input.amount ?? null,
    currency: input.currency,
    description: input.description ?? null,
    dueAt: toTime(input.dueAt ?? null),
    remindersPaused: input.remindersPaused ? 1 : 0,
    ...(await paperChange(ctx, { paper: null, issuedAt: null, amountPaid: 0, status: 'draft' }, input)),
  });
  const created = await ctx.db
    .insertInto('invoices')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!created) return null;
  await invoiceCreated(ctx, created);
  // What has lines is a document as soon as it can be paid.
  return invoiceJson(created.status === 'open' && paperOf(created).lines ? await issue(ctx, created) : created);
}

/**
 * Updates the invoice that another system calls this, or creates it: the same request again changes nothing. `check` gets the row
 * first, null for a new invoice, and may throw. Throws as createInvoice and patchInvoice do.
 */
export async function replaceInvoice(
  ctx: WriteContext,
  externalId: string,
  input: Omit<InvoicePatch, 'externalId'>,
  { operation, check }: { operation: string; check: (row: InvoiceRow | null) => void },
): Promise<{ record: Invoice; isNew: boolean }> {
  return changeOrCreate({
    find: () => findByExternalId(ctx, 'invoices', externalId),
    check,
    create: () => insertInvoice(ctx, { ...newInvoiceOf(input), externalId }, operation),
    change: (id) => patchInvoice(ctx, id, input, check, { isReplacement: true }),
    taken: async () => taken('external_id_taken', 'invoice'),
  });
}

/** Throws invalid_body for what a new invoice cannot do without. */
function newInvoiceOf({ currency, status, buyer, ...rest }: InvoicePatch): NewInvoice {
  const faults: Fault[] = amountFaults(rest);
  if (currency === undefined)
    faults.push({ pointer: '/currency', code: 'required', detail: 'is required for a new invoice' });
  if (status === 'void') faults.push({ pointer: '/status', code: 'not_allowed', detail: 'must be `draft` or `open`' });
  if (currency === undefined || status === 'void') throw failBody(faults);
  const whole = buyer && { buyer: mergePatch({}, buyer) };
  return { ...rest, currency, ...whole, ...(status && { status }) };
}

function amountFaults({ amount, lines }: Pick<InvoicePatch, 'amount' | 'lines'>): Fault[] {
  if (amount !== undefined || lines !== undefined) return [];
  return [{ pointer: '/amount', code: 'required', detail: 'is required without `lines`' }];
}

/**
 * Updates an invoice. `check` gets the row first and may throw. Throws invoice_not_found, invoice_issued, and conflict for the
 * status of a paid invoice or the amount of one that has received a payment.
 */
export async function patchInvoice(
  ctx: WriteContext,
  id: string,
  input: InvoicePatch,
  check: (row: InvoiceRow) => void,
  { isReplacement = false } = {},
): Promise<Invoice> {
  // The contact before the invoice, as where a contact is deleted.
  const hasContact = await keepContact(ctx, input);
  const row = await lockInvoice(ctx, id);
  if (!row) throw fail('invoice_not_found');
  check(row);
  await checkInput(ctx, input, { hasContact, own: row.number });
  if (row.status === 'paid' && input.status !== undefined)
    throw fail('conflict', 'The status of a paid invoice cannot be changed');
  const patch = isReplacement && row.issuedAt !== null ? withoutBlanks(input) : input;
  if (typeof patch.externalId === 'string' && patch.externalId !== row.externalId) {
    const other = await findByExternalId(ctx, 'invoices', patch.externalId);
    if (other) throw taken('external_id_taken', 'invoice', other.id);
  }
  const { status, ...changes } = await changesOf(ctx, row, patch);
  checkAmount(row, changes);
  // An editor stores what is typed every few moments: others learn of a draft when it is created, issued, voided or deleted.
  const update = updateInvoice(ctx, row, changes, { isSilent: row.status === 'draft' });
  const changed = await unlessTaken(ctx, update, () => taken('external_id_taken', 'invoice'));
  if (changed.contactId !== row.contactId) await checkCreditLeft(ctx, row);
  return invoiceJson(status === undefined ? changed : await moveInvoice(ctx, changed, status));
}

/** What was paid too much on an invoice does not become the credit of another contact once it was used. `row`: as it was. */
async function checkCreditLeft(ctx: WriteContext, row: InvoiceRow): Promise<void> {
  if (row.issuedAt === null || overpaidAmount(row) === 0) return;
  const credit = await lockCredit(ctx, row.contactId);
  if ((credit.get(row.currency as string) ?? 0) < 0)
    throw fail('conflict', 'What was paid too much on this invoice has paid other invoices of its contact');
}

/** To another status. One with lines is issued when it is opened, and what was issued is withdrawn by a credit note. */
async function moveInvoice(ctx: WriteContext, row: InvoiceRow, status: InvoiceRow['status']): Promise<InvoiceRow> {
  if (status === row.status) return row;
  if (row.issuedAt !== null && status === 'void') return voidIssued(ctx, row);
  if (status === 'open' && paperOf(row).lines) return issue(ctx, row);
  return updateInvoice(ctx, row, { status });
}

/** What may change of an invoice that was issued. */
const looseColumns: readonly string[] = [
  'externalId',
  'contactId',
  'status',
  'remindersPaused',
  'reminderDays',
] satisfies (keyof InvoiceRow)[];

async function changesOf(ctx: ReadContext, row: InvoiceRow, patch: InvoicePatch): Promise<Partial<InvoiceRow>> {
  const { externalId, contactId, number, description, status, amount, currency, dueAt, remindersPaused } = patch;
  const plain = { externalId, contactId, number, description, status, amount, currency };
  const changes = {
    ...plain,
    ...(remindersPaused === undefined ? {} : { remindersPaused: remindersPaused ? (1 as const) : (0 as const) }),
    // Another day has reminders of its own.
    ...(dueAt === undefined || toTime(dueAt) === row.dueAt ? {} : { dueAt: toTime(dueAt), reminderDays: null }),
    ...(await paperChange(ctx, row, patch)),
  };
  if (row.issuedAt === null) return changes;
  const frozen = Object.keys(differenceOf(row, changes)).filter((name) => !looseColumns.includes(name));
  if (frozen.length > 0) throw fail('invoice_issued', { extra: { changed: frozen } });
  if (status === 'draft') throw fail('invoice_issued');
  return changes;
}

/** What the document says, and the amount that follows from its lines. Throws invalid_body. */
async function paperChange(
  ctx: ReadContext,
  row: Pick<InvoiceRow, 'paper' | 'issuedAt' | 'amountPaid' | 'status'>,
  change: InvoicePatch,
): Promise<{ paper?: string; amount?: number }> {
  // One that was issued with only an amount got its line then.
  if (change.amount !== undefined && (change.lines ?? (row.issuedAt === null && paperOf(row).lines)))
    throw failBody([{ pointer: '/amount', code: 'not_allowed', detail: 'follows from the lines' }]);
  const paper = await changePaper(ctx, row, change);
  if (paper === null) return {};
  return { paper: JSON.stringify(paper), ...(paper.lines && { amount: totalsOfLines(paper.lines).gross }) };
}

/** Deletes a draft. Throws invoice_not_found, and conflict for any other invoice: it is a record. */
export async function deleteInvoice(ctx: WriteContext, id: string, check: (row: InvoiceRow) => void): Promise<string> {
  const row = await lockInvoice(ctx, id);
  if (!row) throw fail('invoice_not_found');
  check(row);
  if (row.status !== 'draft') {
    throw fail('conflict', `Only drafts can be deleted. This invoice is ${row.status}: void it instead`);
  }
  await ctx.db.deleteFrom('invoices').where('id', '=', id).execute();
  await publishChange(ctx, 'invoice.deleted', row, { contactId: row.contactId });
  return id;
}

/** Whether the contact exists that the input names, if it names one: then it is not deleted before the transaction ends. */
async function keepContact(ctx: WriteContext, { contactId }: InvoicePatch): Promise<boolean> {
  if (typeof contactId !== 'string') return true;
  const contact = ctx.db.selectFrom('contacts').select('id').where('id', '=', contactId);
  return (await ctx.dialect.lockKeyShare(contact).executeTakeFirst()) !== undefined;
}

async function checkInput(
  ctx: ReadContext,
  input: InvoicePatch,
  { hasContact, own }: { hasContact: boolean; own: string | null },
): Promise<void> {
  const faults: Fault[] = [];
  if (input.currency !== undefined && !isCurrency(input.currency)) {
    faults.push({ pointer: '/currency', code: 'unknown_currency', detail: 'is not an ISO 4217 currency code' });
  }
  if (!hasContact) faults.push({ pointer: '/contactId', code: 'contact_not_found', detail: 'is not a known contact' });
  if (typeof input.number === 'string' && input.number !== own) {
    const { invoiceNumbers } = await readInvoicing(ctx);
    if (readNumber(invoiceNumbers, input.number))
      faults.push({
        pointer: '/number',
        code: 'not_allowed',
        detail: 'is one of the series, which is drawn at the issue',
      });
  }
  if (faults.length > 0) throw failBody(faults);
}

/** What the issue fills in is not taken back by another system that sends again that it has none. */
function withoutBlanks({ number, dueAt, buyer, ...rest }: InvoicePatch): InvoicePatch {
  return { ...rest, ...(number !== null && { number }), ...(dueAt !== null && { dueAt }), ...(buyer && { buyer }) };
}

function checkAmount(row: InvoiceRow, { amount = row.amount, currency = row.currency }: Partial<InvoiceRow>): void {
  if (amount === row.amount && currency === row.currency) return;
  if (row.amountPaid > 0 || !['draft', 'open'].includes(row.status)) {
    throw fail(
      'conflict',
      'The amount can only be changed while the invoice is a draft or open, and nothing has been paid',
    );
  }
}

function toTime(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
