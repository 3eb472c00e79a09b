// What an order would cost now: worked out like that of a submission, but nothing is stored or held.

import type { Context } from '../../context/context.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { hasOrder } from '../../fields/price-lines.ts';
import { fail, failBody } from '../../lib/errors.ts';
import { type RawInput, readInput } from '../answers/answers.ts';
import type { Form } from '../form/form.ts';
import { requireOpen } from '../form/opening.ts';
import { billedTo } from '../payment/buyer.ts';
import type { Quote } from '../payment/discounts.schemas.ts';
import { findCodeInPrice, findMisplacedCodes } from '../payment/misplaced-codes.ts';
import { type CodeEntry, checkOrder, findShort } from '../payment/orders.ts';
import { readOrder } from '../payment/read-order.ts';

/** Of the answers, only those to the payment field and the billing details count. Throws form_closed, conflict, invalid_body. */
export async function quoteOrder(
  ctx: Context,
  form: Pick<Form, 'id' | 'fields' | 'open' | 'settings'>,
  input: Omit<RawInput, 'files'>,
  entry: CodeEntry,
): Promise<Quote> {
  requireOpen(form, ctx.now());
  const payment = form.fields.find(isPriceField);
  if (!payment) throw fail('conflict', 'The form has no payment field');
  const { answers, unknown } = readInput(form.fields, { ...input, files: [] });
  const sent = answers[payment.name] ?? {};
  const { order, faults } = readOrder(payment, hasOrder(payment) ? sent : {});
  const code = hasOrder(payment) ? null : findCodeInPrice(payment, sent);
  faults.push(...(code ? [code] : []), ...findMisplacedCodes(payment, unknown));
  if (faults.length > 0) throw failBody(faults);
  const billed = billedTo(form.fields, answers);
  const priced = await checkOrder(ctx, form.id, { payment, order, faults, billed }, entry);
  if (!priced?.price) throw failBody(priced?.faults ?? []);
  const short = await findShort(ctx, form.id, payment, priced.price);
  if (short.length > 0) throw failBody(short);
  const { total: amount, units: _units, items: _items, vatIdCheck: _check, ...bought } = priced.price;
  return { amount, currency: payment.currency as string, ...bought };
}
