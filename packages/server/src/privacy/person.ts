// Whose data is asked for: a contact with its address, or an address that no contact has.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../context/context.ts';
import { emailKeyOf } from '../crm/contacts.ts';
import { containsText } from '../database/expressions.ts';
import type { Tables } from '../database/tables.ts';
import { fail, failBody } from '../lib/errors.ts';
import { Mentions } from '../lib/mentions.ts';

export type Person = {
  contactId: string | null;
  /** As addresses are compared; null for a contact without one. */
  emailKey: string | null;
  /** As it is written. */
  email: string | null;
  name: string | null;
  /** Of the processor. */
  customerIds: string[];
};

/** Throws contact_not_found, invalid_body. */
export async function findPerson(
  ctx: ReadContext,
  { contactId, email }: { contactId?: string; email?: string },
): Promise<Person> {
  if ((contactId === undefined) === (email === undefined))
    throw failBody([{ pointer: '', code: 'one_of', detail: 'must have either `contactId` or `email`' }]);
  const emailKey = emailKeyOf(email);
  if (email !== undefined && emailKey === null)
    throw failBody([{ pointer: '/email', code: 'format', detail: 'is not a valid email' }]);
  const row = await ctx.db
    .selectFrom('contacts')
    .selectAll()
    .where((eb) => (contactId === undefined ? eb('emailKey', '=', emailKey) : eb('id', '=', contactId)))
    .executeTakeFirst();
  if (row === undefined && contactId !== undefined) throw fail('contact_not_found');
  if (row === undefined)
    return { contactId: null, emailKey, email: email?.trim() ?? null, name: null, customerIds: [] };
  const customers = await ctx.db
    .selectFrom('processorCustomers')
    .select('customerId')
    .where('contactId', '=', row.id)
    .execute();
  return {
    ...{ contactId: row.id, emailKey: row.emailKey, email: row.email, name: row.name },
    customerIds: customers.map(({ customerId }) => customerId),
  };
}

/** The address, in both spellings. */
export function addressesOf({ emailKey, email }: Person): Mentions {
  return new Mentions([emailKey, email].filter((text) => text !== null));
}

/** Whatever names the person in a record: the address, or an ID. */
export function namesOf(person: Person): Mentions {
  const { contactId, customerIds } = person;
  return new Mentions([...addressesOf(person).texts, ...(contactId === null ? [] : [contactId]), ...customerIds]);
}

/** All of these, for what can be deleted without loss. */
export function everyNameOf(person: Person): Mentions {
  return new Mentions([...namesOf(person).texts, ...wordsOf(person).texts]);
}

/** For descriptions that people write: the address and the name. */
export function wordsOf(person: Person): Mentions {
  const { name } = person;
  return new Mentions([...addressesOf(person).texts, ...(name !== null && name.length > 2 ? [name] : [])]);
}

// Looks through a table for records that name a person, some rows at a time, whatever its size.

export type Page = {
  ids: string[];
  /** The last ID that was looked at; null on the last page. */
  last: string | null;
};

const pageRows = 1000;

type Scan<Name extends keyof Tables> = {
  table: Name;
  /** Where the person may be named. */
  texts: readonly (keyof Tables[Name] & string)[];
  /** What belongs to the person whatever its texts say. */
  orWhere?: RawBuilder<SqlBool>;
  where?: RawBuilder<SqlBool>;
};

/** The records behind this ID that name the person. */
export async function scan<Name extends keyof Tables>(
  ctx: ReadContext,
  { table, texts, orWhere, where }: Scan<Name>,
  names: Mentions,
  after: string,
): Promise<Page> {
  const lower = (column: string) => sql`lower(cast(${sql.ref(column)} as text))`;
  const named = texts.flatMap((column) => names.texts.map((text) => containsText(lower(column), text.toLowerCase())));
  const isTheirs = orWhere ?? sql<SqlBool>`1 = 0`;
  const of = table as 'mails';
  const page = ctx.db
    .selectFrom(of)
    .selectAll()
    .$if(where !== undefined, (query) => query.where(where as RawBuilder<SqlBool>))
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageRows)
    .as('page');
  const rows = await ctx.db
    .selectFrom(page)
    .select((eb) => ['id', isTheirs.as('isTheirs'), eb.or(named).as('isNamed')])
    .execute();
  const last = rows.length < pageRows ? null : (rows.at(-1)?.id ?? null);
  const ids = rows.filter(({ isTheirs }) => isTheirs).map(({ id }) => id);
  const maybe = rows.filter(({ isTheirs, isNamed }) => isNamed && !isTheirs).map(({ id }) => id);
  if (maybe.length === 0) return { ids, last };
  const read = await ctx.db
    .selectFrom(of)
    .select('id')
    .select((texts as readonly 'text'[]).map((column) => column))
    .where('id', 'in', maybe)
    .execute();
  const isNaming = ({ id: _, ...row }: { id: string }) =>
    Object.values(row).some((text) => typeof text === 'string' && (names.areIn(text) || names.areInJson(text)));
  return { ids: [...ids, ...read.filter(isNaming).map(({ id }) => id)], last };
}
