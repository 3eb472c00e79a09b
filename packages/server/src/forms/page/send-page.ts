// Sends a page under a content security policy that allows its style and, for a form, the places where it leads.

import type { FastifyReply } from 'fastify';
import { isPriceField } from '../../fields/field-kinds.ts';
import { styleSource } from '../../http/headers.ts';
import type { Form } from '../forms.ts';
import type { Page } from './form-page.ts';

export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Page,
  form: Form | null = null,
  publicUrl: string | null = null,
): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(page, form, publicUrl),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    .serializer((text: string) => text)
    .send(page.markup);
}

/** Browsers apply `form-action` to the redirect after a form, too: to the payment page and the success page. */
function contentSecurityPolicy({ css, hasPictures }: Page, form: Form | null, publicUrl: string | null): string {
  const hasPrice = form?.fields.some(isPriceField);
  const targets = ["'self'", publicUrl, hasPrice && 'https:', form?.successUrl && URL.parse(form.successUrl)?.origin];
  return [
    "default-src 'none'",
    `style-src ${styleSource(css)}`,
    ...(hasPictures ? ["img-src 'self'"] : []),
    `form-action ${targets.filter(Boolean).join(' ')}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join('; ');
}
