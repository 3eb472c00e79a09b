// npm test: checks types, lint, unused code and generated files, and runs all tests on SQLite and a real PostgreSQL.
// npm run check: the same without the slow parts (PostgreSQL, killed processes, browsers).

import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../packages/server/test/support/postgres.ts';

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules', '.bin');
const isWhole = process.argv.includes('--all');

type Step = { name: string; run: () => Promise<void> };

/** Whole journeys, killed processes and browsers: only in the full run. */
const slow = (file: string): boolean => /\/(journeys|crash|e2e)\//.test(file);
const testFiles = globSync('{packages/*/{src,test,e2e},scripts}/**/*.test.ts', { cwd: root }).sort();
const serverFiles = testFiles.filter((file) => file.startsWith(path.join('packages', 'server')));
/** These do not use the database of the run, so they run only once. */
const pure = (file: string): boolean =>
  /\/(lib|fields)\/|\/(architecture|words)\/|wordpress-(export|dates)|xml-text|sqlite-driver|database-outage|support\//.test(
    file,
  );

const steps: Step[] = [
  { name: 'Types', run: () => program('tsc', ['-p', '.']) },
  { name: 'Types of the admin', run: () => program('tsc', ['-p', 'packages/admin']) },
  { name: 'Lint and format', run: () => program('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'Unused files, exports and dependencies', run: () => program('knip', []) },
  { name: 'Generated files', run: () => program('node', ['scripts/generate.ts', '--check']) },
  {
    name: 'API document',
    run: () =>
      program('redocly', ['lint', 'docs/openapi.json', '--extends', 'recommended'], { REDOCLY_TELEMETRY: 'off' }),
  },
  {
    name: 'Tests on SQLite',
    run: () =>
      tests(
        testFiles.filter((file) => isWhole || !slow(file)),
        { TEST_DIALECT: 'sqlite' },
      ),
  },
];
if (isWhole) steps.push({ name: 'Tests on PostgreSQL', run: testOnPostgres });

const failed: string[] = [];
for (const { name, run } of steps) {
  const startedAt = Date.now();
  console.log(`\n▶ ${name}`);
  try {
    await run();
    console.log(`✔ ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed.push(name);
    console.log(`✖ ${name}: ${(error as Error).message}`);
  }
}
console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function testOnPostgres(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await tests(
      serverFiles.filter((file) => !pure(file)),
      { TEST_DIALECT: 'postgres', TEST_DATABASE_URL: postgres.url },
    );
  } finally {
    await postgres.stop();
  }
}

/** The tests use the sources of the client; its build exists only where it is packed. */
function tests(files: string[], environment: Record<string, string>): Promise<void> {
  return program(
    'node',
    [
      '--conditions=frontdesk-source',
      '--test',
      '--test-concurrency=2',
      '--test-timeout=180000',
      '--test-reporter=spec',
      ...files,
    ],
    environment,
  );
}

function program(name: string, args: string[], environment: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(bin, name), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...environment },
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} exited with ${code}`))));
  });
}
