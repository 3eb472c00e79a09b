// Contacts: one per person, identified by email address.

import { sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { containsText } from '../database/expressions.ts';
import { changeOrCreate, findByExternalId, taken, unlessTaken } from '../database/external-ids.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
import { eachRecord, listRecords, type RecordPage } from '../database/record-list.ts';
import { updateRow } from '../database/update-row.ts';
import { changedMembers, eraseEventsOf, publishChange } from '../events/events.ts';
import { noteUsedCredit } from '../invoices/contact-credit.ts';
import { detachCreditNotes } from '../invoices/credit-notes.ts';
import { type InvoiceRow, updateInvoice } from '../invoices/invoices.ts';
import { erasePaper, paperOf } from '../invoices/paper.ts';
import { forgetVatIds } from '../invoices/vat-id-checks.ts';
import { fail, failBody } from '../lib/errors.ts';
import { idFrom, newId } from '../lib/ids.ts';
import { addressKey, isMailAddress } from '../lib/mail-address.ts';
import type { Mentions } from '../lib/mentions.ts';
import { mergeByName } from '../lib/names.ts';
import { fold } from '../lib/text.ts';
import { isBlank } from '../lib/typed-text.ts';
import { type Contact, type ContactPatch, type ContactQuery, contactList, type NewContact } from './crm.schemas.ts';

export type ContactRow = Row<'contacts'>;
export type Person = { email?: string | null; name?: string | null; phone?: string | null };

/** The row of a new contact, with blank values as null. */
export function contactRow(
  ctx: WriteContext,
  contact: Person & { id: string; externalId?: string | null; source: string; fields?: Record<string, unknown> },
): ContactRow {
  const person = { email: textOf(contact.email), name: textOf(contact.name), phone: textOf(contact.phone) };
  const now = timeOf(ctx);
  return {
    id: contact.id,
    ...person,
    emailKey: emailKeyOf(person.email),
    externalId: contact.externalId ?? null,
    searchKey: searchKeyOf(person),
    source: contact.source,
    fields: JSON.stringify(contact.fields ?? {}),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Publishes it, in the transaction that has inserted the row. */
export async function contactCreated(ctx: WriteContext, row: ContactRow): Promise<void> {
  await publishChange(ctx, 'contact.created', row, { contactId: row.id });
}

/** Creates a contact. With the same `operation` again, it returns the first one. Throws email_taken, external_id_taken. */
export async function createContact(ctx: WriteContext, input: NewContact, operation: string): Promise<Contact> {
  checkEmail(input.email);
  const row = contactRow(ctx, { ...input, id: idFrom('con', operation), source: 'api' });
  const created = await insertContact(ctx, row);
  if (created) return contactJson(created);
  const known = await describeContact(ctx, row.id);
  if (known) return known;
  const other = await findByEmail(ctx, row.emailKey);
  if (other) throw taken('email_taken', 'contact', other.id);
  throw taken('external_id_taken', 'contact', (await findByExternalId(ctx, 'contacts', input.externalId ?? ''))?.id);
}

/** Null if its ID, its email address or its external ID is in use. */
async function insertContact(ctx: WriteContext, row: ContactRow): Promise<ContactRow | null> {
  const created = await ctx.db
    .insertInto('contacts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!created) return null;
  await contactCreated(ctx, created);
  return created;
}

/**
 * Updates the contact that another system calls this, or creates it: the same request again changes nothing. A contact that has the email
 * address and no external ID is the same person, and gets it. `check` gets the row first, null
 * for a new contact, and may throw. Throws email_taken.
 */
export async function replaceContact(
  ctx: WriteContext,
  externalId: string,
  input: Omit<ContactPatch, 'externalId'>,
  { operation, check }: { operation: string; check: (row: ContactRow | null) => void },
): Promise<{ record: Contact; isNew: boolean }> {
  checkEmail(input.email);
  return changeOrCreate({
    find: async () => (await findByExternalId(ctx, 'contacts', externalId)) ?? (await findNamesake(ctx, input.email)),
    check,
    create: async () => {
      const fields = mergeByName({}, input.fields ?? {});
      const row = contactRow(ctx, { ...input, fields, externalId, id: idFrom('con', operation), source: 'api' });
      const created = await insertContact(ctx, row);
      return created && contactJson(created);
    },
    change: (id) => patchContact(ctx, id, { ...input, externalId }, check),
    taken: async () => taken('email_taken', 'contact', (await findByEmail(ctx, emailKeyOf(input.email)))?.id),
  });
}

/** Updates a contact. `check` gets the row first and may throw. Throws contact_not_found, email_taken, external_id_taken. */
export async function patchContact(
  ctx: WriteContext,
  id: string,
  patch: ContactPatch,
  check: (row: ContactRow) => void,
): Promise<Contact> {
  checkEmail(patch.email);
  const row = await lockContact(ctx, id);
  if (!row) throw fail('contact_not_found');
  check(row);
  const next = {
    email: patch.email === undefined ? row.email : textOf(patch.email),
    name: patch.name === undefined ? row.name : textOf(patch.name),
    phone: patch.phone === undefined ? row.phone : textOf(patch.phone),
    externalId: patch.externalId === undefined ? row.externalId : patch.externalId,
    fields: patch.fields === undefined ? row.fields : mergeFields(row.fields, patch.fields),
  };
  const emailKey = emailKeyOf(next.email);
  if (emailKey !== null && emailKey !== row.emailKey) {
    const other = await findByEmail(ctx, emailKey);
    if (other) throw taken('email_taken', 'contact', other.id);
  }
  if (next.externalId !== null && next.externalId !== row.externalId) {
    const other = await findByExternalId(ctx, 'contacts', next.externalId);
    if (other) throw taken('external_id_taken', 'contact', other.id);
  }
  const update = updateContact(ctx, row, { ...next, emailKey });
  const code = emailKey === row.emailKey ? 'external_id_taken' : 'email_taken';
  return contactJson(await unlessTaken(ctx, update, () => taken(code, 'contact')));
}

/** Deletes a contact. Its submissions, payments and events stay as they are; its invoices and credit notes lose it. Throws contact_not_found. */
export async function deleteContact(ctx: WriteContext, id: string, check: (row: ContactRow) => void): Promise<string> {
  const row = await lockContact(ctx, id);
  if (!row) throw fail('contact_not_found');
  check(row);
  await ctx.db.deleteFrom('processorCustomers').where('contactId', '=', id).execute();
  await noteUsedCredit(ctx, id);
  const owed = ctx.db.selectFrom('invoices').selectAll().where('contactId', '=', id);
  for (const invoice of await ctx.dialect.lockRows(owed).execute())
    await updateInvoice(ctx, invoice, { contactId: null });
  const notes = await ctx.db.selectFrom('creditNotes').select('id').where('contactId', '=', id).execute();
  await detachCreditNotes(
    ctx,
    notes.map(({ id }) => id),
  );
  await ctx.db.deleteFrom('contacts').where('id', '=', id).execute();
  await publishChange(ctx, 'contact.deleted', row, {});
  return id;
}

/** A contact. Throws contact_not_found. */
export async function getContact(ctx: ReadContext, id: string): Promise<Contact> {
  const contact = await describeContact(ctx, id);
  if (!contact) throw fail('contact_not_found');
  return contact;
}

/** The contact that another system calls this. Throws contact_not_found. */
export async function getContactByExternalId(ctx: ReadContext, externalId: string): Promise<Contact> {
  return getContact(ctx, (await findByExternalId(ctx, 'contacts', externalId))?.id ?? '');
}

/** A contact as in the API and in events; null for an unknown id. */
export async function describeContact(ctx: ReadContext, id: string | null): Promise<Contact | null> {
  if (id === null) return null;
  const row = await ctx.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? contactJson(row) : null;
}

export function listContacts(ctx: ReadContext, query: ContactQuery): Promise<RecordPage<Contact>> {
  return listRecords(matchContacts(ctx, query), contactList, query, contactJson);
}

/** The same in pages, for exports. Throws invalid_query. */
export function pageContacts(ctx: ReadContext, query: ContactQuery): AsyncGenerator<Contact[]> {
  return eachRecord(matchContacts(ctx, query), contactList, query, contactJson);
}

function matchContacts(ctx: ReadContext, query: ContactQuery) {
  let matching = ctx.db.selectFrom('contacts').selectAll();
  const words = fold(query.search ?? '').split(/\s+/);
  for (const word of words.filter(Boolean)) {
    matching = matching.where(containsText(sql.ref('searchKey'), word));
  }
  return matching;
}

const queries = keptQueries();

/**
 * The contact with this email address, created if it is new. Fills blanks, never overwrites; two calls at once get the
 * same contact. Null without a valid address.
 */
export async function rememberContact(
  ctx: WriteContext,
  { source, ...person }: Person & { source: string; fields?: Record<string, unknown> },
): Promise<ContactRow | null> {
  const row = contactRow(ctx, { ...person, id: newId('con'), source });
  if (row.emailKey === null) return null;
  // An update that changes nothing returns and locks the contact that has the address, in the same statement.
  const [stored] = await queries.run(ctx, 'remember', row, () =>
    ctx.db
      .insertInto('contacts')
      .values(slotsFor(row))
      .onConflict((conflict) =>
        conflict.column('emailKey').doUpdateSet((eb) => ({ emailKey: eb.ref('excluded.emailKey') })),
      )
      .returningAll(),
  );
  if (!stored) throw new Error('The database returned no contact');
  if (stored.id !== row.id) return fillBlanks(ctx, stored, person);
  await contactCreated(ctx, stored);
  return stored;
}

/** Fills the blanks of a locked row; the address only if no other contact has it. */
export async function fillBlanks(
  ctx: WriteContext,
  row: ContactRow,
  { fields, ...person }: Person & { fields?: Record<string, unknown> },
): Promise<ContactRow> {
  const next = {
    email: row.email,
    emailKey: row.emailKey,
    name: row.name ?? textOf(person.name),
    phone: row.phone ?? textOf(person.phone),
  };
  const emailKey = emailKeyOf(person.email);
  if (row.email === null && emailKey !== null && (await reserveEmail(ctx, emailKey))) {
    next.email = textOf(person.email);
    next.emailKey = emailKey;
  }
  return updateContact(ctx, row, {
    ...next,
    fields: fields ? mergeFields(JSON.stringify(fields), JSON.parse(row.fields)) : row.fields,
  });
}

/**
 * Whether an address is free; if so, it stays free until this transaction ends. A row that is inserted and deleted
 * reserves it: on PostgreSQL a violated constraint would end the whole transaction.
 */
async function reserveEmail(ctx: WriteContext, emailKey: string): Promise<boolean> {
  const placeholder = { ...contactRow(ctx, { id: newId('con'), source: 'api' }), emailKey };
  const isFree = await insertIfNew(ctx, placeholder);
  if (isFree) await ctx.db.deleteFrom('contacts').where('id', '=', placeholder.id).execute();
  return isFree;
}

/** Inserts a contact unless another one has its email address. */
async function insertIfNew(ctx: WriteContext, row: ContactRow): Promise<boolean> {
  const created = await ctx.db
    .insertInto('contacts')
    .values(row)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

export async function lockContact(ctx: WriteContext, id: string): Promise<ContactRow | undefined> {
  const [row] = await queries.run(ctx, 'lock', { id }, () =>
    ctx.dialect.lockRows(ctx.db.selectFrom('contacts').selectAll().where('id', '=', slot('id'))),
  );
  return row;
}

async function updateContact(
  ctx: WriteContext,
  row: ContactRow,
  next: Pick<ContactRow, 'email' | 'emailKey' | 'name' | 'phone' | 'fields'> & { externalId?: string | null },
): Promise<ContactRow> {
  const changes = { ...next, searchKey: searchKeyOf(next) };
  const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
  const updated = await updateRow(ctx, 'contacts', row, changes, stamp);
  const changed = changedMembers(row, updated, ['emailKey', 'searchKey']);
  if (changed.length > 0) await publishChange(ctx, 'contact.updated', updated, { contactId: row.id, changed });
  return updated;
}

async function findByEmail(ctx: ReadContext, emailKey: string | null): Promise<{ id: string } | undefined> {
  return ctx.db.selectFrom('contacts').select('id').where('emailKey', '=', emailKey).executeTakeFirst();
}

/** The contact with an email address that no other system has named yet. */
async function findNamesake(ctx: ReadContext, email: string | null | undefined): Promise<{ id: string } | undefined> {
  const emailKey = emailKeyOf(email);
  if (emailKey === null) return undefined;
  const contact = ctx.db.selectFrom('contacts').select('id').where('emailKey', '=', emailKey);
  return contact.where('externalId', 'is', null).executeTakeFirst();
}

function checkEmail(email: string | null | undefined): void {
  if (textOf(email) === null || emailKeyOf(email) !== null) return;
  throw failBody([{ pointer: '/email', code: 'format', detail: 'must be an email address such as name@example.com' }]);
}

/** Text, trimmed; null if nothing is left. */
function textOf(text: string | null | undefined): string | null {
  return text == null || isBlank(text) ? null : text.trim();
}

/** One spelling of an email address, so that one person has one contact. Null if it is not an address. */
export function emailKeyOf(email: string | null | undefined): string | null {
  const address = email?.trim() ?? '';
  return isMailAddress(address) ? addressKey(address) : null;
}

function searchKeyOf({ email, name, phone }: Person): string {
  return fold([name, email, phone].filter(Boolean).join(' '));
}

function mergeFields(stored: string, patch: Record<string, unknown>): string {
  return JSON.stringify(mergeByName(JSON.parse(stored), patch));
}

/** A contact as in the API and in events. */
export function contactJson(row: ContactRow): Contact {
  const { id, externalId, email, name, phone, source, fields, createdAt, updatedAt, version } = row;
  return { id, externalId, email, name, phone, source, fields: JSON.parse(fields), createdAt, updatedAt, version };
}

// Takes a person out of invoices, and deletes the contact.

/**
 * What was issued only loses its contact: the law requires it to be kept as it was sent. Of others, numbers, amounts and dates stay, and
 * `words` are replaced in texts. Returns how many there were.
 */
export async function reduceInvoices(ctx: WriteContext, ids: readonly string[], words: Mentions): Promise<number> {
  const some = ctx.db
    .selectFrom('invoices')
    .selectAll()
    .where('id', 'in', ['', ...ids]);
  const rows = await ctx.dialect.lockRows(some).execute();
  await forgetVatIds(
    ctx,
    rows.map((row) => paperOf(row).vatIdCheck),
  );
  for (const row of rows)
    await updateInvoice(ctx, row, { contactId: null, ...(row.issuedAt === null && withoutPerson(row, words)) });
  return rows.length;
}

function withoutPerson({ description, paper }: InvoiceRow, words: Mentions): Partial<InvoiceRow> {
  return {
    description: description === null ? null : words.erasedFrom(description),
    paper: paper === null ? null : JSON.stringify(erasePaper(paperOf({ paper }), words)),
  };
}

/** Invoices that it got since those of the person were erased lose the `words`, too. Returns whether it was still there. */
export async function eraseContact(ctx: WriteContext, id: string, words: Mentions): Promise<boolean> {
  if (!(await lockContact(ctx, id))) return false;
  const late = await ctx.db.selectFrom('invoices').select('id').where('contactId', '=', id).execute();
  await reduceInvoices(
    ctx,
    late.map(({ id }) => id),
    words,
  );
  await deleteContact(ctx, id, () => {});
  await eraseEventsOf(ctx, id);
  return true;
}
