// Submits a form from a page, and answers with pages: the form page itself, or a page of another site whose HTML form
// sends its answers to the API. Faults are shown on the form page, with the answers.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldDeclaration } from '../../fields/field.ts';
import type { StagedFile } from '../../files/files.ts';
import type { IdParams } from '../../http/schemas.ts';
import { fillIn, type Texts } from '../../languages/language-texts.ts';
import { type Fault, fail, Problem } from '../../lib/errors.ts';
import { asciiUrl } from '../../lib/web-url.ts';
import { challengeNotice, takeSolution } from '../altcha/altcha.ts';
import { readInput, sortValues } from '../answers/answers.ts';
import { picturesOf } from '../form/choice-pictures.ts';
import { type Form, type FormToSubmit, successUrlOf } from '../form/form.ts';
import { withoutDefaults, withoutOwnDefaults, withoutSentDefaults } from '../form/form-fields.ts';
import { closedText, openingOf } from '../form/opening.ts';
import { operationIn, pageTokens, readPageToken } from '../form/page-token.ts';
import { stockLeft } from '../payment/stock.ts';
import { altchaOf, parseSpamRules } from '../spam/spam-settings.ts';
import { senderOf } from '../submit/requested-form.ts';
import type { Visit } from '../submit/step-counts.ts';
import { takeSubmission } from '../submit/take-submission.ts';
import { thanksQuery } from './find-submitted.ts';
import { otherFaults } from './form-faults.ts';
import { renderFormPage, renderMessagePage } from './form-page.ts';
import { type BrandedFrame, readFrame, urlsAfterPayment, withBrand } from './frame.ts';
import { signFiles } from './kept-files.ts';
import { type AddressPage, goOnLater, offeredDays } from './later-page.ts';
import { changeRows, readSent } from './read-sent.ts';
import { backLink, reachOf, sendPage } from './send-page.ts';
import { goneFault, operationWith, pageFaults, pricesAgain } from './sent-again.ts';
import { firstWrongStep, moveOn, stepOfPrice, stepsToShow } from './steps.ts';
import { readVisit, writeReached } from './visit.ts';

/** What a page adds to the answers, and how its submission is known when it is sent again. */
type Begun = {
  /** The seed of the submission's IDs, and whether an earlier request may have stored it. */
  operation: string;
  mayResume: boolean;
  /** The token of the page if it is shown again. */
  token: string;
  /** Since the page was opened; null for pages of others. */
  seconds: number | null;
};
type Notice = keyof Texts['notices'];
type PageKind = {
  /** The name of the field that only programs fill in; null if the form has a field of this name. */
  trapOf(form: Form): string | null;
  /** Or the notice that is shown instead of submitting, because the token is invalid. */
  begin(request: FastifyRequest, form: FormToSubmit, token: unknown): Promise<Begun | { notice: Notice }>;
  isForeign: boolean;
};

/** The page at /f/:id. */
export const ownPage: PageKind = {
  trapOf: trapName,
  isForeign: false,
  async begin({ ctx }, form, text) {
    const { operation, isOld, seconds } = await readPageToken(ctx, form, text);
    if (isOld) return { notice: 'oldPage' };
    if (operation === null) return { notice: 'notSubmitted' };
    return { operation, mayResume: true, token: String(text), seconds };
  },
};

/** A page of another site: it has no token, and its hidden field has a name that people would not choose. */
export const foreignPage: PageKind = {
  trapOf: (form) => (form.fields.some(({ name }) => name === foreignTrap) ? null : foreignTrap),
  isForeign: true,
  async begin({ ctx, operation, idempotencyId }, form) {
    const token = (await pageTokens(ctx, form.id))(operation);
    return { operation, mayResume: idempotencyId !== null, token, seconds: null };
  },
};
const foreignTrap = '_gotcha';

