// An export that is read on a thread, which is ahead of what stores its records.

import { on } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { WordpressExportError } from './wordpress-export-error.ts';
import type { ReaderMessage, ThreadInput } from './wordpress-reader-messages.ts';

/** A path, or what can be read from its beginning more than once. */
export type ExportFile = string | { name: string; read(): Promise<AsyncIterable<Uint8Array>> };

/** @throws WordpressExportError before the first record */
export async function* readOnThread(
  file: ExportFile,
  timeZone: string | undefined,
): AsyncGenerator<Exclude<ReaderMessage, { is: 'refused' }>> {
  const streams = typeof file === 'string' ? [] : [streamOf(file.read), streamOf(file.read)];
  const sources = typeof file === 'string' ? [file, file] : streams;
  const thread = new Worker(new URL('./wordpress-thread.ts', import.meta.url), {
    workerData: { name: nameOfFile(file), sources, timeZone } satisfies ThreadInput,
    transferList: streams,
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

export function nameOfFile(file: ExportFile): string {
  return typeof file === 'string' ? file : file.name;
}

/** Opened when the thread asks for its first bytes. */
function streamOf(read: () => Promise<AsyncIterable<Uint8Array>>) {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* await read();
  }
  return Readable.toWeb(Readable.from(bytes(), { objectMode: false }));
}
