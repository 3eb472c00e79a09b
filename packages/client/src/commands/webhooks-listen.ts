// `frontdesk webhooks listen`: receives deliveries on this computer, verifies and prints them.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AdminClient } from '../admin.ts';
import type { FormEventName, PaymentEventName, WebhookEventName } from '../api-types.ts';
import { CommandError, UsageError } from '../cli/command-error.ts';
import { defineLocalCommand } from '../cli/define-command.ts';
import type { Output } from '../cli/output.ts';
import { verifyWebhook, WebhookVerificationError } from '../webhooks.ts';

/** What is printed of a delivery. */
type Received = {
  receivedAt: string;
  /** Of the message, the same when it is sent again. */
  id: string | null;
  /** Null if it was not checked, because no secret is known. */
  verified: boolean | null;
  /** Why it was not verified. */
  fault: string | null;
  event: unknown;
};

/** All that an area has, by name: the compiler sees that none is missing. */
const formEvents: Record<FormEventName, true> = { submitted: true, paid: true, scanned: true };
const paymentEvents: Record<PaymentEventName, true> = {
  'payment.succeeded': true,
  'payment.failed': true,
  'payment.refunded': true,
  'subscription.created': true,
  'subscription.updated': true,
  'subscription.canceled': true,
  'invoice.paid': true,
  'invoice.payment_failed': true,
};
const contentEvents: Record<Extract<WebhookEventName, `item.${string}`>, true> = {
  'item.published': true,
  'item.updated': true,
  'item.unpublished': true,
  'item.trashed': true,
  'item.deleted': true,
};
const allEvents = { form: formEvents, payments: paymentEvents, content: contentEvents };

type Subscription = { url: string; secret: string | null; remove(): Promise<void> };

const maxStatus = 599;

export const webhooksListen = defineLocalCommand({
  name: 'webhooks listen',
  summary: 'receive deliveries on this computer, verify and print them',
  args: '',
  scopes: 'forms:write, payments:write or content:write to subscribe',
  options: {
    form: { value: 'form', help: 'subscribe to a form, by slug or ID, until the command ends' },
    payments: { help: 'subscribe to payments until the command ends' },
    content: { help: 'subscribe to content until the command ends' },
    events: { value: 'names', help: 'only these events, separated by commas; all without it' },
    secret: { value: 'secret', help: 'the secret of a webhook that exists' },
    port: { value: 'port', help: 'listen here (default: 4000)' },
    host: { value: 'address', help: 'on this address (default: 127.0.0.1)' },
    'public-url': {
      value: 'url',
      help: 'the URL under which the service reaches this computer, such as that of a tunnel',
    },
    status: { value: 'code', help: 'respond with this status, such as 500 to see deliveries again (default: 200)' },
    count: { value: 'number', help: 'end after this many deliveries' },
  },
  notes:
    'It goes on until it is interrupted. A service on the same computer must allow it: FRONTDESK_ALLOW_PRIVATE_WEBHOOKS=127.0.0.1/32. Deliveries that cannot be verified get 401.',
  examples: [
    'frontdesk webhooks listen --form contact',
    'frontdesk webhooks listen --payments --json | jq .event.data',
    'frontdesk webhooks listen --secret open-sesame --status 500',
  ],
  async runHere({ values, output, connect }) {
    const port = readNumber('--port', values.port ?? '4000', 0, 65_535);
    const status = readNumber('--status', values.status ?? '200', 200, maxStatus);
    const count = values.count === undefined ? Number.POSITIVE_INFINITY : readNumber('--count', values.count, 1, 1e9);
    const area = readArea(values);
    const client = area === null ? null : connect();
    // From now on, so that no subscription remains however early a person interrupts.
    const interruption = waitForInterruption();
    const server = createServer();
    const origin = await listen(server, port, values.host ?? '127.0.0.1');
    let subscription: Subscription | null = null;
    try {
      const url = values['public-url'] ?? origin;
      if (client && area) subscription = await subscribe(client, area, url, values.events?.split(','));
      const secret = values.secret ?? subscription?.secret ?? null;
      output.note(`Listening at ${origin}${subscription ? `, subscribed as ${subscription.url}` : ''}`);
      if (secret === null) output.note('Without --secret, signatures are not checked.');
      await Promise.race([receive(server, { secret, status, count, output }), interruption.happened]);
    } finally {
      try {
        await subscription?.remove();
      } finally {
        interruption.forget();
        server.close();
        server.closeAllConnections();
      }
    }
    return undefined;
  },
});

