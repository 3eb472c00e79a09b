// `frontdesk files copy`: the bytes of files from the data folder to the S3 store of the settings, or back.

import { createHash } from 'node:crypto';
import { SingleBar } from 'cli-progress';
import type { Config } from '../config/config.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { describeS3Place } from '../lib/s3/s3-place.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { FileStorage } from '../storage/storage.ts';

export type FilesCommandOptions = { to: 'store' | 'folder'; json: boolean };

/** Throws ExpectedError. */
export async function copySiteFiles(
  { dataFolder, fileStore }: Config,
  { to, json }: FilesCommandOptions,
): Promise<void> {
  if (fileStore === null)
    throw new ExpectedError('Set FRONTDESK_FILES to the S3 store that files are copied to or from (docs/scale.md).');
  const folder = openStorage({ dataFolder, fileStore: null });
  const store = openStorage({ dataFolder, fileStore });
  const format = 'Copied {copied} files, {amount}';
  const bar = new SingleBar({ format, hideCursor: true, clearOnComplete: true, stream: process.stderr });
  bar.start(1, 0, { copied: 0, amount: megabytes(0) });
  const [from, target] = to === 'store' ? [folder, store] : [store, folder];
  const report = await copyFiles(from, target, ({ copied, bytes }) =>
    bar.update(0, { copied, amount: megabytes(bytes) }),
  ).finally(() => bar.stop());
  if (json) return console.log(JSON.stringify(report));
  const names = [`${dataFolder}/files`, describeS3Place(fileStore.place)];
  const [source, place] = to === 'store' ? names : names.toReversed();
  console.log(
    `Copied ${report.copied} files (${megabytes(report.bytes)}) to ${place}; ${report.present} were there already.`,
  );
  console.log(`Those in ${source} are still there: remove them when the service runs with the others.`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

// Copies files from one storage to another, such as from the data folder to an S3 store, while the service is running or not.
// What is there already, with its size, is not copied again, so that a copy that broke off goes on.

type CopyReport = { copied: number; bytes: number; present: number };

/** Every byte is compared by its hash as it was read. Throws ExpectedError, S3Error. */
async function copyFiles(
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
