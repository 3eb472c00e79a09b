// The contact behind a payer: found by id, by the processor's customer or by e-mail address, else created.

import type { ReadContext, WriteContext } from '../context.ts';
import { type ContactRow, contactRow, fillBlanks, lockContact, type Person, rememberContact } from './contacts.ts';

export type PayerHints = Person & { contactId?: string | null; customerId?: string | null };

/** Creates a stub with this id unless the contact exists: an id that the caller uses for its own customers. */
export async function ensureContact(ctx: WriteContext, contactId: string): Promise<void> {
  await ctx.db
    .insertInto('contacts')
    .values(contactRow(ctx, { id: contactId, source: 'payment' }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * The contact behind a payer, first match wins: `contactId` (created as a stub if it is new), the contact of the
 * processor's customer, the contact with this e-mail address, a new contact if there is an address. Fills blanks of the
 * contact, never overwrites; remembers customer → contact. Returns it locked, or null if nothing is known.
 */
export async function resolveContact(ctx: WriteContext, hints: PayerHints): Promise<ContactRow | null> {
  const contact = await findOrCreateContact(ctx, hints);
  if (contact !== null && hints.customerId) {
    await ctx.db
      .insertInto('processorCustomers')
      .values({ customerId: hints.customerId, contactId: contact.id })
      .onConflict((conflict) => conflict.column('customerId').doNothing())
      .execute();
  }
  return contact;
}

async function findOrCreateContact(ctx: WriteContext, hints: PayerHints): Promise<ContactRow | null> {
  const id = hints.contactId ?? (await findByCustomer(ctx, hints.customerId));
  let row = id ? await lockContact(ctx, id) : undefined;
  if (!row && hints.contactId) {
    await ensureContact(ctx, hints.contactId);
    row = await lockContact(ctx, hints.contactId);
  }
  return row ? fillBlanks(ctx, row, hints) : rememberContact(ctx, { ...hints, source: 'payment' });
}

async function findByCustomer(ctx: ReadContext, customerId: string | null | undefined): Promise<string | null> {
  if (!customerId) return null;
  const query = ctx.db.selectFrom('processorCustomers').select('contactId').where('customerId', '=', customerId);
  return (await query.executeTakeFirst())?.contactId ?? null;
}
