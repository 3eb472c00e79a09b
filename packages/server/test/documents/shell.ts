// One shell for the commands of a page: variables that a block sets are there in the next one, as in the terminal of a reader.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { waitFor } from '../support/wait-for.ts';

export type Shell = {
  /** Runs commands and returns what they print. The first one that fails is an error. */
  run(commands: string): Promise<string>;
  /** Starts a program as in a second terminal, and waits until it says that it is ready, or the address that it prints can be reached. */
  start(command: string, ready?: RegExp): Promise<Running>;
  /** What the programs in the background have printed so far. */
  printed(): Promise<string>;
  /** Ends it with everything that it has started. */
  end(): void;
};

/** A program in the background. */
export type Running = { stop(): void };

const withinMs = 60_000;

/** A POSIX shell in a folder; what runs in the background writes into `logs`. */
export function openShell(folder: string, logs: string, env: NodeJS.ProcessEnv): Shell {
  // A group of its own, which ends as a whole.
  const child = spawn('bash', ['-e'], { cwd: folder, env, detached: true });
  let output = '';
  let errors = '';
  let ended = false;
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.on('close', () => {
    ended = true;
  });
  child.stdin.on('error', () => {});
  let count = 0;
  const groups: number[] = [];
  let started = 0;

  const run = async (commands: string): Promise<string> => {
    const mark = `end-of-block-${++count}`;
    [output, errors] = ['', ''];
    child.stdin.write(`{\n${commands}\n} </dev/null\nprintf '\\n%s\\n' ${mark}\n`);
    await waitFor(`the end of:\n${commands}`, () => ended || output.includes(mark), withinMs);
    const [printed = '', rest] = output.split(`\n${mark}\n`);
    if (rest === undefined) throw new Error(`The shell ended in:\n${commands}\n${output}${errors}`);
    return printed;
  };

  const logOf = (number: number): string => path.join(logs, `background-${number}.log`);
  const read = (number: number): Promise<string> => readFile(logOf(number), 'utf8').catch(() => '');
  return {
    run,
    async start(command, ready) {
      const number = ++started;
      // A group of its own, so that it can be stopped alone.
      const job = `{\n${command}\n} </dev/null >'${logOf(number)}' 2>&1 &`;
      const pid = Number(await run(`set -m\n${job}\nset +m\necho $!`));
      groups.push(pid);
      const isReady = async (log: string): Promise<boolean> =>
        ready ? ready.test(log) : (await addressesIn(log)).length > 0;
      await waitFor(`an answer of: ${command}`, async () => isReady(await read(number)), withinMs).catch(
        async (error) => {
          throw new Error(`${error.message}\n${await read(number)}`);
        },
      );
      return { stop: () => endGroup(pid) };
    },
    async printed() {
      return (await Promise.all(Array.from({ length: started }, (_, index) => read(index + 1)))).join('\n');
    },
    end() {
      for (const pid of [...groups, child.pid]) if (pid) endGroup(pid);
    },
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Those of this computer that accept a connection. */
async function addressesIn(log: string): Promise<string[]> {
  const found = [...log.matchAll(/(?:127\.0\.0\.1|localhost|0\.0\.0\.0|\[::\]):(\d+)/g)].map(([, port]) => `${port}`);
  const accepted = await Promise.all(found.map(async (port) => ((await accepts(Number(port))) ? [port] : [])));
  return accepted.flat();
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
