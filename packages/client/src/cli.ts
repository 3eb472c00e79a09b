// `frontdesk types` writes the types of a running site, or checks that they are up to date.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from './client.ts';
import { FrontdeskError } from './frontdesk-error.ts';
import { type SiteDocument, writeSiteTypes } from './site-types.ts';

const usage = `Usage: frontdesk types --url URL --token KEY --out FILE [--check]

Writes the content types and forms of a running site as the TypeScript type Site.

  --url URL     the URL of the site, such as https://frontdesk.example (or FRONTDESK_URL)
  --token KEY   an API key with content:read and forms:read (or FRONTDESK_TOKEN)
  --out FILE    the file to write, such as site.d.ts
  --check       write nothing; if FILE is out of date, show the first difference and exit with 1`;

const notFrontdesk = 'no Frontdesk found at this URL (use the origin, or a URL that ends in /api/v1)';

class UsageError extends Error {}

type Options = { url: string; token: string; out: string; isCheck: boolean };

/**
 * Runs the command with the arguments after `types` and returns its exit code: 0, 1 if the file is out of date, 2 after an
 * error, which is printed on one line.
 */
export async function runTypes(args: string[], environment: Record<string, string | undefined>): Promise<number> {
  try {
    const options = readOptions(args, environment);
    if (options === null) {
      console.log(usage);
      return 0;
    }
    const text = await fetchSiteTypes(options);
    return await (options.isCheck ? checkFile(options.out, text) : writeOut(options.out, text));
  } catch (error) {
    console.error(`frontdesk types: ${explain(error)}`);
    return 2;
  }
}

/** Null if the user asks for help. */
function readOptions(args: string[], environment: Record<string, string | undefined>): Options | null {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args,
    options: { url: text, token: text, out: text, check: flag, help: { ...flag, short: 'h' } },
  });
  if (values.help) return null;
  const url = values.url ?? environment.FRONTDESK_URL;
  const token = values.token ?? environment.FRONTDESK_TOKEN;
  const { out, check: isCheck = false } = values;
  if (!url) throw new UsageError('--url is required: the URL of the site');
  if (!token) throw new UsageError('--token is required: an API key with content:read and forms:read');
  if (!out) throw new UsageError('--out is required: the file to write');
  return { url: baseUrlOf(url), token, out, isCheck };
}

/** Adds the path of the API to an origin; a URL with a path is used as it is. */
function baseUrlOf(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`--url must start with http:// or https://, not "${text}"`);
  }
  const url = new URL(text);
  return url.pathname === '/' ? `${url.origin}/api/v1` : `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

async function fetchSiteTypes({ url, token }: Options): Promise<string> {
  const document = await createClient({ baseUrl: url, token }).request<Partial<SiteDocument>>('GET', '/openapi.json');
  const site = document['x-site'];
  if (!site) throw new UsageError(notFrontdesk);
  if (site.missingScopes) throw new UsageError(`the token needs the scope ${site.missingScopes.join(' and ')}`);
  return writeSiteTypes(document as SiteDocument);
}

async function writeOut(file: string, text: string): Promise<number> {
  if ((await readIfThere(file)) === text) {
    console.log(`${file} is up to date.`);
    return 0;
  }
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  await writeFile(file, text);
  console.log(`${file} was written.`);
  return 0;
}

async function checkFile(file: string, text: string): Promise<number> {
  const there = await readIfThere(file);
  if (there === text) {
    console.log(`${file} is up to date.`);
    return 0;
  }
  if (there === null) console.error(`${file} does not exist. Run the command without --check.`);
  else {
    console.error(`${file} is out of date. Run the command without --check. ${firstDifference(there, text)}`);
  }
  return 1;
}

/** The first line that differs, as it is and as it will be. */
function firstDifference(before: string, after: string): string {
  const [old, current] = [before.split(/\r?\n/), after.split('\n')];
  let at = 0;
  while (old[at] === current[at] && at < old.length) at += 1;
  if (at === old.length && at === current.length) return 'Only the line endings differ.';
  const lines = [`The first difference is on line ${at + 1}:`];
  if (at < old.length) lines.push(`- ${old[at]}`);
  if (at < current.length) lines.push(`+ ${current[at]}`);
  return lines.join('\n');
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} (frontdesk types --help)`;
  if (!(error instanceof FrontdeskError)) return String((error as Error).message).split('\n')[0] ?? '';
  const { status } = error;
  if (status === 401) return 'the API key is unknown, expired or revoked';
  if (error.code === 'invalid_answer' || (status === 404 && error.code === 'http_error')) {
    return notFrontdesk;
  }
  return error.message;
}
