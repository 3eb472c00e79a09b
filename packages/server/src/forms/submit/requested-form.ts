// The form that the URL of a request names, read once: for the rate limit, which counts each form apart, and for its route.

import type { FastifyRequest } from 'fastify';
import type { ReadContext } from '../../context/context.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { hasOrder } from '../../fields/price-lines.ts';
import type { IdParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { fail, failBody } from '../../lib/errors.ts';
import { findShortages } from '../../payments/reservations.ts';
import { type RawInput, readGiven } from '../answers/answers.ts';
import { type Form, type FormToSubmit, findFormToSubmit } from '../form/form.ts';
import { requireOpen } from '../form/opening.ts';
import type { Quote } from '../payment/discounts.schemas.ts';
import type { WrongCodes } from '../payment/discounts.ts';
import { type CodeEntry, checkOrder, shortageFaults } from '../payment/orders.ts';
import { readOrder } from '../payment/read-order.ts';
import type { Sender } from '../spam/assess-submission.ts';
import type { Recent } from '../spam/recent.ts';
import type { StepCounts } from './step-counts.ts';

/** What is remembered of those who send forms. */
export type SenderMemory = {
  readonly recent: Recent;
  readonly wrongCodes: WrongCodes;
  readonly steps: StepCounts;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The form in the URL, if it has been read for the rate limit. */
    form: FormToSubmit | null;
    readonly senderMemory: SenderMemory;
  }
}

/** For the routes of a scope to which visitors send forms. */
export function keepRequestedForm(scope: App, memory: SenderMemory): void {
  scope.decorateRequest('form', null);
  scope.decorateRequest('senderMemory', { getter: () => memory });
}

/** What the rate limit counts apart: a form, by ID or slug. */
export async function countedForm(request: FastifyRequest): Promise<string> {
  const { id } = request.params as IdParams;
  request.form = await findFormToSubmit(request.ctx, id);
  return request.form?.id ?? id;
}

/** Throws form_not_found. */
export async function findRequestedForm(request: FastifyRequest): Promise<FormToSubmit> {
  const form = request.form ?? (await findFormToSubmit(request.ctx, (request.params as IdParams).id));
  if (!form) throw fail('form_not_found');
  return form;
}

/** Who sends the request, to recognize spam and to limit guessing. */
export function senderOf({ ctx, ip, senderMemory }: FastifyRequest, page: Partial<Sender> = {}): Sender {
  const isTrusted = ctx.actor.kind !== 'visitor';
  return { ...senderMemory, address: ip, isTrusted, seconds: null, isTrapped: false, solution: undefined, ...page };
}

// What an order would cost now: worked out like that of a submission, but nothing is stored or held.

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
  const { given } = readGiven([payment], { ...input, files: [] });
  const { order, faults } = readOrder(payment, hasOrder(payment) ? (given[payment.name] ?? {}) : {});
  const priced = await checkOrder(ctx, form.id, { payment, order, faults }, entry);
  if (!priced?.price) throw failBody([...faults, ...(priced?.faults ?? [])]);
  const { lines, total: amount, discount, units } = priced.price;
  const short = shortageFaults(payment, await findShortages(ctx, form.id, units));
  if (short.length > 0) throw failBody(short);
  return { amount, currency: payment.currency as string, lines, discount };
}
