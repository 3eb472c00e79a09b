// The reads of a site with many items: those that must not become slower with their number, and those that no index
// serves, which must not block the event loop.

import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { exchange, openSocket, requestText } from './load.ts';
import { groupSize, type Site } from './many-items.ts';
import { callApi, read, token } from './programs.ts';

const rounds = 40;
const list = '/api/v1/content/article?limit=20';

type Random = (max: number) => number;
/** A path for a site with `count` items; `cursor` continues in its middle. */
type Ask = (site: { count: number; cursor: string }, random: Random) => string;

const reads: Record<string, { goal: number; ask: Ask }> = {
  'first page': { goal: 1.5, ask: () => list },
  'one by slug': { goal: 1.5, ask: ({ count }, random) => `/api/v1/content/article/item-${1 + random(count)}` },
  'indexed filter, 100 matches': {
    goal: 1.5,
    ask: ({ count }, random) => `${list}&fields%5Bgroup%5D=${1 + random(count / groupSize - 1)}`,
  },
  'cursor page': { goal: 1.5, ask: ({ cursor }) => `${list}&cursor=${cursor}` },
  'search, 100 matches': {
    goal: 3,
    ask: ({ count }, random) => `${list}&search=block${1 + random(count / groupSize - 1)}+`,
  },
  'offset in the middle': { goal: 20, ask: ({ count }, random) => `${list}&offset=${count / 2 - random(20)}` },
};

const slow: Record<string, Ask> = {
  'filter on a field without index': (_, random) => `${list}&fields%5Bscore%5D%5Bgte%5D=${random(900)}.5`,
  'text filter': (_, random) => `${list}&fields%5Bname%5D%5Bcontains%5D=${1000 + random(8000)}`,
  'undeclared field': (_, random) => `${list}&fields%5Bother%5D=${random(1e9)}`,
  'sort by a field without index': (_, random) => `${list}&orderBy=fields.score&offset=${random(1000)}`,
  'sort by text without index': (_, random) => `${list}&orderBy=fields.name&order=asc&offset=${random(1000)}`,
  'sort by title, any status': (_, random) => `${list}&orderBy=title&status=any&offset=${random(1000)}`,
  'any status': (_, random) => `${list}&status=any&offset=${random(1000)}`,
  'indexed filter, half of the items': ({ count }, random) =>
    `${list}&fields%5Bgroup%5D%5Bgte%5D=${count / groupSize / 2}.${random(1e9)}`,
  'search, all items match': (_, random) => `${list}&search=lantern&offset=${random(1000)}`,
  'search by relevance, all items match': (_, random) =>
    `${list}&search=copper&orderBy=relevance&offset=${random(1000)}`,
  tag: (_, random) => `${list}&tag=rare&offset=${random(1000)}`,
  'category by title': (_, random) => `${list}&category=rare&orderBy=title&offset=${random(1000)}`,
  'last page': ({ count }, random) => `${list}&offset=${count - 20 - random(1000)}`,
  'one by slug that no item has': (_, random) => `/api/v1/content/article/none-${random(1e9)}`,
};

/** The medians of both sites, which are asked in turn, so that neither has quieter times. */
export async function measureReads(small: Site, large: Site): Promise<Record<string, object>> {
  const sites = await Promise.all([open(small), open(large)]);
  const results: Record<string, object> = {};
  for (const [name, { goal, ask }] of Object.entries(reads)) {
    process.stderr.write(`${name} …\n`);
    const times: number[][] = [[], []];
    for (let round = 0; round < rounds; round++)
      for (const [index, site] of sites.entries()) {
        await write(site);
        const startedAt = performance.now();
        await get(site, ask(site, random));
        (times[index] as number[]).push(performance.now() - startedAt);
      }
    const [ofSmall, ofLarge] = times.map(median) as [number, number];
    results[name] = {
      [small.count]: round(ofSmall),
      [large.count]: round(ofLarge),
      ratio: round(ofLarge / ofSmall),
      goal: `≤ ${goal}`,
    };
  }
  for (const { socket } of sites) socket.destroy();
  return results;
}

/** What each slow read costs the thread of the event loop, of which no block can be longer. Only on Linux. */
export async function measureBlocks(large: Site): Promise<Record<string, object>> {
  const site = await open(large);
  const results: Record<string, object> = {};
  const asked = { ...Object.fromEntries(Object.entries(reads).map(([name, { ask }]) => [name, ask])), ...slow };
  for (const [name, ask] of Object.entries(asked)) {
    process.stderr.write(`${name} …\n`);
    const busy: number[] = [];
    const times: number[] = [];
    let status = 0;
    for (let attempt = 0; attempt < 3; attempt++) {
      await write(site);
      const before = await mainThreadMs(large.service.pid);
      const startedAt = performance.now();
      status = await get(site, ask(site, random), [200, 404, 503]);
      times.push(performance.now() - startedAt);
      busy.push((await mainThreadMs(large.service.pid)) - before);
    }
    results[name] = { 'on the event loop': round(median(busy)), 'until the response': round(median(times)), status };
  }
  site.socket.destroy();
  return results;
}

type Open = Site & { socket: Socket; cursor: string };

async function open(site: Site): Promise<Open> {
  const { port } = site.service;
  const page = await read(port, `${list}&offset=${site.count / 2 - 20}`);
  const items = (JSON.parse(page.toString()) as { items: { id: string; publishedAt: string }[] }).items;
  const last = items.at(-1);
  const cursor = Buffer.from(JSON.stringify(['date', 'desc', { key: last?.publishedAt, id: last?.id }]));
  return { ...site, socket: await openSocket(port), cursor: cursor.toString('base64url') };
}

/** Content changes, so that nothing which was read before is known. */
async function write({ service, count }: Open): Promise<void> {
  await callApi(service.port, 'PATCH', `/content/article/item-${1 + random(count)}`, { menuOrder: random(1000) });
}

async function get({ socket }: Open, path: string, expected = [200]): Promise<number> {
  const status = await exchange(socket, requestText('GET', path, { authorization: `Bearer ${token}` }));
  if (!expected.includes(status)) throw new Error(`GET ${path}: ${status}`);
  return status;
}

/** The processor time of the process's first thread, in which the event loop runs. */
async function mainThreadMs(pid: number): Promise<number> {
  const [ns] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(ns) / 1e6;
}

function random(max: number): number {
  return Math.floor(Math.random() * max);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
