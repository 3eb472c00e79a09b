// The one door to the payment processor: Stripe's SDK, pinned to one version of its API. Answers come as plain
// objects; processor-objects.ts reads them. The SDK is loaded when it is first needed: it is heavy.

import type StripeSdk from 'stripe';
import type { Config } from '../config.ts';
import { fail, Problem } from '../errors.ts';
import type { ProcessorObject } from './processor-objects.ts';

export const apiVersion = '2026-10-28.endive';
const timeoutMs = 15_000;
const toleranceSeconds = 300;

type Sdk = typeof StripeSdk;
type Client = InstanceType<Sdk>;
type StripeConfig = Pick<Config, 'stripe'>;
export type SessionParams = StripeSdk.Checkout.SessionCreateParams;
export type RefundParams = StripeSdk.RefundCreateParams;

const clients = new WeakMap<StripeConfig['stripe'], Promise<Client>>();

async function loadSdk(): Promise<Sdk> {
  return (await import('stripe')).default;
}

/** Whether there is a processor to ask: one with a key of ours, or the sandbox. */
export function hasProcessor({ stripe }: StripeConfig): boolean {
  return stripe.secretKey !== null || stripe.apiBase !== null;
}

/** The client of this configuration; without a key of its own it is meant for the sandbox. Throws processor_unreachable. */
export async function stripeFor(config: StripeConfig): Promise<Client> {
  if (!hasProcessor(config)) throw fail('processor_unreachable', 'No payment processor is set up');
  const { stripe } = config;
  const known = clients.get(stripe);
  if (known) return known;
  const client = makeClient(stripe.secretKey ?? sandboxKey, stripe.apiBase);
  clients.set(stripe, client);
  return client;
}

/** What the sandbox is asked with. */
const sandboxKey = 'sk_test_sandbox';

/** Whether there is no key of a real processor: what is asked is the built-in sandbox, if anything. */
export function isSandbox({ stripe }: StripeConfig): boolean {
  return stripe.secretKey === null || stripe.secretKey === sandboxKey;
}

async function makeClient(secretKey: string, apiBase: string | null): Promise<Client> {
  const Stripe = await loadSdk();
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
    }),
  });
}

/** Whether the processor at this address (null: Stripe's own) knows the key. Throws what else it answers. */
export async function tryKey(secretKey: string, apiBase: string | null): Promise<boolean> {
  try {
    await (await makeClient(secretKey, apiBase)).accounts.retrieveCurrent();
    return true;
  } catch (error) {
    const { type } = detailsOf(error);
    // A restricted key need not be allowed to read the account: it is known all the same.
    if (type === 'StripePermissionError' && secretKey.startsWith('rk_')) return true;
    if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') return false;
    throw error;
  }
}

/** Whether the key moves real money; null where it does not tell. */
export function isLiveKey({ stripe }: StripeConfig): boolean | null {
  const mode = /^[sr]k_(live|test)_/.exec(stripe.secretKey ?? sandboxKey)?.[1];
  return mode === undefined ? null : mode === 'live';
}

/**
 * Holds a native event to its signature (`t=…,v1=…` over the raw body) by any of the configured secrets, made at most
 * 300 s before or after `now`. Throws invalid_signature, and receiver_not_configured where there is no secret.
 */
export async function verifyProcessorEvent(
  config: StripeConfig,
  rawBody: Buffer,
  header: string | undefined,
  now: Date,
): Promise<void> {
  const secrets = config.stripe.webhookSecrets.filter((secret) => secret.trim() !== '');
  if (secrets.length === 0) throw fail('receiver_not_configured');
  if (!header || rawBody.length === 0) throw fail('invalid_signature');
  const { signature } = (await loadSdk()).webhooks;
  if (!signature) throw new Error('the SDK has no verifier of signatures');
  const madeAt = Number(/(?:^|,)\s*t=(\d+)/.exec(header)?.[1]);
  // The SDK refuses what is old, but takes what claims to come from the future.
  if (!(madeAt <= now.getTime() / 1000 + toleranceSeconds)) throw fail('invalid_signature');
  let refusal: unknown;
  for (const secret of secrets) {
    try {
      signature.verifyHeader(rawBody, header, secret, toleranceSeconds, undefined, now.getTime());
      return;
    } catch (error) {
      refusal = error;
    }
  }
  throw fail('invalid_signature', {}, refusal);
}

