// npm run bench:million: compares reads of 1,000,000 items with the same reads of 10,000, and looks for requests that
// block the event loop. Each read follows a write, so that no response has been kept.
//
//   npm run bench:million                          SQLite
//   npm run bench:million -- --postgres            a PostgreSQL of its own
//   npm run bench:million -- postgres://…          this server; the databases it creates there stay

import { startOwnPostgres } from '../packages/server/test/support/postgres.ts';
import { measureBlocks, measureReads } from './many-item-reads.ts';
import { seedItems } from './many-items.ts';

const sizes = [10_000, 1_000_000] as const;

const [place] = process.argv.slice(2);
const postgres = place === '--postgres' ? await startOwnPostgres({ shared_buffers: '512MB' }) : null;
const url = postgres?.url ?? place ?? null;
const [small, large] = [await seedItems(sizes[0], url), await seedItems(sizes[1], url)];
console.log(`${url === null ? 'SQLite' : 'PostgreSQL'}: ms of a read after a write (median)`);
console.table(await measureReads(small, large));
console.log(
  `Processor time in ms that a request of ${sizes[1].toLocaleString('en')} items takes on the event loop; goal ≤ 50`,
);
console.table(await measureBlocks(large));
for (const { service } of [small, large]) await service.stop();
await postgres?.stop();
process.exit(0);
