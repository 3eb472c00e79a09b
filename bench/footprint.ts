// What the service costs: the time to its first answer, and its memory.

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { folder, type Program, read, startProgram, startService } from './programs.ts';
import type { Row } from './row.ts';

/** A warm installation: the second start with the same data. */
export const startRow: Row = {
  name: 'first answer after a start',
  goal: '≤ 4 times',
  async measure() {
    const data = await mkdtemp(path.join(folder, 'start-'));
    const start = (): Promise<Program> => startService({ FRONTDESK_DATA: data });
    await (await start()).stop();
    const own = await median(() => timeOf(start));
    const bare = await median(() => timeOf(() => startProgram(['bench/bare-server.ts'])));
    return { value: `${own} ms, ${Math.round((own / bare) * 10) / 10} times bare node:http` };
  },
};

export function memoryRow(name: string, goal: string): Row {
  return {
    name,
    goal,
    async measure({ pid }) {
      // The heap settles.
      await setTimeout(3000);
      return { value: `${await megabytesOf(pid)} MB` };
    },
  };
}

async function timeOf(start: () => Promise<Program>): Promise<number> {
  const startedAt = performance.now();
  const program = await start();
  await read(program.port, '/healthz');
  const ms = Math.round(performance.now() - startedAt);
  await program.stop();
  return ms;
}

async function median(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let n = 0; n < 3; n++) values.push(await measure());
  return values.sort((a, b) => a - b)[1] as number;
}

/** Memory that the process has for itself, plus its share of what it shares; without Linux, its resident memory. */
export async function megabytesOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kilobytes =
    /^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1024);
}
