// The payment processor by Stripe's SDK, pinned to one version of its API. The SDK is heavy: it loads on first use.

import type StripeSdk from 'stripe';
import type { ProcessorSetup } from '../../config/config.ts';
import type { ObjectKind, Processor, ProcessorEndpoints, ProcessorObject } from '../../context/processor.ts';
import { fail, Problem } from '../../lib/errors.ts';

const apiVersion = '2026-10-28.endive' as const;
const timeoutMs = 15_000;
const toleranceSeconds = 300;

type Sdk = typeof StripeSdk;
type Client = InstanceType<Sdk>;
type NewEndpoint = Parameters<Client['webhookEndpoints']['create']>[0];

/** The key that the sandbox is asked with. */
export const sandboxKey = 'sk_test_sandbox';

/** Without a key and an address nothing is asked, and without a signing secret nothing is believed. */
export const noKeys: ProcessorSetup = { secretKey: null, webhookSecrets: [], apiBase: null, keysFrom: 'settings' };

/** The processor with the given keys; without any it is the sandbox, once its address is known. */
export function createProcessor(initial: ProcessorSetup): Processor {
  let setup = initial;
  let sandbox: ProcessorSetup | null = null;
  let client: Promise<Client> | null = null;

  const connect = (): Promise<Client> => {
    if (!isConfigured()) throw fail('processor_unreachable', 'No payment processor is set up');
    client ??= makeClient(setup.secretKey ?? sandboxKey, setup.apiBase);
    return client;
  };
  const isConfigured = (): boolean => setup.secretKey !== null || setup.apiBase !== null;
  const use = (next: ProcessorSetup): void => {
    setup = next;
    client = null;
  };

  return {
    get setup() {
      return setup;
    },
    useKeys(next) {
      if (setup.keysFrom === 'sandbox' && setup.apiBase !== null) sandbox = setup;
      use(next);
    },
    useSandbox() {
      use(sandbox ?? noKeys);
      return sandbox !== null;
    },
    isConfigured,
    isSandbox: () => setup.secretKey === null || setup.secretKey === sandboxKey,
    isLive() {
      const mode = /^[sr]k_(live|test)_/.exec(setup.secretKey ?? sandboxKey)?.[1];
      return mode === undefined ? null : mode === 'live';
    },
    tryKey,
    verifyEvent: (rawBody, header, now) => verifyEvent(setup.webhookSecrets, rawBody, header, now),
    async retrieve(kind, id) {
      if (!isConfigured()) return null;
      const found = await orNull(readers[kind](await connect(), id));
      return found && plain(found);
    },
    async listRefunds(of) {
      if (!isConfigured()) return [];
      const { refunds } = await connect();
      const found = await orNull(refunds.list({ ...of, limit: 100 }).autoPagingToArray({ limit: 1000 }));
      return (found ?? []).map(plain);
    },
    async findInvoiceOfIntent(intentId) {
      const payment = { type: 'payment_intent' as const, payment_intent: intentId };
      const { data } = await (await connect()).invoicePayments.list({ payment, limit: 1 });
      const invoice = data[0]?.invoice;
      return typeof invoice === 'string' ? invoice : (invoice?.id ?? null);
    },
    async listUndelivered(since, limit) {
      const { events } = await connect();
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const found = await events.list({ delivery_success: false, created, limit: 100 }).autoPagingToArray({ limit });
      return found.map(plain);
    },
    endpoints: (key) => endpointsOf(async () => (key?.secretKey ? makeClient(key.secretKey, key.apiBase) : connect())),
    createSession: async (session, idempotencyKey) =>
      plain(await (await connect()).checkout.sessions.create(session, { idempotencyKey })),
    async expireSession(id) {
      await (await connect()).checkout.sessions.expire(id);
    },
    createRefund: async (refund, idempotencyKey) =>
      plain(await (await connect()).refunds.create(refund, { idempotencyKey })),
  };
}

