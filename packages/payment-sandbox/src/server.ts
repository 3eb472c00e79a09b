// Starts the payment sandbox: a local payment processor that speaks Stripe's wire format, with hosted pages and signed events.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { handleApi } from './api.ts';
import { handleCheckoutPage } from './checkout-page.ts';
import type { Context } from './context.ts';
import { handleControl } from './control.ts';
import { defaultRetryDelays, startDeliveries } from './event-delivery.ts';
import { createFaultBook, type Faults } from './faults.ts';
import { sendJson, splitTarget } from './http-messages.ts';
import { emit } from './native-events.ts';
import { openStore } from './store.ts';
import { letTimePass, tidyUp } from './time-passing.ts';

export type { Fault, Faults } from './faults.ts';

export type SandboxOptions = {
  /** SQLite file that keeps everything, or `':memory:'`. */
  dataFile: string;
  /** Where a browser reaches the hosted pages, e.g. `http://127.0.0.1:3000/sandbox`; default: the sandbox's own listener. */
  publicUrl?: string;
  /** Receiver of the native events; null for none (endpoints made through the API still get theirs). */
  webhook: { url: string; secret: string } | null;
  /** API listener; default `127.0.0.1`, a free port. */
  port?: number;
  host?: string;
  /** The clock of objects and of what time does; deliveries and signatures always go by real time. */
  now?: () => Date;
  /** Milliseconds between attempts of an event; default 1 s, 5 s, 30 s, 5 min … about three days in all. */
  retryDelays?: number[];
};

export type Sandbox = {
  /** `http://127.0.0.1:PORT`; the API is at `/v1/…` below it. */
  apiBase: string;
  /** Serves the hosted pages; `req.url` is relative to `publicUrl`, e.g. `/pay/cs_test_…`, and the body is still unread. */
  handlePage: (req: IncomingMessage, res: ServerResponse) => void;
  faults: Faults;
  /** Stores and sends a native event by hand; `object` becomes its `data.object`. */
  emit: (type: string, object: object) => Stripe.Event;
  /** Stops listening and delivering; what is undelivered is kept for the next start. */
  close: () => Promise<void>;
};

/** Opens the data file, listens, and takes up deliveries that an earlier process left behind. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.dataFile);
  const clock = options.now ?? (() => new Date());
  const book = createFaultBook();
  const server = createServer((request, response) => void answer(request, response));
  const apiBase = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  const publicUrl = (options.publicUrl ?? apiBase).replace(/\/+$/, '');

  function contextFor(request: Context['request'] = { id: null, idempotency_key: null }): Context {
    return {
      store,
      now: () => Math.floor(clock().getTime() / 1000),
      publicUrl,
      hasReceiver: options.webhook !== null,
      request,
    };
  }

  tidyUp(contextFor());
  const deliveries = startDeliveries({
    store,
    receiver: options.webhook,
    faults: book,
    retryDelays: options.retryDelays ?? defaultRetryDelays,
  });
  const faults: Faults = { ...book, releaseEvents: deliveries.release };
  const ticking = setInterval(tick, 500);
  ticking.unref();
  deliveries.wake();

  function tick(): void {
    try {
      if (letTimePass(contextFor())) deliveries.wake();
    } catch (error) {
      console.error('payment sandbox: something due could not be done', error);
    }
  }

  /** Applies faults, and gives back whether the answer is to be lost; undefined when a fault has answered already. */
  async function sufferFaults(request: IncomingMessage, response: ServerResponse): Promise<boolean | undefined> {
    const { path } = splitTarget(request);
    const trouble = book.strikeRequest(request.method ?? 'GET', path);
    if (trouble.delayMs > 0) await wait(trouble.delayMs, undefined, { ref: false });
    if (trouble.status === null) return trouble.loseAnswer;
    sendJson(response, trouble.status, {
      error: { type: 'api_error', message: 'The payment sandbox was told to fail.' },
    });
    return undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path } = splitTarget(request);
    if (path.startsWith('/sandbox/')) return handleControl(contextFor(), faults, deliveries.wake, request, response);
    const cut = await sufferFaults(request, response);
    if (cut === undefined) return;
    if (path.startsWith('/v1/')) return handleApi(contextFor, deliveries.wake, request, response, cut);
    return handleCheckoutPage(contextFor(), deliveries.wake, request, response, cut);
  }

  async function answerMounted(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cut = await sufferFaults(request, response);
    if (cut !== undefined) await handleCheckoutPage(contextFor(), deliveries.wake, request, response, cut);
  }

  function emitByHand(type: string, object: object): Stripe.Event {
    const event = store.transaction(() => emit(contextFor(), type, object));
    deliveries.wake();
    return event;
  }

  async function close(): Promise<void> {
    clearInterval(ticking);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await Promise.all([closed, deliveries.close()]);
    store.close();
  }

  return { apiBase, handlePage: (req, res) => void answerMounted(req, res), faults, emit: emitByHand, close };
}

async function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
