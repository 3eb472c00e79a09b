// What the audit log says of a request: which record it changed, and which members. Values are only those of members that are
// neither secret nor about a person.

import type { SafeValue } from './audit.schemas.ts';
import type { Details } from './audit-log.ts';

export type Thing = { kind: string; id: string | null; name: string | null };

/** What IDs begin with (lib/ids.ts). */
const kindsOfIds: Record<string, string> = {
  aut: 'author',
  bak: 'backup',
  chg: 'typeChange',
  con: 'contact',
  disc: 'discount',
  dlv: 'delivery',
  era: 'erasure',
  file: 'file',
  form: 'form',
  imp: 'import',
  inv: 'invoice',
  item: 'item',
  passkey: 'passkey',
  mail: 'mail',
  med: 'media',
  note: 'note',
  pay: 'payment',
  ref: 'refund',
  reply: 'reply',
  ses: 'session',
  sub: 'submission',
  term: 'term',
  tok: 'token',
  usr: 'user',
  view: 'view',
  whk: 'webhook',
};

/** By the first part of the path, for what has no ID of ours, or several. */
const kindsOfPaths: Record<string, string> = {
  audit: 'auditLog',
  authors: 'author',
  backups: 'backup',
  'backup-plan': 'backupPlan',
  categories: 'term',
  contacts: 'contact',
  content: 'item',
  deliveries: 'delivery',
  export: 'site',
  files: 'file',
  forms: 'form',
  imports: 'import',
  invoices: 'invoice',
  'mail-kinds': 'mailKind',
  'mail-opt-outs': 'mailOptOut',
  'mail-refusals': 'mailRefusal',
  mails: 'mail',
  me: 'user',
  media: 'media',
  passwords: 'user',
  payments: 'payment',
  privacy: 'person',
  sessions: 'session',
  settings: 'settings',
  setup: 'user',
  submissions: 'submission',
  tags: 'term',
  taxonomies: 'taxonomy',
  tokens: 'token',
  types: 'type',
  users: 'user',
  views: 'view',
  webhooks: 'webhook',
};

/** The kinds of records whose names are those of things, or of the people who work with the admin. */
const named = new Set([
  ...['author', 'form', 'item', 'media', 'passkey', 'taxonomy', 'term', 'token', 'type', 'user', 'view'],
]);

/** Whether it is an ID of ours. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+_[0-9a-z]{26}$/.test(value);
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Parameters that name a record which has no ID, in the order in which they count. An email address is none of them. */
const naming = ['id', 'term', 'taxonomy', 'author', 'name', 'kind'];

/** The record that a request with this path and these parameters changed. `result` is what the change resulted in. */
export function thingOf(path: string, params: unknown, result: unknown): Thing {
  const given = recordOf(params) as Record<string, string>;
  const record = recordOf(result);
  const own = [record.id, record.userId, result].find(isId);
  const inPath = Object.values(given).findLast(isId);
  const name = naming.map((param) => given[param]).find((value) => value !== undefined);
  const id = own ?? inPath ?? textOf(record.id ?? record.name) ?? name ?? null;
  const [prefix = ''] = id?.split('_') ?? [];
  const kind = (isId(id) && kindsOfIds[prefix]) || (kindsOfPaths[path.split('/')[1] ?? ''] ?? 'service');
  return {
    kind,
    id,
    name: named.has(kind) ? textOf(record.title ?? record.label ?? record.name ?? record.userName) : null,
  };
}

/** The host to which a webhook sends: the rest of its URL may be a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url.slice(0, 200);
}

/** A text short enough to be a name. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 200) : null;
}

const safe = new Set([
  ...['active', 'amount', 'assigneeId', 'confirmed', 'currency', 'decision', 'expiresAt', 'force', 'format', 'form'],
  ...['invoiceId', 'language', 'on', 'only', 'paymentIntentId', 'progress', 'public', 'publicRead', 'publishAt'],
  ...['role', 'scopes', 'slug', 'starred', 'status', 'type', 'unpublishAt', 'unread'],
]);

/** Settings are about the site; what is secret among them has operations of its own. */
const safeOperations = new Set(['updateSettings']);

/** Members that hold many changes, each with the ID of its record. */
const lists = ['ids', 'operations'];
const maxIds = 100;

/** What a request asked for. */
export function detailsOf(operation: string, request: { body: unknown; params: unknown; query: unknown }): Details {
  // One change for many records is as good as the change of each.
  const { change, ...others } = recordOf(request.body);
  const body = { ...others, ...recordOf(change) };
  const changed = Object.keys(body).slice(0, 100);
  const { type } = recordOf(request.params);
  const values: Record<string, SafeValue> = typeof type === 'string' ? { type } : {};
  for (const [member, value] of [...Object.entries(recordOf(request.query)), ...Object.entries(body)]) {
    const isSafe = safe.has(member) || safeOperations.has(operation);
    if (isSafe && isShort(value)) values[member] = value;
  }
  const ids = lists
    .flatMap((list) => (Array.isArray(body[list]) ? (body[list] as unknown[]) : []))
    .map((entry) => (typeof entry === 'string' ? entry : recordOf(entry).id))
    .filter(isId);
  return { changed, values, ids: ids.slice(0, maxIds) };
}

function isShort(value: unknown): value is SafeValue {
  if (Array.isArray(value)) return value.length <= 100 && value.every((entry) => typeof entry === 'string');
  return (
    value === null || ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value.length <= 200)
  );
}
