// Whose data is asked for: a contact with its address, or an address that no contact has.

import type { ReadContext } from '../context/context.ts';
import { emailKeyOf } from '../crm/contacts.ts';
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
