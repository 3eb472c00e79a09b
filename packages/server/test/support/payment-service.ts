// A listening test service with its own payment processor: the sandbox, over real HTTP. Its native events arrive at the
// service, and the worker runs.

import type { TestContext } from 'node:test';
import { startSandbox } from '@frontdesk/payment-sandbox';
import Stripe from 'stripe';
import type { Config, ProcessorSetup } from '../../src/config/config.ts';
import { changeEvents } from '../../src/events/event-types.ts';
import { type Answer, startTestService, type TestService } from './test-service.ts';
import { waitFor } from './wait-for.ts';

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

const webhookSecret = 'whsec_test_of_the_payment_service';

export type StoredTestEvent = {
  type: string;
  subject: string;
  sequence: number;
  contactId: string | null;
  data: Record<string, unknown>;
};

export type PaymentService = TestService & {
  origin: string;
  sandbox: TestSandbox;
  /** The processor's API, as its own dashboard would use it. */
  dashboard: Stripe;
  /** Changes the keys of the processor. */
  useKeys(keys: Partial<ProcessorSetup>): void;
  /** Sends POST /payments/checkout, expects 200 and returns the URL of the hosted page. */
  checkout(body?: Record<string, unknown>): Promise<string>;
  /** Pays, or is declined, on the hosted page. Returns the status of the response. */
  pay(url: string, outcome?: 'pay' | 'decline', card?: string): Promise<number>;
  /** Our events so far, oldest first: those of one type, or all that are no mere changes of contacts, invoices and forms. */
  events(type?: string): Promise<StoredTestEvent[]>;
  /** Waits until there are `count` events of a type. */
  waitForEvents(type: string, count?: number): Promise<StoredTestEvent[]>;
  /** Waits until every native event of the sandbox is stored and handled. */
  settled(): Promise<void>;
  /** Waits until every native event stored so far is handled. */
  handled(): Promise<void>;
  /** Delivers a native event, signed like the processor does. */
  deliver(event: object, options?: { secret?: string; header?: string; body?: string }): Promise<Answer>;
};

export type PaymentServiceOptions = {
  /** The sandbox sends no native events; the test delivers them. */
  silent?: boolean;
  /** The sandbox of another service. */
  sandbox?: TestSandbox;
  config?: Partial<Config>;
  /** Starts no worker; the test runs the tasks. */
  idle?: boolean;
};

export async function startPaymentService(
  t: Pick<TestContext, 'after'>,
  options: PaymentServiceOptions = {},
): Promise<PaymentService> {
  const stripe: ProcessorSetup = {
    secretKey: 'sk_test_sandbox',
    webhookSecrets: [webhookSecret],
    apiBase: null,
    keysFrom: 'sandbox',
  };
  const service = await startTestService(t, { stripe, ...options.config });
  const origin = await service.listen();
  const webhook = { url: `${origin}/api/public/payments/webhook`, secret: webhookSecret };
  const sandbox =
    options.sandbox ?? (await startSandbox({ dataFile: ':memory:', webhook: options.silent ? null : webhook }));
  if (!options.sandbox) t.after(() => sandbox.close());
  const { processor } = service.context;
  const useKeys = (keys: Partial<ProcessorSetup>): void => processor.useKeys({ ...processor.setup, ...keys });
  useKeys({ apiBase: sandbox.apiBase });
  if (!options.idle) await service.work();
  const dashboard = connect(sandbox.apiBase);

  const events: PaymentService['events'] = async (type) => {
    const all = service.context.db.selectFrom('events').selectAll().orderBy('id');
    const query = type === undefined ? all.where('type', 'not in', changeEvents) : all.where('type', '=', type);
    const rows = await query.execute();
    return rows.map(({ type, subject, sequence, contactId, data }) => ({
      type,
      subject,
      sequence,
      contactId,
      data: JSON.parse(data),
    }));
  };

  const isHandled = async (): Promise<boolean> => {
    const open = service.context.db.selectFrom('processorEvents').select('id').where('status', '=', 'received');
    return (await open.executeTakeFirst()) === undefined;
  };

  return {
    ...service,
    origin,
    sandbox,
    dashboard,
    useKeys,
    events,
    async checkout(body = {}) {
      const answer = await service.request('POST', '/payments/checkout', {
        body: { amount: 2500, currency: 'usd', ...body },
      });
      if (answer.status !== 200) throw new Error(`checkout returned ${answer.status}: ${answer.text}`);
      return answer.body.url;
    },
    async pay(url, outcome = 'pay', card) {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome, email: 'ada@example.com', ...(card && { card_number: card }) }),
      });
      await answer.body?.cancel();
      return answer.status;
    },
    waitForEvents: (type, count = 1) =>
      waitFor(`${count} × ${type}`, async () => {
        const found = await events(type);
        return found.length >= count ? found : null;
      }),
    async settled() {
      await waitFor('every native event is delivered and handled', async () => {
        const { data } = await dashboard.events.list({ delivery_success: false, limit: 1 });
        return data.length === 0 && (await isHandled());
      });
    },
    async handled() {
      await waitFor('every stored native event is handled', isHandled);
    },
    async deliver(event, { secret = webhookSecret, header, body = JSON.stringify(event) } = {}) {
      const signature = signBody(body, { secret });
      return service.request('POST', '//api/public/payments/webhook', {
        body,
        token: null,
        headers: { 'content-type': 'application/json', 'stripe-signature': header ?? signature },
      });
    },
  };
}

/** The signature header of a native event, created with the processor's SDK. */
export function signBody(payload: string, { secret = webhookSecret, madeAt = Date.now() } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(madeAt / 1000) });
}

/** The processor's official client. */
export function connect(apiBase: string): Stripe {
  const { hostname, port } = new URL(apiBase);
  return new Stripe('sk_test_dashboard', { host: hostname, port, protocol: 'http', telemetry: false });
}
