// Every value that the API has, read by each of its GET operations: lists first, then what is in them.

import { createHash } from 'node:crypto';
import { password } from './fill-accounts.ts';
import { type Body, type Filling, type Person, personFrom } from './filling.ts';

/** Paths with what they answered: JSON, or the checksum of bytes. */
export type Values = Record<string, Body>;

/** What is not a value of the site, or differs each time. */
const left: Record<string, string> = {
  '/openapi.json': 'the document of the version',
  '/system': 'about the version that runs',
  '/system/storage': 'sizes on this disk',
  '/summary': 'counted from the same rows, by day',
  '/reports/money': 'counted from the same rows, by month',
  '/reports/invoices': 'counted from the same rows',
  '/reports/tax': 'counted from the same documents, by day',
  '/reports/tax.csv': 'the same',
  '/reports/tax.xlsx': 'the same',
  '/export': 'the time is in it; its tables are read one by one',
  '/export/invoices.zip': 'the time is in it; its documents are read one by one',
  '/forms/{id}/submissions.xlsx': 'the time is in it; the same rows as the others',
  '/submissions.xlsx': 'the time is in it; the same rows as the others',
  '/forms/{id}/challenge': 'made for each visitor',
  '/export/wordpress.xml': 'the time is in it',
  '/editors': 'who is editing now',
  '/payments/processor': 'of the processor, whose address differs',
  '/backup-plan': 'the folder is in it; the plan is one of the settings',
  '/backups/{id}': 'there is none',
  '/backups/{id}/file': 'there is none',
  '/me/author': 'one of the authors, if there is one',
  '/mail-kinds': 'texts that the version brings',
  '/mails/{id}/preview': 'the look that the version brings',
  '/forms/{id}/code': 'snippets that the version brings',
  '/search': 'finds what is read one by one',
  '/setup': 'whether there is an owner',
  '/me/second-factor': 'of the person who signed in',
};

/** What some operations need to know. */
const queries: Record<string, string> = {
  // The first ones: what reads all of this adds to the last.
  '/audit': 'sort=createdAt',
  '/content/{type}': 'status=any',
  '/export/items.csv': 'type=boat',
  '/views': 'type=boat',
};

type Operation = { parameters?: { name: string; in: string }[] };

export async function readValues(filling: Pick<Filling, 'server'>): Promise<{ values: Values; unread: string[] }> {
  const { server } = filling;
  const owner = await personFrom(filling, '/sessions', { email: 'olga@harbour.example', password });
  const { paths } = (await (await fetch(`${server.api}/openapi.json`)).json()) as {
    paths: Record<string, { get?: Operation }>;
  };
  const values: Values = {};
  const unread: string[] = [];
  const read = (path: string, query = ''): Promise<Body> =>
    path in values ? values[path] : readOne(filling, owner, query === '' ? path : `${path}?${query}`);
  for (const [template, { get }] of Object.entries(paths).sort(([a], [b]) => depth(a) - depth(b))) {
    if (!get || template in left) continue;
    const isList = get.parameters?.some((parameter) => parameter.in === 'query' && parameter.name === 'limit');
    const query = [queries[template], isList ? 'limit=100' : undefined].filter(Boolean).join('&');
    let isFound = false;
    for (const path of await expand(template, read)) {
      const body = await read(path, query);
      if (body === undefined || isBrought(body)) continue;
      values[path] = body;
      isFound = true;
    }
    if (!isFound) unread.push(template);
  }
  return { values, unread };
}

/** A text of a mail that the version brings, because it was not edited. */
function isBrought(body: Body): boolean {
  return body.edited === false;
}

function depth(path: string): number {
  return path.split('{').length;
}

/** The paths of a template, with what the lists before each parameter contain. */
async function expand(template: string, read: (path: string) => Promise<Body>): Promise<string[]> {
  const match = /\{(\w+)\}/.exec(template);
  if (!match) return [template];
  const [whole, name = ''] = match;
  const before = template.slice(0, match.index - 1);
  const keys = await keysAt(before, name, read);
  const rest = template.slice(match.index + whole.length);
  const expanded = await Promise.all(keys.map((key) => expand(`${before}/${encodeURIComponent(key)}${rest}`, read)));
  return expanded.flat();
}

async function keysAt(before: string, name: string, read: (path: string) => Promise<Body>): Promise<string[]> {
  if (name === 'language') return ['de'];
  if (name === 'version') return ['1'];
  if (before === '/files') return JSON.stringify(await read('/submissions.ndjson')).match(/\bfile_\w+/g) ?? [];
  const list = await read(before === '/content' ? '/types' : before.replace(/\/by-external-id$/, ''));
  const entries: Body[] = Array.isArray(list) ? list : (list?.items ?? []);
  if (name === 'externalId') return entries.flatMap(({ externalId }) => externalId ?? []);
  const keys = entries.map((entry) => (before === '/content' ? entry.name : (entry[name] ?? entry.id ?? entry.name)));
  return [...new Set(keys.filter((key) => key !== undefined).map(String))];
}

/** Undefined if there is nothing. By the key; if that may not, by a person. */
async function readOne({ server }: Pick<Filling, 'server'>, owner: Person, path: string): Promise<Body> {
  const answer = await fetch(`${server.api}${path}`, {
    headers: { authorization: `Bearer ${server.token}` },
    redirect: 'manual',
  });
  const type = answer.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 401 || answer.status === 403) return owner.send('GET', path).catch(() => undefined);
  if (!answer.ok) return undefined;
  if (type.includes('json') && !type.includes('ndjson')) return JSON.parse(String(bytes));
  if (type.startsWith('text/csv') || type.includes('ndjson')) return { text: String(bytes) };
  return { type, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
