// Copies files from one storage to another, such as from the data folder to an S3 store, while the service is running or not.
// What is there already, with its size, is not copied again, so that a copy that broke off goes on.

import { createHash } from 'node:crypto';
import { ExpectedError } from '../lib/expected-error.ts';
import type { FileStorage } from './storage.ts';

export type CopyReport = { copied: number; bytes: number; present: number };

/** Every byte is compared by its hash as it was read. Throws ExpectedError, S3Error. */
export async function copyFiles(
  from: FileStorage,
  to: FileStorage,
  onProgress: (report: CopyReport) => void = () => {},
): Promise<CopyReport> {
  const present = new Map<string, number>();
  for await (const { id, size } of to.list()) present.set(id, size);
  const report: CopyReport = { copied: 0, bytes: 0, present: 0 };
  for await (const { id, size } of from.list()) {
    if (present.get(id) === size) {
      report.present++;
      continue;
    }
    // It may be removed, or not be complete yet.
    const source = await from.readWhole(id, size);
    if (source === null) continue;
    const hash = createHash('sha256');
    async function* read(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const stored = await to.put(id, read());
    if (stored.size !== size || stored.sha256 !== hash.digest('hex'))
      throw new ExpectedError(`${id} was not copied whole. Copy again.`);
    report.copied++;
    report.bytes += size;
    onProgress(report);
  }
  return report;
}
