// The contact behind a payer: found by id, by the processor's customer or by e-mail address, else created.

import type { ReadContext, WriteContext } from '../context.ts';
import { contactRow, fillBlanks, lockContact, type Person, rememberContact } from './contacts.ts';

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
 * contact, never overwrites; remembers customer → contact. Null if nothing is known.
 */
export async function resolveContact(ctx: WriteContext, hints: PayerHints): Promise<string | null> {
  const id = await findOrCreateContact(ctx, hints);
  if (id !== null && hints.customerId) {
    await ctx.db
      .insertInto('processorCustomers')
      .values({ customerId: hints.customerId, contactId: id })
      .onConflict((conflict) => conflict.column('customerId').doNothing())
      .execute();
  }
  return id;
}

async function findOrCreateContact(ctx: WriteContext, hints: PayerHints): Promise<string | null> {
  if (hints.contactId) await ensureContact(ctx, hints.contactId);
  const id = hints.contactId ?? (await findByCustomer(ctx, hints.customerId));
  const row = id ? await lockContact(ctx, id) : undefined;
  const contact = await (row ? fillBlanks(ctx, row, hints) : rememberContact(ctx, { ...hints, source: 'payment' }));
  return contact?.id ?? null;
}

async function findByCustomer(ctx: ReadContext, customerId: string | null | undefined): Promise<string | null> {
  if (!customerId) return null;
  const query = ctx.db.selectFrom('processorCustomers').select('contactId').where('customerId', '=', customerId);
  return (await query.executeTakeFirst())?.contactId ?? null;
}
