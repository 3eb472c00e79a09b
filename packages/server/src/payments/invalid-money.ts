// Signed events whose money cannot be true. They change no sums: the event and the payment it names are flagged, so that
// a person looks at them. Only what an event alone says is checked; what the processor's API says counts.

import { timeOf, type WriteContext } from '../context/context.ts';
import type { ProcessorObject } from '../context/processor.ts';
import { newId } from '../lib/ids.ts';
import { newPaymentRow, updatePayment } from './payments.ts';
import type { NativeEvent } from './processor/native-event.ts';
import { hintsOf, idOf, listOf, textOf } from './processor/processor-object.ts';

/** The event must not be applied. The message is for a person. */
export class InvalidMoneyError extends Error {
  override name = 'InvalidMoneyError';
}

const amounts = ['amount', 'amount_received', 'amount_refunded', 'amount_total', 'amount_due', 'amount_paid'];

/** Throws InvalidMoneyError if an amount of the event is not one: negative, fractional, too large or no number. */
export function checkAmounts({ object, before }: NativeEvent): void {
  for (const each of [object, before, ...listOf(object.refunds), ...listOf(object.charges)]) checkObject(each);
}

function checkObject(object: ProcessorObject): void {
  for (const name of amounts) {
    const value = object[name] ?? 0;
    if (!Number.isSafeInteger(value) || (value as number) < 0) refuse(name, value);
  }
  // The total of an invoice may be negative: a credit.
  if (!Number.isSafeInteger(object.total ?? 0)) refuse('total', object.total);
  const { amount, amount_refunded: refunded } = object;
  if (typeof amount === 'number' && typeof refunded === 'number' && refunded > amount)
    throw new InvalidMoneyError(`it reports refunds of ${refunded}, more than the amount of ${amount}`);
}

function refuse(name: string, value: unknown): never {
  throw new InvalidMoneyError(`\`${name}\` is not a valid amount: ${JSON.stringify(value)?.slice(0, 60)}`);
}

/** Flags the event, and the payment it is about. One that is unknown so far gets a row, so that it is seen. */
export async function flagEvent(ctx: WriteContext, event: NativeEvent, reason: string): Promise<void> {
  const { id, type } = event;
  ctx.log.error({ processorEvent: id, type, reason }, 'a signed event was not applied: its money makes no sense');
  await ctx.db
    .updateTable('processorEvents')
    .set({ status: 'flagged', processedAt: timeOf(ctx) })
    .where('id', '=', id)
    .execute();
  const review = `The processor's event ${id} (${type}) was not applied: ${reason}`;
  const payments = await lockPaymentsOf(ctx, event);
  for (const payment of payments) await updatePayment(ctx, payment, { review });
  const paymentIntentId = intentOf(event);
  if (payments.length > 0 || paymentIntentId === null) return;
  const currency = textOf(event.object.currency) ?? 'usd';
  await ctx.db
    .insertInto('payments')
    .values(newPaymentRow(ctx, { id: newId('pay'), paymentIntentId, currency, review }))
    .onConflict((conflict) => conflict.column('paymentIntentId').doUpdateSet({ review }))
    .execute();
}

async function lockPaymentsOf(ctx: WriteContext, event: NativeEvent) {
  const { object, objectId } = event;
  const ids = [hintsOf(object).payment, textOf(object.client_reference_id)].filter((id) => id !== null);
  const charges = [objectId, idOf(object.charge)].filter((id) => id !== null);
  const query = ctx.db.selectFrom('payments').selectAll();
  const found = query.where((eb) =>
    eb.or([
      eb('paymentIntentId', '=', intentOf(event)),
      eb('checkoutSessionId', '=', objectId),
      ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      eb('chargeId', 'in', charges),
    ]),
  );
  return ctx.dialect.lockRows(found).execute();
}

function intentOf({ type, object, objectId }: NativeEvent): string | null {
  return type.startsWith('payment_intent.') ? objectId : idOf(object.payment_intent);
}
