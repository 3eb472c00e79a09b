// npm run mutants: would the tests notice a mistake? Applies each change of mutant-list.ts to a copy of the sources, one
// at a time, and runs the tests of its slice on SQLite until the first one fails. Fails if fewer than 95 % are noticed.
//
// `npm run mutants -- refund` only tries the changes whose file or text contains `refund`. It takes many minutes.
// `--skip-check` saves running all tests without a change first, when they have just passed.

import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Mutant, mutants, type Slice, testsOf } from './mutant-list.ts';

const root = path.resolve(import.meta.dirname, '..');
const sources = path.join('packages', 'server', 'src');
const minShare = 0.95;
const copies = 2;
/** A change may make the tests wait for something that never comes. */
const maxMs = 300_000;

type Outcome = 'noticed' | 'unnoticed' | 'timed out';

const skipCheck = process.argv.includes('--skip-check');
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
const chosen = mutants.filter(({ file, find }) => `${file} ${find}`.includes(wanted));
if (chosen.length === 0) throw new Error(`No change of the list contains "${wanted}"`);
for (const mutant of chosen) mutate(mutant);

const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-mutants-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const outcomes = new Map<Mutant, Outcome>();
const slices = [...new Set(chosen.map(({ slice }) => slice))];
if (!skipCheck) await eachInTurn(slices, checkUnchanged);
await eachInTurn(chosen, tryMutant);
report();

/** Runs the jobs in order, each in a copy of the sources that no other job is using. */
async function eachInTurn<Job>(jobs: readonly Job[], run: (job: Job, copy: string) => Promise<void>): Promise<void> {
  const waiting = [...jobs];
  await Promise.all(
    Array.from({ length: copies }, async (_, index) => {
      const copy = path.join(folder, String(index));
      copySources(copy);
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job, copy);
    }),
  );
}

function copySources(copy: string): void {
  const left = new Set(['node_modules', '.git', 'data', 'dist'].map((name) => path.join(root, name)));
  rmSync(copy, { recursive: true, force: true });
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(source) });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

/** The changed text. The place must occur exactly once: otherwise the code has moved, and the list must follow. */
function mutate({ file, find, replace }: Mutant): string {
  const text = readFileSync(path.join(root, sources, file), 'utf8');
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`${file}: this occurs ${places} times instead of once:\n${find}`);
  return text.replace(find, () => replace);
}

async function checkUnchanged(slice: Slice, copy: string): Promise<void> {
  if ((await test(testFilesOf(slice, copy), copy)) !== 'unnoticed')
    throw new Error(`The tests of ${slice} fail without any change`);
}

async function tryMutant(mutant: Mutant, copy: string): Promise<void> {
  const file = path.join(copy, sources, mutant.file);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(mutant));
  const outcome = await testMutant(mutant, copy);
  writeFileSync(file, original);
  outcomes.set(mutant, outcome);
  console.log(`${outcome.padEnd(9)}  ${mutant.file}: ${mutant.find.trim().split('\n')[0]}`);
}

/** The tests of the file itself come first, because they are the most likely to notice. */
async function testMutant({ slice, file }: Mutant, copy: string): Promise<Outcome> {
  const files = testFilesOf(slice, copy);
  const own = files.filter((name) => name.endsWith(`/${path.basename(file, '.ts')}.test.ts`));
  const outcome = own.length > 0 ? await test(own, copy) : 'unnoticed';
  return outcome === 'unnoticed'
    ? test(
        files.filter((name) => !own.includes(name)),
        copy,
      )
    : outcome;
}

function testFilesOf(slice: Slice, copy: string): string[] {
  return globSync(testsOf[slice], { cwd: path.join(copy, sources) }).map((file) => path.join(sources, file));
}

/** Runs tests and ends them at the first failure. */
function test(files: readonly string[], copy: string): Promise<Outcome> {
  if (files.length === 0) return Promise.resolve('unnoticed');
  const args = ['--test', '--test-reporter=tap', '--test-concurrency=2', ...files];
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, TEST_DIALECT: 'sqlite' };
  const child = spawn(process.execPath, args, { cwd: copy, env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    let hasFailed = false;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, maxMs);
    child.stdout.on('data', (chunk) => {
      if (!/^ *not ok /m.test(String(chunk))) return;
      hasFailed = true;
      child.kill();
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(isLate ? 'timed out' : hasFailed || code !== 0 ? 'noticed' : 'unnoticed');
    });
  });
}

function report(): void {
  const row = (all: Mutant[]) => {
    const unnoticed = all.filter((mutant) => outcomes.get(mutant) === 'unnoticed').length;
    return { changes: all.length, noticed: all.length - unnoticed, unnoticed };
  };
  const rows = slices.map((slice) => [slice, row(chosen.filter((mutant) => mutant.slice === slice))]);
  const total = row(chosen);
  console.table(Object.fromEntries([...rows, ['total', total]]));
  for (const mutant of chosen) {
    if (outcomes.get(mutant) === 'unnoticed')
      console.log(`Unnoticed: ${mutant.file}\n- ${mutant.find}\n+ ${mutant.replace}`);
  }
  const share = total.noticed / total.changes;
  console.log(`${(share * 100).toFixed(1)} % noticed; ${minShare * 100} % are required.`);
  process.exitCode = share < minShare ? 1 : 0;
}
