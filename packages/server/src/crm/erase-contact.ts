// Takes a person out of invoices, and deletes the contact.

import { timeOf, type WriteContext } from '../context/context.ts';
import type { Mentions } from '../lib/mentions.ts';
import { deleteContact, lockContact } from './contacts.ts';

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