const readers = {
  intent: (client: Client, id: string) =>
    client.paymentIntents.retrieve(id, { expand: ['latest_charge', 'customer'] }) as Promise<unknown>,
  session: (client: Client, id: string) => client.checkout.sessions.retrieve(id) as Promise<unknown>,
  charge: (client: Client, id: string) => client.charges.retrieve(id) as Promise<unknown>,
  refund: (client: Client, id: string) => client.refunds.retrieve(id) as Promise<unknown>,
  dispute: (client: Client, id: string) => client.disputes.retrieve(id) as Promise<unknown>,
  subscription: (client: Client, id: string) =>
    client.subscriptions.retrieve(id, { expand: ['customer'] }) as Promise<unknown>,
  invoice: (client: Client, id: string) => client.invoices.retrieve(id) as Promise<unknown>,
} satisfies Record<string, (client: Client, id: string) => Promise<unknown>>;

/** An object as the processor has it now; null where it knows none of that id. */
export async function retrieveObject(
  config: StripeConfig,
  kind: keyof typeof readers,
  id: string,
): Promise<ProcessorObject | null> {
  if (!hasProcessor(config)) return null;
  try {
    return (await readers[kind](await stripeFor(config), id)) as ProcessorObject;
  } catch (error) {
    const { code, statusCode } = detailsOf(error);
    if (code === 'resource_missing' || statusCode === 404) return null;
    throw error;
  }
}

/** Every refund of an intent or charge; none where the processor does not know it. */
export async function listRefunds(
  config: StripeConfig,
  of: { payment_intent: string } | { charge: string },
): Promise<ProcessorObject[]> {
  if (!hasProcessor(config)) return [];
  const client = await stripeFor(config);
  try {
    return (await client.refunds.list({ ...of, limit: 100 }).autoPagingToArray({ limit: 1000 })).map(plain);
  } catch (error) {
    if (detailsOf(error).code === 'resource_missing') return [];
    throw error;
  }
}

/** The id of the processor's invoice that an intent pays, or null. */
export async function findInvoiceOfIntent(config: StripeConfig, intentId: string): Promise<string | null> {
  const client = await stripeFor(config);
  const { data } = await client.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  return typeof invoice === 'string' ? invoice : (invoice?.id ?? null);
}

/** Events that some receiver did not acknowledge, newest first. */
export async function listUndelivered(config: StripeConfig, since: Date, limit: number): Promise<ProcessorObject[]> {
  const client = await stripeFor(config);
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const found = await client.events
    .list({ delivery_success: false, created, limit: 100 })
    .autoPagingToArray({ limit: limit });
  return found.map(plain);
}

export async function createSession(
  config: StripeConfig,
  params: SessionParams,
  idempotencyKey: string,
): Promise<ProcessorObject> {
  return plain(await (await stripeFor(config)).checkout.sessions.create(params, { idempotencyKey }));
}

export async function createRefund(
  config: StripeConfig,
  params: RefundParams,
  idempotencyKey: string,
): Promise<ProcessorObject> {
  return plain(await (await stripeFor(config)).refunds.create(params, { idempotencyKey }));
}

function plain(object: object): ProcessorObject {
  return object as ProcessorObject;
}

type ErrorDetails = {
  type?: string;
  code?: string;
  param?: string;
  statusCode?: number;
  message?: string;
};

function detailsOf(error: unknown): ErrorDetails {
  return error instanceof Error ? (error as ErrorDetails) : {};
}

/** Only these say that nothing was done; after anything else the work may have been done. */
const refusals = new Set([
  'StripeCardError',
  'StripeInvalidRequestError',
  'StripeAuthenticationError',
  'StripePermissionError',
]);

/** Whether the processor has certainly not done what it was asked. */
export function isRefusal(error: unknown): boolean {
  return refusals.has(detailsOf(error).type ?? '');
}

/** What the processor answered, as a problem of ours. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { type, code, param, message } = detailsOf(error);
  if (type === 'StripeConnectionError')
    return fail('processor_unreachable', { headers: { 'retry-after': '5' } }, error);
  if (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError') return fail('processor_error', {}, error);
  // An intent we know by its event only.
  if (code === 'resource_missing' && (param === 'payment_intent' || param === 'intent'))
    return fail('payment_not_found', {}, error);
  if (code === 'charge_already_refunded') return fail('already_refunded', {}, error);
  if (code === 'charge_disputed') return fail('payment_disputed', {}, error);
  if (code === 'payment_intent_unexpected_state' || code === 'charge_not_refundable')
    return fail('not_paid', {}, error);
  // What it says of an amount or an address helps the caller; the rest speaks of our own request.
  const detail = message && (param || code?.startsWith('amount_')) ? { detail: message } : {};
  return fail('processor_refused', { ...detail, ...(code && { extra: { processorCode: code } }) }, error);
}
