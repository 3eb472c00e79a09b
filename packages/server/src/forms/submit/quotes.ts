// What an order would cost now: worked out like that of a submission, but nothing is stored or held.

import type { ReadContext } from '../../context/context.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { hasOrder } from '../../fields/price-lines.ts';
import { fail, failBody } from '../../lib/errors.ts';
import { findShortages } from '../../payments/reservations.ts';
import { type RawInput, readInput } from '../answers/answers.ts';
import type { Form } from '../form/form.ts';
import { requireOpen } from '../form/opening.ts';
import type { Quote } from '../payment/discounts.schemas.ts';
import { type CodeEntry, checkOrder, shortageFaults } from '../payment/orders.ts';
import { readOrder } from '../payment/read-order.ts';

/** Of the answers, only that to the payment field counts. Throws form_closed, conflict, invalid_body. */
export async function quoteOrder(
  ctx: ReadContext,
  form: Pick<Form, 'id' | 'fields' | 'open' | 'settings'>,
  input: Omit<RawInput, 'files'>,
  entry: CodeEntry,
): Promise<Quote> {
  requireOpen(form, ctx.now());
  const payment = form.fields.find(isPriceField);
  if (!payment) throw fail('conflict', 'The form has no payment field');
  const { answers } = readInput([payment], { ...input, files: [] });
  const { order, faults } = readOrder(payment, hasOrder(payment) ? (answers[payment.name] ?? {}) : {});
  const priced = await checkOrder(ctx, form.id, { payment, order, faults }, entry);
  if (!priced?.price) throw failBody([...faults, ...(priced?.faults ?? [])]);
  const { lines, total: amount, discount, units } = priced.price;
  const short = shortageFaults(payment, await findShortages(ctx, form.id, units));
  if (short.length > 0) throw failBody(short);
  return { amount, currency: payment.currency as string, lines, discount };
}
