// What an erasure would do, before it is asked for: what goes, what stays reduced, and what keeps it from beginning.

import { type ReadContext, timeOf } from '../context/context.ts';
import { listDraftItems } from '../forms/privacy/their-drafts.ts';
import type { Person } from './person.ts';
import { type CountName, type Counts, pagesOf, parts } from './person-parts.ts';
import type { ErasurePlan } from './privacy.schemas.ts';

/** Changes nothing. */
export async function planErasure(ctx: ReadContext, person: Person): Promise<ErasurePlan> {
  const counts: Counts = {};
  const blockers: ErasurePlan['blockers'] = [];
  const items: ErasurePlan['items'] = [];
  for (const part of parts) {
    for await (const ids of pagesOf(part, ctx, person)) {
      counts[part.name] = (counts[part.name] ?? 0) + ids.length;
      if (part.name === 'payments') blockers.push(...(await findOpenPayments(ctx, ids)));
      if (part.name === 'subscriptions') blockers.push(...(await findRunning(ctx, ids)));
      if (part.name === 'submissions') counts.files = (counts.files ?? 0) + (await countFiles(ctx, ids));
      items.push(...(await listLeftItems(ctx, part.name, ids)));
    }
  }
  const { contactId, email, name } = person;
  return { person: { contactId, email, name }, counts, items, blockers };
}

/** Items that were changed since they were made from a submission of the person, and those made from one of another. */
async function listLeftItems(
  ctx: ReadContext,
  part: CountName,
  submissionIds: string[],
): Promise<ErasurePlan['items']> {
  if (part !== 'submissions' && part !== 'othersSubmissions') return [];
  const items = await listDraftItems(ctx, submissionIds);
  const left = items.filter(({ isUntouched }) => part === 'othersSubmissions' || !isUntouched);
  return left.map(({ id, type, title }) => ({ id, type, title }));
}

async function countFiles(ctx: ReadContext, submissionIds: string[]): Promise<number> {
  const row = await ctx.db
    .selectFrom('files')
    .where('submissionId', 'in', submissionIds)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Payments and refunds that are not settled: what the processor reports of them would bring the person back. */
async function findOpenPayments(ctx: ReadContext, ids: string[]): Promise<ErasurePlan['blockers']> {
  const payments = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'processing'),
        eb.and([eb('status', '=', 'open'), eb('checkoutExpiresAt', '>', timeOf(ctx))]),
        eb('amountPending', '>', 0),
      ]),
    )
    .execute();
  return payments.map(({ id }) => ({ kind: 'payment', id }));
}

async function findRunning(ctx: ReadContext, ids: string[]): Promise<ErasurePlan['blockers']> {
  const subscriptions = await ctx.db
    .selectFrom('subscriptions')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .execute();
  return subscriptions.map(({ id }) => ({ kind: 'subscription', id }));
}
