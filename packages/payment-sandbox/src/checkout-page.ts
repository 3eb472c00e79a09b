// Serves the hosted pages: the payment form, the payment, the redirect back to the site. No scripts, no cookies.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { readCheckoutForm } from './checkout-form.ts';
import { type CheckoutView, renderCheckout, renderNotice } from './checkout-page-html.ts';
import { styleSource } from './checkout-page-style.ts';
import { payCheckout } from './checkout-payment.ts';
import type { SessionPlan } from './checkout-sessions.ts';
import { type Context, idOf } from './context.ts';
import { BodyTooLarge, readBody, splitTarget } from './http-messages.ts';
import { chooseLanguage, type Language } from './language.ts';
import type { Texts } from './languages/en.ts';
import { renderReceipt } from './receipt-page.ts';

type Session = Stripe.Checkout.Session;
type Reply = { status: number; body?: string; location?: string };

/**
 * Serves `/pay/:id` (GET, HEAD, POST), `/pay/:id/cancel`, receipts and invoices. `afterWrite` runs after a commit;
 * `cutConnection` closes the connection without a response.
 */
export async function handleCheckoutPage(
  ctx: Context,
  afterWrite: () => void,
  request: IncomingMessage,
  response: ServerResponse,
  cutConnection: boolean,
): Promise<void> {
  let session: Session | undefined;
  let reply: Reply;
  let language = chooseLanguage(null, request.headers['accept-language']);
  try {
    const { path } = splitTarget(request);
    const [, id, step] = /^\/pay\/(cs_test_[A-Za-z0-9]+)(\/cancel)?$/.exec(path) ?? [];
    session = id === undefined ? undefined : ctx.store.find('checkout.session', id);
    language = chooseLanguage(session?.locale, request.headers['accept-language']);
    reply =
      session === undefined
        ? await findReceipt(ctx, path, language)
        : await handleSession(ctx, afterWrite, request, session, language, step !== undefined);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) console.error('payment sandbox: unexpected error on a hosted page', error);
    const status = error instanceof BodyTooLarge ? 413 : 500;
    const { failedTitle, failed } = language.texts;
    reply = { status, body: renderNotice(failedTitle, failed, null, language) };
  }
  if (cutConnection) request.socket.destroy();
  else sendPage(response, reply, session, language, request.method === 'HEAD');
}

async function handleSession(
  ctx: Context,
  afterWrite: () => void,
  request: IncomingMessage,
  session: Session,
  language: Language,
  isCancel: boolean,
): Promise<Reply> {
  const method = request.method ?? 'GET';
  if (!['GET', 'HEAD', 'POST'].includes(method)) {
    const { methodTitle, method: text } = language.texts;
    return { status: 405, body: renderNotice(methodTitle, text, null, language) };
  }
  if (session.status === 'complete') return goTo(successUrl(session));
  if (isCancel) return session.cancel_url === null ? showForm(ctx, session, language) : goTo(session.cancel_url);
  if (isExpired(ctx, session)) return expired(session, language);
  return method === 'POST'
    ? takePayment(ctx, afterWrite, request, session, language)
    : showForm(ctx, session, language);
}

async function takePayment(
  ctx: Context,
  afterWrite: () => void,
  request: IncomingMessage,
  session: Session,
  language: Language,
): Promise<Reply> {
  const body = new URLSearchParams(await readBody(request, 65_536));
  const fixed = fixedEmail(ctx, session);
  const form = readCheckoutForm(body, fixed, new Date(ctx.now() * 1000));
  if (Object.keys(form.errors).length > 0)
    return showForm(ctx, session, language, { typed: form.typed, errors: form.errors }, 422);
  const outcome = ctx.store.transaction(() => payCheckout(ctx, session.id, form.payer, form.card));
  afterWrite();
  if (outcome.decline)
    return showForm(
      ctx,
      outcome.session,
      language,
      { typed: withoutCard(form.typed), decline: declineTexts[outcome.decline.declineCode] ?? 'declined' },
      402,
    );
  return outcome.session.status === 'complete' ? goTo(successUrl(outcome.session)) : expired(outcome.session, language);
}

const declineTexts: Readonly<Record<string, keyof Texts>> = {
  insufficient_funds: 'noFunds',
  expired_card: 'expiredCard',
  incorrect_cvc: 'incorrectCvc',
  processing_error: 'processingError',
};

// After a decline, the form keeps all values except for the card number and security code.
function withoutCard(typed: CheckoutView['typed']): CheckoutView['typed'] {
  return typed && { ...typed, card_number: '', cvc: '' };
}

async function showForm(
  ctx: Context,
  session: Session,
  language: Language,
  shown: Partial<CheckoutView> = {},
  status = 200,
): Promise<Reply> {
  const view: CheckoutView = {
    ...{ session, language },
    business: await ctx.business(),
    plan: ctx.store.hidden<SessionPlan>(session.id) as SessionPlan,
    typed: null,
    errors: {},
    decline: null,
    fixedEmail: fixedEmail(ctx, session),
    cancelHref: session.cancel_url === null ? null : `${ctx.publicUrl}/pay/${session.id}/cancel`,
    ...shown,
  };
  return { status, body: renderCheckout(view) };
}

/** The email address of the session or its customer. */
function fixedEmail(ctx: Context, session: Session): string | null {
  const customer = idOf(session.customer);
  return session.customer_email ?? (customer === null ? null : (ctx.store.find('customer', customer)?.email ?? null));
}

function isExpired(ctx: Context, session: Session): boolean {
  return session.status === 'expired' || session.expires_at <= ctx.now();
}

function successUrl(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function goTo(location: string): Reply {
  return { status: 303, location: new URL(location).href };
}

function expired(session: Session, language: Language): Reply {
  const { endedTitle, ended, back: label } = language.texts;
  const back = session.cancel_url === null ? null : { href: session.cancel_url, label };
  return { status: 410, body: renderNotice(endedTitle, ended, back, language) };
}

async function findReceipt(ctx: Context, path: string, language: Language): Promise<Reply> {
  const body = await renderReceipt(ctx, path, language);
  return body === undefined ? notFound(language) : { status: 200, body };
}

function notFound(language: Language): Reply {
  const { missingTitle, missing } = language.texts;
  return { status: 404, body: renderNotice(missingTitle, missing, null, language) };
}

/** Chromium applies `form-action` to redirects after a form as well, so it includes the origins of the site. */
function contentPolicy(session: Session | undefined, body: string): string {
  const targets = [session?.success_url, session?.cancel_url].filter((url): url is string => typeof url === 'string');
  const origins = new Set(targets.map((url) => new URL(url).origin));
  const formAction = ["'self'", ...origins].join(' ');
  // Every page has one stylesheet, whose text depends on the colors of the business.
  const [, sheet = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
  return `default-src 'none'; style-src ${styleSource(sheet)}; img-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}

function sendPage(
  response: ServerResponse,
  reply: Reply,
  session: Session | undefined,
  { code }: Language,
  isHead: boolean,
): void {
  const body = reply.body ?? '';
  response.writeHead(reply.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-language': code,
    vary: 'accept-language',
    'content-security-policy': contentPolicy(session, body),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(reply.location !== undefined && { location: reply.location }),
  });
  response.end(isHead ? undefined : body);
}
