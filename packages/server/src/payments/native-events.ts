// Native events of the processor: verified, stored once together with a job, then applied to our state. Applying asks the
// processor first; then one transaction holds the change, our events with their reactions, and the end of the job.

import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Processor } from '../context/processor.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
import { decodeUtf8 } from '../http/encodings.ts';
import { enqueue, finishJob, type Job } from '../jobs/queue.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { fail } from '../lib/errors.ts';
import { keptDays, readSettings } from '../settings/settings.ts';
import { sessionHandlers } from './checkout-session.ts';
import { checkAmounts, flagEvent, InvalidMoneyError } from './invalid-money.ts';
import { invoiceHandlers } from './invoice.ts';
import { disputeHandlers, intentHandlers } from './payment-intent.ts';
import { type Handlers, type NativeEvent, readNativeEvent, StaleSnapshotError } from './processor/native-event.ts';
import { idOf, objectOf, textOf } from './processor/processor-object.ts';
import { refundHandlers } from './refund.ts';
import { subscriptionHandlers } from './subscription.ts';

// Native events that this process has stored and will probably apply itself, so that they need not be read and parsed again.
const maxKept = 200;

const kept = new WeakMap<Processor, Map<string, NativeEvent>>();

const arrived = {
  /** Call after the commit. The oldest is forgotten if there are many. */
  add(processor: Processor, event: NativeEvent): void {
    const events = kept.get(processor) ?? new Map<string, NativeEvent>();
    kept.set(processor, events.set(event.id, event));
    if (events.size > maxKept) events.delete(events.keys().next().value as string);
  },

  /** Only once: a later attempt reads what is stored. */
  take(processor: Processor, id: string): NativeEvent | null {
    const event = kept.get(processor)?.get(id) ?? null;
    kept.get(processor)?.delete(id);
    return event;
  },
};

const handlers: Handlers = {
  ...intentHandlers,
  ...sessionHandlers,
  ...refundHandlers,
  ...disputeHandlers,
  ...subscriptionHandlers,
  ...invoiceHandlers,
};

const queries = keptQueries();

/** The types that the processor must send. */
export const handledTypes: readonly string[] = Object.keys(handlers);

/**
 * Stores a native event as it arrived. Receiving it again changes nothing. An event of a type we do not handle, of the
 * other mode (test, live) or of a connected account is stored as ignored.
 * Throws invalid_signature, not_utf8, malformed_json, receiver_not_configured.
 */
export async function receiveNativeEvent(ctx: Context, rawBody: Buffer, signature: string | undefined): Promise<void> {
  // First, because the SDK would verify what it replaced.
  const text = decodeUtf8(rawBody);
  await ctx.processor.verifyEvent(rawBody, signature, ctx.now());
  const body = parse(text);
  const mode = acceptedMode(ctx);
  const event = await inTransaction(ctx, (ctx) => storeNativeEvent(ctx, body, text, mode));
  if (event) arrived.add(ctx.processor, event);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fail('malformed_json', {}, error);
  }
}

type Mode = 'live' | 'test' | null;

/** The mode whose events are for us; null for either: the key does not say, or is the sandbox's. */
export function acceptedMode({ processor }: Context): Mode {
  const isLive = processor.isSandbox() ? null : processor.isLive();
  return isLive === null ? null : isLive ? 'live' : 'test';
}

/**
 * Stores an event once. JSON that is not an event, or has an id that cannot be stored, is skipped. Returns it if it is
 * new and will be applied.
 */
export async function storeNativeEvent(
  ctx: WriteContext,
  body: unknown,
  text: string,
  mode: Mode,
): Promise<NativeEvent | null> {
  const event = objectOf(body);
  const id = idOf(event);
  const type = textOf(event?.type);
  if (!event || id === null || type === null || type.length > 255) return null;
  const now = timeOf(ctx);
  const native = readNativeEvent(body, 1, now);
  const live = event.livemode === true;
  const isOurs = textOf(event.account) === null && (mode === null || mode === (live ? 'live' : 'test'));
  const isHandled = native !== null && Object.hasOwn(handlers, native.type) && isOurs;
  const row: Row<'processorEvents'> = {
    id,
    type,
    apiVersion: textOf(event.api_version),
    created: native?.created ?? 0,
    livemode: live ? 1 : 0,
    body: text,
    status: isHandled ? 'received' : 'ignored',
    receivedAt: now,
    processedAt: isHandled ? null : now,
  };
  const [stored] = await queries.run(ctx, 'insert', row, () =>
    ctx.db
      .insertInto('processorEvents')
      .values(slotsFor(row))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );
  if (!stored || !isHandled) return null;
  await enqueue(ctx, 'payments.applyProcessorEvent', { id });
  return native;
}

