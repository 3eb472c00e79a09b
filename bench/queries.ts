// npm run bench:queries: reads a list of 100,000 items in every way that docs/lists.md has, and compares each with the first
// page of the same list, which is read in turn with it. Each read follows a write, so that no response has been kept. Of what
// takes more than three times as long, "bare ratio" is that of its statements alone, in a loop on a connection of their own.
//
//   npm run bench:queries                          SQLite
//   npm run bench:queries -- --postgres            a PostgreSQL of its own
//   npm run bench:queries -- postgres://…          this server; the database it creates there stays, and is used again
//   npm run bench:queries -- --data=FOLDER         SQLite in this folder, which stays, and is used again
//   npm run bench:queries -- --no-totals           every list with total=false
//   npm run bench:queries -- sort cursor           only the rows with one of these words

import path from 'node:path';
import { startOwnPostgres } from '../packages/server/test/support/postgres.ts';
import { measureBuild } from './index-build.ts';
import { folder } from './programs.ts';
import { measureQueries } from './query-measures.ts';
import { startQuerySite } from './query-site.ts';

const options = process.argv.slice(2);
const data = options.find((option) => option.startsWith('--data='))?.slice('--data='.length);
const postgres = options.includes('--postgres') ? await startOwnPostgres({ shared_buffers: '512MB' }) : null;
const url = postgres?.url ?? options.find((option) => option.startsWith('postgres://')) ?? null;
const words = options.filter((option) => !/^(--|postgres:)/.test(option));

const site = await startQuerySite(path.resolve(data ?? path.join(folder, 'queries')), url);
console.log(`${url === null ? 'SQLite' : 'PostgreSQL'}: the first read after a write`);
console.table(await measureQueries(site, words, !options.includes('--no-totals')));
if (words.length === 0 || words.includes('index')) {
  console.log('An index is built while items are created and updated');
  console.table(await measureBuild(site));
}
await site.service.stop();
await postgres?.stop();
process.exit(0);
