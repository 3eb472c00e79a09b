// Renders PDFs and pictures in a process of their own (document-process.ts), one at a time.

import { fail } from '../lib/errors.ts';
import { createFairQueue } from '../lib/fair-queue.ts';
import { createTaskProcess, TaskKilledError } from '../lib/task-process.ts';
import type { Sheet } from './render-sheet.ts';

const turns = createFairQueue({
  maxWaiting: 200,
  maxWaitMs: 110_000,
  refuse: () => fail('overloaded', { detail: 'Too many documents are waiting', headers: { 'retry-after': '10' } }),
});
const renderer = createTaskProcess(new URL('./document-process.ts', import.meta.url), {
  maxRunMs: 60_000,
  idleMs: 30_000,
});

/** What a document says is the cause that it cannot be rendered: other documents can be rendered. */
export class UnrenderableError extends Error {
  override name = 'UnrenderableError';
  constructor(cause: string) {
    super(`The document could not be rendered: ${cause}`);
  }
}

/** Throws UnrenderableError, and overloaded if too many documents wait. */
export function renderInTurn(sheet: Sheet): Promise<Buffer> {
  // Who writes a draft does not hold up what is sent.
  return turns.take(sheet.format, async () => {
    const { head, bytes } = await renderer.run(sheet, 0, nothing()).catch((error) => {
      throw error instanceof TaskKilledError ? new UnrenderableError('it needs too much memory or time') : error;
    });
    const { fault } = head as { fault?: string };
    if (fault !== undefined) throw new UnrenderableError(fault);
    return bytes;
  });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
