// npm run bench:postgres: the same requests to a service on PostgreSQL, then to one on SQLite. Both flush every commit to the
// disk. PostgreSQL is on the same processors as the service.

import path from 'node:path';
import { startOwnPostgres } from '../packages/server/test/support/postgres.ts';
import type { LoadResult } from './load.ts';
import { folder, startService } from './programs.ts';
import { readAgain, readAnyOne, readPages } from './read-rows.ts';
import { toTable } from './row.ts';
import { fill } from './sample-site.ts';
import { createItems, submitForms } from './write-rows.ts';

const loads: Record<string, [goal: string, send: (port: number) => Promise<LoadResult>]> = {
  'list, repeated': ['as SQLite', (port) => readAgain(port)],
  'one by slug, at random': ['as SQLite', readAnyOne],
  'list, first time': ['≥ 0.6', readPages],
  'create an item': ['≥ 0.6', createItems],
  'submit, one subscriber': ['≥ 0.6', submitForms],
};

/** One database after the other: while the system writes one's changes to the disk, the other's commits take several times as long. */
async function measure(environment: Record<string, string>): Promise<LoadResult[]> {
  const { port, stop } = await startService(environment);
  await fill(port);
  const measured: LoadResult[] = [];
  for (const [name, [, send]] of Object.entries(loads)) {
    process.stderr.write(`${name} …\n`);
    measured.push(await send(port));
  }
  await stop();
  return measured;
}

const postgres = await startOwnPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
const onPostgres = await measure({ DATABASE_URL: postgres.url, FRONTDESK_DATA: path.join(folder, 'postgres') });
await postgres.stop();
const onSqlite = await measure({});
const results = Object.entries(loads).map(([name, [goal]], index): [string, object] => {
  const { perSecond, p99Ms } = onSqlite[index]!;
  return [name, toTable({ load: onPostgres[index]!, bound: { of: 'SQLite', perSecond, p99Ms } }, goal)];
});
console.table(Object.fromEntries(results));
process.exit(0);
