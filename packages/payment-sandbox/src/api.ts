// The /v1 API: key, version, idempotency, one transaction per write, responses and errors in Stripe's format.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountRoutes } from './account-routes.ts';
import { ApiError, invalidRequest, unauthorized } from './api-error.ts';
import { chargeRoutes } from './charges.ts';
import { checkoutSessionRoutes } from './checkout-sessions.ts';
import { apiVersion, type Context } from './context.ts';
import { customerRoutes } from './customers.ts';
import { present } from './expand.ts';
import { decodeForm, type FormTree } from './form-body.ts';
import { BodyTooLarge, headerOf, readBody, sendJson, splitTarget } from './http-messages.ts';
import { findStoredResponse, storeResponse, type WriteRequest } from './idempotency.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { newId } from './new-id.ts';
import { list, text } from './parameters.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import { priceRoutes } from './prices.ts';
import { refundRoutes } from './refunds.ts';
import { isResponse, type Route } from './route.ts';
import { subscriptionRoutes } from './subscriptions.ts';

const routes: Route[] = [
  ...accountRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...priceRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
].map((route) => ({ ...route, pattern: new RegExp(`^${route.path.replaceAll(/:[a-z]+/g, '([^/]+)')}$`) }) as Route);

type Outcome = { status: number; body: string };
type ContextFor = (request: Context['request']) => Context;

/** Handles one API request. `afterWrite` runs after a commit; `cutConnection` closes the connection without a response. */
export async function handleApi(
  contextFor: ContextFor,
  afterWrite: () => void,
  request: IncomingMessage,
  response: ServerResponse,
  cutConnection: boolean,
): Promise<void> {
  const requestId = newId('req_', 14);
  const headers: Record<string, string> = { 'request-id': requestId };
  const key = headerOf(request, 'idempotency-key');
  if (key !== undefined) headers['idempotency-key'] = key;
  let outcome: Outcome;
  try {
    checkKey(headerOf(request, 'authorization'));
    const version = checkVersion(headerOf(request, 'stripe-version'));
    headers['stripe-version'] = version;
    const { path, query } = splitTarget(request);
    const written = {
      id: requestId,
      method: request.method ?? 'GET',
      path,
      query,
      body: await readBody(request),
      key,
      version,
    };
    const ctx = contextFor({ id: requestId, idempotency_key: key ?? null });
    outcome = perform(ctx, written, headers);
    if (written.method !== 'GET') afterWrite();
  } catch (error) {
    outcome = errorOutcome(error, requestId);
  }
  if (cutConnection) {
    request.socket.destroy();
    return;
  }
  sendJson(response, outcome.status, outcome.body, headers);
}

function checkKey(authorization: string | undefined): void {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  const key = scheme?.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : value;
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (/^sk_test_.+/.test(key)) return;
  throw unauthorized(
    `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}. The payment sandbox accepts keys that start with sk_test_.`,
  );
}

function checkVersion(version: string | undefined): string {
  if (version === undefined || /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return version ?? apiVersion;
  throw invalidRequest(`Invalid Stripe API version: ${version}`);
}

function findRoute(method: string, path: string): { route: Route; ids: string[] } {
  for (const route of routes as (Route & { pattern: RegExp })[]) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match) return { route, ids: match.slice(1) };
  }
  const message = `Unrecognized request URL (${method}: ${path}). The payment sandbox supports only part of Stripe's API.`;
  throw new ApiError(404, { type: 'invalid_request_error', message });
}

function readParameters(body: string, query: string): { raw: FormTree; expand: string[] } {
  const { expand, ...raw } = { ...decodeForm(query), ...decodeForm(body) };
  return { raw, expand: expand === undefined ? [] : list(text(200)).read(expand, 'expand') };
}

function perform(ctx: Context, request: WriteRequest, headers: Record<string, string>): Outcome {
  const { route, ids } = findRoute(request.method, request.path);
  const { raw, expand } = readParameters(request.body, request.query);
  if (request.method === 'GET') {
    return { status: 200, body: toJson(present(ctx, route.prepare(raw, ids)(ctx), expand)) };
  }
  return ctx.store.transaction(() => {
    const stored = findStoredResponse(ctx, request);
    if (stored) {
      headers['idempotent-replayed'] = 'true';
      headers['original-request'] = stored.requestId;
      return { status: stored.status, body: stored.body };
    }
    // Invalid parameters are rejected before anything is stored, so the key can be reused for the corrected request.
    const outcome = runWork(ctx, route.prepare(raw, ids), expand, request.id);
    storeResponse(ctx, request, outcome.status, outcome.body);
    return outcome;
  });
}

function runWork(ctx: Context, work: (ctx: Context) => object, expand: string[], requestId: string): Outcome {
  try {
    return ctx.store.attempt(() => {
      const result = work(ctx);
      if (isResponse(result)) return { status: result.status, body: toJson(result.body) };
      return { status: 200, body: toJson(present(ctx, result, expand)) };
    });
  } catch (error) {
    if (error instanceof ApiError) return errorOutcome(error, requestId);
    throw error;
  }
}

function toJson(body: object): string {
  return JSON.stringify(body, null, 2);
}

function errorOutcome(error: unknown, requestId: string): Outcome {
  if (error instanceof ApiError) {
    const { code } = error.body;
    const link = code ? { doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}` } : {};
    return { status: error.status, body: toJson({ error: { ...error.body, ...link, request_id: requestId } }) };
  }
  if (error instanceof BodyTooLarge)
    return { status: 413, body: toJson({ error: { type: 'invalid_request_error', message: error.message } }) };
  console.error('payment sandbox: unexpected error', error);
  return { status: 500, body: toJson({ error: { type: 'api_error', message: 'An unknown error occurred.' } }) };
}
