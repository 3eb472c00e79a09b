// npm run bench: compares the service with what this machine can do at most, as ratios within the same run. Ratios can
// be compared between machines that do nothing else; absolute times cannot. It uses 127.0.0.1 only and ends by itself.
//
// `npm run bench -- list create` runs the rows whose names contain one of these words, long ones included.

import { deliveryRows } from './delivery-rows.ts';
import { fileRows } from './file-rows.ts';
import { memoryRow, startRow } from './footprint.ts';
import { importRows } from './import-rows.ts';
import { metricsRows } from './metrics-rows.ts';
import { startService } from './programs.ts';
import { readRows } from './read-rows.ts';
import { type Row, toTable } from './row.ts';
import { fill } from './sample-site.ts';
import { writeRows } from './write-rows.ts';

const words = process.argv.slice(2);
const isChosen = ({ name, isLong }: Row): boolean =>
  words.length === 0 ? !isLong : words.some((word) => name.includes(word));

const all = [
  startRow,
  memoryRow('memory at rest', '≤ 110 MB'),
  ...readRows,
  ...fileRows,
  ...writeRows,
  ...deliveryRows,
  ...importRows,
  ...metricsRows,
  memoryRow('memory after the load', '≤ 180 MB'),
];
const rows = all.filter(isChosen);
if (rows.length === 0) {
  const names = all.map(({ name }) => `  ${name}`);
  console.error([`No row's name contains "${words.join('" or "')}". The rows are:`, ...names].join('\n'));
  process.exit(1);
}

const first = await startService();
await fill(first.port);
await first.stop();
const service = await startService();
const results: Record<string, object> = {};
for (const row of rows) {
  process.stderr.write(`${row.name} …\n`);
  results[row.name] = toTable(await row.measure(service), row.goal);
}
console.table(results);
process.exit(0);
