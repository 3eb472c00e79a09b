// Queues the mails that wait for a mail server. Reports of events that have waited for
// long would be taken for new: they are not sent.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { mailKinds } from './mail-kinds.ts';
import { enqueueMails } from './outbox.ts';

const perTransaction = 500;
const freshDays = 7;
const outdated = `Not sent: it waited for a mail server for more than ${freshDays} days. Send it by hand if it is still of use`;

/** Does nothing while there is no server. */
export async function releaseWaiting(ctx: Context): Promise<void> {
  if (ctx.mailer.server === null) return;
  while (await inTransaction(ctx, releaseSome));
}

/** Returns whether there may be more. */
async function releaseSome(ctx: WriteContext): Promise<boolean> {
  const waiting = ctx.db
    .selectFrom('mails')
    .select(['id', 'attempts', 'kind', 'createdAt'])
    .where('status', '=', 'waiting');
  const mails = await ctx.dialect.lockRows(waiting.orderBy('createdAt').orderBy('id').limit(perTransaction)).execute();
  if (mails.length === 0) return false;
  const before = timeOf(ctx, -freshDays * 24 * 3_600_000);
  const isOutdated = ({ kind, createdAt }: Waiting): boolean => createdAt < before && !isAwaited(kind);
  const late = mails.filter(isOutdated);
  const due = mails.filter((mail) => !isOutdated(mail));
  await change(ctx, late, { status: 'failed', error: outdated });
  await change(ctx, due, { status: 'queued' });
  await enqueueMails(ctx, due);
  return mails.length === perTransaction;
}

type Waiting = Pick<Row<'mails'>, 'id' | 'kind' | 'createdAt'>;

function isAwaited(kind: Waiting['kind']): boolean {
  return kind === 'message' || mailKinds[kind].isAwaited === true;
}

async function change(ctx: WriteContext, mails: readonly Waiting[], to: Partial<Row<'mails'>>): Promise<void> {
  if (mails.length === 0) return;
  const ids = mails.map(({ id }) => id);
  await ctx.db.updateTable('mails').set(to).where('id', 'in', ids).execute();
}
