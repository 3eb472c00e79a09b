// Imports of uploaded exports: the table `imports`. At most one is active, which is pending or runs (run-import.ts).
//
//   checked    the file can be read, and the import waits to be started
//   ended      completed, failed or canceled: the file is removed

import type { Static } from 'typebox';
import { type Actor, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { listRecords } from '../database/record-list.ts';
import { enqueue } from '../jobs/queue.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { type Import, type ImportStart, importList, type UploadedImport } from './imports.schemas.ts';
import type { ImportSummary } from './wordpress-import.ts';
import { skippedOf } from './wordpress-skipped.ts';
import { isTimeZone } from './wordpress-time-zone.ts';

export const importTask = 'imports.run';

/** `checkingRuns`: how many of its runs were before it was started, to check the file. */
export type StoredOptions = {
  update: boolean;
  events: boolean;
  timeZone: string | null;
  checkOnly: boolean;
  checkingRuns: number;
};

/** The bytes of an export in the storage. */
type UploadedFile = { id: string; name: string; size: number };

type Listed = Omit<Row<'imports'>, 'report'>;

const listed = [
  ...['id', 'status', 'active', 'fileId', 'fileName', 'size', 'options', 'progress', 'summary', 'error', 'runs'],
  ...['actor', 'createdAt', 'startedAt', 'endedAt'],
] as Exclude<keyof Row<'imports'>, 'report'>[];

/** Stores an import of this file, to be run by the worker. Throws import_in_progress. */
export async function createImport(
  ctx: WriteContext,
  id: string,
  file: UploadedFile,
  options: UploadedImport,
): Promise<Import> {
  const { kind, id: actorId, name } = ctx.actor;
  const { update = false, events = false, timeZone = null, checkOnly = false } = options;
  const row: Row<'imports'> = {
    ...{ id, status: 'pending', active: 1, fileId: file.id, fileName: file.name, size: file.size, runs: 0 },
    ...{ progress: null, summary: null, report: null, error: null, startedAt: null, endedAt: null },
    options: JSON.stringify({ update, events, timeZone, checkOnly, checkingRuns: 0 } satisfies StoredOptions),
    actor: JSON.stringify({ kind, id: actorId, ...(name === undefined ? {} : { name }) }),
    createdAt: timeOf(ctx),
  };
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) {
    // Of an earlier try of the same request, or another one.
    const before = await find(ctx, id);
    if (before) return describeImport(before);
    throw await inProgress(ctx);
  }
  await enqueue(ctx, importTask, { id }, { uniqueKey: keyOf(id) });
  return describeImport(row);
}

/** Starts an import that has been checked. Throws import_not_found, import_in_progress, conflict. */
export async function startImport(
  ctx: WriteContext,
  id: string,
  { update, events, timeZone }: ImportStart,
): Promise<Import> {
  await requireNone(ctx);
  const row = await getRow(ctx, id);
  if (row.status !== 'checked') throw fail('conflict', 'Only an import that is checked can be started');
  const before = JSON.parse(row.options) as StoredOptions;
  const options: StoredOptions = {
    update: update ?? before.update,
    events: events ?? before.events,
    timeZone: timeZone === undefined ? before.timeZone : timeZone,
    checkOnly: false,
    checkingRuns: row.runs,
  };
  const changes = { status: 'pending', active: 1, options: JSON.stringify(options), progress: null } as const;
  const { numUpdatedRows } = await ctx.db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'checked')
    .executeTakeFirstOrThrow()
    .catch(async (error) => {
      throw ctx.dialect.isUniqueViolation(error) ? fail('import_in_progress', {}, error) : error;
    });
  if (numUpdatedRows === 0n) throw fail('conflict', 'The import has just been started or canceled');
  await enqueue(ctx, importTask, { id }, { uniqueKey: keyOf(id) });
  return describeImport({ ...row, ...changes });
}

/** Ends an import that has not ended. The task notices within a second. Returns the file too: remove its bytes. */
export async function cancelImport(
  ctx: WriteContext,
  id: string,
): Promise<{ canceled: Import; fileId: string | null }> {
  const row = await getRow(ctx, id);
  const changes = { status: 'canceled', active: null, fileId: null, endedAt: timeOf(ctx) } as const;
  const { numUpdatedRows } = await ctx.db
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'checking', 'checked', 'importing'])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw fail('conflict', 'The import has ended already');
  return { canceled: describeImport({ ...row, ...changes }), fileId: row.fileId };
}

export async function getImport(ctx: ReadContext, id: string): Promise<Import> {
  return describeImport(await getRow(ctx, id));
}

/** Lists imports without their reports, the newest first. */
export function listImports(ctx: ReadContext, query: Static<typeof importList.query>) {
  return listRecords(ctx.db.selectFrom('imports').select(listed), importList, query, (row: Listed) =>
    describeImport({ ...row, report: null }),
  );
}

/** Throws import_in_progress. */
async function requireNone(ctx: ReadContext): Promise<void> {
  const active = await findActive(ctx);
  if (active) throw await inProgress(ctx);
}

async function inProgress(ctx: ReadContext): Promise<Error> {
  const active = await findActive(ctx);
  return fail('import_in_progress', active ? { extra: { importId: active.id } } : {});
}

function findActive(ctx: ReadContext): Promise<{ id: string } | undefined> {
  return ctx.db.selectFrom('imports').select('id').where('active', '=', 1).executeTakeFirst();
}

function find(ctx: ReadContext, id: string): Promise<Row<'imports'> | undefined> {
  return ctx.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

async function getRow(ctx: ReadContext, id: string): Promise<Row<'imports'>> {
  const row = await find(ctx, id);
  if (!row) throw fail('import_not_found');
  return row;
}

/** Throws invalid_body for a name that is no time zone. */
export function checkTimeZone({ timeZone }: { timeZone?: string | null }, faults: readonly Fault[] = []): void {
  const isKnown = timeZone === undefined || timeZone === null || isTimeZone(timeZone);
  const detail = 'must be a name such as Europe/Vienna or an offset such as +02:00';
  const all: readonly Fault[] = isKnown ? faults : [...faults, { pointer: '/timeZone', code: 'invalid', detail }];
  if (all.length > 0) throw failBody([...all]);
}

function keyOf(id: string): string {
  return `${importTask} ${id}`;
}

function describeImport(row: Row<'imports'>): Import {
  const { id, status, fileName, size, runs, createdAt, startedAt, endedAt } = row;
  const { update, events, timeZone, checkingRuns } = JSON.parse(row.options) as StoredOptions;
  const actor = JSON.parse(row.actor) as Actor;
  const read = (text: string | null) => (text === null ? null : JSON.parse(text));
  return {
    ...{ id, status, fileName, size, update, events, timeZone },
    progress: read(row.progress),
    runs: runs - checkingRuns,
    summary: describeSummary(read(row.summary)),
    report: read(row.report),
    error: read(row.error),
    by: actor.kind === 'user' || actor.kind === 'token' ? { id: actor.id, name: actor.name ?? null } : null,
    ...{ createdAt, startedAt, endedAt },
  };
}

function describeSummary(summary: ImportSummary | null): Import['summary'] {
  return summary && { ...summary, skipped: skippedOf(summary) };
}
