// `frontdesk import FILE`: an archive of a site, with what it contains.

import { SingleBar } from 'cli-progress';
import type { Part } from '../archive/archived-tables.ts';
import { type ArchiveReport, importArchive } from '../archive/import-archive.ts';
import type { Context } from '../context/context.ts';
import { describeRows } from './export-command.ts';

export type ArchiveImportCommandOptions = { only?: Part[]; dryRun: boolean; json: boolean };

/** Imports an archive, or says what it would import. */
export async function importSite(
  ctx: Context,
  file: string,
  { only, dryRun, json }: ArchiveImportCommandOptions,
): Promise<void> {
  const bar = new SingleBar({
    format: '{phase} {megabytes} MB',
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let isShown = false;
  try {
    const report = await importArchive(ctx, file, {
      only,
      dryRun,
      onProgress: ({ phase, bytes }) => {
        const values = {
          phase: phase === 'checking' ? 'Checking ' : 'Importing',
          megabytes: (bytes / 1e6).toFixed(1),
        };
        if (!isShown) bar.start(1, 0, values);
        isShown = true;
        bar.update(0, values);
      },
    });
    bar.stop();
    console.log(json ? JSON.stringify(report) : describeImport(report, dryRun));
  } finally {
    bar.stop();
  }
}

function describeImport(report: ArchiveReport, dryRun: boolean): string {
  const { manifest, rows, files, missing, pending, paused } = report;
  return [
    `${dryRun ? 'Would import' : 'Imported'} the archive of ${manifest.origin ?? 'a site'} from ${manifest.createdAt}`,
    `  rows      ${describeRows(rows)}`,
    `  files     ${files.length}`,
    ...missing.map((id) => `  missing   ${id}: was not there when the archive was made`),
    ...(pending > 0
      ? [`  unsent    ${pending} deliveries that were waiting: not sent from here, resend them in the admin`]
      : []),
    ...(paused > 0
      ? [`  paused    ${paused} webhooks: rotate their secrets, which were encrypted with another key`]
      : []),
    ...(dryRun ? ['Nothing was imported.'] : []),
  ].join('\n');
}
