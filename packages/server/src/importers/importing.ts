// The processes of imports of uploaded exports. Each starts at a low priority and with limits for its memory, and ends by
// itself when the service does (processes/import-process.ts).

import type { Readable, Writable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Actor } from '../context/context.ts';
import { readFrames, startOf, write } from '../lib/process-frames.ts';
import type { FilePlace } from '../storage/open-storage.ts';
import type { ImportReport } from './import-report.ts';
import type { StoredOptions } from './imports.ts';
import type { ImportProgress, ImportSummary } from './wordpress-import.ts';

export type RunningImport = {
  /** Until the process ends. The last one says how, unless it was killed. */
  messages: AsyncGenerator<ImportMessage>;
  /** Ends the process after its current transaction. */
  stop(): void;
};

type ImportPlace = Pick<ImportOrder, 'dataFolder' | 'databaseUrl' | 'fileStore'>;

export interface Importing {
  start(order: Omit<ImportOrder, keyof ImportPlace>): Promise<RunningImport>;
  /** Stops the processes, and starts no more. */
  close(): void;
  isClosed(): boolean;
}

/** A transaction may wait for others. */
const maxStopMs = 10_000;

/** `file` is the program that each process runs. */
export function createImporting({ dataFolder, databaseUrl, fileStore }: ImportPlace, file: string): Importing {
  const running = new Set<RunningImport>();
  let isClosed = false;
  return {
    async start(order) {
      const { spawn } = await import('node:child_process');
      // The environment stays here: it holds keys.
      const child = spawn(process.execPath, [file], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { MALLOC_ARENA_MAX: '2' },
      });
      // Its end is seen where it is read from.
      child.on('error', () => child.stdout.destroy());
      child.stdin.on('error', () => {});
      let killing: NodeJS.Timeout | undefined;
      const one: RunningImport = {
        messages: messagesOf(child.stdout, () => {
          running.delete(one);
          clearTimeout(killing);
        }),
        stop() {
          child.stdin.end();
          killing ??= setTimeout(() => child.kill('SIGKILL'), maxStopMs);
        },
      };
      running.add(one);
      if (isClosed) one.stop();
      else await send(child.stdin, { ...order, dataFolder, databaseUrl, fileStore });
      return one;
    },
    close() {
      isClosed = true;
      for (const one of running) one.stop();
    },
    isClosed: () => isClosed,
  };
}

/** A process that could not be started is seen where its messages are read. */
function send(target: Writable, order: ImportOrder): Promise<void> {
  return write(target, startOf(order, 0)).catch(() => {});
}

async function* messagesOf(source: Readable, ended: () => void): AsyncGenerator<ImportMessage> {
  try {
    for await (const { head } of readFrames(source)) yield head as ImportMessage;
  } finally {
    ended();
  }
}

// What the service and the process of an import write to each other, as frames (lib/process-frames.ts). The end of the
// process's input means that it is to stop.

/** The first frame. */
export type ImportOrder = FilePlace & {
  databaseUrl: string | null;
  fileId: string;
  fileName: string;
  options: StoredOptions;
  actor: Omit<Actor, 'scopes'>;
};

export type ImportMessage =
  | { is: 'progress'; progress: ImportProgress }
  /** The whole file can be read. If it was only to be checked, this is the last message. */
  | { is: 'checked'; summary: ImportSummary }
  | { is: 'completed'; progress: ImportProgress | null; report: ImportReport }
  /** The file cannot be imported. */
  | { is: 'refused'; detail: string; line: number | null; column: number | null }
  | { is: 'stopped'; progress: ImportProgress | null }
  /** Something went wrong that may go well another time. */
  | { is: 'failed'; message: string };
