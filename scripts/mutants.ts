// npm run mutants: would the tests notice a mistake? Applies each change of mutant-list.ts to a copy of the sources, one
// at a time, and runs the tests on SQLite, the nearest first, until one fails: the quick ones, and if none of them does,
// the slow ones. Fails if fewer than 95 % are noticed. A test that fails must pass without the change.
//
// It takes many minutes. These try a part of the list:
//   npm run mutants -- refund               the changes whose file or text contains `refund`
//   npm run mutants -- --from 101 --to 120  the changes at these positions
//   npm run mutants -- --quick              without the slow tests
//   npm run mutants -- --results FILE       without what an earlier run has written there; appends a line for each change

import { appendFileSync, cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeTemplate } from '../packages/server/test/support/template.ts';
import { type Mutant, mutants, mutate } from './mutant-list.ts';
import { nearestTests, readSources } from './tests/nearest-tests.ts';
import { runTestFiles, type TestRun } from './tests/run-test-files.ts';
import { useTestFolder } from './tests/test-folder.ts';
import { allTests, isQuick } from './tests/test-plan.ts';

const root = path.resolve(import.meta.dirname, '..');
const sources = path.join('packages', 'server', 'src');
const minShare = 0.95;
const copies = 2;

/** `by` is the test that failed, or null if none did. */
type Result = Mutant & { noticed: 'quick' | 'slow' | null; by: string | null; seconds: number };

type Failure = { run: TestRun; text: string };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: String(mutants.length) },
    quick: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});
const chosen = mutants
  .slice(Number(options.from) - 1, Number(options.to))
  .filter(({ file, find }) => `${file} ${find}`.includes(positionals[0] ?? ''));
if (chosen.length === 0) throw new Error('No change of the list is meant');
const originals = new Map(chosen.map(({ file }) => [file, readFileSync(path.join(root, sources, file), 'utf8')]));
for (const mutant of chosen) mutate(originals.get(mutant.file) as string, mutant);

useTestFolder();
const environment = {
  ...{ PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir() },
  ...{ TEST_DIALECT: 'sqlite', TEST_TEMPLATE: await makeTemplate(null) },
  NODE_COMPILE_CACHE: path.join(tmpdir(), 'compiled'),
};
const results = readResults();
const stopping = new AbortController();
const graph = readSources(root);
const passing = new Set<string>();
const waiting = chosen.filter((mutant) => !resultOf(mutant));
await Promise.all(
  Array.from({ length: copies }, async (_, index) => {
    const copy = path.join(tmpdir(), `copy-${index}`);
    copySources(copy);
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) await tryMutant(mutant, copy);
  }),
).finally(() => stopping.abort());
report();

function readResults(): Result[] {
  if (options.results === undefined || !existsSync(options.results)) return [];
  const lines = readFileSync(options.results, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Result);
}

/** The last one, so that a change whose tests were added since can be tried again by removing its line. */
function resultOf({ file, find, replace }: Mutant): Result | undefined {
  return results.findLast((known) => known.file === file && known.find === find && known.replace === replace);
}

function copySources(copy: string): void {
  const left = new Set(['node_modules', '.git', 'data', 'dist'].map((name) => path.join(root, name)));
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(source) });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

async function tryMutant(mutant: Mutant, copy: string): Promise<void> {
  const startedAt = Date.now();
  const original = originals.get(mutant.file) as string;
  const file = path.join(copy, sources, mutant.file);
  writeFileSync(file, mutate(original, mutant));
  const reached = nearestTests(graph, [path.posix.join('packages/server/src', mutant.file)]);
  const rankOf = (test: string): number => (reached.includes(test) ? reached.indexOf(test) : reached.length);
  const all = allTests(root)
    .filter(({ dialect }) => dialect === 'sqlite')
    .sort((a, b) => rankOf(a.file) - rankOf(b.file));
  let failure = await firstFailure(all.filter(isQuick), copy);
  if (failure === null && !options.quick) {
    failure = await firstFailure(
      all.filter((run) => !isQuick(run)),
      copy,
    );
  }
  writeFileSync(file, original);
  if (failure !== null) await assertPasses(failure.run, copy);
  const noticed = failure && (isQuick(failure.run) ? 'quick' : 'slow');
  const by = failure && `${failure.run.file}: ${failure.text}`;
  const result: Result = { ...mutant, noticed, by, seconds: Math.round((Date.now() - startedAt) / 1000) };
  results.push(result);
  if (options.results !== undefined) appendFileSync(options.results, `${JSON.stringify(result)}\n`);
  console.log(`${mutant.file}: ${firstLine(mutant.find)}\n  ${by === null ? 'UNNOTICED' : `${noticed}: ${by}`}`);
}

/** A file that fails anyway would notice everything. Each is looked at once. */
async function assertPasses(run: TestRun, copy: string): Promise<void> {
  if (passing.has(run.file)) return;
  const failure = await firstFailure([run], copy);
  if (failure) throw new Error(`${run.file} fails without a change, too: ${failure.text}`);
  passing.add(run.file);
}

/** Runs the tests until one fails. */
async function firstFailure(runs: readonly TestRun[], copy: string): Promise<Failure | null> {
  const failing = new AbortController();
  let failure: Failure | null = null;
  await runTestFiles(runs, {
    root: copy,
    environments: { sqlite: environment, postgres: environment },
    signal: AbortSignal.any([failing.signal, stopping.signal]),
    atOnce: 1,
    onEnd({ file, dialect, failures: [first] }) {
      if (first === undefined) return;
      failure ??= { run: { file, dialect }, text: firstLine(first) };
      failing.abort();
    },
  });
  return failure;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function report(): void {
  const found = chosen.map((mutant) => resultOf(mutant) as Result);
  const row = (some: Result[]) => {
    const noticedBy = (which: Result['noticed']) => some.filter(({ noticed }) => noticed === which).length;
    return { changes: some.length, quick: noticedBy('quick'), slow: noticedBy('slow'), unnoticed: noticedBy(null) };
  };
  const bySlice = Map.groupBy(found, ({ file }) => file.split('/')[0] as string);
  const total = row(found);
  console.table(Object.fromEntries([...[...bySlice].map(([slice, some]) => [slice, row(some)]), ['total', total]]));
  for (const { file, find, replace, noticed } of found)
    if (noticed === null) console.log(`Unnoticed: ${file}\n- ${find}\n+ ${replace}`);
  const all = total.quick + total.slow;
  const withSlow = options.quick ? '' : `; with the slow ones: ${all}`;
  console.log(`Noticed by the quick tests: ${total.quick} of ${total.changes}${withSlow}`);
  const share = all / total.changes;
  console.log(`${(share * 100).toFixed(1)} % noticed; ${minShare * 100} % are required.`);
  process.exitCode = share < minShare ? 1 : 0;
}
