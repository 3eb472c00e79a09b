// Submits a form: as JSON, url-encoded, or multipart with files.

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { requireScope } from '../context/access.ts';
import type { Context } from '../context/context.ts';
import { hasOrder } from '../fields/price-lines.ts';
import { removeBytes } from '../files/files.ts';
import { routesOf } from '../http/describe-route.ts';
import { acceptFormBodies, fingerprintOf, readMultipart } from '../http/form-bodies.ts';
import { beginIdempotent } from '../http/idempotency.ts';
import { IdOrSlugParams, unreadForm } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { fail, Problem } from '../lib/errors.ts';
import type { NumberMarks } from '../lib/typed-text.ts';
import { startCheckout } from '../payments/checkout.ts';
import { describePayment } from '../payments/payments.ts';
import { readSite } from '../settings/site.ts';
import { siteFormats } from '../settings/site-formats.ts';
import { takeSolution } from './altcha/solution.ts';
import { fileRulesOf } from './form-fields.ts';
import { SubmitResult } from './forms.schemas.ts';
import type { FormToSubmit } from './forms.ts';
import { requireOpen } from './opening.ts';
import { checkOrigin, shareWithSender } from './origins.ts';
import { isHtmlForm, sendProblemPage } from './page/problem-page.ts';
import { foreignPage, submitFromPage } from './page/submit-page.ts';
import { QuoteSchema } from './payment/discounts.schemas.ts';
import { quoteOrder } from './payment/quotes.ts';
import { countedForm, findRequestedForm, keepRequestedForm, type SenderMemory, senderOf } from './requested-form.ts';
import { type SubmitInput, type Submitted, submitForm } from './submissions.ts';
import { chooseLanguage, languageOfSubmission } from './translations/form-language.ts';
import { translateForm } from './translations/form-translations.ts';

const answers = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Answers by field name',
  examples: [{ name: 'Ada', email: 'ada@example.com', message: 'Hello' }],
});

const bodySchema = {
  content: {
    'application/json': { schema: answers },
    'application/x-www-form-urlencoded': { schema: answers },
    'multipart/form-data': unreadForm,
  },
};

const describe = routesOf('Submissions');

export async function submitRoutes(scope: App, memory: SenderMemory): Promise<void> {
  await acceptFormBodies(scope);
  keepRequestedForm(scope, memory);
  scope.post(
    '/forms/:id/submit',
    {
      ...describe('rule', 'submitForm', 'Submit a form', {
        description:
          'A browser that submits an HTML form (`Accept` prefers `text/html`) is redirected; if answers are invalid, it shows the form with them and what to correct. All others get JSON.',
        params: IdOrSlugParams,
        body: bodySchema,
        multipart: {
          ...answers,
          description:
            'Answers and files by field name. A part of the type `application/json` is read as JSON, whatever its file name, unless the field is one for files',
        },
        200: SubmitResult,
        303: {
          description:
            'For HTML forms: redirects to the payment, to the success page of the form, or to a page that says thank you',
          type: 'null',
        },
        problems: [502],
        config: { rateLimit: 'submit', rateLimitSubject: countedForm, problemPages: true, audit: 'never' },
      }),
      /** A visitor whose form is on another site sees a page; programs get the problem. */
      errorHandler: (error, request, reply) => {
        if (!isHtmlForm(request)) throw error;
        return sendProblemPage(request, reply, error);
      },
    },
    async (request, reply) => {
      const form = await findFormToUse(request, reply);
      if (form.public && isHtmlForm(request)) return submitFromPage(request, reply, form, foreignPage) as never;
      if (request.isMultipart()) return submitMultipart(request, reply, form);
      return answer(request.ctx, form, await submitForm(request.ctx, form, await plainInput(request, form)));
    },
  );

  scope.post(
    '/forms/:id/quote',
    describe('rule', 'quoteForm', 'Get what an order would cost; open to visitors of a public form', {
      description:
        'Accepts the answers of a submission, of which only that to the payment field counts. Nothing is stored or held. After ten discount codes that do not exist, further ones are not looked up for ten minutes.',
      params: IdOrSlugParams,
      body: {
        content: { 'application/json': { schema: answers }, 'application/x-www-form-urlencoded': { schema: answers } },
      },
      200: QuoteSchema,
      problems: [409],
      config: { rateLimit: 'quote', rateLimitSubject: countedForm, idempotency: 'none', audit: 'never' },
    }),
    async (request, reply) => {
      const form = await findFormToUse(request, reply);
      const language = languageOfSubmission(request.headers, form);
      return quoteOrder(
        request.ctx,
        language ? translateForm(form, language) : form,
        await plainValues(request, form),
        senderOf(request),
      );
    },
  );
}

