// The form that the URL of a request names, read once: for the rate limit, which counts each form apart, and for its route.

import type { FastifyRequest } from 'fastify';
import type { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { type Form, findForm, findKnownForm } from './forms.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The form in the URL, if it has been read for the rate limit. */
    form: Form | null;
  }
}

/** For the routes of a scope. */
export function keepRequestedForm(scope: App): void {
  scope.decorateRequest('form', null);
}

/** What the rate limit counts apart: a form, by ID or slug. */
export async function countedForm(request: FastifyRequest): Promise<string> {
  const { id } = request.params as IdParams;
  request.form = await findKnownForm(request.ctx, id);
  return request.form?.id ?? id;
}

/** Throws form_not_found. */
export async function findRequestedForm(request: FastifyRequest): Promise<Form> {
  return request.form ?? findForm(request.ctx, (request.params as IdParams).id);
}
