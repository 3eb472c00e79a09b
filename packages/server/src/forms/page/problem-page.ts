// Problems as pages: for the form page, and for HTML forms on other sites that submit to the API.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { prefers } from '../../http/headers.ts';
import { toProblem } from '../../http/problem.ts';
import { anyPreferredLanguage, loadLanguage } from '../../languages/language.ts';
import type { Texts } from '../../languages/language-texts.ts';
import type { Problem } from '../../lib/errors.ts';
import { languageInUrl } from '../form/form-language.ts';
import { renderProblemPage } from './form-page.ts';
import { sendPage } from './send-page.ts';

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
