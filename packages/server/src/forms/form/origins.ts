// The sites that may show a form and submit it from their pages: by their origins. A form without any is for all sites.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, fail, failBody } from '../../lib/errors.ts';

/** As browsers write them, each once. Throws invalid_body. */
export function acceptOrigins(texts: readonly string[]): string[] {
  const faults: Fault[] = [];
  const origins = texts.map((text, index) => {
    const url = URL.parse(text.trim());
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    const detail = 'must be the origin of a site, such as https://example.com: the scheme, the host and no path';
    faults.push({ pointer: `/origins/${index}`, code: 'invalid', detail });
    return text;
  });
  if (faults.length > 0) throw failBody(faults);
  return [...new Set(origins)];
}

/** Whether pages of this origin may show and submit the form. */
export function allowsOrigin({ origins }: { origins: readonly string[] }, origin: string): boolean {
  return origins.length === 0 || origins.includes(origin);
}

/**
 * Lets only pages of the form's origins submit it. Programs send no origin, and our own pages may always. Throws
 * origin_not_allowed, which every page may read.
 */
export function checkOrigin({ ctx, headers, host }: FastifyRequest, form: { origins: readonly string[] }): void {
  const { origin } = headers;
  if (origin === undefined || allowsOrigin(form, origin) || headers['sec-fetch-site'] === 'same-origin') return;
  const sender = URL.parse(origin)?.host;
  if (sender && [URL.parse(ctx.publicUrl() ?? '')?.host, host].includes(sender)) return;
  throw fail('origin_not_allowed', `The form does not accept submissions from pages of ${origin.slice(0, 300)}`);
}

/** Lets only the page that submits a form with origins read the response. */
export function shareWithSender(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  form: { origins: readonly string[] },
) {
  const { origin } = headers;
  if (origin === undefined || form.origins.length === 0) return;
  reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
}