function endpointsOf(reach: () => Promise<Client>): ProcessorEndpoints {
  return {
    async list() {
      const found = (await reach()).webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
      return (await found).map(({ id, url, enabled_events: events, status }) => ({
        ...{ id, url, events, isEnabled: status === 'enabled' },
      }));
    },
    async create(url, events) {
      const enabled_events = [...events] as NewEndpoint['enabled_events'];
      const endpoint = { url, enabled_events, api_version: apiVersion, description: 'Frontdesk' } as const;
      const { id, secret } = await (await reach()).webhookEndpoints.create(endpoint);
      return { id, secret: secret as string };
    },
    async delete(id) {
      await (await reach()).webhookEndpoints.del(id);
    },
  };
}

let sdk: Promise<Sdk> | null = null;

/** Loaded when it is needed first. Asking the module loader again takes longer than checking a signature. */
function loadSdk(): Promise<Sdk> {
  sdk ??= import('stripe').then(({ default: loaded }) => loaded);
  return sdk;
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

async function tryKey(secretKey: string, apiBase: string | null): Promise<boolean> {
  try {
    await (await makeClient(secretKey, apiBase)).accounts.retrieveCurrent();
    return true;
  } catch (error) {
    const { type } = detailsOf(error);
    // A restricted key may not be allowed to read the account, but it is accepted.
    if (type === 'StripePermissionError' && secretKey.startsWith('rk_')) return true;
    if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') return false;
    throw error;
  }
}

async function verifyEvent(
  webhookSecrets: readonly string[],
  rawBody: Buffer,
  header: string | undefined,
  now: Date,
): Promise<void> {
  const secrets = webhookSecrets.filter((secret) => secret.trim() !== '');
  if (secrets.length === 0) throw fail('receiver_not_configured');
  if (!header || rawBody.length === 0) throw fail('invalid_signature');
  const { signature } = (await loadSdk()).webhooks;
  if (!signature) throw new Error('the SDK cannot verify signatures');
  const madeAt = Number(/(?:^|,)\s*t=(\d+)/.exec(header)?.[1]);
  // The SDK refuses old signatures, but accepts those that claim to come from the future.
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

const readers: Record<ObjectKind, (client: Client, id: string) => Promise<object>> = {
  intent: (client, id) => client.paymentIntents.retrieve(id, { expand: ['latest_charge', 'customer'] }),
  session: (client, id) =>
    client.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge', 'payment_intent.customer'] }),
  charge: (client, id) => client.charges.retrieve(id),
  refund: (client, id) => client.refunds.retrieve(id),
  dispute: (client, id) => client.disputes.retrieve(id),
  subscription: (client, id) => client.subscriptions.retrieve(id, { expand: ['customer'] }),
  invoice: (client, id) => client.invoices.retrieve(id),
};

/** The processor's answer; null if the object does not exist. */
async function orNull<T extends object>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const { code, statusCode } = detailsOf(error);
    if (code === 'resource_missing' || statusCode === 404) return null;
    throw error;
  }
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

/** Only these errors mean that nothing was done; after any other the work may have been done. */
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

/** An error of the processor as a problem of ours. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { type, code, param, message } = detailsOf(error);
  if (type === 'StripeConnectionError')
    return fail('processor_unreachable', { headers: { 'retry-after': '5' } }, error);
  if (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError') return fail('processor_error', {}, error);
  // We know the intent from its event only.
  if (code === 'resource_missing' && (param === 'payment_intent' || param === 'intent'))
    return fail('payment_not_found', {}, error);
  if (code === 'charge_already_refunded') return fail('already_refunded', {}, error);
  if (code === 'charge_disputed') return fail('payment_disputed', {}, error);
  if (code === 'payment_intent_unexpected_state' || code === 'charge_not_refundable')
    return fail('not_paid', {}, error);
  // What it says about an amount or an address helps the caller; the rest is about our own request.
  const detail = message && (param || code?.startsWith('amount_')) ? { detail: message } : {};
  return fail('processor_refused', { ...detail, ...(code && { extra: { processorCode: code } }) }, error);
}
