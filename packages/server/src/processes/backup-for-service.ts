// Makes a backup: reads from its input which (backups/run-backup.ts), and writes to its output how it ended. It stops, and
// removes what it has begun, when its input ends, which it also does when the service dies.

import path from 'node:path';
import { pruneBackups } from '../backups/backup-store.ts';
import { readKeepRule } from '../backups/keep-rule.ts';
import { openBackups } from '../backups/open-backups.ts';
import type { BackupMessage, BackupOrder } from '../backups/run-backup.ts';
import { siteOf, writeBackup } from '../backups/write-backup.ts';
import { readFrames, writeFrame } from '../lib/process-frames.ts';
import { readVersion } from '../lib/read-version.ts';
import { readKeyFile } from '../lib/sealed-box.ts';
import { systemClock } from '../lib/system-clock.ts';
import { explainError } from '../start-errors.ts';
import { dataPath } from '../storage/data-folder.ts';
import { openStorage } from '../storage/open-storage.ts';

// A service that is gone is seen at the end of the input.
process.stdout.on('error', () => {});
const input = readFrames(process.stdin);
const { value: first } = await input.next();
if (first) {
  const stopping = new AbortController();
  input.next().finally(() => stopping.abort());
  const message = await run(first.head as BackupOrder, stopping.signal).catch(
    (error): BackupMessage =>
      stopping.signal.aborted ? { is: 'stopped' } : { is: 'failed', message: describe(explainError(error)) },
  );
  await writeFrame(process.stdout, message, Buffer.alloc(0)).catch(() => {});
}
process.exit();

async function run(order: BackupOrder, signal: AbortSignal): Promise<BackupMessage> {
  const { dataFolder, databaseUrl, fileStore, time, keep, passphrase, encryptionKey, formerKeys, origin } = order;
  const key = encryptionKey === null ? await readKeyFile(dataPath(dataFolder, 'secretKey')) : decode(encryptionKey);
  const store = openBackups(order);
  const { file, bytes, head, manifest } = await writeBackup(
    {
      place: { dataFolder, databaseUrl },
      files: openStorage({ dataFolder, fileStore }),
      key,
      passphrase,
      version: await readVersion(),
      origin,
      now: systemClock,
    },
    await store.newTarget(new Date(time)),
    { signal },
  );
  return {
    is: 'completed',
    fileName: path.basename(file),
    size: bytes,
    rowCount: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
    fileCount: manifest.files.count,
    missingFiles: manifest.missing.length,
    key: head.key !== null ? 'sealed' : key !== null ? 'left out' : 'none',
    removed: await pruneBackups(store, [key, ...formerKeys.map(decode)].map(siteOf), readKeepRule(keep)),
  };
}

function decode(key: string): Buffer {
  return Buffer.from(key, 'base64');
}

function describe(error: unknown): string {
  return error instanceof Error ? `Something unexpected happened: ${error.message}` : String(error);
}
