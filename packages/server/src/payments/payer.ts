// Who pays: from the processor's customer and the address entered there to a contact of the CRM.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { type PayerHints, resolveContact } from '../crm/payer-contact.ts';
import type { Row } from '../database/dialect.ts';
import { findInvoiceContact, shareInvoices } from '../invoices/paid-invoices.ts';
import { releaseHold } from './payment-events.ts';

/** The first of the hinted contacts that exists. Hints come from metadata, which can be edited at the processor. */
export async function firstContact(
  ctx: ReadContext,
  hints: readonly (string | null | undefined)[],
): Promise<string | null> {
  for (const id of hints) {
    if (!id) continue;
    const found = await ctx.db.selectFrom('contacts').select('id').where('id', '=', id).executeTakeFirst();
    if (found) return found.id;
  }
  return null;
}

export type Payer = Omit<PayerHints, 'isNamed'> & {
  /** The contact that metadata names. */
  namedId?: string | null;
  /** The subscription that is paid. */
  subscriptionId?: string | null;
};

/**
 * The contact behind a payer. Payments, invoices and subscriptions of the same customer or subscription name the same one,
 * whichever is reported first: those without a contact get it too, and one that metadata names replaces one that was
 * found by its address.
 */
export async function resolvePayer(
  ctx: WriteContext,
  { namedId = null, subscriptionId = null, ...hints }: Payer,
): Promise<Row<'contacts'> | null> {
  const isNamed = namedId !== null;
  const known = subscriptionId === null ? undefined : await readSubscription(ctx, subscriptionId);
  const customerId = hints.customerId ?? known?.customerId ?? null;
  const contactId = namedId ?? hints.contactId ?? null;
  const byDefault = known?.contactId ?? (subscriptionId && (await findInvoiceContact(ctx, subscriptionId)));
  const found = await resolveContact(ctx, { ...hints, customerId, contactId, isNamed, byDefault });
  if (found === null) return null;
  const { contact, isNew } = found;
  const replaces = isNew && isNamed;
  if (customerId !== null) await sharePayments(ctx, { contactId: contact.id, customerId, replaces });
  if (!isNew && subscriptionId === null) return contact;
  const shared = { contactId: contact.id, customerId, subscriptionId };
  await shareSubscriptions(ctx, { ...shared, replaces });
  await shareInvoices(ctx, { ...shared, replaces, isKnown: known !== undefined });
  return contact;
}

async function readSubscription(ctx: ReadContext, id: string) {
  return ctx.db.selectFrom('subscriptions').select(['customerId', 'contactId']).where('id', '=', id).executeTakeFirst();
}

type Shared = {
  contactId: string;
  customerId: string | null;
  /** Whether it replaces a contact that was found by its address. */
  replaces: boolean;
};

async function sharePayments(ctx: WriteContext, { contactId, customerId, replaces }: Shared): Promise<void> {
  const linked = await ctx.db
    .updateTable('payments')
    .set((eb) => ({ contactId, version: eb('version', '+', 1), updatedAt: timeOf(ctx) }))
    .where('customerId', '=', customerId)
    .where((eb) =>
      eb.or([
        eb('contactId', 'is', null),
        // Those that we requested keep the contact that they were requested for.
        ...(replaces
          ? [eb.and([eb('contactId', '!=', contactId), eb('checkoutAttempts', '=', 0), eb('submissionId', 'is', null)])]
          : []),
      ]),
    )
    .returning('id')
    .execute();
  for (const { id } of linked) await releaseHold(ctx, id);
}

async function shareSubscriptions(
  ctx: WriteContext,
  { contactId, customerId, replaces, subscriptionId }: Shared & { subscriptionId: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('subscriptions')
    .set({ contactId })
    .where((eb) => eb.or([eb('customerId', '=', customerId), eb('id', '=', subscriptionId)]))
    .where((eb) => eb.or([eb('contactId', 'is', null), ...(replaces ? [eb('contactId', '!=', contactId)] : [])]))
    .execute();
}
