// Erasures and their proofs: the table `erasures`. While one runs, its row knows the person; when it has ended, only a hash
// is left, which says for an address whether it was erased, to who has the key of this installation.

import { createHash, createHmac } from 'node:crypto';
import {
  type Context,
  inBackground,
  inTransaction,
  type ReadContext,
  timeOf,
  type WriteContext,
} from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { listDraftItems } from '../forms/privacy/their-submissions.ts';
import { enqueue, finishJob, type Job } from '../jobs/queue.ts';
import { randomText } from '../lib/crypto.ts';
import { fail } from '../lib/errors.ts';
import { ensureSetting, readSetting } from '../settings/settings.ts';
import type { Person } from './person.ts';
import { type CountName, type Counts, pagesOf, parts } from './person-parts.ts';
import { type Erasure, ErasureCounts, type ErasurePlan, type ErasureQuery, erasureList } from './privacy.schemas.ts';

export const eraseTask = 'privacy.erase';
/** How far a run has come: the part, and the last record that it looked at. */
export type EraseJob = { id: string; part: number; after: string };

const keySetting = 'erasureKey';

/**
 * Stores the erasure with its job. A second run with the same ID, or for a person who is being erased, returns the first.
 * Throws erasure_blocked.
 */
export async function beginErasure(ctx: Context, id: string, person: Person): Promise<Erasure> {
  const known = await ctx.db.selectFrom('erasures').selectAll().where('id', '=', id).executeTakeFirst();
  if (known) return describe(known);
  const { items, blockers } = await planErasure(inBackground(ctx), person);
  if (blockers.length > 0) throw fail('erasure_blocked', blockedBy(blockers));
  return inTransaction(ctx, async (ctx) => {
    const key = await ensureSetting(ctx, keySetting, randomText(32));
    const personHash = hashOf(key, person);
    // One after another, so that two at the same time do not both begin.
    const turn = ctx.db.selectFrom('settings').select('name').where('name', '=', keySetting);
    await ctx.dialect.lockRows(turn).execute();
    const running = await ctx.db
      .selectFrom('erasures')
      .selectAll()
      .where('personHash', '=', personHash)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (running) return describe(running);
    const row: Row<'erasures'> = {
      ...{ id, status: 'running', person: JSON.stringify(person), personHash, erased: '{}' },
      keptItems: JSON.stringify(items.map(({ id }) => id)),
      ...{ actorId: ctx.actor.id, actorName: ctx.actor.name ?? null, createdAt: timeOf(ctx), completedAt: null },
    };
    await ctx.db.insertInto('erasures').values(row).execute();
    const job: EraseJob = { id, part: 0, after: '' };
    await enqueue(ctx, eraseTask, job, { uniqueKey: `erase:${id}` });
    return describe(row);
  });
}

function blockedBy(blockers: readonly { kind: string; id: string }[]): string {
  const names = blockers.slice(0, 10).map(({ kind, id }) => `${kind} ${id}`);
  return `Not ended yet: ${names.join(', ')}${blockers.length > names.length ? ' and more' : ''}`;
}

/** Adds what a transaction has erased. */
export async function noteErased(ctx: WriteContext, id: string, counts: Counts): Promise<void> {
  const row = ctx.db.selectFrom('erasures').select('erased').where('id', '=', id);
  const { erased } = await ctx.dialect.lockRows(row).executeTakeFirstOrThrow();
  const sum = JSON.parse(erased) as { [name: string]: number };
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  await ctx.db
    .updateTable('erasures')
    .set({ erased: JSON.stringify(sum) })
    .where('id', '=', id)
    .execute();
}

/** Forgets the person, and finishes the job. */
export async function completeErasure(ctx: WriteContext, job: Job, id: string): Promise<void> {
  await ctx.db
    .updateTable('erasures')
    .set({ status: 'completed', person: null, completedAt: timeOf(ctx) })
    .where('id', '=', id)
    .execute();
  await finishJob(ctx, job);
}

/** Null if it has ended. */
export async function personOf(ctx: ReadContext, id: string): Promise<Person | null> {
  const row = await ctx.db.selectFrom('erasures').select('person').where('id', '=', id).executeTakeFirst();
  return row?.person ? (JSON.parse(row.person) as Person) : null;
}

/** Throws erasure_not_found. */
export async function getErasure(ctx: ReadContext, id: string): Promise<Erasure> {
  const row = ctx.db.selectFrom('erasures').selectAll().where('id', '=', id);
  return describe(await row.executeTakeFirstOrThrow(() => fail('erasure_not_found')));
}

/** With `person`, those of this person. */
export async function listErasures(
  ctx: ReadContext,
  query: Omit<ErasureQuery, 'email'>,
  person: Pick<Person, 'emailKey' | 'contactId'> | null,
): Promise<RecordPage<Erasure>> {
  let rows = ctx.db.selectFrom('erasures').selectAll();
  if (person !== null) rows = rows.where('personHash', '=', hashOf((await readSetting(ctx, keySetting)) ?? '', person));
  return listRecords(rows, erasureList, query, describe);
}

/** Of the address, or of the contact's ID if there is none. */
function hashOf(key: string, { emailKey, contactId }: Pick<Person, 'emailKey' | 'contactId'>): string {
  return createHmac('sha256', key)
    .update(emailKey ?? contactId ?? '')
    .digest('hex');
}

/** As in the API. What has ended has a checksum of all else, in the order in which it is written. */
function describe(row: Row<'erasures'>): Erasure {
  const { id, status, personHash, createdAt, completedAt, actorId, actorName } = row;
  const proof = {
    ...{ id, status, personHash },
    by: { id: actorId, name: actorName },
    ...{ createdAt, completedAt },
    erased: inOrder(JSON.parse(row.erased)),
    keptItems: JSON.parse(row.keptItems) as string[],
  };
  const sha256 = status === 'completed' ? createHash('sha256').update(JSON.stringify(proof)).digest('hex') : null;
  return { ...proof, sha256 };
}

/** As the response has them, so that the checksum is of the same text. */
function inOrder(counts: Counts): Counts {
  const names = Object.keys(ErasureCounts.properties) as (keyof Counts)[];
  return Object.fromEntries(names.flatMap((name) => (counts[name] ? [[name, counts[name]]] : [])));
}

// What an erasure would do, before it is asked for: what goes, what stays reduced, and what keeps it from beginning.

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
