// npm run bench:media: 2,000 pictures of up to 12 million pixels are uploaded by ten at once, while sizes of them are
// requested at random.
//   requests  of the API, one after another, alone and meanwhile: none may take more than twice its time
//   memory    of the service and of its process for pictures, which must stay flat
//
// Uses 127.0.0.1 only and ends by itself. `--postgres` uses a PostgreSQL of its own, `--pictures=2000` is the default. It
// needs a machine without other load: the browsers' part of this, which sends and receives, runs on the same processors.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MediaLoad, memoryOf } from '../packages/server/test/support/media-load.ts';
import { callApi, type Program, runAndExit, token } from './programs.ts';

const count = Number(/--pictures=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 2000);
const aloneMs = 15_000;
const pauseMs = 20;
const items = 200;
const maxRatio = 2;
const maxGrowth = 1.2;

type Memory = Awaited<ReturnType<typeof memoryOf>>;

const requests: Record<string, (n: number) => { method?: string; path: string; body?: object }> = {
  'an item': (n) => ({ path: `/content/post/item-${n % items}` }),
  'list of items': (n) => ({ path: `/content/post?limit=20&offset=${n % (items - 20)}` }),
  'list with media': (n) => ({ path: `/content/post?limit=20&offset=${n % (items - 20)}&expand=fields.featuredImage` }),
  'list of media': () => ({ path: '/media?limit=20' }),
  search: (n) => ({ path: `/content/post?search=item&limit=5&offset=${n % 50}` }),
  'create an item': (n) => ({
    method: 'POST',
    path: '/content/post',
    body: { title: `Made ${n}`, content: '<p>x</p>' },
  }),
  'update an item': (n) => ({ method: 'PATCH', path: `/content/post/item-${n % items}`, body: { title: `Item ${n}` } }),
};

await runAndExit(run);

/** Returns whether the results are good enough. */
async function run({ port, pid }: Program): Promise<boolean> {
  const service = { origin: `http://127.0.0.1:${port}`, token, pid };
  for (let n = 0; n < items; n++)
    await callApi(port, 'POST', '/content/post', {
      title: `Item ${n}`,
      slug: `item-${n}`,
      status: 'publish',
      content: '<p>Text</p>'.repeat(200),
    });
  const senders = fork(path.join(import.meta.dirname, 'media-senders.ts'));
  process.once('exit', () => senders.kill());
  const exited = once(senders, 'exit').then(() => Promise.reject(new Error('the senders have ended')));
  exited.catch(() => undefined);
  await Promise.race([once(senders, 'message'), exited]);
  const end = Date.now() + aloneMs;
  // The first requests compile and fill caches.
  await measure(service, () => Date.now() < end - aloneMs / 2);
  const alone = await measure(service, () => Date.now() < end);

  let isLoading = true;
  const memory: Memory[] = [];
  const watch = async (): Promise<void> => {
    while (isLoading) {
      memory.push(await memoryOf(pid));
      await sleep(1000);
    }
  };
  const startedAt = performance.now();
  senders.send({ ...service, count });
  const load = Promise.race([once(senders, 'message'), exited])
    .finally(() => {
      isLoading = false;
    })
    .then(([loaded]) => loaded as MediaLoad);
  const [loaded, meanwhile] = await Promise.all([load, measure(service, () => isLoading), watch()]);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${loaded.urls.length} pictures and ${loaded.sizes} sizes in ${Math.round(seconds)} s.`);
  for (const fault of loaded.faults.slice(0, 10)) console.log(`✖ ${fault}`);
  const isQuick = reportTimes(alone, meanwhile);
  const isFlat = reportMemory(memory);
  const isGood = loaded.faults.length === 0 && loaded.urls.length === count && isQuick && isFlat;
  console.log(
    isGood ? 'Within the limits.' : `FAILED: p50 and p95 at most ${maxRatio} times those alone, and memory flat.`,
  );
  return isGood;
}

type Service = { origin: string; token: string };

/** Sends requests of each kind in turn, one at a time. Returns their times in ms. */
async function measure({ origin, token }: Service, goOn: () => boolean): Promise<Record<string, number[]>> {
  const times = Object.fromEntries(Object.keys(requests).map((name) => [name, [] as number[]]));
  for (let n = 0; goOn(); n++) {
    for (const [name, make] of Object.entries(requests)) {
      const { method = 'GET', path, body } = make(n);
      const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
      const startedAt = performance.now();
      const response = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      await response.arrayBuffer();
      times[name]?.push(performance.now() - startedAt);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
      await sleep(pauseMs);
    }
  }
  return times;
}

function reportTimes(alone: Record<string, number[]>, meanwhile: Record<string, number[]>): boolean {
  const shares = [0.5, 0.95, 0.99];
  const rows = Object.keys(requests).map((name) => {
    const [before, during] = [alone, meanwhile].map((times) => shares.map((share) => at(times[name] ?? [], share)));
    return { name, before: before as number[], during: during as number[] };
  });
  console.table(
    Object.fromEntries(
      rows.map(({ name, before, during }) => [
        name,
        Object.fromEntries(
          shares.map((share, index) => [
            `p${share * 100}: alone → meanwhile, ms`,
            `${before[index]?.toFixed(1)} → ${during[index]?.toFixed(1)}`,
          ]),
        ),
      ]),
    ),
  );
  return rows.every(({ before, during }) =>
    [0, 1].every((index) => (during[index] ?? 0) <= maxRatio * (before[index] ?? 0)),
  );
}

/** The first third is left out: heaps grow to their working size. */
function reportMemory(memory: readonly Memory[]): boolean {
  const third = Math.ceil(memory.length / 3);
  return (['service', 'pictures'] as const).every((name) => {
    const values = memory.map((sample) => sample[name]);
    const peaks = [0, 1, 2].map((part) => Math.max(...values.slice(part * third, (part + 1) * third)));
    console.log(`Memory of ${name} in MB, the peak of each third: ${peaks.join(', ')}.`);
    return (peaks[2] ?? 0) <= maxGrowth * (peaks[1] ?? 0);
  });
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
