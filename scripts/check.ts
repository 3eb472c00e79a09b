// npm test: checks types, lint, generated files and rules, and runs the tests that a person runs before a push.
// npm run test:all: everything. npm run test:rest: what `npm test` leaves out of it.
// npm run test:near [-- REVISION]: no checks, only the tests nearest to what has changed, since the last commit or since a revision.
// npm test -- WORD …: no checks, only the files of tests whose path contains a word.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { startPostgres } from '../packages/server/test/support/postgres.ts';
import { makeTemplate } from '../packages/server/test/support/template.ts';
import { audit } from './audit.ts';
import budgets from './tests/budgets.json' with { type: 'json' };
import { changedFiles, nearestTests, readSources } from './tests/nearest-tests.ts';
import { processorSeconds } from './tests/processor-seconds.ts';
import { type FileResult, runTestFiles, type TestRun } from './tests/run-test-files.ts';
import { useTestFolder } from './tests/test-folder.ts';
import { allTests, isQuick, isRest } from './tests/test-plan.ts';

type Step = { name: string; run: () => Promise<string> };

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules', '.bin');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const has = (option: string): boolean => process.argv.includes(option);
const command =
  has('--near') || words.length > 0 ? null : has('--all') ? 'test:all' : has('--rest') ? 'test:rest' : 'test';
/** More take longer than one likes to wait between two changes. */
const maxNear = 30;

const startedAt = Date.now();
useTestFolder();
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

/** Where a fixed segment is in the place of an ID, the fixed one is meant, as in /contacts/by-external-id/{externalId}. */
const lintOptions = ['--extends', 'recommended-strict', '--skip-rule', 'no-ambiguous-paths'];

const steps: Step[] = [
  { name: 'Types', run: checkTypes('.') },
  { name: 'Types of the admin', run: checkTypes('packages/admin') },
  { name: 'Lint and format', run: program('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'Unused files, exports and dependencies', run: program('knip', []) },
  { name: 'Generated files', run: program('node', ['scripts/generate.ts', '--check']) },
  { name: 'API document', run: program('redocly', ['lint', 'docs/openapi.json', ...lintOptions]) },
  { name: 'Known vulnerabilities', run: () => audit(root) },
];
const runs = chooseTests();
const [faultsOfSteps, results] = await Promise.all([
  command === 'test' || command === 'test:all' ? runSteps() : [],
  runTests(),
]);
report([...faultsOfSteps, ...results.flatMap(faultsOf), ...statementFaults(), ...budgetFaults()]);

function chooseTests(): TestRun[] {
  const all = allTests(root);
  if (has('--near')) {
    const near = nearestTests(readSources(root), changedFiles(root, words[0] ?? 'HEAD'));
    const quick = near.flatMap((file) =>
      all.filter((run) => run.file === file && run.dialect === 'sqlite' && isQuick(run)),
    );
    if (quick.length > maxNear) console.log(`The ${maxNear} nearest of ${quick.length} files of tests:`);
    return quick.slice(0, maxNear);
  }
  if (words.length > 0) return all.filter(({ file }) => words.some((word) => file.includes(word)));
  return command === 'test:all' ? all : all.filter(command === 'test' ? isQuick : isRest);
}

/** One after another, beside the tests. */
async function runSteps(): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, run } of steps) {
    const before = Date.now();
    const fault = await run().then(
      (output) => {
        if (output) console.log(output);
        return null;
      },
      (error: Error) => `${name}: ${error.message}`,
    );
    print(fault === null, name, (Date.now() - before) / 1000);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

async function runTests(): Promise<FileResult[]> {
  const needsPostgres = runs.some(({ dialect }) => dialect === 'postgres');
  const postgres = needsPostgres ? await startPostgres() : null;
  const env = { ...childEnvironment(), ...(command === 'test' ? { TEST_SCREENS: 'skip' } : {}) };
  try {
    return await runTestFiles(runs, {
      root,
      environments: {
        sqlite: { ...env, TEST_DIALECT: 'sqlite', TEST_TEMPLATE: await makeTemplate(null) },
        postgres: {
          ...env,
          TEST_DIALECT: 'postgres',
          TEST_DATABASE_URL: postgres?.url,
          TEST_TEMPLATE: postgres ? await makeTemplate(postgres.url) : undefined,
        },
      },
      signal: stopping.signal,
      onEnd(result) {
        const used = `${result.processorSeconds.toFixed(1)} of a processor`;
        print(result.failures.length === 0, `${titleOf(result)} [${used}]`, result.seconds);
        for (const failure of result.failures) console.log(`  ${failure.split('\n')[0]}`);
      },
    });
  } finally {
    await postgres?.stop();
  }
}

/** Every statement that the tests on SQLite build must have been built on PostgreSQL, too. */
function statementFaults(): string[] {
  if (command !== 'test' && command !== 'test:all') return [];
  const built = (dialect: string): Set<string> =>
    new Set(results.filter((result) => result.dialect === dialect).flatMap(({ sites }) => sites));
  const missing = built('sqlite').difference(built('postgres'));
  return [...missing].sort().map((site) => `No test has run the statements of ${site} on PostgreSQL`);
}

function budgetFaults(): string[] {
  if (command === null) return [];
  const max = budgets[command].processorSeconds;
  const used = Math.round(processorSeconds());
  return used <= max ? [] : [`It took ${used} processor seconds; scripts/tests/budgets.json allows ${max}`];
}

function report(faults: string[]): void {
  const sum = (name: 'passed' | 'skipped'): number => results.reduce((sum, result) => sum + result[name], 0);
  const failed = results.reduce((sum, { failures }) => sum + failures.length, 0);
  const slowest = results.toSorted((a, b) => b.processorSeconds - a.processorSeconds).slice(0, 10);
  console.log('\nThe slowest files, in processor seconds:');
  for (const result of slowest) console.log(`${result.processorSeconds.toFixed(1).padStart(7)}  ${titleOf(result)}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
  console.log(`\n${minutes}, ${Math.round(processorSeconds())} processor seconds`);
  if (stopping.signal.aborted) faults.push('It was stopped');
  for (const fault of faults) console.log(`\n✖ ${fault}`);
  console.log(faults.length === 0 ? '\nEverything passed.' : `\nFaults: ${faults.length}`);
  console.log(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function faultsOf(result: FileResult): string[] {
  return result.failures.map((failure) => `${titleOf(result)}: ${failure}`);
}

function titleOf({ file, dialect }: FileResult): string {
  return dialect === 'postgres' ? `${file} (PostgreSQL)` : file;
}

function print(hasPassed: boolean, title: string, seconds: number): void {
  console.log(`${hasPassed ? '✔' : '✖'} ${title} (${seconds.toFixed(1)} s)`);
}

/** Several checkers at once take a third more of the processors, which the tests use meanwhile. What is unchanged is not checked again. */
function checkTypes(folder: string) {
  const known = path.join('node_modules', '.cache', `types-of-${path.basename(path.resolve(root, folder))}.json`);
  return program('tsc', ['-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', known]);
}

/** Runs a program of the project. What it prints is of interest only if it fails. */
function program(name: string, args: string[]) {
  return (): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(path.join(bin, name), args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: childEnvironment(),
        signal: stopping.signal,
        shell: process.platform === 'win32',
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
      child.on('error', reject);
      child.on('close', (code) => (code === 0 ? resolve('') : reject(new Error(`exit code ${code}\n${output}`))));
    });
}

function childEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, REDOCLY_TELEMETRY: 'off' };
}
