// The bounds of reads: bare node:http servers that send the same bytes, or read SQLite.

import path from 'node:path';
import { sendLoad } from './load.ts';
import { folder, startProgram } from './programs.ts';
import type { Bound } from './row.ts';

export const reads = { connections: 32, requests: 100_000, maxMs: 2500 };

/** Requests per second that a bare server answers with `body`. Measured beside each row, since the machine's speed varies. */
export function measureBare(body: Buffer, request: string): Promise<Bound> {
  return measureServer('bare node:http', ['bench/bare-server.ts', body.toString('base64')], () => request);
}

/** Requests per second that a bare server answers from the site's database. */
export function measureSqlite(request: (n: number) => string): Promise<Bound> {
  const file = path.join(folder, 'frontdesk.db');
  return measureServer('node:http + SQLite', ['bench/bare-sqlite-server.ts', file], request);
}

async function measureServer(of: string, program: string[], request: (n: number) => string): Promise<Bound> {
  const { port, stop } = await startProgram(program);
  await sendLoad({ ...reads, port, requests: 3000, request });
  const { perSecond, p99Ms } = await sendLoad({ ...reads, port, request });
  await stop();
  return { of, perSecond, p99Ms };
}
