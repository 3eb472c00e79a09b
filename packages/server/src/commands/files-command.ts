// `frontdesk files copy`: the bytes of files from the data folder to the S3 store of the settings, or back.

import { SingleBar } from 'cli-progress';
import type { Config } from '../config/config.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { describeS3Place } from '../lib/s3/s3-place.ts';
import { copyFiles } from '../storage/copy-files.ts';
import { openStorage } from '../storage/open-storage.ts';

export type FilesCommandOptions = { to: 'store' | 'folder'; json: boolean };

/** Throws ExpectedError. */
export async function copySiteFiles(
  { dataFolder, fileStore }: Config,
  { to, json }: FilesCommandOptions,
): Promise<void> {
  if (fileStore === null)
    throw new ExpectedError('Set FRONTDESK_FILES to the S3 store that files are copied to or from (docs/files.md).');
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
