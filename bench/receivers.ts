// npm run bench:receivers: 1,000 receivers, of which 100 hang, 100 respond with 500 and 100 trickle, at 200 events/s.
//   arrival   from the event's createdAt (just before its commit) to its arrival at a healthy receiver; p99 under 2 s
//   payments  from the response of the sandbox's payment page until payment.succeeded, about one payment per second
//   memory    of the service's process, which must stay flat
//
// Each event is for one receiver: 1,000 forms have one webhook each, and the submissions take turns. That makes 200
// deliveries/s, of which 140 are for healthy receivers. If every event were for all receivers, it would be 200,000
// deliveries/s, which would measure the machine and not what the receivers do to each other.
//
// Uses 127.0.0.1 only and ends by itself. `--postgres` uses a PostgreSQL of its own, `--seconds=60` is the default.

import { execFile } from 'node:child_process';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { callApi, type Program, runAndExit } from './programs.ts';

const receivers = 1000;
const eventsPerSecond = 200;
const seconds = Number(/--seconds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 60);
const maxP99Ms = 2000;
const maxGrowth = 1.2;

type Event = { id: string; type: string; createdAt: string };
type Behavior = (response: ServerResponse) => void;

const behaviors: Record<string, Behavior> = {
  hang: () => {},
  fail: (response) => response.writeHead(500).end('out of order'),
  trickle: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(timer));
  },
};

/** Three of ten receivers are unhealthy, one of each kind. */
const behaviorOf = (n: number): Behavior | undefined => Object.values(behaviors)[n % 10];

/** The first arrival of each event at a healthy receiver, in milliseconds after its creation. */
const arrivals = new Map<string, number>();
const paidEvents: Event[] = [];
const paymentDelays: number[] = [];

/** Few connections, so that a service that falls behind is not also flooded with connections. */
const connections = new Agent({ keepAlive: true, maxSockets: 64 });

await runAndExit(run);

/** Returns whether the results are good enough. */
async function run({ port, pid }: Program): Promise<boolean> {
  const forms = await createForms(port);
  const url = await startReceiver((event) => {
    paidEvents.push(event);
  });
  await callApi(port, 'POST', '/payments/webhooks', { url, events: ['payment.succeeded'] });

  const memory: number[] = [];
  const load = sendEvents(port, forms);
  const payments = pay(port);
  for (let n = 0; n < seconds; n += 5) {
    await sleep(5000);
    memory.push(await residentMegabytes(pid));
  }
  const [sent] = await Promise.all([load, payments]);
  const until = Date.now() + 30_000;
  while (arrivals.size < sent && Date.now() < until) await sleep(50);
  return report(sent, memory);
}

function report(sent: number, memory: readonly number[]): boolean {
  const times = [...arrivals.values()];
  console.table({
    'arrival at healthy receivers, ms': spread(times),
    'payment applied, ms': spread(paymentDelays),
  });
  // The first third is left out: the heap grows to its working size.
  const settled = memory.slice(Math.floor(memory.length / 3));
  const growth = Math.max(...settled) / (settled[0] as number);
  console.log(`Healthy receivers: ${times.length} of ${sent} events arrived.`);
  console.log(`Memory in MB, every five seconds: ${memory.join(' ')}.`);
  const isGood =
    times.length === sent && at(times, 0.99) < maxP99Ms && at(paymentDelays, 0.99) < maxP99Ms && growth < maxGrowth;
  console.log(isGood ? 'Within the limits.' : `FAILED: p99 must be below ${maxP99Ms} ms, and memory flat.`);
  return isGood;
}

function spread(times: readonly number[]): object {
  return { count: times.length, p50: at(times, 0.5), p99: at(times, 0.99), max: at(times, 1) };
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Creates a receiver and a form with its webhook, a thousand times. Returns the IDs of the forms. */
async function createForms(port: number): Promise<string[]> {
  const ids: string[] = [];
  const create = async (n: number): Promise<void> => {
    const behavior = behaviorOf(n);
    const url = await startReceiver((event) => {
      if (!behavior && !arrivals.has(event.id)) arrivals.set(event.id, Date.now() - Date.parse(event.createdAt));
    }, behavior);
    const fields = [{ name: 'name', type: 'text', label: 'Name' }];
    const form = { name: `Form ${n}`, slug: `form-${n}`, public: true, fields };
    const { id } = await callApi(port, 'POST', '/forms', form);
    await callApi(port, 'POST', `/forms/${id}/webhooks`, { url, events: ['submitted'] });
    ids[n] = id;
  };
  for (let n = 0; n < receivers; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => create(n + index)));
  return ids;
}

/** Each receiver has a port and thereby connections of its own. Returns its URL. */
async function startReceiver(onEvent: (event: Event) => void, behavior?: Behavior): Promise<string> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    onEvent(JSON.parse(body.toString()) as Event);
    if (behavior) behavior(response);
    else response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Submits at a fixed rate, however long the responses take. Returns how many events are for healthy receivers. */
async function sendEvents(port: number, forms: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const requests: Promise<void>[] = [];
  let healthy = 0;
  for (let n = 0; n < eventsPerSecond * seconds; n++) {
    const form = n % forms.length;
    if (!behaviorOf(form)) healthy++;
    requests.push(submit(port, forms[form] as string, { name: `Person ${n}` }));
    const waitMs = startedAt + ((n + 1) * 1000) / eventsPerSecond - performance.now();
    if (waitMs > 1) await sleep(waitMs);
  }
  await Promise.all(requests);
  const perSecond = (requests.length * 1000) / (performance.now() - startedAt);
  console.log(`The service accepted ${Math.round(perSecond)} of ${eventsPerSecond} events per second.`);
  return healthy;
}

function submit(port: number, form: string, answers: object): Promise<void> {
  const options = { method: 'POST', agent: connections, headers: { 'content-type': 'application/json' } };
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${port}/api/v1/forms/${form}/submit`;
    const outgoing = request(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A submission returned ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    outgoing.on('error', reject).end(JSON.stringify(answers));
  });
}

/** Pays the example form about once per second, one payment after the other. */
async function pay(port: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const person = { name: 'Ada', email: 'ada@example.com' };
    const url = '/forms/tickets/submit';
    const { paymentUrl } = await callApi<{ paymentUrl: string }>(port, 'POST', url, person);
    const payments = paidEvents.length;
    const page = await fetch(paymentUrl, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'pay' }),
      redirect: 'manual',
    });
    const paidAt = Date.now();
    await page.body?.cancel();
    while (paidEvents.length === payments && Date.now() < paidAt + 30_000) await sleep(20);
    const event = paidEvents[payments];
    paymentDelays.push(event ? Math.max(0, Date.parse(event.createdAt) - paidAt) : Number.POSITIVE_INFINITY);
    await sleep(Math.max(0, paidAt + 1000 - Date.now()));
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Math.round(Number(stdout) / 1024);
}
