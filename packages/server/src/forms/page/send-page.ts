// Sends a page under a content security policy that allows its style and, for a form, the places where it leads.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isPriceField } from '../../fields/field-kinds.ts';
import { inlineSource, prefers } from '../../http/headers.ts';
import { toProblem } from '../../http/problem.ts';
import { anyPreferredLanguage, loadLanguage } from '../../languages/language.ts';
import type { Texts } from '../../languages/language-texts.ts';
import type { Problem } from '../../lib/errors.ts';
import type { Form } from '../form/form.ts';
import { languageInUrl } from '../form/form-language.ts';
import { type Page, renderProblemPage } from './form-page.ts';
import type { Frame } from './frame.ts';

/** Where a page may be shown and lead to. */
export type Reach = {
  form?: Form | null;
  publicUrl?: string | null;
  /** Whether it is shown in a frame on another site. */
  isEmbedded?: boolean;
};

export function sendPage(reply: FastifyReply, status: number, page: Page, reach: Reach = {}): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': page.language.code,
      ...(page.isNegotiated && { vary: 'accept-language' }),
      'content-security-policy': contentSecurityPolicy(page, reach),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    .serializer((text: string) => text)
    .send(page.markup);
}

/** That of a page of a form. */
export function reachOf({ ctx }: FastifyRequest, { embedding }: Frame, form: Form): Reach {
  return { form, publicUrl: ctx.publicUrl(), isEmbedded: embedding !== null };
}

/** Browsers apply `form-action` to the redirect after a form, too: to the payment page and the success page. */
function contentSecurityPolicy(
  { css, scripts, hasWidget, hasPad, asksService }: Page,
  { form, publicUrl, isEmbedded }: Reach,
): string {
  const hasPrice = form?.fields.some(isPriceField);
  const targets = ["'self'", publicUrl, hasPrice && 'https:', form?.successUrl && URL.parse(form.successUrl)?.origin];
  const own = hasWidget ? ["'self'"] : [];
  const allowed = [...scripts.map(inlineSource), ...(hasWidget || hasPad ? ["'self'"] : [])];
  return [
    "default-src 'none'",
    `style-src ${[inlineSource(css), ...own].join(' ')}`,
    ...(allowed.length === 0 ? [] : [`script-src ${allowed.join(' ')}`]),
    ...(hasWidget ? ["worker-src 'self'"] : []),
    ...(asksService ? ["connect-src 'self'"] : []),
    // Its own icon (/favicon.ico) among them.
    "img-src 'self'",
    `form-action ${targets.filter(Boolean).join(' ')}`,
    ...(isEmbedded ? ancestorsOf(form) : ["frame-ancestors 'self'"]),
    "base-uri 'none'",
  ].join('; ');
}

/** The sites of the form, or all: `*` would leave out pages in files. */
function ancestorsOf(form: Form | null = null): string[] {
  return form === null || form.origins.length === 0 ? [] : [`frame-ancestors 'self' ${form.origins.join(' ')}`];
}

// Problems as pages: for the form page, and for HTML forms on other sites that submit to the API.

/** Whether a browser shows the response as a page: it sent an HTML form and prefers HTML to JSON. */
export function isHtmlForm({ headers }: FastifyRequest): boolean {
  const type = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
  return type.test(headers['content-type'] ?? '') && prefers(headers.accept, 'text/html');
}

/** A page that says what is wrong, with a link back. */
export async function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: FastifyError,
): Promise<FastifyReply> {
  const problem = toProblem(error, request, request.ctx.dialect);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  const { headers = {} } = problem.details;
  const { query, headers: sent } = request;
  const code = languageInUrl(query) ?? anyPreferredLanguage(sent['accept-language'], 'en');
  const language = await loadLanguage(code);
  const page = renderProblemPage({
    language,
    text: problemText(problem, language.texts),
    back: request.method === 'POST' ? backLink(request) : null,
  });
  const isEmbedded = (request.query as { embed?: unknown }).embed !== undefined;
  return sendPage(reply.headers(headers), problem.status, page, { isEmbedded });
}

/** For people: programs get the title and the details of the problem. */
function problemText({ code, status }: Problem, { problems, notices }: Texts): string {
  const texts: Partial<Record<string, string>> = { ...problems, form_closed: notices.closed, form_full: notices.full };
  return texts[code] ?? (status === 429 || status === 503 ? problems.tryLater : problems.somethingWrong);
}

/**
 * The page of another site that sent a form, or only its site if the browser does not say more. Only what is a page of
 * the origin that the browser names counts.
 */
export function backLink({ headers, host }: FastifyRequest): URL | null {
  const url = URL.parse(headers.referer ?? '');
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === host) return null;
  return headers.origin === undefined || headers.origin === url.origin ? url : null;
}
