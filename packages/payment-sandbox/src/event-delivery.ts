// Delivers stored events to their receivers: signed, at most eight at a time, with retries until a 2xx.
import { createHmac } from 'node:crypto';
import type { FaultRegistry } from './faults.ts';
import { builtInEndpoint } from './native-events.ts';
import { postEvent } from './post-event.ts';
import type { Store } from './store.ts';

export type Receiver = { url: string; secret: string };
type Delivery = { seq: number; event: string; endpoint: string; attempts: number; type: string; body: string };

const maxConcurrent = 8;
const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** The waits between attempts, about three days in total, as in Stripe's live mode. */
export const defaultRetryDelays = [
  second,
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
];

/** The signature `t=…,v1=…` of the raw body, as Stripe's SDKs verify it. */
function signPayload(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

type DeliveryOptions = { store: Store; receiver: Receiver | null; faults: FaultRegistry; retryDelays: number[] };

/** Starts delivering due events, including those of an earlier process. Call `wake()` after each commit and `close()` at the end. */
export function startDeliveries({ store, receiver, faults, retryDelays }: DeliveryOptions) {
  const running = new Map<number, Promise<void>>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Faults do not survive the process, so events that an earlier process held are due again.
  store.prepare("update deliveries set state = 'pending' where state = 'held'").run();

  function receiverFor(endpoint: string): Receiver | null {
    if (endpoint === builtInEndpoint) return receiver;
    const found = store.find('webhook_endpoint', endpoint);
    return found ? { url: found.url, secret: store.hidden<{ secret: string }>(endpoint).secret ?? '' } : null;
  }

  // `+?`, because SQLite plans a join by a mere parameter again each time.
  function load(seq: number): Delivery {
    const sql =
      'select d.seq, d.event, d.endpoint, d.attempts, e.type, e.body from deliveries d join events e on e.id = d.event where d.seq = +?';
    return store.prepare(sql).get(seq) as Delivery;
  }

  /** The bodies are read only of those that start: many may wait, and each delivery that ends looks at them again. */
  function select(condition: string, ...values: number[]): number[] {
    const rows = store.prepare(`select seq from deliveries where ${condition}`).all(...values) as { seq: number }[];
    return rows.map(({ seq }) => seq).filter((seq) => !running.has(seq));
  }

  function setState(
    delivery: Delivery,
    state: string,
    due = 0,
    attempts = delivery.attempts,
    error: string | null = null,
  ): void {
    const sql = 'update deliveries set state = ?, due = ?, attempts = ?, last_error = ? where seq = ?';
    store.prepare(sql).run(state, due, attempts, error, delivery.seq);
  }

  async function post({ url, secret }: Receiver, body: string): Promise<string | null> {
    try {
      const status = await postEvent(url, body, signPayload(body, secret), stop.signal);
      return status >= 200 && status < 300 ? null : `status ${status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function send(delivery: Delivery, copies: number): Promise<void> {
    const target = receiverFor(delivery.endpoint);
    if (!target) return setState(delivery, 'failed', 0, delivery.attempts, 'the endpoint was deleted');
    // Indented as by Stripe, so that receivers that do not verify the raw bytes fail.
    const body = JSON.stringify(JSON.parse(delivery.body), null, 2);
    let error = await post(target, body);
    for (let copy = 1; copy < copies; copy += 1) error = (await post(target, body)) ?? error;
    if (stop.signal.aborted) return;
    if (error === null) return setState(delivery, 'delivered', 0, delivery.attempts + 1);
    const wait = retryDelays[delivery.attempts];
    const state = wait === undefined ? 'failed' : 'pending';
    setState(delivery, state, Date.now() + (wait ?? 0), delivery.attempts + 1, error);
  }

  function run(delivery: Delivery, copies = 1): Promise<void> {
    const work = send(delivery, copies).finally(() => {
      running.delete(delivery.seq);
      wake();
    });
    running.set(delivery.seq, work);
    return work;
  }

  function start(delivery: Delivery): void {
    if (delivery.attempts > 0) return void run(delivery);
    const effects = faults.applyToEvent(delivery.type);
    if (effects.action === 'send') return void run(delivery, effects.copies);
    setState(delivery, effects.action === 'hold' ? 'held' : 'dropped');
    if (effects.thenRelease) void release('reverse');
  }

  /** Starts due deliveries now, and again when the next one is due. */
  function wake(): void {
    clearTimeout(timer);
    // A delivery that finishes calls wake() again.
    if (stop.signal.aborted || running.size >= maxConcurrent) return;
    // Read the clock once: a delivery that becomes due between two reads would be in neither list.
    const now = Date.now();
    const due = select(
      "state = 'pending' and due <= ? order by due, seq limit (? + 0)",
      now,
      maxConcurrent + running.size,
    );
    for (const seq of due) {
      if (running.size < maxConcurrent) start(load(seq));
    }
    // The timer covers deliveries that are not due yet.
    const sql = "select min(due) as due from deliveries where state = 'pending' and due > ?";
    const next = store.prepare(sql).get(now) as { due: number | null };
    if (next.due !== null) timer = setTimeout(wake, Math.min(Math.max(next.due - Date.now(), 1), hour));
  }

  async function release(order: 'forward' | 'reverse' = 'forward'): Promise<number> {
    const held = select("state = 'held' order by seq");
    if (order === 'reverse') held.reverse();
    for (const seq of held) {
      if (stop.signal.aborted) break;
      if (!running.has(seq)) await run(load(seq));
    }
    return held.length;
  }

  /** Stops. Deliveries that are still running count as not sent and are sent again after the next start. */
  async function close(): Promise<void> {
    clearTimeout(timer);
    stop.abort();
    await Promise.all(running.values());
  }

  return { wake, release, close };
}
