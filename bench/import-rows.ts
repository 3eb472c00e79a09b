// An import of a WordPress export by the command, beside the running service: its time and memory, and how much longer
// other requests take meanwhile.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { megabytesOf } from './footprint.ts';
import { exchange, openSocket, requestText } from './load.ts';
import { folder, root, token } from './programs.ts';
import type { Row } from './row.ts';
import { writeWordpressExport } from './wordpress-export.ts';

const authorization = `Bearer ${token}`;
const atRestMs = 10_000;
const pauseMs = 10;

function importRow(megabytes: number, goal: string): Row {
  return {
    name: `WordPress import of ${megabytes} MB`,
    goal,
    async measure({ port }) {
      const file = path.join(folder, `export-${megabytes}.xml`);
      await writeWordpressExport(file, megabytes * 1e6);
      const restEnds = performance.now() + atRestMs;
      const before = await measureRequests(port, () => performance.now() > restEnds);
      const running = startImport(file);
      const during = await measureRequests(port, running.hasEnded);
      const { seconds, peak } = await running.result;
      const [list, create] = [during.list / before.list, during.create / before.create].map((ratio) =>
        ratio.toFixed(1),
      );
      return { value: `${seconds.toFixed(1)} s, ${peak} MB, p99 of a list × ${list}, of a create × ${create}` };
    },
  };
}

/** The p99 of a list and of creating an item, in ms, one request after another with pauses. */
async function measureRequests(port: number, isOver: () => boolean): Promise<{ list: number; create: number }> {
  const socket = await openSocket(port);
  const list = requestText('GET', '/api/v1/content/product?limit=20', { authorization });
  const headers = { authorization, 'content-type': 'application/json' };
  const create = (): string =>
    requestText('POST', '/api/v1/content/product', headers, JSON.stringify({ title: `Note ${performance.now()}` }));
  const durations = { list: [] as number[], create: [] as number[] };
  const measure = async (of: number[], request: string): Promise<void> => {
    const startedAt = performance.now();
    await exchange(socket, request);
    of.push(performance.now() - startedAt);
    await setTimeout(pauseMs);
  };
  while (!isOver()) {
    await measure(durations.list, list);
    await measure(durations.create, create());
  }
  socket.destroy();
  return { list: p99(durations.list), create: p99(durations.create) };
}

function p99(durations: number[]): number {
  durations.sort((a, b) => a - b);
  return durations[Math.floor(durations.length * 0.99)] as number;
}

function startImport(file: string): { hasEnded(): boolean; result: Promise<{ seconds: number; peak: number }> } {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['packages/server/src/commands/cli.ts', 'import', 'wordpress', file], {
    cwd: root,
    env: { PATH: process.env.PATH, FRONTDESK_DATA: folder },
    stdio: 'ignore',
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => {
      hasEnded = true;
      if (code === 0) resolve();
      else reject(new Error(`The import exited with ${code}`));
    });
  });
  const peak = (async () => {
    let max = 0;
    // It may end while it is measured.
    for (; !hasEnded; await setTimeout(200)) max = Math.max(max, await megabytesOf(child.pid as number).catch(() => 0));
    return max;
  })();
  const seconds = ended.then(() => (performance.now() - startedAt) / 1000);
  return {
    hasEnded: () => hasEnded,
    result: (async () => ({ seconds: await seconds, peak: await peak }))(),
  };
}

export const importRows: Row[] = [
  importRow(10, '≤ 2 times p99'),
  { ...importRow(100, '≤ 15 s, ≤ 200 MB, ≤ 2 times p99'), isLong: true },
];
