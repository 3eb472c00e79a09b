// npm run bench:postgres: the same requests to a service on PostgreSQL and to one on SQLite, in turn. The database is on the
// same processors as the service.

import path from 'node:path';
import { startPostgres } from '../packages/server/test/support/postgres.ts';
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

const postgres = await startPostgres();
const [on, beside] = [
  await startService({ DATABASE_URL: postgres.url, FRONTDESK_DATA: path.join(folder, 'postgres') }),
  await startService(),
];
for (const { port } of [on, beside]) await fill(port);
const results: Record<string, object> = {};
for (const [name, [goal, send]] of Object.entries(loads)) {
  process.stderr.write(`${name} …\n`);
  const { perSecond, p99Ms } = await send(beside.port);
  results[name] = toTable({ load: await send(on.port), bound: { of: 'SQLite', perSecond, p99Ms } }, goal);
}
console.table(results);
await on.stop();
await postgres.stop();
process.exit(0);
