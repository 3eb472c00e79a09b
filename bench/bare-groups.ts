// Bounds of writes: the same rows written to a copy of the site, by a bare loop or by a bare server. Call them while the
// service is running.

import path from 'node:path';
import { type BareSite, openBareSite } from './bare-site.ts';
import { type Load, sendLoad } from './load.ts';
import { folder, startProgram } from './programs.ts';
import type { Bound } from './row.ts';

const durationMs = 1500;

/** Runs `prepare` on a copy of the site, and what it returns for each group of numbers, over and over. */
export async function measureGroups(
  size: number,
  prepare: (site: BareSite) => (numbers: readonly number[]) => void,
): Promise<Bound> {
  const site = await openBareSite(await copySite());
  const writeGroup = prepare(site);
  const startedAt = performance.now();
  let written = 0;
  for (; performance.now() - startedAt < durationMs; written += size)
    site.inGroup(() => writeGroup(Array.from({ length: size }, (_, index) => written + index)));
  const perSecond = (written * 1000) / (performance.now() - startedAt);
  site.database.close();
  return { of: 'bare groups of the same rows', perSecond };
}

/** Sends the load to a server that does nothing but write these rows (bare-writer.ts). */
export async function measureWriter(kind: 'items' | 'submissions', load: Load, receiver?: string): Promise<Bound> {
  const program = ['bench/bare-writer.ts', await copySite(), kind, ...(receiver ? [receiver] : [])];
  const { port, stop } = await startProgram(program);
  await sendLoad({ ...load, port, maxMs: 1000 });
  const { perSecond, failures } = await sendLoad({ ...load, port });
  await stop();
  if (failures > 0) throw new Error(`The bare server failed ${failures} times`);
  return { of: 'a bare server with the same rows', perSecond };
}

let copies = 0;

/** Returns the file. */
async function copySite(): Promise<string> {
  const { default: Sqlite } = await import('better-sqlite3');
  const file = path.join(folder, `bare-site-${++copies}.db`);
  const site = new Sqlite(path.join(folder, 'frontdesk.db'), { readonly: true });
  await site.backup(file);
  site.close();
  return file;
}
