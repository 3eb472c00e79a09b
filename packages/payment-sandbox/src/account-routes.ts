// The account behind the key, its balance, the event list and webhook endpoints.
import type Stripe from 'stripe';
import { apiVersion, type Context, change, fetchObject } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { eventListParams, listEvents, retrieveEvent } from './native-events.ts';
import { newId } from './new-id.ts';
import {
  clearable,
  each,
  flag,
  ignored,
  list,
  mergeMetadata,
  metadata,
  object,
  required,
  text,
  type Values,
  webAddress,
} from './parameters.ts';
import { noParams, type Route, route } from './route.ts';

const account = {
  id: 'acct_1Sandbox00000000',
  object: 'account',
  business_profile: { name: 'Payment sandbox', support_email: null, url: null },
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'sandbox@example.com',
  payouts_enabled: true,
  settings: { dashboard: { display_name: 'Payment sandbox', timezone: 'Etc/UTC' } },
  type: 'standard',
};

const endpointParams = {
  url: required(webAddress),
  enabled_events: required(list(text(), 300)),
  description: clearable(text()),
  metadata,
  api_version: text(),
  ...each(ignored, ['connect']),
};

function createEndpoint(ctx: Context, values: Values<typeof endpointParams>): object {
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we_1'),
    object: 'webhook_endpoint',
    api_version: values.api_version ?? apiVersion,
    application: null,
    created: ctx.now(),
    description: values.description ?? null,
    enabled_events: values.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, values.metadata),
    status: 'enabled',
    url: values.url,
  };
  const secret = newId('whsec_', 32);
  ctx.store.insert(endpoint, { secret });
  // As with Stripe, only this response contains the secret.
  return { ...endpoint, secret };
}

const endpointChanges = {
  url: webAddress,
  enabled_events: list(text(), 300),
  description: clearable(text()),
  metadata,
  disabled: flag,
};

function updateEndpoint(ctx: Context, values: Values<typeof endpointChanges>, id: string): object {
  const before = fetchObject(ctx, 'webhook_endpoint', id);
  const { disabled, metadata: pairs, ...fields } = values;
  const status = disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled';
  return change(ctx, before, { ...fields, status, metadata: mergeMetadata(before.metadata, pairs) });
}

function deleteEndpoint(ctx: Context, _values: object, id: string): object {
  fetchObject(ctx, 'webhook_endpoint', id);
  ctx.store.remove(id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

export const accountRoutes: Route[] = [
  route('GET', '/v1/account', noParams, (ctx) => ({ ...account, created: ctx.now() })),
  route('GET', '/v1/balance', noParams, () => ({
    object: 'balance',
    available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    livemode: false,
    pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
  })),
  route('GET', '/v1/events', eventListParams, listEvents),
  route('GET', '/v1/events/:id', noParams, (ctx, _values, id) => retrieveEvent(ctx, id)),
  route('POST', '/v1/webhook_endpoints', object(endpointParams), createEndpoint),
  route('GET', '/v1/webhook_endpoints', object(pageParams), (ctx, page) =>
    listObjects(ctx, 'webhook_endpoint', '/v1/webhook_endpoints', page, {}),
  ),
  route('GET', '/v1/webhook_endpoints/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'webhook_endpoint', id)),
  route('POST', '/v1/webhook_endpoints/:id', object(endpointChanges), updateEndpoint),
  route('DELETE', '/v1/webhook_endpoints/:id', noParams, deleteEndpoint),
];
