// Takes the address of a person out of notes and replies to submissions of others, which stay.

import type { WriteContext } from '../../context/context.ts';
import type { Mentions } from '../../lib/mentions.ts';

/** Returns how many notes there were. */
export async function eraseFromNotes(ctx: WriteContext, ids: readonly string[], addresses: Mentions): Promise<number> {
  const rows = await ctx.db
    .selectFrom('submissionNotes')
    .select(['id', 'text'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, text } of rows)
    await ctx.db
      .updateTable('submissionNotes')
      .set({ text: addresses.erasedFrom(text) })
      .where('id', '=', id)
      .execute();
  return rows.length;
}

/** Returns how many replies there were. */
export async function eraseFromReplies(
  ctx: WriteContext,
  ids: readonly string[],
  addresses: Mentions,
): Promise<number> {
  const rows = await ctx.db
    .selectFrom('submissionReplies')
    .select(['id', 'recipient', 'subject', 'text'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, recipient, subject, text } of rows)
    await ctx.db
      .updateTable('submissionReplies')
      .set({
        recipient: addresses.erasedFrom(recipient),
        subject: addresses.erasedFrom(subject),
        text: addresses.erasedFrom(text),
      })
      .where('id', '=', id)
      .execute();
  return rows.length;
}
