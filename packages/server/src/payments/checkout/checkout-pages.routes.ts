// The pages that payers return to, unless the caller has its own.

import { createHash } from 'node:crypto';
import Type from 'typebox';
import type { ReadContext } from '../../context.ts';
import type { App } from '../../http/typed-app.ts';
import { formatMoney } from '../../lib/money.ts';

const style = `:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}h1{line-height:1.2}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

const Query = Type.Object({ session: Type.Optional(Type.String({ maxLength: 200 })) });

/** Mounted at the origin. */
export function checkoutPagesRoutes(app: App): void {
  app.get(
    '/payments/thanks',
    { config: { access: 'public' }, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const text = await thanks(request.ctx, request.query.session);
      return reply.headers(headers).send(page('Thank you', text) as never);
    },
  );

  app.get('/payments/canceled', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    const text = 'The payment was canceled and nothing was charged. You can close this page, or go back and try again.';
    return reply.headers(headers).send(page('Payment canceled', text) as never);
  });
}

async function thanks(ctx: ReadContext, sessionId: string | undefined): Promise<string> {
  const payment =
    sessionId === undefined
      ? undefined
      : await ctx.db
          .selectFrom('payments')
          .select(['status', 'amount', 'currency'])
          .where('checkoutSessionId', '=', sessionId)
          .executeTakeFirst();
  if (payment?.status === 'succeeded') {
    return `Your payment of ${formatMoney(payment.amount, payment.currency, 'en')} has been received. You can close this page.`;
  }
  return 'Your payment is being confirmed. You do not need to do anything else, and can close this page.';
}

function page(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
