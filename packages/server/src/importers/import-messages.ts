// What the service and the process of an import write to each other, as frames (storage/picture-frames.ts). The end of the
// process's input means that it is to stop.

import type { Actor } from '../context/context.ts';
import type { FilePlace } from '../storage/open-storage.ts';
import type { ImportReport } from './import-report.ts';
import type { StoredOptions } from './imports.ts';
import type { ImportProgress, ImportSummary } from './wordpress-import.ts';

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
