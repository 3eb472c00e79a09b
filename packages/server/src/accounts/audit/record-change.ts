// Recorders: what inTransaction calls at the end of a transaction, so that the change and its entry in the audit log are
// stored together or not at all.

import type { ReadContext, Recorder, WriteContext } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import type { SafeValue } from './audit.schemas.ts';
import { addEntry, type Details, type NewEntry } from './audit-log.ts';

export const noDetails: Details = { changed: [], values: {}, ids: [] };

/** Adds one entry with the first transaction that commits. `describe` is called with what that results in. */
export function recordOnce(describe: (ctx: WriteContext, result: unknown) => NewEntry | Promise<NewEntry>): {
  record: Recorder;
  /** Whether the entry is stored. */
  isDone(): boolean;
} {
  let isDone = false;
  return {
    async record(ctx, result) {
      if (isDone) return;
      await addEntry(ctx, await describe(ctx, result));
      ctx.afterCommit(() => {
        isDone = true;
      });
    },
    isDone: () => isDone,
  };
}

/** What commands change, where it is not the site. */
const paths: Record<string, string> = { token: '/tokens', user: '/users' };

/** For a command of the command line, run by this account of the operating system. */
export function recordCommand(command: string, actorName: string | null): Recorder {
  const path = paths[command.split(' ')[0] ?? ''] ?? '/export';
  return recordOnce(async (ctx, result) => ({
    ...entryWithoutRequest('command', { operation: command, thing: await nameThing(ctx, thingOf(path, {}, result)) }),
    actorName,
  })).record;
}

/** An entry for what no request asked for: a command, or the service itself. */
export function entryWithoutRequest(
  actorKind: 'command' | 'system',
  { operation, thing }: { operation: string; thing: Thing },
): NewEntry {
  return {
    actorKind,
    actorId: null,
    actorName: null,
    operation,
    thingKind: thing.kind,
    thingId: thing.id,
    thingName: thing.name,
    outcome: 'done',
    details: noDetails,
    ip: null,
    browser: null,
    requestId: null,
  };
}

// What the audit log says of a request: which record it changed, and which members. Values are only those of members that are
// neither secret nor about a person.

type Thing = { kind: string; id: string | null; name: string | null };

/** What IDs begin with (lib/ids.ts). */
const kindsOfIds: Record<string, string> = {
  aut: 'author',
  bak: 'backup',
  chg: 'typeChange',
  cn: 'creditNote',
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
  tax: 'taxRate',
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
  'credit-notes': 'creditNote',
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
  'tax-rates': 'taxRate',
  taxonomies: 'taxonomy',
  tokens: 'token',
  types: 'type',
  users: 'user',
  views: 'view',
  webhooks: 'webhook',
};

/** The kinds of records whose names are those of things, or of the people who work with the admin. */
const named = new Set([
  ...['author', 'form', 'item', 'media', 'passkey', 'taxonomy', 'taxRate', 'term', 'token', 'type', 'user', 'view'],
]);

/** Whether it is an ID of ours. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+_[0-9a-z]{26}$/.test(value);
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Parameters that name a record which has no ID, in the order in which they count. An email address is none of them. */
const naming = ['id', 'term', 'taxonomy', 'author', 'name', 'kind'];

/** The record that a request with this path and these parameters changed. `result` is what the change resulted in. */
export function thingOf(path: string, params: unknown, result: unknown): Thing {
  const names = recordOf(params) as Record<string, string>;
  const record = recordOf(result);
  const own = [record.id, record.userId, result].find(isId);
  const inPath = Object.values(names).findLast(isId);
  const name = naming.map((param) => names[param]).find((value) => value !== undefined);
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
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url.slice(0, 200);
}

/** A text short enough to be a name. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 200) : null;
}

const safe = new Set([
  ...['active', 'amount', 'assigneeId', 'confirmed', 'currency', 'decision', 'expiresAt', 'force', 'format', 'formId'],
  ...[
    'action',
    'invoiceId',
    'language',
    'on',
    'only',
    'paymentIntentId',
    'progress',
    'public',
    'publicRead',
    'publishAt',
  ],
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

// The name of the record in an entry of the audit log, where the change did not result in it: a deletion leaves none.

/** Where the names of records with IDs are. Contacts and what people submitted are not among them. */
const columns: Record<string, readonly [table: keyof Tables, column: string]> = {
  author: ['authors', 'name'],
  creditNote: ['creditNotes', 'number'],
  discount: ['discounts', 'code'],
  form: ['forms', 'name'],
  import: ['imports', 'fileName'],
  invoice: ['invoices', 'number'],
  item: ['items', 'title'],
  media: ['media', 'title'],
  passkey: ['passkeys', 'name'],
  taxRate: ['taxRates', 'name'],
  term: ['terms', 'name'],
  token: ['tokens', 'name'],
  user: ['users', 'name'],
  view: ['savedViews', 'name'],
  webhook: ['subscribers', 'url'],
};

/** The record with its name: as it is after the change, or as the entry before has it if it was deleted. */
export async function nameThing(ctx: ReadContext, thing: Thing): Promise<Thing> {
  const { kind, id, name } = thing;
  const place = columns[kind];
  if (name !== null || !isId(id) || !place) return thing;
  const [table, column] = place as ['users', 'name'];
  const row = await ctx.db.selectFrom(table).select(column).where('id', '=', id).executeTakeFirst();
  const now = row?.[column];
  if (now) return { ...thing, name: kind === 'webhook' ? hostOf(now) : now.slice(0, 200) };
  const earlier = await ctx.db
    .selectFrom('auditLog')
    .select('thingName')
    .where('thingId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { ...thing, name: earlier?.thingName ?? null };
}
