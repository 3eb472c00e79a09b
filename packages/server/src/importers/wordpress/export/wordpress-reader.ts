// An export that is read on a thread, which is ahead of what stores its records.

import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WordpressExportError } from './wordpress-export-error.ts';
import type { ReaderMessage } from './wordpress-reader-messages.ts';

/** @throws WordpressExportError before the first record */
export async function* readOnThread(
  file: string,
  timeZone: string | undefined,
): AsyncGenerator<Exclude<ReaderMessage, { is: 'refused' }>> {
  const thread = new Worker(new URL('./wordpress-thread.ts', import.meta.url), {
    workerData: { file, timeZone },
    // What it reads is sent and forgotten.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
  });
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[ReaderMessage]>) {
      if (message.is === 'refused') throw new WordpressExportError(message.message, message);
      yield message;
      if (message.is === 'read') thread.postMessage('taken');
    }
  } finally {
    await thread.terminate();
  }
}
