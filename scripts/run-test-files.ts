// Runs files of tests, two processes at a time for each database. A database with none left to begin helps the
// other, so that no place is free while files wait.

import path from 'node:path';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { Write } from './run-steps.ts';

type Options = { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal };
type Job = () => Promise<void>;
type TestFail = Extract<TestEvent, { type: 'test:fail' }>['data'];

const atOnce = 2;
const maxMsOfFile = 300_000;
/** With more memory for new objects, collecting them takes a tenth less of the processor time, but longer at once: what is measured runs alone. */
const forGroups = ['--max-semi-space-size=64'];
const importTests = path.join(import.meta.dirname, 'import-tests.ts');
const untrackedPromises = new URL('untracked-promises.ts', import.meta.url).href;
/** What has not begun yet, of each call. */
const queues: Job[][] = [];

/**
 * Runs the files in their order, those of a group in one process, and writes the results of each group once it has ended.
 * Rejects if a test failed; the error's cause is a text with what each failed with.
 */
export async function runTestFiles(groups: string[][], options: Options, write: Write): Promise<void> {
  const report = new spec();
  report.on('data', write);
  let passes = 0;
  const failures: string[] = [];
  let summary: TestEvent | null = null;
  const reportGroup = async (files: string[]): Promise<void> => {
    for (const event of await runGroup(files, options)) {
      if (event.type === 'test:pass') passes++;
      if (event.type === 'test:fail') failures.push(describeFailure(event.data));
      // It has the reporter list all failures, which is of use only at the end.
      if (event.type === 'test:summary') summary = event;
      else report.write(event);
    }
  };
  const ended = groups.map(() => Promise.withResolvers<void>());
  const own = groups.map(
    (files, index): Job =>
      () =>
        reportGroup(files).then(ended[index]?.resolve, ended[index]?.reject),
  );
  queues.push(own);
  const workers = Array.from({ length: atOnce }, () => work(own));
  await Promise.all([...ended.map(({ promise }) => promise), ...workers]);
  await new Promise<void>((resolve) => report.once('end', resolve).end(summary));
  write(`ℹ ${passes} passed, ${failures.length} failed\n`);
  if (failures.length > 0) throw new Error(`${failures.length} failed`, { cause: failures.join('\n\n') });
}

const maxLengthOfFailure = 3000;

function describeFailure({ name, file, line, details: { error } }: TestFail): string {
  return `${name} (${file}:${line})\n${inspect(error.cause ?? error).slice(0, maxLengthOfFailure)}`;
}

async function work(own: Job[]): Promise<void> {
  for (;;) {
    const job = own.shift() ?? queues.find(({ length }) => length > 0)?.shift();
    if (!job) return;
    await job();
  }
}

async function runGroup(files: string[], { cwd, env, signal }: Options): Promise<TestEvent[]> {
  const paths = files.map((file) => path.join(cwd, file));
  const events = run({
    ...(paths.length === 1 ? { files: paths } : { files: [importTests], argv: paths }),
    cwd,
    timeout: paths.length * maxMsOfFile,
    // The tests use the sources of the client; its build exists only where it is packed.
    execArgv: [
      '--conditions=frontdesk-source',
      `--import=${untrackedPromises}`,
      ...(paths.length > 1 ? forGroups : []),
    ],
    env,
    signal,
  });
  const all: TestEvent[] = [];
  for await (const event of events) all.push(event);
  // Without the counts of this group alone.
  return all.filter(({ type, data }) => type !== 'test:diagnostic' || data.file !== undefined);
}
