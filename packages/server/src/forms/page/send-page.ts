// Sends a page under a content security policy that allows its style and, for a form, the places where it leads.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPriceField } from '../../fields/field-kinds.ts';
import { inlineSource } from '../../http/headers.ts';
import type { Form } from '../form/form.ts';
import type { Page } from './form-page.ts';
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
