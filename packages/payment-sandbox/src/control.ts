// The sandbox's control API, for tests in other processes: faults, held events, renewals.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from './api-error.ts';
import { cardByTestMethod } from './card.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import type { Fault, Faults } from './faults.ts';
import { readBody, sendJson, splitTarget } from './http-messages.ts';
import { createPaymentMethod } from './payment-attempts.ts';
import { renewSubscription } from './subscription-billing.ts';

/**
 * `GET /sandbox/faults` lists all faults, `POST` adds one (see `Fault`), `DELETE` removes all. `POST /sandbox/faults/release`
 * `{"order":"reverse"}` sends held events. `POST /sandbox/subscriptions/:id/renew` `{"outcome":"pay"|"decline"}` ends the
 * current period immediately. Requests with a body must be JSON, so that forms on other sites cannot send them.
 */
export async function handleControl(
  ctx: Context,
  faults: Faults,
  afterWrite: () => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { path } = splitTarget(request);
    const body = request.method === 'POST' ? await readJson(request) : {};
    sendJson(response, 200, await perform(ctx, faults, `${request.method} ${path}`, body));
    afterWrite();
  } catch (error) {
    const status =
      error instanceof ApiError ? error.status : error instanceof TypeError || error instanceof SyntaxError ? 400 : 500;
    sendJson(response, status, { error: { message: error instanceof Error ? error.message : String(error) } });
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new TypeError('Send JSON with content-type: application/json');
  const text = await readBody(request);
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new TypeError('Send a JSON object');
  return body as Record<string, unknown>;
}

async function perform(ctx: Context, faults: Faults, command: string, body: Record<string, unknown>): Promise<object> {
  const renewal = /^POST \/sandbox\/subscriptions\/([^/]+)\/renew$/.exec(command)?.[1];
  if (renewal !== undefined) return ctx.store.transaction(() => renewNow(ctx, renewal, body.outcome === 'decline'));
  switch (command) {
    case 'GET /sandbox/faults':
      return { data: faults.list() };
    case 'POST /sandbox/faults':
      return { id: faults.add(body as unknown as Fault) };
    case 'DELETE /sandbox/faults':
      faults.clear();
      return { data: [] };
    case 'POST /sandbox/faults/release':
      return { released: await faults.releaseEvents(body.order === 'reverse' ? 'reverse' : 'forward') };
    default:
      throw new ApiError(404, { type: 'invalid_request_error', message: `Unknown command: ${command}` });
  }
}

function renewNow(ctx: Context, id: string, declined: boolean): object {
  const subscription = fetchObject(ctx, 'subscription', id);
  const now = ctx.now();
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_end: Math.max(now, item.current_period_start + 1),
  }));
  const card = cardByTestMethod(declined ? 'pm_card_chargeDeclined' : 'pm_card_visa')!;
  const method = createPaymentMethod(ctx, card, { email: null, name: null }, idOf(subscription.customer));
  change(ctx, subscription, { items: { ...subscription.items, data }, default_payment_method: method.id });
  return renewSubscription(ctx, id);
}
