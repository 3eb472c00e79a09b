// npm test: checks types, lint, unused code and generated files, and runs all tests on SQLite and a real PostgreSQL.
// npm run check: the same without the slow parts (PostgreSQL, killed processes, browsers).
// Two steps run at a time, because many tests wait: for a timer, a disk, another process.

import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../packages/server/test/support/postgres.ts';
import { audit } from './audit.ts';
import { groupTestFiles } from './group-test-files.ts';
import { runSteps, type Write } from './run-steps.ts';
import { runTestFiles } from './run-test-files.ts';
import { useTestFolder } from './test-folder.ts';

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules', '.bin');
const isWhole = process.argv.includes('--all');

/** Whole journeys, killed processes and browsers: only in the full run. */
const slow = (file: string): boolean => /\/(journeys|crash|upgrade|e2e)\//.test(file);
const testFiles = globSync('{packages/*/{src,test,e2e},scripts}/**/*.test.ts', { cwd: root })
  // The slow ones first, so that none runs alone at the end.
  .sort((a, b) => Number(slow(b)) - Number(slow(a)) || a.localeCompare(b));
const serverFiles = testFiles.filter((file) => file.startsWith(path.join('packages', 'server')));
/** These do not use the database of the run, or what they test does not depend on it, so they run only once. */
const pure = (file: string): boolean =>
  /\/(lib|fields)\/|\/(architecture|words)\/|wordpress-(export|dates)|xml-text|sqlite-driver|database-outage|three-nodes|support\/|documents\//.test(
    file,
  ) || /\/(main|package|document\/complete|documents|media-load|killed-uploads)\.test/.test(file);

useTestFolder();
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
const failures = await runSteps([
  { name: 'Types', run: program('tsc', ['-p', '.']) },
  { name: 'Types of the admin', run: program('tsc', ['-p', 'packages/admin']) },
  { name: 'Lint and format', run: program('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'Unused files, exports and dependencies', run: program('knip', []) },
  { name: 'Generated files', run: program('node', ['scripts/generate.ts', '--check']) },
  { name: 'API document', run: program('redocly', ['lint', 'docs/openapi.json', '--extends', 'recommended']) },
  ...(isWhole ? [{ name: 'Known vulnerabilities', run: (write: Write) => audit(root, write) }] : []),
  { name: 'Tests on SQLite', run: testOnSqlite },
  ...(isWhole ? [{ name: 'Tests on PostgreSQL', run: testOnPostgres }] : []),
]);
// Why, once more: the steps that came after it have printed thousands of lines.
for (const { step, error } of failures) console.log(`\n✖ ${step}: ${error.message}\n${error.cause ?? ''}`);
console.log(
  failures.length === 0 ? '\nEverything passed.' : `\nFailed: ${failures.map(({ step }) => step).join(', ')}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

async function testOnSqlite(write: Write): Promise<void> {
  const files = testFiles.filter((file) => isWhole || !slow(file));
  await tests(files, { TEST_DIALECT: 'sqlite' }, write);
}

async function testOnPostgres(write: Write): Promise<void> {
  const postgres = await startPostgres();
  try {
    const files = serverFiles.filter((file) => !pure(file));
    await tests(files, { TEST_DIALECT: 'postgres', TEST_DATABASE_URL: postgres.url }, write);
  } finally {
    await postgres.stop();
  }
}

function tests(files: string[], environment: Record<string, string>, write: Write): Promise<void> {
  const env = { ...childEnvironment(), ...environment };
  return runTestFiles(groupTestFiles(files, root), { cwd: root, env, signal: stopping.signal }, write);
}

/** Runs a program of the project. */
function program(name: string, args: string[]) {
  return (write: Write): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(path.join(bin, name), args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: childEnvironment(),
        signal: stopping.signal,
        shell: process.platform === 'win32',
      });
      for (const output of [child.stdout, child.stderr]) output.on('data', write);
      child.on('error', reject);
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} exited with ${code}`))));
    });
}

function childEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    REDOCLY_TELEMETRY: 'off',
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  };
}
