// Runs files of tests, two at a time for each database. A database with none left to begin helps the
// other, so that no place is free while files wait.

import path from 'node:path';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import type { Write } from './run-steps.ts';

type Options = { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal };
type Job = () => Promise<void>;

const atOnce = 2;
/** What has not begun yet, of each call. */
const queues: Job[][] = [];

/** Runs the files in their order, and writes the results of each once it has ended. Rejects if a test failed. */
export async function runTestFiles(files: string[], options: Options, write: Write): Promise<void> {
  const report = new spec();
  report.on('data', write);
  let [passes, failures] = [0, 0];
  let summary: TestEvent | null = null;
  const reportFile = async (file: string): Promise<void> => {
    for (const event of await runFile(file, options)) {
      if (event.type === 'test:pass') passes++;
      if (event.type === 'test:fail') failures++;
      // It has the reporter list all failures, which is of use only at the end.
      if (event.type === 'test:summary') summary = event;
      else report.write(event);
    }
  };
  const ended = files.map(() => Promise.withResolvers<void>());
  const own = files.map(
    (file, index): Job =>
      () =>
        reportFile(file).then(ended[index]?.resolve, ended[index]?.reject),
  );
  queues.push(own);
  const workers = Array.from({ length: atOnce }, () => work(own));
  await Promise.all([...ended.map(({ promise }) => promise), ...workers]);
  await new Promise<void>((resolve) => report.once('end', resolve).end(summary));
  write(`ℹ ${passes} passed, ${failures} failed\n`);
  if (failures > 0) throw new Error(`${failures} failed`);
}

async function work(own: Job[]): Promise<void> {
  for (;;) {
    const job = own.shift() ?? queues.find(({ length }) => length > 0)?.shift();
    if (!job) return;
    await job();
  }
}

async function runFile(file: string, { cwd, env, signal }: Options): Promise<TestEvent[]> {
  const events = run({
    files: [path.join(cwd, file)],
    cwd,
    timeout: 300_000,
    // The tests use the sources of the client; its build exists only where it is packed.
    execArgv: ['--conditions=frontdesk-source'],
    env,
    signal,
  });
  const all: TestEvent[] = [];
  for await (const event of events) all.push(event);
  // Without the counts of this file alone.
  return all.filter(({ type, data }) => type !== 'test:diagnostic' || data.file !== undefined);
}
