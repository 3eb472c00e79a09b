// `frontdesk imports upload`: an import by a running service, on this computer or another one.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { AdminClient } from '../admin.ts';
import type { Import } from '../api-types.ts';
import { CommandError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import type { Output } from '../cli/output.ts';
import { explainFile } from '../cli/read-input.ts';

const readEveryMs = 1000;

export const importsUpload = defineCommand({
  name: 'imports upload',
  summary: 'upload a WordPress export, and wait until it has been imported',
  args: '<file>',
  scopes: 'content:write',
  options: {
    update: { help: 'update what changed in the export since the last import and was not edited here' },
    events: { help: 'notify webhooks and the feed of events of what it publishes and updates' },
    timezone: { value: 'zone', help: 'time zone of dates that are not given in UTC, such as Europe/Vienna' },
    check: { help: 'only check the file and show what it has' },
  },
  notes:
    'The import goes on if the command is interrupted; frontdesk imports update <id> --set status=canceled ends it.',
  examples: ['frontdesk imports upload export.xml', 'frontdesk imports upload export.xml --update --json'],
  async run({ args: [file = ''], values, client, output }) {
    const settings = {
      ...(values.update ? { update: true } : {}),
      ...(values.events ? { events: true } : {}),
      ...(values.timezone === undefined ? {} : { timeZone: values.timezone }),
    };
    const { id } = await client.imports.create(await openFile(file), { ...settings, checkOnly: values.check === true });
    const ended = await waitForEnd(client, id, output);
    if (ended.status === 'checked') await client.imports.cancel(id);
    printImport(output, ended);
    return ended.status === 'completed' || ended.status === 'checked' ? 0 : 1;
  },
});

async function openFile(file: string) {
  const stats = await stat(file).catch((error: unknown) => {
    throw new CommandError(explainFile(file, error));
  });
  if (stats.isDirectory()) throw new CommandError(`${file} is a folder: give the XML file of the export`);
  const stream = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  return { stream, name: path.basename(file), type: 'application/xml' };
}

async function waitForEnd(client: AdminClient, id: string, output: Output): Promise<Import> {
  let shown = '';
  for (;;) {
    const now = await client.imports.get(id);
    if (!['pending', 'checking', 'importing'].includes(now.status)) return now;
    const percent = Math.floor(((now.progress?.bytes ?? 0) / Math.max(now.size, 1)) * 100);
    const text = `${now.status} … ${percent} %`;
    if (output.isTerminal && text !== shown) output.note(text);
    shown = text;
    await setTimeout(readEveryMs);
  }
}

function printImport(output: Output, one: Import): void {
  const { report, summary, progress } = one;
  const counts = (numbers: Record<string, number>): string =>
    Object.entries(numbers)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ');
  const records = (listed: { what: string; count: number; examples: { name: string }[] }[] = []): string =>
    listed
      .map(({ what, count, examples }) => `${count} ${what} (${examples.map(({ name }) => name).join('; ')})`)
      .join(', ');
  output.record(one, [
    ['ID', one.id],
    ['File', one.fileName],
    ['Status', one.status],
    ...(one.error ? [['Error', one.error.detail] as const] : []),
    ...(summary && !report ? [['Site', summary.title] as const, ['Items', counts(summary.items)] as const] : []),
    ...(progress && !report
      ? [['Created', progress.created] as const, ['Unchanged', progress.unchanged] as const]
      : []),
    ...(report
      ? ([
          ['Site', report.site.title || report.site.link],
          ['Created', counts(report.created)],
          ['Unchanged', counts(report.existing)],
          ['Updated', records(report.updated)],
          ['Changed', records(report.changed)],
          ['Edited', records(report.edited)],
          ['Skipped', report.skipped.map(({ what, count, why }) => `${count} ${what}: ${why}`).join('; ')],
          ['Open', report.open.map(({ what, count }) => `${count} ${what}`).join('; ')],
          ['Notes', records(report.notes)],
        ] as const)
      : []),
  ]);
}
