// `frontdesk import wordpress FILE`: the import with a progress bar, and its report.

import { SingleBar } from 'cli-progress';
import type { Context } from './context.ts';
import type { ImportReport, Listed } from './importers/import-report.ts';
import { importWordpress } from './importers/wordpress/wordpress-import.ts';

/** Imports the file and prints the report. Throws WordpressExportError before it changes anything. */
export async function importFromWordpress(ctx: Context, file: string, options: { update: boolean }): Promise<void> {
  const bar = new SingleBar({
    format: '{phase} [{bar}] {percentage}%  {megabytes} MB',
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let isShown = false;
  try {
    const report = await importWordpress(ctx, file, {
      ...options,
      onProgress: ({ phase, bytes, totalBytes }) => {
        const total = totalBytes ?? bytes;
        const values = { phase: phase === 'checking' ? 'Checking ' : 'Importing', megabytes: (total / 1e6).toFixed(1) };
        if (!isShown) bar.start(total, 0, values);
        isShown = true;
        bar.update(bytes, values);
      },
    });
    bar.stop();
    console.log(describeReport(report));
  } finally {
    bar.stop();
  }
}

const maxNames = 20;

function describeReport({
  site,
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
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ') || 'nothing';
  return [
    `Imported from ${site.title || site.link}`,
    `  created   ${counts(created)}`,
    `  unchanged ${counts(existing)}`,
    ...updated.map((listed) => `  updated   ${describeListed(listed)}`),
    ...changed.map((listed) => `  changed   ${describeListed(listed)}: update them with --update`),
    ...edited.map((listed) => `  edited    ${describeListed(listed)}: changed in both places, left as edited here`),
    ...skipped.map(({ what, count, why }) => `  skipped   ${count} ${what}: ${why}`),
    ...(hidden.length === 0 ? [] : [`  hidden    ${describeHidden(hidden)}`]),
    ...open.map(
      ({ what, count, examples }) => `  open      ${count} ${what}: waiting for ${listSome(examples, count)}`,
    ),
    ...notes.map((note) => `  note      ${note}`),
  ].join('\n');
}

function describeListed({ what, count, examples }: Listed): string {
  return `${count} ${what} (${listSome(examples, count)})`;
}

function listSome(examples: string[], count: number): string {
  return `${examples.join('; ')}${count > examples.length ? ' …' : ''}`;
}

function describeHidden(names: string[]): string {
  const some = listSome(names.slice(0, maxNames), names.length);
  return `${names.length} custom fields that WordPress hides, until a type declares them (${some})`;
}
