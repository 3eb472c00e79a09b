// Problems as pages: for the form page, and for HTML forms on other sites that submit to the API.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problems } from '../../errors.ts';
import { prefers } from '../../http/headers.ts';
import { toProblem } from '../../http/problem.ts';
import { readSite, siteDefaults } from '../../settings/site.ts';
import { findForm } from '../forms.ts';
import { renderFaultPage } from './form-page.ts';
import { sendPage } from './send-page.ts';

/** Whether a browser shows the response as a page: it sent an HTML form and prefers HTML to JSON. */
export function isHtmlForm({ headers }: FastifyRequest): boolean {
  const type = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
  return type.test(headers['content-type'] ?? '') && prefers(headers.accept, 'text/html');
}

/** A page that says what is wrong, field by field, with a link back. */
export async function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: FastifyError,
): Promise<FastifyReply> {
  const problem = toProblem(error, request, request.ctx.dialect);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  const { errors = [], headers = {} } = problem.details;
  const { id } = request.params as { id?: string };
  const form = errors.length === 0 || id === undefined ? null : await findForm(request.ctx, id);
  const page = renderFaultPage({
    title: form?.name ?? 'Sorry',
    text: `${problems[problem.code][1]}.`,
    form,
    faults: errors,
    site: form === null ? siteDefaults : await readSite(request.ctx),
    back: request.method === 'POST' ? backLink(request) : null,
  });
  return sendPage(reply.headers(headers), problem.status, page);
}

/** The page with the form, or only its site if the browser does not say more. */
function backLink({ headers }: FastifyRequest): URL | null {
  const url = URL.parse(headers.referer ?? '');
  return url && /^https?:$/.test(url.protocol) ? url : null;
}