/** A name that no field has and that programs like to fill in. */
export function trapName(form: Form): string {
  const names = new Set(form.fields.map((field) => field.name));
  let name = 'website';
  while (names.has(name)) name += '2';
  return name;
}

/** What the URL calls the form: its ID or slug. */
function nameOf({ params }: FastifyRequest): string {
  return (params as IdParams).id;
}

/** The path of the form page. */
export function pathOf(request: FastifyRequest): string {
  return `/f/${encodeURIComponent(nameOf(request))}`;
}

/** Stores the answers and leads on to the payment or the thanks. With faults, shows them on the form page. */
export async function submitFromPage(
  request: FastifyRequest,
  reply: FastifyReply,
  declared: FormToSubmit,
  kind: PageKind,
): Promise<FastifyReply> {
  const { ctx } = request;
  // Before the upload. With an idempotency key, the first response may have to be repeated instead.
  const shown = kind.isForeign ? declared : { ...declared, fields: withoutOwnDefaults(declared.fields) };
  const frame = await withBrand(request, readFrame(request, shown), shown);
  const { notices } = frame.language.texts;
  const isOpen = openingOf(declared, ctx.now()).state === 'open';
  if (!isOpen && request.headers['idempotency-key'] === undefined) return sendClosed(request, reply, declared, frame);
  const sent = await readSent(request, reply, declared, !kind.isForeign);
  if (!sent) return reply;
  // Our page began with the defaults: what it does not send was emptied.
  const fields = kind.isForeign ? withoutSentDefaults(declared.fields, sent.values) : withoutDefaults(declared.fields);
  const form = { ...declared, fields };
  const { uploaded, files, faults, move, rowChange } = sent;
  const trap = kind.trapOf(form);
  const { solution, values: answers } = takeSolution(form, sent.values);
  const { [trap ?? '']: hiddenField, ...values } = answers;
  // A page of another site may have sent an answer of the same name, which our page keeps after its hidden field.
  const [trapped, ...sameName] = [hiddenField].flat();
  if (trap !== null && sameName.length > 0) values[trap] = sameName.length === 1 ? sameName[0] : sameName;
  let visit: Visit | null = null;
  const again = (page: Partial<AgainPage>): Promise<FastifyReply> =>
    sendForm(request, reply, form, frame, {
      ...{ status: 422, values, isForeign: kind.isForeign, step: move?.from ?? 0, lost: sent.attached, ...page },
      prices: pricesAgain(form.fields, sent.prices, page.faults ?? []),
      ...(visit && { reached: writeReached(visit) }),
    });

  const begun = await kind.begin(request, form, sent.tokenText);
  const isTrapped = typeof trapped === 'string' && trapped !== '';
  const counts = request.senderMemory.steps;
  // Programs, and pages that are not ours, are not counted.
  if (move && 'operation' in begun && !isTrapped) {
    const openedAt = new Date(ctx.now().getTime() - (begun.seconds ?? 0) * 1000);
    visit = readVisit(form, sent.reached, { openedAt, timeZone: frame.brand.timeZone });
    visit &&= counts.reach(visit, move.from);
  }
  const input = { values, marks: frame.formats.marks, files, faults };
  if (sent.gone.length > 0) {
    const faults = sent.gone.map(({ fieldName }) => ({ pointer: `/${fieldName}`, ...goneFault }));
    const page = { step: firstWrongStep(form, faults) ?? 0, faults, kept: files, lost: sent.gone };
    return again({ ...page, ...('token' in begun && { token: begun.token }) });
  }
  if (rowChange) {
    const { rowRemoved } = frame.language.texts.page;
    const { group, removed } = rowChange;
    const page = {
      values: changeRows(values, rowChange),
      ...(removed === null ? { newRowOf: group } : { hint: fillIn(rowRemoved, { number: removed + 1 }) }),
      ...('token' in begun && { token: begun.token }),
    };
    return again({ ...page, status: 200, kept: files, trapped: isTrapped ? trapped : '' });
  }
  const days = offeredDays(ctx, form);
  if (sent.later) {
    const token = 'operation' in begun ? begun.token : (await pageTokens(ctx, form.id))();
    const step = move?.from ?? 0;
    // The form no longer offers it.
    if (days === null) return again({ status: 200, step, kept: files, token });
    const later = await goOnLater(ctx, form, frame, {
      ...{ ...sent.later, days, operation: operationIn(token), isTrapped },
      answers: { values, files, step, reached: visit ? writeReached(visit) : '' },
    });
    return again({ ...later, step, kept: files, token, trapped: isTrapped ? trapped : '' });
  }
  const moved = move && (await moveOn(form, input, move, frame.language.code));
  if (moved) {
    const { to, faults, isAllAnswered } = moved;
    visit &&= counts.reach(visit, to);
    const page = { step: to, faults, kept: files, trapped: isTrapped ? trapped : '' };
    const hint = isAllAnswered ? frame.language.texts.page.allAnswered : null;
    const status = faults.length > 0 ? 422 : 200;
    return again({ ...page, hint, status, ...('token' in begun && { token: begun.token }) });
  }
  if ('notice' in begun) return again({ notice: notices[begun.notice], kept: files });
  const { operation, mayResume, token, seconds } = begun;
  try {
    const page = { ...{ fields: form.fields, operation, files }, ...{ attached: sent.attached, prices: sent.prices } };
    const taken = await takeSubmission(ctx, form, {
      ...{ ...input, uploaded, operation, mayResume },
      page: {
        operationWith: (answers) => operationWith(answers, page),
        faults: (answers, order) => pageFaults(answers, order, page),
      },
      begun: { visit, counts, mayBeSaved: days !== null },
      sender: senderOf(request, { seconds, isTrapped, solution }),
      language: frame.language.code,
      returnTo: (submissionId) => urlsAfterPayment(form, frame.embedding, nameOf(request), submissionId),
    });
    const { paymentId, submissionId, isSpam, checkout } = taken;
    if (checkout && 'problem' in checkout) {
      // What an expired checkout held was sold since. The files belong to the submission that has it.
      if (checkout.problem.code === 'sold_out')
        return await again({ notice: notices.soldOut, lost: files, step: stepOfPrice(form) });
      request.log.warn({ err: checkout.problem }, 'could not start a payment');
      // The submission is stored. Sending the page that is shown now continues from here.
      return await again({ status: 503, notice: notices.paymentUnavailable, token });
    }
    if (checkout && frame.embedding)
      return sendPayment(request, reply, form, frame, { submissionId, url: checkout.url });
    if (checkout) return reply.redirect(checkout.url, 303);
    // People who were taken for a program learn how they will pay.
    const later = paymentId !== null && isSpam ? 'payment=later' : '';
    const next = frame.embedding || later ? null : successUrlOf(form, submissionId);
    if (next) return reply.redirect(asciiUrl(next), 303);
    const own = frame.embedding ? pathOf(request) : `/f/${encodeURIComponent(form.slug)}`;
    const origin = kind.isForeign && !frame.embedding ? (ctx.publicUrl() ?? '') : '';
    const query = [frame.query.slice(1), await thanksQuery(ctx, form, submissionId), later].filter(Boolean);
    return reply.redirect(`${origin}${own}/thanks?${query.join('&')}`, 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [] } = error.details;
    if (error.code === 'invalid_body') {
      const step = firstWrongStep(form, errors) ?? move?.from ?? 0;
      return again({ notice: otherFaults(form, errors, frame.language), faults: errors, token, kept: files, step });
    }
    if (error.code === 'challenge_failed')
      return again({ notice: challengeNotice(error, notices), token, kept: files });
    if (error.code !== 'form_closed' && error.code !== 'form_full') throw error;
    return sendClosed(request, reply, form, frame, error);
  }
}

