// Starts the payment sandbox: a local payment processor that speaks Stripe's wire format, with hosted pages and signed events.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { handleApi } from './api.ts';
import { handleCheckoutPage } from './checkout-page.ts';
import type { Business, Context } from './context.ts';
import { handleControl } from './control.ts';
import { deleteOldData, processDueWork } from './due-work.ts';
import { defaultRetryDelays, type Receiver, startDeliveries } from './event-delivery.ts';
import { createFaultRegistry, type Faults } from './faults.ts';
import { sendJson, splitTarget } from './http-messages.ts';
import { emit } from './native-events.ts';
import { openStore } from './store.ts';

// An import would load all that this module offers, Node's own fetch among it: 12 MB and 50 ms of every start.
const { createServer } = process.getBuiltinModule('node:http');

export type { Business } from './context.ts';
export type { Fault, Faults } from './faults.ts';

export type SandboxOptions = {
  /** The SQLite file for all data, or `':memory:'`. */
  dataFile: string;
  /** The base URL of the hosted pages, such as `http://127.0.0.1:3000/sandbox`; default: the API listener. */
  publicUrl?: string;
  /** Who is paid, for the hosted pages. */
  business?: () => Promise<Business>;
  /**
   * The receiver of events of the types in `events`, or of all; null for none. Endpoints created through the API receive
   * events as well.
   */
  webhook: (Receiver & { events?: readonly string[] }) | null;
  /** The API listener; default: a free port on `127.0.0.1`. */
  port?: number;
  host?: string;
  /** The clock for objects and due work. Deliveries and signatures always use real time. */
  now?: () => Date;
  /** Milliseconds between delivery attempts; default: 1 s, 5 s, 30 s, 5 min … about three days in total. */
  retryDelays?: number[];
};

export type Sandbox = {
  /** `http://127.0.0.1:PORT`; the API is at `/v1/…`. */
  apiBase: string;
  /** Serves the hosted pages. `req.url` is relative to `publicUrl`, such as `/pay/cs_test_…`, and the body has not been read. */
  handlePage: (req: IncomingMessage, res: ServerResponse) => void;
  faults: Faults;
  /** Stores and sends an event with this `data.object`. */
  emit: (type: string, object: object) => Stripe.Event;
  /** Stops listening and delivering. Undelivered events are kept for the next start. */
  close: () => Promise<void>;
};

/** Opens the data file, starts listening, and resumes the deliveries of an earlier process. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.dataFile);
  const clock = options.now ?? (() => new Date());
  const registry = createFaultRegistry();
  // A client closes an idle connection first: otherwise this end may close it just when it is used again.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => void handle(request, response));
  const apiBase = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  const publicUrl = (options.publicUrl ?? apiBase).replace(/\/+$/, '');

  function contextFor(request: Context['request'] = { id: null, idempotency_key: null }): Context {
    return {
      store,
      now: () => Math.floor(clock().getTime() / 1000),
      publicUrl,
      business: options.business ?? (async () => null),
      receives: (type) => options.webhook !== null && (options.webhook.events?.includes(type) ?? true),
      request,
    };
  }

  deleteOldData(contextFor());
  const deliveries = startDeliveries({
    store,
    receiver: options.webhook,
    faults: registry,
    retryDelays: options.retryDelays ?? defaultRetryDelays,
  });
  const faults: Faults = { ...registry, releaseEvents: deliveries.release };
  const ticking = setInterval(tick, 500);
  ticking.unref();
  deliveries.wake();

  function tick(): void {
    try {
      if (processDueWork(contextFor())) deliveries.wake();
    } catch (error) {
      console.error('payment sandbox: due work failed', error);
    }
  }

  /** Applies faults. Returns whether to lose the response; undefined if a fault has already responded. */
  async function applyFaults(request: IncomingMessage, response: ServerResponse): Promise<boolean | undefined> {
    const { path } = splitTarget(request);
    const effects = registry.applyToRequest(request.method ?? 'GET', path);
    if (effects.delayMs > 0) await wait(effects.delayMs, undefined, { ref: false });
    if (effects.status === null) return effects.loseResponse;
    sendJson(response, effects.status, {
      error: { type: 'api_error', message: 'A fault of the payment sandbox caused this error.' },
    });
    return undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path } = splitTarget(request);
    // Where the pages have this origin, browsers ask for their icon. They have none.
    if (path === '/favicon.ico') return void response.writeHead(204, { 'cache-control': 'max-age=86400' }).end();
    if (path.startsWith('/sandbox/')) return handleControl(contextFor(), faults, deliveries.wake, request, response);
    const cut = await applyFaults(request, response);
    if (cut === undefined) return;
    if (path.startsWith('/v1/')) return handleApi(contextFor, deliveries.wake, request, response, cut);
    return handleCheckoutPage(contextFor(), deliveries.wake, request, response, cut);
  }

  async function handleMounted(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cut = await applyFaults(request, response);
    if (cut !== undefined) await handleCheckoutPage(contextFor(), deliveries.wake, request, response, cut);
  }

  function emitNow(type: string, object: object): Stripe.Event {
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

  return { apiBase, handlePage: (req, res) => void handleMounted(req, res), faults, emit: emitNow, close };
}

async function listen(server: Server, host: string, port: number): Promise<string> {
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
