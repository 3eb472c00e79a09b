// npm run bench:random: sends 20,000 random requests of the API's own document to the service on each database. Fails if a
// response is not in the document, or if a request keeps the event loop busy for more than 50 ms. Then queries random lists of
// 100 random types, each 100 times, and fails if an answer is not what a filter over all items in memory finds.
// `npm run bench:random -- 5000 42` sends 5,000 with the seed 42, and queries 25 types.

import { spawn } from 'node:child_process';
import { startPostgres } from '../packages/server/test/support/postgres.ts';

const requestsPerType = 200;
const queriesOfType = 100;
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
  const outcome = await withCleanup((t) => sendRandomRequests(t, { count: Number(count), seed: Number(seed) }));
  const statuses = [...outcome.statuses].sort(([a], [b]) => a - b);
  console.log(`\n${dialect}: ${count} requests with seed ${seed}`);
  console.log(statuses.map(([status, times]) => `${status}: ${times}`).join('  '));
  console.log(`Never successful: ${outcome.neverSucceeded.join(', ') || 'none'}`);
  console.log('Longest blocks of the event loop:');
  for (const [ms, request] of outcome.blocks) console.log(`  ${ms.toFixed(0)} ms  ${request.slice(0, 150)}`);
  for (const [fault, request] of outcome.faults) console.log(`✖ ${fault}\n    ${request}`);
  const [longest = 0] = outcome.blocks[0] ?? [];
  if (outcome.faults.size > 0 || longest > 50) process.exitCode = 1;
  await queryLists(Math.ceil(Number(count) / requestsPerType), Number(seed));
}

async function queryLists(types: number, seed: number): Promise<void> {
  const { compareRandomLists } = await import('../packages/server/test/random/random-lists.ts');
  let wrong = 0;
  for (let next = seed; next < seed + types; next++) {
    try {
      await withCleanup((t) => compareRandomLists(t, { seed: next, count: queriesOfType }));
    } catch (error) {
      wrong++;
      console.log(`✖ lists with seed ${next}: ${error instanceof Error ? error.message : error}`);
    }
  }
  console.log(`${dialect}: queries of ${types} random types, ${wrong} with wrong answers`);
  if (wrong > 0) process.exitCode = 1;
}

async function withCleanup<T>(run: (t: never) => Promise<T>): Promise<T> {
  const cleanups: (() => unknown)[] = [];
  try {
    return await run({ after: (cleanup: () => unknown) => void cleanups.push(cleanup) } as never);
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}
