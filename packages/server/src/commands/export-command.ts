// `frontdesk export FILE`: the whole site as an archive, content for WordPress, or a list as CSV.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { Manifest } from '../archive/archive-format.ts';
import { type Part, partNames, parts } from '../archive/archived-tables.ts';
import { writeArchive } from '../archive/write-archive.ts';
import type { Context } from '../context.ts';
import { exportItems } from '../exporters/items-csv.ts';
import { writeWxr } from '../exporters/wordpress/write-wxr.ts';
import { submissionColumns } from '../forms/exports/export-columns.ts';
import { writeCsv } from '../forms/exports/export-formats.ts';
import { findForm } from '../forms/forms.ts';
import { pageSubmissions } from '../forms/submission-list.ts';
import { ExpectedError, existsAlready } from '../lib/expected-error.ts';

export const exportFormats = ['tar', 'wxr', 'csv'] as const;

export type ExportCommandOptions = {
  format: (typeof exportFormats)[number];
  only?: Part[];
  type?: string;
  form?: string;
  force: boolean;
  json: boolean;
};

const standardOutput = '-';

export async function exportSite(ctx: Context, file: string, options: ExportCommandOptions): Promise<void> {
  checkOptions(options);
  if (options.format === 'tar') {
    const manifest = await write(file, options, writeArchive(ctx, options.only ? { parts: options.only } : {}));
    const text = options.json ? JSON.stringify(manifest) : describeExport(manifest);
    if (options.json && file !== standardOutput) console.log(text);
    else console.error(text);
    return;
  }
  await write(file, options, options.format === 'wxr' ? writeWxr(ctx) : await listOf(ctx, options));
  if (options.format === 'wxr' && ctx.publicUrl() === null)
    console.error('Set FRONTDESK_PUBLIC_URL, so that WordPress finds the files of the media library.');
}

/** A list is one type or one form; the others are everything. */
function checkOptions({ format, only, type, form }: ExportCommandOptions): void {
  if (only && format !== 'tar') throw new ExpectedError('--only is for archives: leave it out, or use --format tar.');
  if (format === 'csv' && (type === undefined) === (form === undefined))
    throw new ExpectedError('Name one list for CSV: the items of --type post, or the submissions of --form contact.');
  if (format !== 'csv' && (type ?? form) !== undefined)
    throw new ExpectedError('--type and --form are for lists: use them with --format csv.');
}

async function listOf(ctx: Context, { type, form }: ExportCommandOptions): Promise<AsyncGenerator<string>> {
  if (type !== undefined) return exportItems(ctx, type);
  const found = await findForm(ctx, form as string);
  return writeCsv(submissionColumns(found), pageSubmissions(ctx, found.id, {}));
}

function write<Result>(
  file: string,
  { force }: ExportCommandOptions,
  chunks: AsyncGenerator<Buffer | string, Result>,
): Promise<Result> {
  return file === standardOutput ? writeOut(chunks) : writeFile(file, chunks, force);
}

/**
 * Writes beside the place first, so that a file with this name is always whole. Of two exports to one file the later replaces
 * what the other has written so far, which then fails.
 */
async function writeFile<Result>(
  file: string,
  chunks: AsyncGenerator<Buffer | string, Result>,
  force: boolean,
): Promise<Result> {
  if (!force && existsSync(file)) throw existsAlready(file);
  const partial = `${file}.part`;
  const target = await openAnew(partial).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
  const { ino } = await target.stat();
  const isReplaced = async (): Promise<boolean> => (await stat(partial).catch(() => null))?.ino !== ino;
  try {
    const result = await forEachChunk(chunks, (chunk) => target.writeFile(chunk));
    await target.sync();
    await target.close();
    if (await isReplaced())
      throw new ExpectedError(`Another export to ${file} began meanwhile, and replaces this one.`);
    await rename(partial, file);
    return result;
  } catch (error) {
    await target.close().catch(() => {});
    if (!(await isReplaced())) await rm(partial, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new ExpectedError(`${file} cannot be written: the disk is full.`, { cause: error });
    throw error;
  }
}

async function openAnew(file: string): Promise<FileHandle> {
  await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}

async function writeOut<Result>(chunks: AsyncGenerator<Buffer | string, Result>): Promise<Result> {
  return forEachChunk(chunks, async (chunk) => {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  });
}

async function forEachChunk<Result>(
  chunks: AsyncGenerator<Buffer | string, Result>,
  use: (chunk: Buffer | string) => Promise<unknown>,
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
  if (code === 'EEXIST') return 'another export to it has just begun';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'this account may not write there';
  return message;
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

/** Such as “2 forms, 10 submissions”. */
export function describeRows(rows: Record<string, number>): string {
  const counts = Object.entries(rows).filter(([, count]) => count > 0);
  return counts.map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
}
