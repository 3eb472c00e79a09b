// Pictures are decoded in a process of their own (picture-process.ts), one at a time. It starts with the first picture
// and ends when it has had nothing to do for a while.

import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { fail } from '../lib/errors.ts';
import { createFairQueue } from '../lib/fair-queue.ts';
import { type Frame, readFrames, startOf, write } from '../lib/process-frames.ts';
import type { PictureFault, pictureTasks } from './picture-tasks.ts';

type Tasks = typeof pictureTasks;
export type TaskName = keyof Tasks;
type OptionsOf<Name extends TaskName> = Parameters<Tasks[Name]>[1];
type ResultOf<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>[0];

/** A picture that cannot be used. `too_slow`: it took longer than a minute, or crashed the decoder. */
export class UnusablePicture extends Error {
  readonly fault: PictureFault | 'too_slow';
  constructor(fault: PictureFault | 'too_slow', reason: string) {
    super(reason);
    this.fault = fault;
  }
}

export interface Pictures {
  /**
   * Runs a task on the bytes of a picture. The result has the bytes that the task made; null if they stay as they are.
   * Subjects take turns. Throws UnusablePicture, and overloaded if too many pictures of the subject wait.
   */
  run<Name extends TaskName>(
    subject: string,
    task: Name,
    options: OptionsOf<Name>,
    source: { size: number; read(): Promise<AsyncIterable<Uint8Array>> },
  ): Promise<{ result: ResultOf<Name>; bytes: Buffer | null }>;
  /** Ends the process. */
  close(): void;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;
type Worker = { child: Child; frames: AsyncGenerator<Frame> };

const maxRunMs = 60_000;
const idleMs = 30_000;

export function createPictures(): Pictures {
  const turns = createFairQueue({
    maxWaiting: 200,
    maxWaitMs: 110_000,
    refuse: () => fail('overloaded', { detail: 'Too many pictures are waiting', headers: { 'retry-after': '10' } }),
  });
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const stop = (): void => {
    worker?.child.kill('SIGKILL');
    worker = null;
  };

  const exchange = async (head: object, size: number, source: AsyncIterable<Uint8Array>): Promise<Frame> => {
    clearTimeout(idle);
    worker ??= await start();
    const { child, frames } = worker;
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      stop();
    }, maxRunMs);
    try {
      await write(child.stdin, startOf(head, size));
      let missing = size;
      for await (const chunk of source) {
        missing -= chunk.length;
        await write(child.stdin, chunk);
      }
      // The process would wait for the rest.
      if (missing !== 0) throw new UnusablePicture('broken', 'The picture is not as long as it was');
      const { value, done } = await frames.next();
      if (done) {
        if (child.exitCode === null && child.signalCode === null)
          await new Promise((resolve) => child.once('exit', resolve));
        throw new Error(`The process for pictures ended (${child.exitCode ?? child.signalCode})`);
      }
      return value;
    } catch (error) {
      // An exit by itself means that it could not start, which is no fault of the picture.
      const isPictures = child.signalCode !== null || isLate;
      // Whatever the process has read so far is not a task.
      stop();
      throw isPictures ? new UnusablePicture('too_slow', String(error)) : error;
    } finally {
      clearTimeout(deadline);
      idle = setTimeout(stop, idleMs).unref();
    }
  };

  return {
    run: (subject, task, options, { size, read }) =>
      turns.take(subject, async () => {
        const source = await read();
        const { head, bytes } = await exchange({ task, options }, size, source);
        const answer = head as { result: never; isMade: boolean; fault?: PictureFault; reason: string };
        if (answer.fault) throw new UnusablePicture(answer.fault, answer.reason);
        return { result: answer.result, bytes: answer.isMade ? bytes : null };
      }),
    close() {
      clearTimeout(idle);
      stop();
    },
  };
}

/** The environment stays here: it holds keys. */
async function start(): Promise<Worker> {
  const { spawn } = await import('node:child_process');
  const file = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
  const env = { MALLOC_ARENA_MAX: '2' };
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'], env });
  // Its end is seen where it is read from and written to.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  // It keeps the service running only while it is being waited for.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref?(): void }).unref?.();
  return { child, frames: readFrames(child.stdout) };
}
