// Submits a form: as JSON, url-encoded, or multipart with files.

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { requireScope } from '../context/access.ts';
import type { Context } from '../context/context.ts';
import { hasOrder } from '../fields/price-lines.ts';
import { routesOf } from '../http/describe-route.ts';
import { acceptFormBodies } from '../http/form-bodies.ts';
import { Id, IdOrSlugParams, nullable, unreadForm } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import type { NumberMarks } from '../lib/typed-text.ts';
import { PaymentDiscount, PaymentLine, taxMembers } from '../payments/payment-lines.ts';
import { describePayment } from '../payments/payments.ts';
import { readSite } from '../settings/site.ts';
import { siteFormats } from '../settings/site-formats.ts';
import { takeSolution } from './altcha/altcha.ts';
import type { FormToSubmit } from './form/form.ts';
import { chooseLanguage, languageOfSubmission } from './form/form-language.ts';
import { translateForm } from './form/form-translations.ts';
import { requireOpen } from './form/opening.ts';
import { checkOrigin, shareWithSender } from './form/origins.ts';
import { isHtmlForm, sendProblemPage } from './page/send-page.ts';
import { foreignPage, submitFromPage } from './page/submit-page.ts';
import { QuoteSchema } from './payment/discounts.schemas.ts';
import { quoteOrder } from './submit/quotes.ts';
import {
  countedForm,
  findRequestedForm,
  keepRequestedForm,
  type SenderMemory,
  senderOf,
} from './submit/requested-form.ts';
import { plainValues, receiveBody, type Taken, takeSubmission } from './submit/take-submission.ts';

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

const SubmitResult = Type.Object(
  {
    submissionId: Id,
    status: Type.Literal('ok', { description: 'It was stored' }),
    paymentUrl: Type.Optional(
      Type.String({
        description:
          'Present if the form has a payment field that is visible with these answers: redirect the user to it',
      }),
    ),
    payment: Type.Optional(
      Type.Object(
        {
          id: { ...Id, description: 'ID of the payment' },
          amount: Type.Integer({ description: 'The total in the smallest unit of the currency' }),
          currency: Type.String({ description: 'ISO 4217, lowercase' }),
          lines: Type.Array(PaymentLine, { description: 'What is bought' }),
          discount: nullable(PaymentDiscount),
          ...taxMembers,
        },
        { description: 'What is bought; absent if the form has a fixed price, or none' },
      ),
    ),
  },
  { title: 'SubmitResult', description: 'A stored submission' },
);
type SubmitResult = Static<typeof SubmitResult>;

const describe = routesOf('Submissions');

export async function submitRoutes(scope: App, memory: SenderMemory): Promise<void> {
  await acceptFormBodies(scope);
  keepRequestedForm(scope, memory);
  scope.post(
    '/forms/:id/submit',
    {
      ...describe('rule', 'createSubmission', 'Submit a form', {
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
      const { ctx } = request;
      // Reject before the upload. With an idempotency key, the first response may have to be repeated instead.
      if (request.isMultipart() && request.headers['idempotency-key'] === undefined) requireOpen(form, ctx.now());
      const body = await receiveBody(request, reply, form, { isKeyed: true });
      if (!body) return reply as never;
      const { values, solution } = takeSolution(form, body.values);
      const { files, faults } = body;
      const taken = await takeSubmission(ctx, form, {
        ...{ values, marks: await marksFor(request, form), files, uploaded: files, faults },
        ...{ operation: request.operation, mayResume: request.idempotencyId !== null },
        sender: senderOf(request, { solution }),
        language: languageOfSubmission(request.headers, form),
      });
      return answer(ctx, form, taken);
    },
  );

  scope.post(
    '/forms/:id/quote',
    describe('rule', 'createQuote', 'Get what an order would cost; open to visitors of a public form', {
      description:
        'Accepts the answers of a submission, of which only those to the payment field and, for the tax, to the billing details count. Nothing is stored or held. After ten discount codes that do not exist, further ones are not looked up for ten minutes.',
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
        { values: plainValues(request), marks: await marksFor(request, form) },
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

/** How texts write numbers for who sends them; null for JSON. */
async function marksFor({ ctx, headers }: FastifyRequest, form: FormToSubmit): Promise<NumberMarks | null> {
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers['content-type'] ?? '')) return null;
  const site = await readSite(ctx);
  return siteFormats(site, chooseLanguage({ query: {}, headers }, form, site).code).marks;
}

/**
 * The submission is stored, so every problem with its payment includes its ID, and none is a 4xx, which would mean that
 * nothing was done, except that what an expired checkout held may be sold since. A retry with the same idempotency key
 * continues here.
 */
async function answer(ctx: Context, form: FormToSubmit, taken: Taken): Promise<SubmitResult> {
  const { submissionId, paymentId, isSpam, checkout } = taken;
  if (checkout && 'problem' in checkout) {
    const { status, code, message: detail, details } = checkout.problem;
    const reported = status >= 500 || code === 'sold_out' ? code : 'processor_error';
    throw fail(reported, { ...details, detail, extra: { ...details.extra, submissionId } }, checkout.problem);
  }
  const payment =
    paymentId !== null && !isSpam && form.fields.some(hasOrder) ? await describeBought(ctx, paymentId) : null;
  return {
    ...{ submissionId, status: 'ok' },
    ...(checkout && { paymentUrl: checkout.url }),
    ...(payment && { payment }),
  };
}

async function describeBought(ctx: Context, paymentId: string): Promise<SubmitResult['payment'] | null> {
  const payment = await describePayment(ctx, paymentId);
  if (!payment?.lines) return null;
  const { id, amount, currency, lines, discount = null, pricesIncludeTax, taxes, taxedAs } = payment;
  return { id, amount, currency, lines, discount, ...(taxes && { pricesIncludeTax, taxes, taxedAs }) };
}
