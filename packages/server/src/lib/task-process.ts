// A process for work that may need too much memory or crash: it ends alone, not the service. It reads one task after another from its input
// and answers on its output (process-frames.ts), starts with the first one, and ends when it has had nothing to do for a while.

import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Frame, readFrames, startOf, write } from './process-frames.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;
type Worker = { child: Child; frames: AsyncGenerator<Frame> };

/** The task ended its process, or ran for too long. */
export class TaskKilledError extends Error {
  override name = 'TaskKilledError';
}

export type TaskProcess = {
  /** One task at a time: the caller sees to that. Throws TaskKilledError, and what `source` throws. */
  run(head: object, size: number, source: AsyncIterable<Uint8Array>): Promise<Frame>;
  /** Ends the process. */
  stop(): void;
};

/** `url`: of its program. */
export function createTaskProcess(url: URL, { maxRunMs, idleMs }: { maxRunMs: number; idleMs: number }): TaskProcess {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const kill = (): void => {
    worker?.child.kill('SIGKILL');
    worker = null;
  };

  return {
    async run(head, size, source) {
      clearTimeout(idle);
      if (hasEnded(worker)) worker = null;
      worker ??= await start(url);
      const { child, frames } = worker;
      let isLate = false;
      const deadline = setTimeout(() => {
        isLate = true;
        kill();
      }, maxRunMs);
      try {
        await write(child.stdin, startOf(head, size));
        for await (const chunk of source) await write(child.stdin, chunk);
        const { value, done } = await frames.next();
        if (!done) return value;
        if (child.exitCode === null && child.signalCode === null)
          await new Promise((resolve) => child.once('exit', resolve));
        throw new Error(`The process ended (${child.exitCode ?? child.signalCode})`);
      } catch (error) {
        // An exit by itself means that it could not start, which is no fault of the task.
        const isKilled = child.signalCode !== null || isLate;
        // Whatever the process has read so far is not a task.
        kill();
        throw isKilled ? new TaskKilledError(String(error)) : error;
      } finally {
        clearTimeout(deadline);
        idle = setTimeout(kill, idleMs).unref();
      }
    },
    stop() {
      clearTimeout(idle);
      kill();
    },
  };
}

/** One that was killed while it had nothing to do. */
function hasEnded(worker: Worker | null): boolean {
  return worker !== null && (worker.child.exitCode !== null || worker.child.signalCode !== null);
}

/** The environment stays here: it holds keys. */
async function start(url: URL): Promise<Worker> {
  const { spawn } = await import('node:child_process');
  const env = { MALLOC_ARENA_MAX: '2' };
  const child = spawn(process.execPath, [fileURLToPath(url)], { stdio: ['pipe', 'pipe', 'ignore'], env });
  // Its end is seen where it is read from and written to.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  // It keeps the service running only while it is being waited for.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref?(): void }).unref?.();
  return { child, frames: readFrames(child.stdout) };
}
