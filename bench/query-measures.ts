// Measures the queries: each in turn with the first page, so that neither has quieter times.

import { readFile } from 'node:fs/promises';
import { openBareStatements } from './bare-statements.ts';
import { exchange, openSocket, requestText } from './load.ts';
import { callApi, read, token } from './programs.ts';
import { firstPage, type QueryRow, queryRows } from './query-reads.ts';
import { itemCount, type QuerySite } from './query-site.ts';

const maxRounds = 11;
const minRounds = 5;
const maxMs = 2000;
/** Pages that are read to come to one deep inside. */
const pagesBefore = 100;
const goal = 3;

type Key = { name: string; token: string };

/**
 * `totals` decides whether lists are counted, the first page of each pair included. What exceeds the goal is compared with its
 * statements alone as well.
 */
export async function measureQueries(
  { service, environment }: QuerySite,
  words: readonly string[],
  totals: boolean,
): Promise<Record<string, object>> {
  const { port, pid } = service;
  const visitor = await callApi<{ token: string }>(port, 'POST', '/tokens', {
    name: 'Visitor',
    scopes: ['content:read'],
  });
  const keys: Key[] = [
    { name: '', token: visitor.token },
    { name: ' (key that reads drafts)', token },
  ];
  const socket = await openSocket(port);
  const bare = await openBareStatements(environment);
  const change = () =>
    callApi(port, 'PATCH', `/content/article/article-${random(itemCount)}`, { menuOrder: random(1000) });
  const completed = (url: string): string => (totals || url.startsWith('/search') ? url : `${url}&total=false`);
  const results: Record<string, object> = {};
  const get = async (key: Key, url: string): Promise<{ ms: number; busyMs: number; status: number }> => {
    // Content changes, so that nothing which was read before is known.
    await change();
    const before = await mainThreadMs(pid);
    const startedAt = performance.now();
    const text = requestText('GET', `/api/v1${completed(url)}`, { authorization: `Bearer ${key.token}` });
    const status = await exchange(socket, text);
    const ms = performance.now() - startedAt;
    return { ms, busyMs: (await mainThreadMs(pid)) - before, status };
  };
  /** How long the statements of a read take alone, compared with the first page at the same time. */
  const measureBare = async (key: Key, url: string): Promise<number> => {
    const statements = await bare.record(completed(url), key.token, change);
    const [times, first]: [number[], number[]] = [[], []];
    while (times.length < minRounds) {
      first.push((await get(key, firstPage)).ms);
      await change();
      const startedAt = performance.now();
      await bare.run(statements);
      times.push(performance.now() - startedAt);
    }
    return at(times, 0.5) / at(first, 0.5);
  };
  const rows = queryRows.filter(
    ({ group, url }) => words.length === 0 || words.some((word) => `${group} ${url}`.includes(word)),
  );
  for (const key of keys) {
    for (const row of rows) {
      const url = row.isDeep ? await deepInside(port, row) : row.url;
      const [own, first, busy]: [number[], number[], number[]] = [[], [], []];
      let status = 0;
      const startedAt = performance.now();
      const isOver = () => own.length >= minRounds && performance.now() - startedAt > maxMs;
      while (own.length < maxRounds && !isOver()) {
        first.push((await get(key, firstPage)).ms);
        const result = await get(key, url);
        own.push(result.ms);
        busy.push(result.busyMs);
        status = result.status;
      }
      const ratio = at(own, 0.5) / at(first, 0.5);
      const name = `${row.group}: ${shorten(decodeURIComponent(row.url))}${key.name}`;
      const bareRatio = ratio > goal ? round(await measureBare(key, url)) : '';
      process.stderr.write(`${ratio.toFixed(1)} ×  ${bareRatio} × bare  ${round(at(own, 0.5))} ms  ${name}\n`);
      results[name] = {
        'p50 ms': round(at(own, 0.5)),
        'p99 ms': round(at(own, 0.99)),
        ratio: round(ratio),
        'bare ratio': bareRatio,
        'event loop ms': round(at(busy, 0.5)),
        status,
        '': ratio > goal ? `> ${goal}` : '',
      };
    }
  }
  socket.destroy();
  await bare.close();
  return results;
}

function shorten(url: string): string {
  return url.replace(`${firstPage}&`, '').slice(0, 100);
}

/** The same list, far behind its first page. */
async function deepInside(port: number, { url }: QueryRow): Promise<string> {
  const base = url.replace('limit=20', 'limit=100&select=id');
  let cursor = '';
  const startedAt = performance.now();
  for (let page = 0; page < pagesBefore && performance.now() - startedAt < 2 * maxMs; page++) {
    const body = JSON.parse((await read(port, `/api/v1${base}&cursor=${cursor}`)).toString());
    if (body.nextCursor === null) break;
    cursor = body.nextCursor;
  }
  return `${url}&cursor=${cursor}`;
}

/** The processor time of the process's first thread, in which the event loop runs; 0 where only Linux would say. */
async function mainThreadMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e6;
}

function random(max: number): number {
  return Math.floor(Math.random() * max);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