type Area = { kind: 'form'; form: string } | { kind: 'payments' | 'content' };

function readArea({ form, payments, content }: { form?: string; payments?: true; content?: true }): Area | null {
  const chosen: Area[] = [
    ...(form === undefined ? [] : [{ kind: 'form' as const, form }]),
    ...(payments ? [{ kind: 'payments' as const }] : []),
    ...(content ? [{ kind: 'content' as const }] : []),
  ];
  if (chosen.length > 1) throw new UsageError('use one of --form, --payments and --content');
  return chosen[0] ?? null;
}

function readNumber(option: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`${option} must be a number from ${min} to ${max}`);
  return value;
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch(({ code, message }) => {
    if (code === 'EADDRINUSE') throw new CommandError(`port ${port} is in use: choose another with --port`);
    throw new CommandError(`cannot listen at ${host}:${port}: ${message}`);
  });
  const { port: chosen, family, address } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`;
}

/** Creates a webhook for this computer. The service rejects a URL that it may not use. */
async function subscribe(
  client: AdminClient,
  area: Area,
  url: string,
  events = Object.keys(allEvents[area.kind]),
): Promise<Subscription> {
  const form = area.kind === 'form' ? { formId: area.form } : {};
  // The service checks the names that a person gives.
  const { id, secret } = await client.webhooks.create({ url, events: events as WebhookEventName[], ...form });
  const remove = async (): Promise<void> => {
    await client.webhooks.delete(id).catch(({ message }) => {
      throw new CommandError(`the webhook ${id} to ${url} is still there, delete it in the admin: ${message}`);
    });
  };
  return { url, secret, remove };
}

type Handling = { secret: string | null; status: number; count: number; output: Output };

const signals = ['SIGINT', 'SIGTERM'] as const;

const togetherMs = 2000;

/**
 * A terminal and what runs in it may each send the signal, within milliseconds. A later one ends the process: it does not
 * wait for a service that does not answer.
 */
function waitForInterruption(): { happened: Promise<void>; forget(): void } {
  let end = (): void => {};
  const happened = new Promise<void>((resolve) => {
    end = resolve;
  });
  let firstAt: number | null = null;
  const onSignal = (): void => {
    const now = performance.now();
    if (firstAt !== null && now - firstAt >= togetherMs) process.exit(1);
    firstAt ??= now;
    end();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    happened,
    forget() {
      // Another signal would cut the end short.
      if (firstAt === null) for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

/** Resolves after `count` deliveries. */
function receive(server: Server, handling: Handling): Promise<void> {
  let received = 0;
  return new Promise((resolve) => {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      response.once('close', () => {
        if (received >= handling.count) resolve();
      });
      if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
      respond(request, response, handling).then(
        () => received++,
        () => response.destroy(),
      );
    });
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, status, output }: Handling,
): Promise<void> {
  const delivery = await read(request, secret);
  print(output, delivery);
  response.writeHead(delivery.verified === false ? 401 : status).end();
}

async function read(request: IncomingMessage, secret: string | null): Promise<Received> {
  const body = await buffer(request);
  const { 'webhook-id': id } = request.headers;
  const common = { receivedAt: new Date().toISOString(), id: typeof id === 'string' ? id : null };
  if (secret === null) return { ...common, verified: null, fault: null, event: parse(body) };
  try {
    const event = await verifyWebhook({ body: new Uint8Array(body), headers: request.headers, secret });
    return { ...common, verified: true, fault: null, event };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return { ...common, verified: false, fault: error.message, event: parse(body) };
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return body.toString('utf8');
  }
}

function print(output: Output, delivery: Received): void {
  const { receivedAt, id, verified, fault, event } = delivery;
  if (output.isJson) {
    console.log(JSON.stringify(delivery));
    return;
  }
  const state = verified === null ? 'not checked' : verified ? 'verified' : `NOT VERIFIED: ${fault}`;
  const { type = 'no event' } = (event ?? {}) as { type?: string };
  output.result(delivery, `${receivedAt}  ${type}  ${id ?? ''}  ${state}`);
  if (output.isTerminal) console.log(JSON.stringify(event, null, 2));
}
