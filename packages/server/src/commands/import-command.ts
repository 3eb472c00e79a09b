// `frontdesk import wordpress <file>`: the import with a progress bar, and its report.

import { SingleBar } from 'cli-progress';
import { InvalidArgumentError } from 'commander';
import type { Part } from '../archive/archived-tables.ts';
import { type ArchiveReport, importArchive } from '../archive/import-archive.ts';
import type { Context } from '../context/context.ts';
import type { FoundRecords, ImportReport } from '../importers/import-report.ts';
import { importWordpress } from '../importers/wordpress-import.ts';
import { isTimeZone } from '../importers/wordpress-time-zone.ts';
import { describeRows } from './export-command.ts';

export type ImportCommandOptions = { update: boolean; events: boolean; timezone?: string; json: boolean };

/** Imports the file and prints the report. Throws WordpressExportError before it changes anything. */
export async function importFromWordpress(ctx: Context, file: string, options: ImportCommandOptions): Promise<void> {
  const bar = new SingleBar({
    format: '{phase} [{bar}] {percentage}%  {megabytes} MB',
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let isShown = false;
  try {
    const report = await importWordpress(ctx, file, {
      update: options.update,
      events: options.events,
      timeZone: options.timezone,
      onProgress: ({ phase, bytes, totalBytes }) => {
        const total = totalBytes ?? bytes;
        const values = { phase: phase === 'checking' ? 'Checking ' : 'Importing', megabytes: (total / 1e6).toFixed(1) };
        if (!isShown) bar.start(total, 0, values);
        isShown = true;
        bar.update(bytes, values);
      },
    });
    bar.stop();
    console.log(options.json ? JSON.stringify(report) : describeReport(report));
  } finally {
    bar.stop();
  }
}

/** Throws for a name that is no time zone. */
export function readTimeZone(name: string): string {
  if (isTimeZone(name)) return name;
  throw new InvalidArgumentError('Use a name such as Europe/Vienna or an offset such as +02:00.');
}

const maxNames = 20;
const plurals: Record<string, string> = {
  author: 'authors',
  category: 'categories',
  tag: 'tags',
  post: 'posts',
  page: 'pages',
};

const zoneReasons = {
  option: 'as given',
  export: 'as published items show (use --timezone to set another)',
  default: 'as the export shows no time zone (use --timezone to set one)',
};

function describeReport({
  site,
  timeZone,
  created,
  existing,
  changed,
  updated,
  edited,
  skipped,
  hidden,
  open,
  notes,
}: ImportReport): string {
  const counts = (numbers: Record<string, number>): string =>
    Object.entries(numbers)
      .map(([kind, count]) => `${count} ${count === 1 ? kind : (plurals[kind] ?? kind)}`)
      .join(', ') || 'nothing';
  return [
    `Imported from ${site.title || site.link}`,
    `  created   ${counts(created)}`,
    `  unchanged ${counts(existing)}`,
    `  times     without UTC are read in ${timeZone.name}, ${zoneReasons[timeZone.from]}`,
    ...updated.map((listed) => `  updated   ${describeListed(listed)}`),
    ...changed.map((listed) => `  changed   ${describeListed(listed)}: update them with --update`),
    ...edited.map((listed) => `  edited    ${describeListed(listed)}: changed in both places, left as edited here`),
    ...skipped.map(({ what, count, why }) => `  skipped   ${count} ${what}: ${why}`),
    ...(hidden.length === 0 ? [] : [`  hidden    ${describeHidden(hidden)}`]),
    ...open.map(
      ({ what, count, examples }) => `  open      ${count} ${what}: waiting for ${listSome(examples, count)}`,
    ),
    ...notes.map(({ what, count, examples }) => `  note      ${count} ${what} (${describeNames(examples, count)})`),
  ].join('\n');
}

function describeListed({ what, count, examples }: FoundRecords): string {
  return `${count} ${what} (${listSome(
    examples.map(({ name }) => name),
    count,
  )})`;
}

function describeNames(examples: readonly { name: string }[], count: number): string {
  const more = count > examples.length ? ` and ${count - examples.length} more` : '';
  return `${examples.map(({ name }) => name).join('; ')}${more}`;
}

function listSome(examples: string[], count: number): string {
  return `${examples.join('; ')}${count > examples.length ? ' …' : ''}`;
}

function describeHidden(names: string[]): string {
  const some = listSome(names.slice(0, maxNames), names.length);
  return `${names.length} custom fields that WordPress hides, until a type declares them (${some})`;
}

// `frontdesk import <file>`: an archive of a site, with what it contains.

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
