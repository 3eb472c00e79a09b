// The form page at /f/:id (ID or slug): show, submit, thank. Problems are pages here, too.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptFormBodies } from '../../http/form-bodies.ts';
import { keepReply } from '../../http/kept-responses.ts';
import { IdParams } from '../../http/schemas.ts';
import { sendFile } from '../../http/static-files.ts';
import type { App } from '../../http/typed-app.ts';
import type { LanguageCode } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { Problem } from '../../lib/errors.ts';
import { addedTaxes } from '../../payments/payment-lines.ts';
import { readInput } from '../answers/answers.ts';
import { picturesOf } from '../form/choice-pictures.ts';
import type { FormToSubmit } from '../form/form.ts';
import { chooseLanguage } from '../form/form-language.ts';
import { countSubmissions } from '../form/forms.ts';
import { closedText, hasTimes } from '../form/opening.ts';
import { checkOrigin } from '../form/origins.ts';
import { pageTokens, readPageToken, tokenName } from '../form/page-token.ts';
import { billingOfOrder } from '../payment/buyer.ts';
import { orderMessage } from '../payment/order-texts.ts';
import { stockLeft } from '../payment/stock.ts';
import { altchaOf, parseSpamRules } from '../spam/spam-settings.ts';
import { quoteOrder } from '../submit/quotes.ts';
import {
  countedForm,
  findRequestedForm,
  keepRequestedForm,
  type SenderMemory,
  senderOf,
} from '../submit/requested-form.ts';
import { findSaved } from '../submit/saved-answers.ts';
import { messagesOf } from './form-faults.ts';
import { renderFormPage, renderMessagePage } from './form-page.ts';
import { type BrandedFrame, readFrame, readPrefill, withBrand } from './frame.ts';
import { findStored } from './kept-files.ts';
import { offeredDays } from './later-page.ts';
import { reachOf, sendPage, sendProblemPage } from './send-page.ts';
import { pricesWithTotal } from './sent-again.ts';
import { stepsToShow } from './steps.ts';
import { ownPage, pathOf, sendForm, submitFromPage, trapName } from './submit-page.ts';
import { sendThanks } from './thanks-page.ts';
import { readVisit } from './visit.ts';

const schema = { hide: true, params: IdParams };
const laterSchema = {
  hide: true,
  params: Type.Object({ ...IdParams.properties, key: Type.String({ maxLength: 200 }) }),
};

/** Registered at the origin, outside the API. */
export async function formPageRoutes(app: App, memory: SenderMemory): Promise<void> {
  await app.register(async (anyScope) => {
    const scope = anyScope as unknown as App;
    await acceptFormBodies(scope);
    keepRequestedForm(scope, memory);
    scope.setErrorHandler((error: FastifyError, request, reply) => sendProblemPage(request, reply, error));

    scope.get('/f/:id', { config: { access: 'public' }, schema }, async (request, reply) =>
      showForm(request, reply, await findPublicForm(request)),
    );

    scope.post(
      '/f/:id',
      {
        config: { access: 'public', rateLimit: 'submit', rateLimitSubject: countedForm, idempotency: 'none' },
        schema,
      },
      async (request, reply) => {
        const form = await findPublicForm(request);
        // Another page can copy the token of this one.
        checkOrigin(request, form);
        // Programs and pages of other sites can submit to it all the same.
        if (form.fields.length === 0) return showForm(request, reply, form);
        return submitFromPage(request, reply, form, ownPage);
      },
    );

    scope.get('/f/:id/later/:key', { config: { access: 'public' }, schema: laterSchema }, async (request, reply) =>
      goOn(request, reply, await findPublicForm(request)),
    );

    scope.post(
      '/f/:id/quote',
      {
        config: { access: 'public', rateLimit: 'quote', rateLimitSubject: countedForm, idempotency: 'none' },
        schema,
      },
      async (request) => {
        const form = await findPublicForm(request);
        checkOrigin(request, form);
        return quoteForPage(request, form);
      },
    );

    scope.post(
      '/f/:id/begun',
      {
        config: { access: 'public', rateLimit: 'quote', rateLimitSubject: countedForm, idempotency: 'none' },
        schema,
      },
      async (request, reply) => {
        const form = await findPublicForm(request);
        checkOrigin(request, form);
        await countBegun(request, form);
        return reply.status(204).send();
      },
    );

    scope.get('/f/:id/thanks', { config: { access: 'public' }, schema }, async (request, reply) =>
      sendThanks(request, reply, await findPublicForm(request)),
    );
  });
}

/** A visitor has begun to answer (forms/page/visit.ts). */
async function countBegun(request: FastifyRequest, form: FormToSubmit): Promise<void> {
  const { ctx, body, senderMemory } = request;
  const { [tokenName]: token } = Object(body) as Record<string, unknown>;
  const { operation, seconds } = await readPageToken(ctx, form, token);
  if (operation === null) return;
  const { brand } = await withBrand(request, readFrame(request, form), form);
  const openedAt = new Date(ctx.now().getTime() - seconds * 1000);
  const visit = readVisit(form, '', { openedAt, timeZone: brand.timeZone });
  if (visit) senderMemory.steps.reach(visit, 0);
}

