// `frontdesk export FILE` and `frontdesk import FILE`: archives of a site, with what they contain.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { InvalidArgumentError } from 'commander';
import type { Manifest } from './archive/archive-format.ts';
import { type Part, partNames, parts } from './archive/archived-tables.ts';
import { type ArchiveReport, importArchive } from './archive/import-archive.ts';
import { writeArchive } from './archive/write-archive.ts';
import type { Context } from './context.ts';
import { ExpectedError } from './lib/expected-error.ts';

export type ExportCommandOptions = { only?: Part[]; force: boolean };
export type ArchiveImportCommandOptions = { only?: Part[]; dryRun: boolean };

const standardOutput = '-';

/** Writes the archive beside its place first, so that a file with this name is always whole. */
export async function exportSite(ctx: Context, file: string, { only, force }: ExportCommandOptions): Promise<void> {
  const bytes = writeArchive(ctx, only ? { parts: only } : {});
  const manifest = file === standardOutput ? await writeOut(bytes) : await writeFile(file, bytes, force);
  console.error(describeExport(manifest));
}

async function writeFile<Result>(
  file: string,
  chunks: AsyncGenerator<Buffer, Result>,
  force: boolean,
): Promise<Result> {
  if (!force && existsSync(file))
    throw new ExpectedError(`${file} exists already. Choose another name, or replace it with --force.`);
  const partial = `${file}.part`;
  const target = await open(partial, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
  try {
    const result = await forEachChunk(chunks, (chunk) => target.writeFile(chunk));
    await target.sync();
    await target.close();
    await rename(partial, file);
    return result;
  } catch (error) {
    await target.close().catch(() => {});
    await rm(partial, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new ExpectedError(`${file} cannot be written: the disk is full.`, { cause: error });
    throw error;
  }
}

async function writeOut<Result>(chunks: AsyncGenerator<Buffer, Result>): Promise<Result> {
  return forEachChunk(chunks, async (chunk) => {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  });
}

async function forEachChunk<Result>(
  chunks: AsyncGenerator<Buffer, Result>,
  use: (chunk: Buffer) => Promise<unknown>,
): Promise<Result> {
  try {
    for (;;) {
      const next = await chunks.next();
      if (next.done) return next.value;
      await use(next.value);
    }
  } finally {
    await chunks.return(undefined as Result);
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'its folder does not exist';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'this account may not write there';
  return message;
}

/** Imports an archive, or says what it would import. */
export async function importSite(
  ctx: Context,
  file: string,
  { only, dryRun }: ArchiveImportCommandOptions,
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
    console.log(describeImport(report, dryRun));
  } finally {
    bar.stop();
  }
}

/** Reads names of parts, separated by commas. Throws for others. */
export function readParts(text: string): Part[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown === undefined) return names as Part[];
  throw new InvalidArgumentError(`“${unknown}” is no part of a site. The parts are ${partNames.join(', ')}.`);
}

function describeExport({ rows, files, missing }: Manifest): string {
  const megabytes = (files.bytes / 1e6).toFixed(1);
  return [
    'Exported',
    `  rows      ${describeRows(rows)}`,
    `  files     ${files.count} (${megabytes} MB)`,
    ...missing.map(
      ({ id, name }) => `  missing   ${name === id ? id : `${name} (${id})`}: its bytes are not in the data folder`,
    ),
  ].join('\n');
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

function describeRows(rows: Record<string, number>): string {
  const counts = Object.entries(rows).filter(([, count]) => count > 0);
  return counts.map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
}
