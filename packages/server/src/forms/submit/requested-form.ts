// The form that the URL of a request names, read once: for the rate limit, which counts each form apart, and for its route.

import type { FastifyRequest } from 'fastify';
import type { IdParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { type FormToSubmit, findFormToSubmit } from '../form/form.ts';
import { withItemOptions } from '../form/item-options.ts';
import type { WrongCodes } from '../payment/discounts.ts';
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

/** With the items that it sells. Throws form_not_found. */
export async function findRequestedForm(request: FastifyRequest): Promise<FormToSubmit> {
  const form = request.form ?? (await findFormToSubmit(request.ctx, (request.params as IdParams).id));
  if (!form) throw fail('form_not_found');
  return withItemOptions(request.ctx, form);
}

/** Who sends the request, to recognize spam and to limit guessing. */
export function senderOf({ ctx, ip, senderMemory }: FastifyRequest, page: Partial<Sender> = {}): Sender {
  const isTrusted = ctx.actor.kind !== 'visitor';
  return { ...senderMemory, address: ip, isTrusted, seconds: null, isTrapped: false, solution: undefined, ...page };
}