/** What an order costs, as texts for the script of the page (fields/order-script.ts); or what is wrong with it. */
async function quoteForPage(request: FastifyRequest, form: FormToSubmit) {
  const frame = await withBrand(request, readFrame(request, form), form);
  const input = { values: { ...(request.body as Record<string, unknown> | null) }, marks: frame.formats.marks };
  try {
    const quote = await quoteOrder(request.ctx, frame.form, input, senderOf(request));
    const { amount, currency, discount } = quote;
    const { order } = frame.language.texts;
    const money = (amount: number): string => frame.formats.money(amount, currency);
    const label = fillIn(order.discount, { code: discount?.code ?? '' });
    return {
      total: money(amount),
      prices: pricesWithTotal(form.fields, amount),
      ...(discount && { discount: { label, amount: money(-discount.amount) } }),
      taxes: addedTaxes(quote).map(({ percent, tax }) => ({
        ...{ label: fillIn(order.tax, { percent: frame.formats.percent(percent) }), amount: money(tax) },
      })),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fault = error.details.errors?.[0];
    if (!fault) throw error;
    const field = fault.pointer.split('/')[1] ?? '';
    if (field === billingOfOrder(form.fields)) return { buyerFault: messagesOf(frame.form, [fault], frame).get(field) };
    return { fault: orderMessage(fault, frame), isCode: fault.code === 'invalid_code' };
  }
}

/** Throws form_not_found for forms that are not public. */
async function findPublicForm(request: FastifyRequest): Promise<FormToSubmit> {
  const form = await findRequestedForm(request);
  if (!form.public) throw new Problem('form_not_found', {});
  return form;
}

async function whyClosed(request: FastifyRequest, frame: BrandedFrame): Promise<string | null> {
  const { form } = frame;
  const { full, noQuestions } = frame.language.texts.notices;
  const closed = closedText(form, request.ctx.now(), frame);
  if (closed !== null) return closed;
  if (form.fields.length === 0) return noQuestions;
  if (form.maxSubmissions === null) return null;
  const count = (await countSubmissions(request.ctx, [form.id])).get(form.id) ?? 0;
  return count < form.maxSubmissions ? null : full;
}

/** Sends the page with the answers that a visitor has saved. */
async function goOn(request: FastifyRequest, reply: FastifyReply, form: FormToSubmit): Promise<FastifyReply> {
  const { ctx, params } = request;
  const frame = await withBrand(request, readFrame(request, form), form);
  const show = (status: number, text: string, next: { url: string; text: string } | null = null) =>
    sendPage(reply, status, renderMessagePage(frame.form.name, text, frame, { next }), reachOf(request, frame, form));
  const saved = await findSaved(ctx, form.id, (params as { key: string }).key);
  const { over, startAgain, goOn: hint } = frame.language.texts.later;
  if (!saved) return show(410, over, { url: `${pathOf(request)}${frame.query}`, text: startAgain });
  const closed = await whyClosed(request, frame);
  if (closed) return show(200, closed);
  const { operation, values, step, reached } = saved;
  const { files: kept, gone: lost } = await findStored(ctx, saved.files);
  const token = (await pageTokens(ctx, form.id))(operation);
  const page = { values, step, reached, kept, lost, token, hint, isForeign: false };
  return sendForm(request, reply, form, frame, { ...page, status: 200 });
}

/** Sends the page as it is opened, or why there is nothing to fill in. */
async function showForm(request: FastifyRequest, reply: FastifyReply, form: FormToSubmit): Promise<FastifyReply> {
  const frame = await withBrand(request, readFrame(request, form), form);
  const closed = await whyClosed(request, frame);
  if (closed)
    return sendPage(reply, 200, renderMessagePage(frame.form.name, closed, frame), reachOf(request, frame, form));
  return openForm(request, reply, form, frame);
}

/** Sends the page as it is opened. Until something is committed, only its token changes. */
async function openForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormToSubmit,
  frame: BrandedFrame,
): Promise<FastifyReply> {
  const makeToken = await pageTokens(request.ctx, form.id);
  const token = makeToken();
  const prefill = readPrefill(request, form, frame.formats.marks);
  const { answers } = readInput(form.fields, { values: prefill, marks: frame.formats.marks, files: [] });
  const page = renderFormPage({
    form: frame.form,
    frame,
    path: pathOf(request),
    prefill,
    steps: stepsToShow(frame.form.fields, answers, 0),
    values: null,
    answers,
    left: await stockLeft(request.ctx, form),
    pictures: await picturesOf(request.ctx, form),
    faults: [],
    notice: null,
    token,
    trap: trapName(form),
    savesForLater: offeredDays(request.ctx, form) !== null,
    altcha: altchaOf(form, parseSpamRules(form.siteSpam).settings),
  });
  // Pages with answers in their URLs are hardly opened twice, and time may close the form.
  if (!request.url.includes('?') && !hasTimes(form)) {
    const languageOf = (accepted: string | undefined): LanguageCode =>
      chooseLanguage({ query: {}, headers: { 'accept-language': accepted } }, form, frame.brand).code;
    const [before, after] = page.markup.split(token).map((part) => Buffer.from(part)) as [Buffer, Buffer];
    keepReply(reply, {
      makeBody: () => Buffer.concat([before, Buffer.from(makeToken()), after]),
      ...(frame.isNegotiated && { languageOf }),
    });
  }
  return sendPage(reply, 200, page, reachOf(request, frame, form));
}

/** The library that draws signatures on the page of a form: nothing is loaded from other hosts. */
export function signatureFileRoutes(app: App): void {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('signature_pad')));
  const file = { folder, name: 'signature_pad.min.js', cacheControl: 'public, max-age=86400' };
  app.get('/signature/pad.js', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) =>
    sendFile(request, reply, file),
  );
}
