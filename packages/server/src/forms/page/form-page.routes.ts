// The form page at /f/:id (ID or slug): show, submit, thank. Problems are pages here, too.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, Problem, problems } from '../../errors.ts';
import { controlOf } from '../../fields/field-kinds.ts';
import { removeBytes, type StagedFile } from '../../files/files.ts';
import { acceptFormBodies, readMultipart } from '../../http/form-bodies.ts';
import { keepReply } from '../../http/kept-responses.ts';
import { IdParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { startCheckout } from '../../payments/checkout/checkout.ts';
import { readSite } from '../../settings/site.ts';
import { fileRulesOf } from '../form-fields.ts';
import { countSubmissions, type Form } from '../forms.ts';
import { countedForm, findRequestedForm, keepRequestedForm } from '../requested-form.ts';
import { submitForm } from '../submissions.ts';
import { otherFaults, renderFormPage, renderMessagePage, textSetting, tokenName } from './form-page.ts';
import { pageTokens, readPageToken } from './page-token.ts';
import { sendProblemPage } from './problem-page.ts';
import { sendPage } from './send-page.ts';

const schema = { hide: true, params: IdParams };

/** Registered at the origin, outside the API. */
export async function formPageRoutes(app: App): Promise<void> {
  await app.register(async (anyScope) => {
    const scope = anyScope as unknown as App;
    await acceptFormBodies(scope);
    keepRequestedForm(scope);
    scope.setErrorHandler((error: FastifyError, request, reply) => sendProblemPage(request, reply, error));

    scope.get('/f/:id', { config: { access: 'public' }, schema }, async (request, reply) => {
      const form = await findPublicForm(request);
      const closed = await whyClosed(request, form);
      if (closed) return sendPage(reply, 200, renderMessagePage(form.name, closed, await readSite(request.ctx)), form);
      return openForm(request, reply, form);
    });

    scope.post(
      '/f/:id',
      {
        config: { access: 'public', rateLimit: 'submit', rateLimitSubject: countedForm, idempotency: 'none' },
        schema,
      },
      async (request, reply) => submitPage(request, reply, await findPublicForm(request)),
    );

    scope.get('/f/:id/thanks', { config: { access: 'public' }, schema }, async (request, reply) => {
      const form = await findPublicForm(request);
      const text = textSetting(form, 'thanks') ?? 'We have received your answers. You can close this page.';
      return sendPage(reply, 200, renderMessagePage('Thank you', text, await readSite(request.ctx)), form);
    });
  });
}

/** Throws form_not_found for forms that are not public. */
async function findPublicForm(request: FastifyRequest): Promise<Form> {
  const form = await findRequestedForm(request);
  if (!form.public) throw new Problem('form_not_found', {});
  return form;
}

async function whyClosed(request: FastifyRequest, form: Form): Promise<string | null> {
  if (!form.open) return textSetting(form, 'closed') ?? 'This form is closed.';
  if (form.maxSubmissions === null) return null;
  const count = (await countSubmissions(request.ctx, [form.id])).get(form.id) ?? 0;
  return count < form.maxSubmissions ? null : 'This form has reached its submission limit.';
}

const notSubmitted = 'Your answers have not been submitted yet.';

type Sent = { values: Record<string, unknown>; files: StagedFile[]; faults: Fault[] };

async function submitPage(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
  const { ctx } = request;
  const { values, files, faults } = await readSent(request, form);
  const trap = trapName(form);
  const { [tokenName]: tokenText, [trap]: trapped, ...answers } = values;
  const dropFiles = () =>
    removeBytes(
      ctx,
      files.map(({ id }) => id),
    );
  const again = async (notice: string | null, found: readonly Fault[] = [], token?: string): Promise<FastifyReply> => {
    await dropFiles();
    return sendForm(request, reply, form, { status: 422, values: answers, notice, faults: found, token });
  };

  const { operation, age } = await readPageToken(ctx, form.id, tokenText);
  if (age === 'old') return again('This page was open for a long time. Please check your answers.');
  if (operation === null) return again(notSubmitted);
  if (age === 'hasty') return again(notSubmitted, [], String(tokenText));
  if (typeof trapped === 'string' && trapped !== '') {
    return again('A hidden field was filled in, perhaps by your browser, and has been cleared.');
  }
  try {
    const input = { values: readControls(form, answers), isText: true, files, faults, operation, mayResume: true };
    const submitted = await submitForm(ctx, form, input);
    if (!submitted.isNew) await dropFiles();
    if (submitted.paymentId === null) return reply.redirect(form.successUrl ?? `/f/${form.slug}/thanks`, 303);
    return await goToPayment(request, reply, form, {
      paymentId: submitted.paymentId,
      answers,
      token: String(tokenText),
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [] } = error.details;
    if (error.code === 'invalid_body') return again(otherFaults(form, errors), errors, String(tokenText));
    await dropFiles();
    if (error.code !== 'form_closed' && error.code !== 'form_full') throw error;
    const page = renderMessagePage(form.name, `${problems[error.code][1]}.`, await readSite(ctx));
    return sendPage(reply, error.status, page, form);
  }
}

async function readSent(request: FastifyRequest, form: Form): Promise<Sent> {
  if (request.isMultipart()) return readMultipart(request, fileRulesOf(form.fields), { largeFiles: 'fault' });
  const { body } = request;
  return { values: { ...(body as Record<string, unknown> | null) }, files: [], faults: [] };
}

/** The submission is stored. Sending the same page again continues from here. */
async function goToPayment(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  { paymentId, answers, token }: { paymentId: string; answers: Record<string, unknown>; token: string },
): Promise<FastifyReply> {
  try {
    return reply.redirect((await startCheckout(request.ctx, paymentId)).url, 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'already_paid') return reply.redirect(form.successUrl ?? `/f/${form.slug}/thanks`, 303);
    request.log.warn({ err: error }, 'could not start a payment');
    const notice = 'Your answers have been saved, but the payment page is unavailable. Please try again in a moment.';
    return sendForm(request, reply, form, { status: 503, values: answers, notice, token });
  }
}

/** Converts what the controls of the page send. */
function readControls(form: Form, values: Record<string, unknown>): Record<string, unknown> {
  const converted = { ...values };
  for (const field of form.fields) {
    const value = values[field.name];
    const { read } = controlOf(field);
    if (read && typeof value === 'string') converted[field.name] = read(value);
  }
  return converted;
}

/** Sends the page as it is opened. Until something is committed, only its token changes. */
async function openForm(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
  const makeToken = await pageTokens(request.ctx, form.id);
  const token = makeToken();
  const brand = await readSite(request.ctx);
  const page = renderFormPage({ form, brand, values: null, faults: [], notice: null, token, trap: trapName(form) });
  const [before = '', after = ''] = page.markup.split(token);
  keepReply(reply, { makeBody: () => Buffer.from(`${before}${makeToken()}${after}`) });
  return sendPage(reply, 200, page, form, request.ctx.publicUrl());
}

async function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  page: {
    status: number;
    values: Record<string, unknown>;
    notice?: string | null;
    faults?: readonly Fault[];
    token?: string | undefined;
  },
): Promise<FastifyReply> {
  const { status, values, notice = null, faults = [] } = page;
  const token = page.token ?? (await pageTokens(request.ctx, form.id))();
  const brand = await readSite(request.ctx);
  const html = renderFormPage({ form, brand, values, faults, notice, token, trap: trapName(form) });
  return sendPage(reply, status, html, form, request.ctx.publicUrl());
}

/** A name that no field has and that programs like to fill in. */
function trapName(form: Form): string {
  const names = new Set(form.fields.map((field) => field.name));
  let name = 'website';
  while (names.has(name)) name += '2';
  return name;
}
