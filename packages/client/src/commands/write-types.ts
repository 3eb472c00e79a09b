// `frontdesk types` writes the types of a running site, or checks that they are up to date.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AdminClient } from '../admin.ts';
import { CommandError, UsageError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import { notFrontdesk } from '../cli/explain-error.ts';
import type { Output } from '../cli/output.ts';
import { type SiteDocument, writeSiteTypes } from '../site-types.ts';

export const writeTypes = defineCommand({
  name: 'types',
  summary: 'write the content types and forms of the site as the TypeScript type Site',
  args: '',
  scopes: 'content:read and forms:read',
  options: {
    out: { value: 'file', help: 'the file to write, such as site.d.ts' },
    check: { help: 'write nothing; if the file is out of date, show the first difference and exit with 1' },
  },
  examples: [
    'frontdesk types --url https://frontdesk.example --token "$FRONTDESK_TOKEN" --out site.d.ts',
    'frontdesk types --out site.d.ts --check',
  ],
  exitCodes: {
    0: 'the file has the types',
    1: 'with --check: the file is out of date',
    2: 'the types could not be read',
  },
  rejectedCode: 2,
  async run({ values: { out, check }, client, output }) {
    if (!out) throw new UsageError('--out is required: the file to write');
    const text = await fetchSiteTypes(client);
    return check ? checkFile(out, text, output) : writeOut(out, text, output);
  },
});

async function fetchSiteTypes(client: AdminClient): Promise<string> {
  const document = await client.request<Partial<SiteDocument>>('GET', '/openapi.json');
  const site = document['x-site'];
  if (!site) throw new CommandError(notFrontdesk);
  if (site.missingScopes) throw new CommandError(`the token needs the scope ${site.missingScopes.join(' and ')}`);
  return writeSiteTypes(document as SiteDocument);
}

async function writeOut(file: string, text: string, output: Output): Promise<number> {
  if ((await readIfThere(file)) === text) {
    output.result({ file, written: false }, `${file} is up to date.`);
    return 0;
  }
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  await writeFile(file, text);
  output.result({ file, written: true }, `${file} was written.`);
  return 0;
}

async function checkFile(file: string, text: string, output: Output): Promise<number> {
  const there = await readIfThere(file);
  if (there === text) {
    output.result({ file, upToDate: true }, `${file} is up to date.`);
    return 0;
  }
  if (output.isJson) output.result({ file, upToDate: false }, '');
  if (there === null) console.error(`${file} does not exist. Run the command without --check.`);
  else {
    console.error(`${file} is out of date. Run the command without --check. ${firstDifference(there, text)}`);
  }
  return 1;
}

/** The first line that differs, as it is and as it will be. */
/** Lines that are shown of each side: the comment of a member, and the member. */
const maxLines = 4;

function firstDifference(before: string, after: string): string {
  const [old, current] = [before.split(/\r?\n/), after.split('\n')];
  let at = 0;
  while (old[at] === current[at] && at < old.length) at += 1;
  if (at === old.length && at === current.length) return 'Only the line endings differ.';
  let same = 0;
  while (same < Math.min(old.length, current.length) - at && old.at(-1 - same) === current.at(-1 - same)) same += 1;
  const changed = (lines: string[], sign: string): string[] =>
    lines.slice(at, Math.min(at + maxLines, lines.length - same)).map((line) => `${sign} ${line}`);
  return [`The first difference is on line ${at + 1}:`, ...changed(old, '-'), ...changed(current, '+')].join('\n');
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
