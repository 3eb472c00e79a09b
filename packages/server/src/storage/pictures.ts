// Pictures are decoded in a process of their own (picture-process.ts), one at a time.

import { fail } from '../lib/errors.ts';
import { createFairQueue } from '../lib/fair-queue.ts';
import { createTaskProcess, TaskKilledError } from '../lib/task-process.ts';
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

const maxRunMs = 60_000;
const idleMs = 30_000;

export function createPictures(): Pictures {
  const turns = createFairQueue({
    maxWaiting: 200,
    maxWaitMs: 110_000,
    refuse: () => fail('overloaded', { detail: 'Too many pictures are waiting', headers: { 'retry-after': '10' } }),
  });
  const decoder = createTaskProcess(new URL('./picture-process.ts', import.meta.url), { maxRunMs, idleMs });

  return {
    run: (subject, task, options, { size, read }) =>
      turns.take(subject, async () => {
        const source = await read();
        const { head, bytes } = await decoder.run({ task, options }, size, ofSize(source, size)).catch((error) => {
          throw error instanceof TaskKilledError ? new UnusablePicture('too_slow', error.message) : error;
        });
        const answer = head as { result: never; isMade: boolean; fault?: PictureFault; reason: string };
        if (answer.fault) throw new UnusablePicture(answer.fault, answer.reason);
        return { result: answer.result, bytes: answer.isMade ? bytes : null };
      }),
    close: () => decoder.stop(),
  };
}

/** The process would wait for what is missing. */
async function* ofSize(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let missing = size;
  for await (const chunk of source) {
    missing -= chunk.length;
    yield chunk;
  }
  if (missing !== 0) throw new UnusablePicture('broken', 'The picture is not as long as it was');
}
