// npm run bench:random: sends 20,000 random requests of the API's own document to the service on each database. Fails if a
// response is not in the document, or if a request keeps the event loop busy for more than 50 ms.
// `npm run bench:random -- 5000 42` sends 5,000 with the seed 42.

import { spawn } from 'node:child_process';
import { startPostgres } from '../packages/server/test/support/postgres.ts';

const [count = '20000', seed = '1', dialect] = process.argv.slice(2);

if (dialect) await run();
else await runOnBoth();

async function runOnBoth(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await start('sqlite', {});
    await start('postgres', { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** In a process of its own, because the database of a test is chosen at its start. */
function start(dialect: string, environment: Record<string, string>): Promise<void> {
  const env = { ...process.env, TEST_DIALECT: dialect, ...environment };
  const child = spawn(process.execPath, [import.meta.filename, count, seed, dialect], { stdio: 'inherit', env });
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      if (code !== 0) process.exitCode = 1;
      resolve();
    });
  });
}

async function run(): Promise<void> {
  const { sendRandomRequests } = await import('../packages/server/test/random/random-requests.ts');
  const cleanups: (() => unknown)[] = [];
  const t = { after: (cleanup: () => unknown) => void cleanups.push(cleanup) };
  const outcome = await sendRandomRequests(t as never, { count: Number(count), seed: Number(seed) });
  for (const cleanup of cleanups.reverse()) await cleanup();
  const statuses = [...outcome.statuses].sort(([a], [b]) => a - b);
  console.log(`\n${dialect}: ${count} requests with seed ${seed}`);
  console.log(statuses.map(([status, times]) => `${status}: ${times}`).join('  '));
  console.log(`Never successful: ${outcome.neverSucceeded.join(', ') || 'none'}`);
  console.log('Longest blocks of the event loop:');
  for (const [ms, request] of outcome.blocks) console.log(`  ${ms.toFixed(0)} ms  ${request.slice(0, 150)}`);
  for (const [fault, request] of outcome.faults) console.log(`✖ ${fault}\n    ${request}`);
  const [longest = 0] = outcome.blocks[0] ?? [];
  if (outcome.faults.size > 0 || longest > 50) process.exitCode = 1;
}
