// Who pays: from the processor's customer and the address entered there to a contact of the CRM.

import { type ReadContext, timeOf, type WriteContext } from '../context.ts';
import { type PayerHints, resolveContact } from '../crm/payer-contact.ts';
import type { Row } from '../database/dialect.ts';
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

/** The contact behind a payer. Earlier payments of the same customer that have no contact yet get it too. */
export async function resolvePayer(ctx: WriteContext, hints: PayerHints): Promise<Row<'contacts'> | null> {
  const contact = await resolveContact(ctx, hints);
  if (contact === null || !hints.customerId) return contact;
  const linked = await ctx.db
    .updateTable('payments')
    .set((eb) => ({ contactId: contact.id, version: eb('version', '+', 1), updatedAt: timeOf(ctx) }))
    .where('customerId', '=', hints.customerId)
    .where('contactId', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of linked) await releaseHold(ctx, id);
  return contact;
}
