// Intake of the processor's native events: verified, stored once by their id together with the job that handles them.

import { type Context, inTransaction, timeOf, type WriteContext } from '../context.ts';
import { fail } from '../errors.ts';
import { enqueue } from '../jobs/queue.ts';
import { isHandled } from './apply-processor-event.ts';
import { readNativeEvent } from './native-event.ts';
import { idOf, objectOf, textOf } from './processor-objects.ts';

type Mode = 'live' | 'test' | null;

/**
 * Takes a native event as it arrived. The same event again changes nothing; one of a type we do not handle, of the
 * other mode (test, live) than our real key, or of a connected account is kept as ignored.
 * Throws invalid_signature, malformed_json, receiver_not_configured.
 */
export async function receiveProcessorEvent(
  ctx: Context,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  await ctx.processor.verifyEvent(rawBody, signature, ctx.now());
  const text = rawBody.toString('utf8');
  const body = parse(text);
  const mode = acceptedMode(ctx);
  await inTransaction(ctx, (ctx) => storeProcessorEvent(ctx, body, text, mode));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fail('malformed_json', {}, error);
  }
}

/** The mode whose events are meant for us; null: either, as the key does not say or is the sandbox's. */
export function acceptedMode({ processor }: Context): Mode {
  const isLive = processor.isSandbox() ? null : processor.isLive();
  return isLive === null ? null : isLive ? 'live' : 'test';
}

/** Stores an event, once. What is JSON but no event, or has an id nobody could store, is left aside. Answers whether it is new. */
export async function storeProcessorEvent(
  ctx: WriteContext,
  body: unknown,
  text: string,
  mode: Mode,
): Promise<boolean> {
  const event = objectOf(body);
  const id = idOf(event);
  const type = textOf(event?.type);
  if (!event || id === null || type === null || type.length > 255) return false;
  const now = timeOf(ctx);
  const native = readNativeEvent(body, 1, now);
  const live = event.livemode === true;
  const isOurs = textOf(event.account) === null && (mode === null || mode === (live ? 'live' : 'test'));
  const isWanted = native !== null && isHandled(native.type) && isOurs;
  const stored = await ctx.db
    .insertInto('processorEvents')
    .values({
      id,
      type,
      apiVersion: textOf(event.api_version),
      created: native?.created ?? 0,
      livemode: live ? 1 : 0,
      body: text,
      status: isWanted ? 'received' : 'ignored',
      receivedAt: now,
      processedAt: isWanted ? null : now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored && isWanted) await enqueue(ctx, 'payments.applyProcessorEvent', { id });
  return stored !== undefined;
}
