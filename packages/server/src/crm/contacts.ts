// Contacts: one per person, identified by email address.

import { sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { containsText } from '../database/expressions.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
import { type CountedPage, listByTime } from '../database/list-page.ts';
import { updateRow } from '../database/update-row.ts';
import { fail, failBody, failQuery } from '../lib/errors.ts';
import { idFrom, newId } from '../lib/ids.ts';
import { addressKey, isMailAddress } from '../lib/mail-address.ts';
import type { Mentions } from '../lib/mentions.ts';
import { mergeByName } from '../lib/names.ts';
import { fold } from '../lib/text.ts';
import { isBlank } from '../lib/typed-text.ts';
import type { Contact, ContactPatch, ContactQuery, NewContact } from './crm.schemas.ts';

export type ContactRow = Row<'contacts'>;
export type Person = { email?: string | null; name?: string | null; phone?: string | null };

/** The row of a new contact, with blank values as null. */
export function contactRow(
  ctx: WriteContext,
  contact: Person & { id: string; source: string; fields?: Record<string, unknown> },
): ContactRow {
  const person = { email: textOf(contact.email), name: textOf(contact.name), phone: textOf(contact.phone) };
  const now = timeOf(ctx);
  return {
    id: contact.id,
    ...person,
    emailKey: emailKeyOf(person.email),
    searchKey: searchKeyOf(person),
    source: contact.source,
    fields: JSON.stringify(contact.fields ?? {}),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Creates a contact. With the same `operation` again, it returns the first one. Throws email_taken. */
export async function createContact(ctx: WriteContext, input: NewContact, operation: string): Promise<Contact> {
  checkEmail(input.email);
  const row = contactRow(ctx, { ...input, id: idFrom('con', operation), source: 'api' });
  const created = await ctx.db
    .insertInto('contacts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return contactJson(created);
  const known = await describeContact(ctx, row.id);
  if (known) return known;
  throw emailTaken((await findByEmail(ctx, row.emailKey))?.id);
}

/** Updates a contact. `check` gets the row first and may throw. Throws contact_not_found, email_taken. */
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
    fields: patch.fields === undefined ? row.fields : mergeFields(row.fields, patch.fields),
  };
  const emailKey = emailKeyOf(next.email);
  if (emailKey !== null && emailKey !== row.emailKey) {
    const other = await findByEmail(ctx, emailKey);
    if (other) throw emailTaken(other.id);
  }
  try {
    return contactJson(await updateContact(ctx, row, { ...next, emailKey }));
  } catch (error) {
    // Another request took the address since we looked.
    throw ctx.dialect.isUniqueViolation(error) ? emailTaken() : error;
  }
}

/** Deletes a contact. Its submissions, payments and events stay as they are; its invoices lose it. Throws contact_not_found. */
export async function deleteContact(ctx: WriteContext, id: string, check: (row: ContactRow) => void): Promise<string> {
  const row = await lockContact(ctx, id);
  if (!row) throw fail('contact_not_found');
  check(row);
  await ctx.db.deleteFrom('processorCustomers').where('contactId', '=', id).execute();
  await ctx.db.updateTable('invoices').set({ contactId: null }).where('contactId', '=', id).execute();
  await ctx.db.deleteFrom('contacts').where('id', '=', id).execute();
  return id;
}

/** A contact. Throws contact_not_found. */
export async function getContact(ctx: ReadContext, id: string): Promise<Contact> {
  const contact = await describeContact(ctx, id);
  if (!contact) throw fail('contact_not_found');
  return contact;
}

/** A contact as in the API and in events; null for an unknown id. */
export async function describeContact(ctx: ReadContext, id: string | null): Promise<Contact | null> {
  if (id === null) return null;
  const row = await ctx.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? contactJson(row) : null;
}

export async function listContacts(ctx: ReadContext, query: ContactQuery): Promise<CountedPage<Contact>> {
  let matching = ctx.db.selectFrom('contacts');
  if (query.email !== undefined) matching = matching.where('emailKey', '=', emailKeyOf(query.email) ?? '');
  if (query.ids !== undefined) matching = matching.where('id', 'in', readIds(query.ids));
  const words = fold(query.search ?? '').split(/\s+/);
  for (const word of words.filter(Boolean)) {
    matching = matching.where(containsText(sql.ref('searchKey'), word));
  }
  return listByTime(matching.selectAll(), query, contactJson);
}

const maxIds = 100;

/** Throws invalid_query. */
function readIds(text: string): string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean);
  if (ids.length >= 1 && ids.length <= maxIds) return ids;
  const detail = `must have 1 to ${maxIds} IDs, separated by commas, not ${ids.length}`;
  throw failQuery([{ pointer: 'ids', code: 'wrong_count', detail }]);
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
  return stored.id === row.id ? stored : fillBlanks(ctx, stored, person);
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
  next: Pick<ContactRow, 'email' | 'emailKey' | 'name' | 'phone' | 'fields'>,
): Promise<ContactRow> {
  const changes = { ...next, searchKey: searchKeyOf(next) };
  return updateRow(ctx, 'contacts', row, changes, { version: row.version + 1, updatedAt: timeOf(ctx) });
}

async function findByEmail(ctx: ReadContext, emailKey: string | null): Promise<{ id: string } | undefined> {
  return ctx.db.selectFrom('contacts').select('id').where('emailKey', '=', emailKey).executeTakeFirst();
}

function checkEmail(email: string | null | undefined): void {
  if (textOf(email) === null || emailKeyOf(email) !== null) return;
  throw failBody([{ pointer: '/email', code: 'format', detail: 'must be an email address such as name@example.com' }]);
}

function emailTaken(contactId?: string): Error {
  return fail(
    'email_taken',
    contactId ? { detail: `Contact ${contactId} has this address`, extra: { contactId } } : {},
  );
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
  const { id, email, name, phone, source, fields, createdAt, updatedAt, version } = row;
  return { id, email, name, phone, source, fields: JSON.parse(fields), createdAt, updatedAt, version };
}

// Takes a person out of invoices, and deletes the contact.

/** Numbers, amounts and dates stay; `words` are replaced in descriptions. Returns how many there were. */
export async function reduceInvoices(ctx: WriteContext, ids: readonly string[], words: Mentions): Promise<number> {
  const rows = await ctx.db
    .selectFrom('invoices')
    .select(['id', 'description'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, description } of rows) {
    await ctx.db
      .updateTable('invoices')
      .set((eb) => ({
        ...{ contactId: null, description: description === null ? null : words.erasedFrom(description) },
        ...{ version: eb('version', '+', 1), updatedAt: timeOf(ctx) },
      }))
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}

/** Returns whether it was still there. */
export async function eraseContact(ctx: WriteContext, id: string): Promise<boolean> {
  if (!(await lockContact(ctx, id))) return false;
  await deleteContact(ctx, id, () => {});
  return true;
}
