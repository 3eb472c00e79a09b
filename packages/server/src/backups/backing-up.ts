// The processes of backups, so that nothing of a backup runs beside requests. Each starts at a low priority, and ends by itself
// when the service does (processes/backup-process.ts).

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Config } from '../config/config.ts';
import { readFrames, startOf, write } from '../storage/picture-frames.ts';
import type { BackupMessage, BackupOrder } from './backup-messages.ts';

export interface BackingUp {
  /** Makes a backup. Null if the process ended without a word, because it was killed. */
  run(order: Pick<BackupOrder, 'time' | 'keep' | 'origin'>): Promise<BackupMessage | null>;
  /** Stops the process, and starts no more. */
  close(): void;
}

export type BackupConfig = Pick<
  Config,
  | 'dataFolder'
  | 'fileStore'
  | 'databaseUrl'
  | 'backupFolder'
  | 'backupStore'
  | 'backupPassphrase'
  | 'encryptionKey'
  | 'formerKeys'
>;

/** It removes what it has begun. */
const maxStopMs = 10_000;

/** `file` is the program that each process runs. */
export function createBackingUp(config: BackupConfig, file: string): BackingUp {
  const stops = new Set<() => void>();
  let isClosed = false;
  return {
    async run(order) {
      if (isClosed) return { is: 'stopped' };
      const { dataFolder, fileStore, databaseUrl, backupFolder, backupStore, backupPassphrase } = config;
      const { encryptionKey, formerKeys } = config;
      // Another one may be on a disk that is not there now.
      if (backupFolder.startsWith(dataFolder + path.sep)) await mkdir(backupFolder, { recursive: true, mode: 0o700 });
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
      const stop = (): void => {
        child.stdin.end();
        killing ??= setTimeout(() => child.kill('SIGKILL'), maxStopMs);
      };
      stops.add(stop);
      try {
        const all: BackupOrder = {
          ...order,
          dataFolder,
          fileStore,
          databaseUrl,
          backupFolder,
          backupStore,
          passphrase: backupPassphrase,
          encryptionKey: encryptionKey?.toString('base64') ?? null,
          formerKeys: formerKeys.map((key) => key.toString('base64')),
        };
        await write(child.stdin, startOf(all, 0)).catch(() => {});
        if (isClosed) stop();
        return await lastMessage(child.stdout);
      } finally {
        stops.delete(stop);
        clearTimeout(killing);
        child.stdin.end();
      }
    },
    close() {
      isClosed = true;
      for (const stop of stops) stop();
    },
  };
}

async function lastMessage(source: Readable): Promise<BackupMessage | null> {
  let last: BackupMessage | null = null;
  for await (const { head } of readFrames(source)) last = head as BackupMessage;
  return last;
}