/** The task for one stored event. */
export async function applyNativeEvent(ctx: Context, job: Job): Promise<'finished'> {
  const { id } = job.payload as { id: string };
  const known = arrived.take(ctx.processor, id);
  const event = known ? { ...known, attempt: job.attempts } : await readStored(ctx, id, job.attempts);
  const finish = async (ctx: WriteContext): Promise<void> => {
    await markProcessed(ctx, id);
    await finishJob(ctx, job);
  };
  if (event) await handle(ctx, event, finish);
  else await inTransaction(ctx, (ctx) => finish(ctx));
  return 'finished';
}

async function readStored(ctx: ReadContext, id: string, attempt: number): Promise<NativeEvent | null> {
  const stored = await ctx.db
    .selectFrom('processorEvents')
    .select(['body', 'status', 'receivedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return stored?.status === 'received' ? readNativeEvent(JSON.parse(stored.body), attempt, stored.receivedAt) : null;
}

const maxRounds = 5;

type Finish = (ctx: WriteContext) => Promise<void>;

/** Applies the event, or flags it if its money makes no sense: sending it again would not help. */
async function handle(ctx: Context, event: NativeEvent, finish: Finish): Promise<void> {
  try {
    checkAmounts(event);
    await apply(ctx, event, finish);
  } catch (error) {
    if (!(error instanceof InvalidMoneyError)) throw error;
    await inTransaction(ctx, async (ctx) => {
      await flagEvent(ctx, event, error.message);
      await finish(ctx);
    });
  }
}

/** Asks, then writes; asks again if the record changed meanwhile. */
async function apply(ctx: Context, raw: NativeEvent, finish: Finish): Promise<void> {
  const handler = handlers[raw.type];
  if (!handler) return inTransaction(ctx, (ctx) => finish(ctx));
  const event = { ...raw, object: handler.complete?.(raw.object) ?? raw.object };
  for (let round = 1; ; round++) {
    const change = await handler.prepare(ctx, event);
    try {
      return await inTransaction(ctx, async (ctx) => {
        await change(ctx);
        await finish(ctx);
      });
    } catch (error) {
      if (!(error instanceof StaleSnapshotError) || round === maxRounds) throw error;
    }
  }
}

async function markProcessed(ctx: WriteContext, id: string): Promise<void> {
  await queries.run(ctx, 'processed', { id, now: timeOf(ctx) }, () =>
    ctx.db
      .updateTable('processorEvents')
      .set({ status: 'processed', processedAt: slot('now') })
      .where('id', '=', slot('id'))
      .where('status', '=', 'received'),
  );
}

// Deletes events of the processor that were applied long ago. The processor sends an event again for 30 days at most; one that came
// later than that would be applied again, which changes nothing: our own events have keys of their causes.

const dayMs = 86_400_000;
const perTransaction = 500;

export const processorEventTasks: Record<string, Task> = {
  'payments.pruneProcessorEvents': { run: pruneProcessorEvents, retryAfterMs: internalSchedule, everyMs: dayMs / 4 },
};

/** In batches. Those that wait, or that a person should look at, stay. */
export async function pruneProcessorEvents(ctx: Context): Promise<void> {
  const { processorEventDays } = await readSettings(ctx, keptDays);
  const before = timeOf(ctx, -processorEventDays * dayMs);
  for (const status of ['processed', 'ignored'] as const)
    while (await inTransaction(ctx, (ctx) => pruneSome(ctx, status, before)));
}

/** Returns whether there may be more. */
async function pruneSome(ctx: WriteContext, status: 'processed' | 'ignored', before: string): Promise<boolean> {
  const old = ctx.db
    .selectFrom('processorEvents')
    .select('id')
    .where('status', '=', status)
    .where('receivedAt', '<', before)
    .limit(perTransaction);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('processorEvents')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(perTransaction);
}