type AgainPage = {
  status: number;
  values: Record<string, unknown>;
  /** The position of the step to show. */
  step: number;
  /** Files that were sent: those that the page keeps, and those that must be chosen again. */
  kept: readonly StagedFile[];
  lost: readonly StagedFile[];
  isForeign: boolean;
  notice: string | null;
  /** A message that is no fault. */
  hint: string | null;
  /** Shown in place of the fields. */
  addressPage: AddressPage;
  /** The repeated group that gets another row. */
  newRowOf: string;
  /** Which steps were reached. */
  reached: string;
  /** What is in the field that only programs fill in. */
  trapped: string;
  faults: readonly Fault[];
  /** What it carries of the prices that it shows. */
  prices: string | null;
  token: string;
};

/** The form page with the answers, and what is wrong with them. */
export async function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormToSubmit,
  frame: BrandedFrame,
  {
    status,
    values,
    step,
    kept = [],
    lost = [],
    isForeign,
    notice = null,
    hint = null,
    newRowOf,
    addressPage,
    faults = [],
    ...page
  }: Partial<AgainPage> & Pick<AgainPage, 'status' | 'values' | 'step' | 'isForeign'>,
): Promise<FastifyReply> {
  const byName = new Map<string, FieldDeclaration>(form.fields.map((field) => [field.name, field]));
  const { declared, unknown } = sortValues(byName, values, { isText: true });
  const lostFiles = Map.groupBy(lost, ({ fieldName }) => fieldName);
  const token = page.token ?? (await pageTokens(request.ctx, form.id))();
  const read = { values, marks: frame.formats.marks, files: kept };
  const { answers } = readInput(form.fields, read);
  const html = renderFormPage({
    form: frame.form,
    frame,
    path: pathOf(request),
    values: Object.fromEntries(declared),
    answers,
    left: await stockLeft(request.ctx, form),
    pictures: await picturesOf(request.ctx, form),
    // A strict form would reject them again.
    extra: form.strict ? {} : unknown,
    lostFiles: new Map([...lostFiles].map(([name, list]) => [name, list.map(({ name }) => name)])),
    keptFiles: { files: kept, carried: await signFiles(request.ctx, form.id, operationIn(token), kept) },
    steps: stepsToShow(frame.form.fields, answers, step),
    back: isForeign ? backLink(request) : null,
    faults,
    notice,
    hint,
    newRowOf: newRowOf ?? null,
    addressPage: addressPage ?? null,
    savesForLater: offeredDays(request.ctx, form) !== null,
    token,
    trap: trapName(form),
    altcha: altchaOf(form, parseSpamRules(form.siteSpam).settings),
    ...(page.prices && { prices: page.prices }),
    reached: page.reached ?? '',
    trapped: page.trapped ?? '',
  });
  return sendPage(reply, status, html, reachOf(request, frame, form));
}

/** Payment pages are not shown in frames: the site's script goes there, or the visitor does. */
async function sendPayment(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  frame: BrandedFrame,
  { submissionId, url }: { submissionId: string; url: string },
): Promise<FastifyReply> {
  const { page: texts, notices } = frame.language.texts;
  const page = renderMessagePage(frame.form.name, notices.paymentNext, frame, {
    next: { url, text: texts.continueToPayment },
    event: { name: 'submitted', submissionId, next: url },
  });
  return sendPage(reply, 200, page, reachOf(request, frame, form));
}

/** That the form is closed, or full. */
async function sendClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  frame: BrandedFrame,
  { code, status }: Problem = fail('form_closed'),
): Promise<FastifyReply> {
  const { closed, full } = frame.language.texts.notices;
  const text = code === 'form_closed' ? (closedText(frame.form, request.ctx.now(), frame) ?? closed) : full;
  return sendPage(reply, status, renderMessagePage(frame.form.name, text, frame), reachOf(request, frame, form));
}
