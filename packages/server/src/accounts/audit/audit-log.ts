// The audit log: who did what, when and from where (decision 0095). Entries are added in the transaction of the change they
// name, are never changed, and go when they are older than the settings say.

import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries, slotsFor } from '../../database/kept-queries.ts';
import { eachRecord, listRecords, type RecordPage } from '../../database/record-list.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { newId } from '../../lib/ids.ts';
import { defaultAuditDays, readSetting } from '../../settings/settings.ts';
import { type AuditEntry, type AuditQuery, auditList } from './audit.schemas.ts';

/** What was changed, without secrets and answers (record-change.ts). */
export type Details = Pick<AuditEntry, 'changed' | 'values' | 'ids'>;

export type NewEntry = Omit<Row<'auditLog'>, 'id' | 'createdAt' | 'details'> & { details: Details };

const queries = keptQueries();

/** Adds an entry. */
export async function addEntry(ctx: WriteContext, { details, ...entry }: NewEntry): Promise<void> {
  const row = { ...entry, id: newId('aud'), createdAt: timeOf(ctx), details: JSON.stringify(details) };
  await queries.send(ctx, 'add', row, () => ctx.db.insertInto('auditLog').values(slotsFor(row)));
}

/** Adds an entry about a sign-in that failed. It names the user with this address, or none: the statement is the same. */
export async function addFailedSignIn(
  ctx: WriteContext,
  { details, ...entry }: NewEntry,
  emailKey: string,
): Promise<void> {
  const user = ctx.db.selectFrom('users').where('emailKey', '=', emailKey);
  await ctx.db
    .insertInto('auditLog')
    .values({
      ...entry,
      id: newId('aud'),
      createdAt: timeOf(ctx),
      details: JSON.stringify(details),
      thingKind: 'user',
      thingId: user.select('id'),
      thingName: user.select('name'),
    })
    .execute();
}

export function listEntries(ctx: ReadContext, query: AuditQuery): Promise<RecordPage<AuditEntry>> {
  return listRecords(ctx.db.selectFrom('auditLog').selectAll(), auditList, query, describeEntry);
}

/** The same in pages, for exports. Throws invalid_query. */
export function pageEntries(ctx: ReadContext, query: AuditQuery): AsyncGenerator<AuditEntry[]> {
  return eachRecord(ctx.db.selectFrom('auditLog').selectAll(), auditList, query, describeEntry);
}

function describeEntry(row: Row<'auditLog'>): AuditEntry {
  const { id, createdAt, operation, outcome, ip, browser, requestId } = row;
  const details = JSON.parse(row.details) as Details;
  const thing = row.thingKind === null ? null : { kind: row.thingKind, id: row.thingId, name: row.thingName };
  return {
    id,
    createdAt,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    operation,
    thing,
    outcome,
    summary: summarize(operation, row.thingName, details),
    ...details,
    ip,
    browser,
    requestId,
  };
}

/** In words: `Update token “Website”: scopes (admin), name`. */
function summarize(operation: string, name: string | null, { changed, values, ids }: Details): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const title = words.slice(0, 1).toUpperCase() + words.slice(1);
  const parts = [
    ...Object.entries(values).map(([member, value]) => `${member} (${[value].flat().join(', ')})`),
    ...changed.filter((member) => !Object.hasOwn(values, member)),
    ...(ids.length > 0 ? [`${ids.length} records`] : []),
  ];
  return `${title}${name === null ? '' : ` “${name}”`}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

const dayMs = 86_400_000;
const perTransaction = 1000;

export const auditTasks: Record<string, Task> = {
  'accounts.pruneAuditLog': { run: pruneEntries, retryAfterMs: internalSchedule, everyMs: dayMs / 4 },
};

/** Deletes entries that are older than the settings say, in batches. */
export async function pruneEntries(ctx: Context): Promise<void> {
  const days = (await readSetting<number>(ctx, 'auditDays')) ?? defaultAuditDays;
  const before = timeOf(ctx, -days * dayMs);
  while (await inTransaction(ctx, (ctx) => pruneSome(ctx, before)));
}

/** Returns whether there may be more. */
async function pruneSome(ctx: WriteContext, before: string): Promise<boolean> {
  const old = ctx.db.selectFrom('auditLog').select('id').where('createdAt', '<', before).limit(perTransaction);
  const { numDeletedRows } = await ctx.db.deleteFrom('auditLog').where('id', 'in', old).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(perTransaction);
}
