// What people do with submissions: read, star, progress, who is in charge, delete.

import type { ExpressionBuilder } from 'kysely';
import { namesFor } from '../../context/access.ts';
import { type Context, inTransaction, type ReadContext, type WriteContext } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import { removeBytes } from '../../files/files.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { deleteParts } from '../form/parts.ts';
import type { InboxSubmission, SubmissionChange } from './inbox.schemas.ts';
import { readable, readFromInbox } from './inbox-list.ts';

/** Throws submission_not_found, invalid_body. */
export async function changeSubmission(ctx: Context, id: string, change: SubmissionChange): Promise<InboxSubmission> {
  await inTransaction(ctx, async (ctx) => {
    await requireAssignee(ctx, '/assigneeId', change);
    if ((await update(ctx, [id], change)).length === 0) throw fail('submission_not_found');
  });
  return readFromInbox(ctx, id);
}

/** All of them, or none: throws invalid_body if one is missing or of a form that the caller may not write. */
export async function changeSubmissions(
  ctx: Context,
  ids: readonly string[],
  change: SubmissionChange,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await requireAssignee(ctx, '/change/assigneeId', change);
    const updated = await update(ctx, ids, change);
    requireAll(ids, updated);
    return updated.length;
  });
}

/** Throws invalid_body if one of them is missing. */
export function requireAll(ids: readonly string[], found: readonly string[]): void {
  const all = new Set(found);
  const missing = ids.flatMap((id, index): Fault[] =>
    all.has(id) ? [] : [{ pointer: `/ids/${index}`, code: 'not_found', detail: 'is not the ID of a submission' }],
  );
  if (missing.length > 0) throw failBody(missing);
}

async function update(
  ctx: WriteContext,
  ids: readonly string[],
  { unread, starred, progress, assigneeId }: SubmissionChange,
): Promise<string[]> {
  const forms = namesFor(ctx.actor, 'forms:write');
  // What is done has been read.
  const isUnread = unread ?? (progress === 'done' ? false : undefined);
  let query = ctx.db.updateTable('submissions').set({
    ...(isUnread === undefined ? {} : { unread: isUnread ? 1 : 0 }),
    ...(starred === undefined ? {} : { starred: starred ? 1 : 0 }),
    ...(progress === undefined ? {} : { progress }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
  });
  if (forms !== null) query = query.where('formId', 'in', ['', ...forms]);
  const rows = await query
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function requireAssignee(ctx: ReadContext, pointer: string, { assigneeId }: SubmissionChange): Promise<void> {
  if (assigneeId === undefined || assigneeId === null) return;
  const user = await ctx.db.selectFrom('users').select('id').where('id', '=', assigneeId).executeTakeFirst();
  if (!user) throw failBody([{ pointer, code: 'not_found', detail: 'must be the ID of a user, or null' }]);
}

/** Who can be in charge. */
export function listAssignees(ctx: ReadContext): Promise<{ id: string; name: string | null }[]> {
  return ctx.db.selectFrom('users').select(['id', 'name']).orderBy('name').orderBy('id').execute();
}

/** Throws submission_not_found, also if the caller may not do this with it. */
export async function requireSubmission(ctx: ReadContext, id: string, scope: 'forms:read' | 'forms:write') {
  return readable(ctx, scope)
    .where('submissions.id', '=', id)
    .select(['submissions.id', 'submissions.formId', 'submissions.contactId', 'submissions.paymentId'])
    .executeTakeFirstOrThrow(() => fail('submission_not_found'));
}

/** Deletes submissions of any forms, spam as well. All of them, or none: throws invalid_body if one is missing or of a form that the caller may not write. */
export async function deleteSubmissions(ctx: Context, ids: readonly string[]): Promise<number> {
  const fileIds = await inTransaction(ctx, async (ctx) => {
    const forms = namesFor(ctx.actor, 'forms:write');
    const isMeant = (eb: ExpressionBuilder<Tables, 'submissions' | 'spamSubmissions'>) =>
      eb.and([eb('id', 'in', [...ids]), ...(forms === null ? [] : [eb('formId', 'in', ['', ...forms])])]);
    const deleted = [
      ...(await ctx.db.deleteFrom('submissions').where(isMeant).returning('id').execute()),
      ...(await ctx.db.deleteFrom('spamSubmissions').where(isMeant).returning('id').execute()),
    ];
    requireAll(
      ids,
      deleted.map(({ id }) => id),
    );
    return deleteParts(ctx, { submissionIds: ids });
  });
  await removeBytes(ctx, fileIds);
  return ids.length;
}
