// `frontdesk export <file>`: the whole site as an archive, content for WordPress, or a list as CSV.

import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { Manifest } from '../archive/archive-format.ts';
import { type Part, partNames, parts } from '../archive/archived-tables.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { backupFile } from '../backups/backup-folder.ts';
import type { Context } from '../context/context.ts';
import { exportItems } from '../exporters/items-csv.ts';
import { writeWxr } from '../exporters/write-wxr.ts';
import { submissionTable } from '../forms/exports/export-columns.ts';
import { findForm } from '../forms/form/form.ts';
import { pageSubmissions } from '../forms/results/submission-list.ts';
import { formatBytes } from '../languages/file-words.ts';
import { ExpectedError, existsAlready } from '../lib/expected-error.ts';
import { untilStopped } from '../lib/stop-signals.ts';
import { writeCsv } from '../lib/table-files.ts';

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
  const report = (found: object, text: string): void => {
    if (!options.json) console.error(text);
    else if (file === standardOutput) console.error(JSON.stringify(found));
    else console.log(JSON.stringify(found));
  };
  if (options.format === 'tar') {
    const archive = writeArchive(ctx, options.only ? { parts: options.only } : {});
    const { result: manifest } = await write(ctx, file, options, archive);
    return report(manifest, describeExport(manifest));
  }
  const chunks = options.format === 'wxr' ? writeWxr(ctx) : await listOf(ctx, options);
  const { bytes } = await write(ctx, file, options, chunks);
  report({ file, bytes }, `Exported ${formatBytes(bytes)}`);
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
  return writeCsv(submissionTable(found), pageSubmissions(ctx, found.id, {}));
}

/** Writes the chunks. `result` is what they return at their end. */
async function write<Result>(
  { now }: Context,
  file: string,
  { force }: ExportCommandOptions,
  chunks: AsyncGenerator<Buffer | string, Result>,
): Promise<{ result: Result; bytes: number }> {
  let result: Result | undefined;
  const source = bytesOf(chunks, (end) => {
    result = end;
  });
  const bytes = file === standardOutput ? await writeOut(source) : await writeFile(file, source, { force, now: now() });
  return { result: result as Result, bytes };
}

/** Gives the file its name last, so that one with this name is always whole, however many exports write it at once. */
async function writeFile(
  file: string,
  source: AsyncIterable<Buffer>,
  { force, now }: { force: boolean; now: Date },
): Promise<number> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new ExpectedError(`${file} is a folder. Name a file in it.`);
  if (!force && existsSync(file)) throw existsAlready(file);
  const target = backupFile(file);
  try {
    await target.prepare(now);
    return await untilStopped('The export was stopped. Nothing of it remains.', (signal) =>
      target.write(endedBy(signal, source), async () => signal.throwIfAborted(), force),
    );
  } catch (error) {
    throw target.explain(error);
  }
}

async function* endedBy(signal: AbortSignal, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    signal.throwIfAborted();
    yield chunk;
  }
}

async function writeOut(source: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
  return bytes;
}

async function* bytesOf<Result>(
  chunks: AsyncGenerator<Buffer | string, Result>,
  end: (result: Result) => void,
): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const next = await chunks.next();
      if (next.done) return end(next.value);
      yield typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
    }
  } finally {
    await chunks.return(undefined as Result);
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

/** Such as “2 forms, 10 submissions”. */
export function describeRows(rows: Record<string, number>): string {
  const counts = Object.entries(rows).filter(([, count]) => count > 0);
  return counts.map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
}
