// What the service and the process of a backup write to each other, as frames (storage/picture-frames.ts). The end of the
// process's input means that it is to stop.

import type { FilePlace } from '../storage/open-storage.ts';
import type { BackupPlace } from './open-backups.ts';

/** The first frame. */
export type BackupOrder = FilePlace &
  BackupPlace & {
    databaseUrl: string | null;
    /** Which names the file in the place of backups. */
    time: string;
    /** Which backups to keep (keep-rule.ts). */
    keep: string;
    passphrase: string | null;
    /** From the environment, in base64; null for the key file in the data folder. */
    encryptionKey: string | null;
    /** Backups that were made with them are of this service too. */
    formerKeys: string[];
    origin: string | null;
  };

export type BackupMessage =
  | {
      is: 'completed';
      fileName: string;
      size: number;
      rowCount: number;
      fileCount: number;
      missingFiles: number;
      key: 'sealed' | 'left out' | 'none';
      /** The names of files that the rule did not keep. */
      removed: string[];
    }
  /** With a sentence for people. */
  | { is: 'failed'; message: string }
  | { is: 'stopped' };
