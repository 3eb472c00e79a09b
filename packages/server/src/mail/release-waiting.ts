// Queues the mails that wait for a mail server.

import { type Context, inTransaction, type WriteContext } from '../context.ts';
import { enqueueMails } from './outbox.ts';

const perTransaction = 500;

/** Does nothing while there is no server. */
export async function releaseWaiting(ctx: Context): Promise<void> {
  if (ctx.mailer.server === null) return;
  while (await inTransaction(ctx, releaseSome));
}

/** Returns whether there may be more. */
async function releaseSome(ctx: WriteContext): Promise<boolean> {
  const waiting = ctx.db.selectFrom('mails').select(['id', 'attempts']).where('status', '=', 'waiting');
  const mails = await ctx.dialect.lockRows(waiting.orderBy('createdAt').orderBy('id').limit(perTransaction)).execute();
  if (mails.length === 0) return false;
  const ids = mails.map(({ id }) => id);
  await ctx.db.updateTable('mails').set({ status: 'queued' }).where('id', 'in', ids).execute();
  await enqueueMails(ctx, mails);
  return mails.length === perTransaction;
}
