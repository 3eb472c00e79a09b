// Runs files of tests in a few long-lived processes. Each takes the next file that waits for its database; a file that
// changes its process, or has hooks of its own, gets one for itself.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endOfFile, noMoreFiles, type TestMessage } from './test-messages.ts';

export type Dialect = 'sqlite' | 'postgres';
/** A file, relative to the root, and the database on which its tests run. */
export type TestRun = { file: string; dialect: Dialect };
export type FileResult = TestRun & {
  passed: number;
  skipped: number;
  failures: string[];
  /** The functions that built a statement (statement-sites.ts). */
  sites: string[];
  processorSeconds: number;
  seconds: number;
};
type Options = {
  root: string;
  /** The environment of the processes of each database. */
  environments: Record<Dialect, NodeJS.ProcessEnv>;
  signal: AbortSignal;
  /** How many files run at a time, by default three: more than processors, because tests also wait. */
  atOnce?: number;
  onEnd(result: FileResult): void;
};

const maxMsOfFile = 480_000;
const maxMsOfEnd = 10_000;
/** What tests leave behind grows slowly; a new process takes a second. */
const maxBytesOfWorker = 900 * 1024 ** 2;

/** Hooks of a whole file and changes of its process would reach the other files; measurements would see them. */
const ownProcess =
  /^(before|after)(Each)?\(|process\.(env\.\w+ =|umask|chdir|memoryUsage|cpuUsage|threadCpuUsage)|longest(Turn|Block)/m;

/** Runs the tests of all files, in about their order. Files do not begin once `signal` is aborted. */
export async function runTestFiles(runs: readonly TestRun[], options: Options): Promise<FileResult[]> {
  const results: FileResult[] = [];
  const note = (result: FileResult): void => {
    results.push(result);
    options.onEnd(result);
  };
  const queue = [...runs];
  const dialects: Dialect[] = ['sqlite', 'postgres'];
  const workers = Array.from(
    { length: options.atOnce ?? 3 },
    (_, index) => dialects[index % dialects.length] as Dialect,
  );
  await Promise.all(workers.map((dialect) => workOff(queue, dialect, options, note)));
  return results;
}

/** Runs files from the queue until it is empty: those of its database as long as there are any, so that it can keep its process. */
async function workOff(
  queue: TestRun[],
  preferred: Dialect,
  options: Options,
  note: (result: FileResult) => void,
): Promise<void> {
  let shared: { worker: Worker; dialect: Dialect } | null = null;
  const takeNext = (): TestRun | undefined => {
    const index = queue.findIndex(({ dialect }) => dialect === (shared?.dialect ?? preferred));
    return queue.splice(Math.max(0, index), 1)[0];
  };
  for (let run = takeNext(); run && !options.signal.aborted; run = takeNext()) {
    const start = (): Worker => startWorker(options, options.environments[run.dialect]);
    if (ownProcess.test(readFileSync(path.join(options.root, run.file), 'utf8'))) {
      note(await start().runFile(run, true));
      continue;
    }
    if (shared && (shared.dialect !== run.dialect || !shared.worker.isUsable())) {
      await shared.worker.end();
      shared = null;
    }
    shared ??= { worker: start(), dialect: run.dialect };
    note(await shared.worker.runFile(run, false));
  }
  await shared?.worker.end();
}

type Worker = {
  /** `isOnly`: the process is to end with the file, and its last hooks belong to it. */
  runFile(run: TestRun, isOnly: boolean): Promise<FileResult>;
  /** Whether it may run another file. */
  isUsable(): boolean;
  /** Lets it close what it has opened for all of its files. */
  end(): Promise<void>;
};

function startWorker({ root, signal }: Options, env: NodeJS.ProcessEnv): Worker {
  const program = path.join(import.meta.dirname, 'test-worker.ts');
  const child = spawn(process.execPath, [...flags, program], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    signal,
  });
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killedBy) => resolve(`its process ended with ${killedBy ?? code}`));
  });
  let hasEnded = false;
  let memory = 0;
  void exit.then(() => {
    hasEnded = true;
  });
  return {
    isUsable: () => !hasEnded && memory < maxBytesOfWorker,
    async end() {
      child.send(noMoreFiles, () => {});
      const timer = setTimeout(() => child.kill('SIGKILL'), maxMsOfEnd);
      await exit;
      clearTimeout(timer);
    },
    async runFile(run, isOnly) {
      const startedAt = Date.now();
      const result: FileResult = {
        ...run,
        passed: 0,
        skipped: 0,
        failures: [],
        sites: [],
        processorSeconds: 0,
        seconds: 0,
      };
      let output = '';
      const collect = (chunk: Buffer): void => {
        output += chunk;
      };
      const { promise: end, resolve } = Promise.withResolvers<null>();
      const read = (message: TestMessage): void => {
        result.processorSeconds += message.processorSeconds;
        memory = message.memory;
        result.sites.push(...message.sites);
        if (message.name === endOfFile) resolve(null);
        else if (message.outcome !== 'failed') result[message.outcome]++;
        else result.failures.push(`${message.name}\n${message.failure}`);
      };
      child.on('message', read);
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', collect);
      child.send(path.join(root, run.file), () => {});
      const timer = setTimeout(() => child.kill('SIGKILL'), maxMsOfFile);
      let fault = await Promise.race([end, exit]);
      if (fault === null && isOnly) {
        child.send(noMoreFiles, () => {});
        fault = await exit;
        if (fault === 'its process ended with 0' || result.failures.length > 0) fault = null;
      }
      clearTimeout(timer);
      child.off('message', read);
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', collect);
      if (fault !== null) result.failures.push(`The file did not end: ${fault}`);
      // What a passing test prints is of no interest.
      if (result.failures.length > 0) result.failures.push(`${result.failures.pop()}\n${output}`.trimEnd());
      result.seconds = (Date.now() - startedAt) / 1000;
      return result;
    },
  };
}

const flags = [
  // The tests use the sources of the client; its build exists only where it is packed.
  '--conditions=frontdesk-source',
  `--import=${new URL('untracked-promises.ts', import.meta.url).href}`,
  `--test-reporter=${new URL('report-tests.ts', import.meta.url).href}`,
  // With more memory for new objects, collecting them takes a tenth less of the processor time.
  '--max-semi-space-size=64',
];
