// The form that the URL of a request names, read once: for the rate limit, which counts each form apart, and for its route.

import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import type { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { type FormToSubmit, findFormToSubmit } from './forms.ts';
import type { Sender } from './spam/assess-submission.ts';
import type { RecentTexts } from './spam/recent.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The form in the URL, if it has been read for the rate limit. */
    form: FormToSubmit | null;
    /** What was submitted lately, to recognize spam. */
    readonly recent: RecentTexts;
  }
}

/** For the routes of a scope that submit forms. */
export function keepRequestedForm(scope: App, recent: RecentTexts): void {
  scope.decorateRequest('form', null);
  scope.decorateRequest('recent', { getter: () => recent });
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

/** Who sends the request, to recognize spam. */
export function senderOf({ ctx, ip, recent }: FastifyRequest, page: Partial<Sender> = {}): Sender {
  const isTrusted = ctx.actor.kind !== 'visitor';
  return { recent, address: ip, isTrusted, seconds: null, isTrapped: false, solution: undefined, ...page };
}
