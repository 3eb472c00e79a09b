// One reading of all metrics. What needs the database is read at most once in a few seconds, however many programs ask.

import { statfs } from 'node:fs/promises';
import type { Context } from '../context/context.ts';
import type { Database } from '../database/database.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import type { Metrics, Reading } from '../telemetry/metrics.ts';
import { isAllowed, type MetricsPage } from '../telemetry/metrics-page.ts';
import { readSizes, readWaiting } from './stored-state.ts';

export type Scraped = {
  context: Context;
  database: Database;
  dataFolder: string;
  /** What is kept in memory (http/kept-responses.ts). */
  keptResponses(): { count: number; bytes: number };
};

const waitingForMs = 3000;
const sizesForMs = 60_000;
/** A database that does not answer must not keep the rest from being read: Prometheus waits for 10 s. */
const maxWaitMs = 4000;

/** Returns the text of all metrics. */
export function createScrape(metrics: Metrics, scraped: Scraped): () => Promise<string> {
  const { context, database } = scraped;
  const waiting = atMostEvery(waitingForMs, () => readWaiting(context));
  const sizes = atMostEvery(sizesForMs, () => readSizes(context, database));
  const read = async (): Promise<Reading[]> => {
    const [disk, stored] = await Promise.all([
      readDisk(scraped.dataFolder),
      inTime(Promise.all([waiting(), sizes()])).catch((err) => {
        context.log.warn({ err }, 'the metrics of the database could not be read');
        return null;
      }),
    ]);
    const up: Reading = { name: 'frontdesk_database_up', labels: {}, value: stored === null ? 0 : 1 };
    return [...readProcess(scraped), ...disk, up, ...(stored ?? []).flat()];
  };
  let reading: Promise<string> | null = null;
  return () => {
    reading ??= metrics.text(read).finally(() => {
      reading = null;
    });
    return reading;
  };
}

/** What is in memory. */
function readProcess({ database, keptResponses }: Scraped): Reading[] {
  const { count, bytes } = keptResponses();
  const { transactionsWaiting, readsWaiting, readerThreads, pools } = database.load();
  return [
    { name: 'frontdesk_kept_responses', labels: {}, value: count },
    { name: 'frontdesk_kept_responses_bytes', labels: {}, value: bytes },
    { name: 'frontdesk_database_transactions_waiting', labels: {}, value: transactionsWaiting },
    { name: 'frontdesk_database_reads_waiting', labels: {}, value: readsWaiting },
    ...(readerThreads === null
      ? []
      : [{ name: 'frontdesk_database_reader_threads' as const, labels: {}, value: readerThreads }]),
    ...pools.flatMap(({ pool, open, idle, max }): Reading[] => [
      { name: 'frontdesk_database_connections', labels: { pool, state: 'idle' }, value: idle },
      { name: 'frontdesk_database_connections', labels: { pool, state: 'in_use' }, value: open - idle },
      { name: 'frontdesk_database_connections_max', labels: { pool }, value: max },
    ]),
  ];
}

async function readDisk(folder: string): Promise<Reading[]> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null) return [];
  const { bavail, blocks, bsize } = disk;
  return [
    { name: 'frontdesk_disk_free_bytes', labels: {}, value: bavail * bsize },
    { name: 'frontdesk_disk_size_bytes', labels: {}, value: blocks * bsize },
  ];
}

/** Repeats the last result until it is that old. Errors are not repeated. */
function atMostEvery<Result>(ms: number, run: () => Promise<Result>): () => Promise<Result> {
  let last: { result: Promise<Result>; at: number } | null = null;
  return () => {
    if (last && performance.now() - last.at < ms) return last.result;
    const result = run();
    const mine = { result, at: performance.now() };
    last = mine;
    result.catch(() => {
      if (last === mine) last = null;
    });
    return result;
  };
}

async function inTime<Result>(result: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`The database took more than ${maxWaitMs / 1000} seconds`)),
    maxWaitMs,
  );
  try {
    return await Promise.race([result, promise]);
  } finally {
    clearTimeout(timer);
  }
}

// `GET /metrics` on the port of the service, for the program that has the key of the metrics.

export function metricsRoutes(app: App, { token, contentType, text }: MetricsPage): void {
  const options = { config: { access: 'anyone', rateLimit: 'none' }, schema: { hide: true } } as const;
  app.get('/metrics', options, async (request, reply) => {
    if (!isAllowed(token, request.headers.authorization)) {
      const detail = 'Send the value of FRONTDESK_METRICS_TOKEN as `Authorization: Bearer <key>`';
      throw fail('invalid_token', { detail, headers: { 'www-authenticate': 'Bearer realm="metrics"' } });
    }
    return reply
      .header('cache-control', 'no-store')
      .type(contentType)
      .send(await text());
  });
}
