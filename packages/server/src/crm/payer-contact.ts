// The contact behind a payer: found by id, by the processor's customer or by e-mail address, else created.

import type { ReadContext, WriteContext } from '../context/context.ts';
import {
  type ContactRow,
  contactCreated,
  contactRow,
  fillBlanks,
  lockContact,
  type Person,
  rememberContact,
} from './contacts.ts';

export type PayerHints = Person & {
  contactId?: string | null;
  customerId?: string | null;
  /** Whether metadata names the contact: then it is that of the customer, unless that was named before. */
  isNamed?: boolean;
  /** The contact if neither `contactId` nor the customer leads to one. */
  byDefault?: string | null;
};

/** Creates a stub with this id unless the contact exists: an id that the caller uses for its own customers. */
export async function ensureContact(ctx: WriteContext, contactId: string): Promise<void> {
  const created = await ctx.db
    .insertInto('contacts')
    .values(contactRow(ctx, { id: contactId, source: 'payment' }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) await contactCreated(ctx, created);
}

/**
 * The contact behind a payer, first match wins: `contactId` (created as a stub if it is new), the contact of the
 * processor's customer, `byDefault`, the contact with this e-mail address, a new contact if there is an address. Fills blanks of the
 * contact, never overwrites; remembers customer → contact. Returns it locked, with whether it is the customer's only since
 * now; null if nothing is known.
 */
export async function resolveContact(
  ctx: WriteContext,
  hints: PayerHints,
): Promise<{ contact: ContactRow; isNew: boolean } | null> {
  const contact = await findOrCreateContact(ctx, hints);
  if (contact === null) return null;
  const isNew = hints.customerId ? await rememberCustomer(ctx, hints.customerId, contact.id, hints.isNamed) : false;
  return { contact, isNew };
}

async function rememberCustomer(ctx: WriteContext, customerId: string, contactId: string, isNamed = false) {
  const stored = await ctx.db
    .insertInto('processorCustomers')
    .values({ customerId, contactId, named: isNamed ? 1 : 0 })
    .onConflict((conflict) =>
      isNamed
        ? conflict.column('customerId').doUpdateSet({ contactId, named: 1 }).where('processorCustomers.named', '=', 0)
        : conflict.column('customerId').doNothing(),
    )
    .returning('customerId')
    .executeTakeFirst();
  return stored !== undefined;
}

async function findOrCreateContact(ctx: WriteContext, hints: PayerHints): Promise<ContactRow | null> {
  const id = hints.contactId ?? (await findByCustomer(ctx, hints.customerId)) ?? hints.byDefault;
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