/** The form, if the sender may submit it. Throws form_not_found, origin_not_allowed, unauthorized, forbidden. */
async function findFormToUse(request: FastifyRequest, reply: FastifyReply): Promise<FormToSubmit> {
  const form = await findRequestedForm(request);
  checkOrigin(request, form);
  shareWithSender(request, reply, form);
  if (!form.public) requireScope(request.ctx, 'forms:write', form.id);
  return form;
}

/** How the form writes numbers for who sends it. */
async function marksFor({ ctx, headers }: FastifyRequest, form: FormToSubmit): Promise<NumberMarks> {
  const site = await readSite(ctx);
  return siteFormats(site, chooseLanguage({ query: {}, headers }, form, site).code).marks;
}

/** A body without files. Throws unsupported_media_type. */
async function plainValues(
  request: FastifyRequest,
  form: FormToSubmit,
): Promise<Pick<SubmitInput, 'values' | 'marks'>> {
  const { body } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw fail(
      'unsupported_media_type',
      'Send application/json, application/x-www-form-urlencoded or multipart/form-data',
    );
  }
  const marks = isUrlEncoded(request) ? await marksFor(request, form) : null;
  return { values: (body ?? {}) as Record<string, unknown>, marks };
}

async function plainInput(request: FastifyRequest, form: FormToSubmit): Promise<SubmitInput> {
  const { values: sent, marks } = await plainValues(request, form);
  const { values, solution } = takeSolution(form, sent);
  return {
    ...{ values, marks },
    files: [],
    faults: [],
    sender: senderOf(request, { solution }),
    language: languageOfSubmission(request.headers, form),
    ...operationOf(request),
  };
}

/** Removes every uploaded file that is not attached to a stored submission. */
async function submitMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormToSubmit,
): Promise<SubmitResult> {
  const { ctx } = request;
  // Reject before the upload. With an idempotency key, the first response may have to be repeated instead.
  if (request.headers['idempotency-key'] === undefined) requireOpen(form, ctx.now());
  const { values: given, files, faults } = await readMultipart(request, fileRulesOf(form.fields));
  const dropFiles = (): Promise<void> =>
    removeBytes(
      ctx,
      files.map(({ id }) => id),
    );
  let submitted: Submitted;
  try {
    await beginIdempotent(request, reply, fingerprintOf({ values: given, files, faults }));
    if (reply.sent) {
      await dropFiles();
      return reply as never;
    }
    const language = languageOfSubmission(request.headers, form);
    const { values, solution } = takeSolution(form, given);
    const marks = await marksFor(request, form);
    const sent = { values, marks, files, faults, language, sender: senderOf(request, { solution }) };
    submitted = await submitForm(ctx, form, { ...sent, ...operationOf(request) });
  } catch (error) {
    // After any other error the commit may have happened, so leave the files to the sweep.
    if (error instanceof Problem) await dropFiles();
    throw error;
  }
  if (!submitted.isNew) await dropFiles();
  return answer(ctx, form, submitted);
}

async function answer(ctx: Context, form: Pick<FormToSubmit, 'fields'>, submitted: Submitted): Promise<SubmitResult> {
  const { submissionId, paymentId, isSpam } = submitted;
  const paymentUrl = paymentId === null || isSpam ? null : await findPaymentUrl(ctx, submitted, paymentId);
  const payment =
    paymentId !== null && !isSpam && form.fields.some(hasOrder) ? await describeBought(ctx, paymentId) : null;
  return {
    ...{ submissionId, status: 'ok' },
    ...(paymentUrl === null ? {} : { paymentUrl }),
    ...(payment && { payment }),
  };
}

async function describeBought(ctx: Context, paymentId: string): Promise<SubmitResult['payment'] | null> {
  const { id, amount, currency, lines, discount = null } = (await describePayment(ctx, paymentId)) ?? {};
  return id === undefined || !lines ? null : { id, amount: amount ?? 0, currency: currency ?? '', lines, discount };
}

/**
 * Returns the URL of the checkout. The submission is already stored, so every problem includes its ID, and none is a 4xx,
 * which would mean that nothing was done, except that what an expired checkout held may be sold since. A retry with the same idempotency key continues here.
 */
async function findPaymentUrl(
  ctx: Context,
  { submissionId, opened }: Submitted,
  paymentId: string,
): Promise<string | null> {
  try {
    return (await startCheckout(ctx, paymentId, opened)).url;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'already_paid') return null;
    const { details } = error;
    const code = error.status >= 500 || error.code === 'sold_out' ? error.code : 'processor_error';
    throw fail(code, { ...details, detail: error.message, extra: { ...details.extra, submissionId } }, error);
  }
}

function isUrlEncoded(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}

function operationOf(request: FastifyRequest): { operation: string; mayResume: boolean } {
  return { operation: request.operation, mayResume: request.idempotencyId !== null };
}
