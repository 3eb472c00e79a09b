// Files of submissions: the table `files`, and the bytes behind its rows.
//
//   staged     the bytes are stored but have no row yet, because the request may still be rejected
//   attached   a row refers to them, written in the same transaction as the submission

import { type Context, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { fail } from '../lib/errors.ts';
import { type Quarantine, scanLater } from './quarantine.ts';

export type StagedFile = Pick<Row<'files'>, 'id' | 'fieldName' | 'name' | 'type' | 'size' | 'sha256'>;

export type FileRecord = Omit<StagedFile, 'sha256'> & Quarantine & { submissionId: string | null };

const recordColumns = [
  'id',
  'submissionId',
  'fieldName',
  'name',
  'type',
  'size',
  'quarantine',
  'quarantineNote',
] as const;

/** SQL statements have a limited number of parameters. */
const rowsPerInsert = 500;

/** Attaches staged files to a submission, and plans their scan. */
export async function attachFiles(
  ctx: WriteContext,
  submissionId: string,
  files: readonly (StagedFile & Quarantine)[],
): Promise<void> {
  const createdAt = timeOf(ctx);
  for (let from = 0; from < files.length; from += rowsPerInsert) {
    const rows = files.slice(from, from + rowsPerInsert).map((file) => ({ ...file, submissionId, createdAt }));
    await ctx.db.insertInto('files').values(rows).execute();
  }
  await scanLater(ctx, files);
}

/** Lists the files of these submissions, oldest first. */
export async function listFilesOf(ctx: ReadContext, submissionIds: readonly string[]): Promise<FileRecord[]> {
  if (submissionIds.length === 0) return [];
  return await ctx.db
    .selectFrom('files')
    .select(recordColumns)
    .where('submissionId', 'in', submissionIds)
    .orderBy('id')
    .execute();
}

/** The file; with `formIds` only of these forms. Throws file_not_found. */
export async function findFile(ctx: ReadContext, id: string, formIds: readonly string[] | null): Promise<FileRecord> {
  const ofForms = (ids: readonly string[]) => submissionsOf(ctx, ['', ...ids]);
  return ctx.db
    .selectFrom('files')
    .select(recordColumns)
    .where('id', '=', id)
    .$if(formIds !== null, (query) => query.where('submissionId', 'in', ofForms(formIds ?? [])))
    .executeTakeFirstOrThrow(() => fail('file_not_found'));
}

/** The IDs of all submissions of these forms, spam as well. */
export function submissionsOf(ctx: ReadContext, formIds: readonly string[]) {
  return ctx.db
    .selectFrom('submissions')
    .select('id')
    .where('formId', 'in', formIds)
    .unionAll(ctx.db.selectFrom('spamSubmissions').select('id').where('formId', 'in', formIds));
}

/** Deletes the rows of the files of a form, of a submission, or of some of its fields. Returns their IDs: call `removeBytes` after the commit. */
export async function deleteFileRows(
  ctx: WriteContext,
  of: { formId: string } | { submissionIds: readonly string[]; fieldNames?: readonly string[] },
): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('files')
    .where((eb) =>
      'submissionIds' in of
        ? eb.and([
            eb('submissionId', 'in', ['', ...of.submissionIds]),
            ...(of.fieldNames ? [eb('fieldName', 'in', of.fieldNames)] : []),
          ])
        : eb('submissionId', 'in', submissionsOf(ctx, [of.formId])),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes bytes that have no row, and the sizes that were made of them. If that fails, the sweep tries again later. */
export async function removeBytes(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await ctx.files
      .remove(id)
      .then(() => ctx.sizes.removeOf(id))
      .catch((error) =>
        ctx.log.warn({ err: error, fileId: id }, 'a file could not be removed; the sweep will try again'),
      );
  }
}

const dayMs = 86_400_000;
const batchSize = 200;

/** Removes bytes that are older than a day and have no row, or were never complete. Returns how many files it removed. */
export async function sweepFiles(ctx: Context, olderThanMs = dayMs): Promise<number> {
  let removed = await ctx.files.removeUnfinished(olderThanMs);
  let batch: string[] = [];
  for await (const id of ctx.files.listOlderThan(olderThanMs)) {
    batch.push(id);
    if (batch.length < batchSize) continue;
    removed += await sweepBatch(ctx, batch);
    batch = [];
  }
  return removed + (await sweepBatch(ctx, batch));
}

/** Removes the sizes of files that are gone. */
export async function sweepSizes(ctx: Context): Promise<void> {
  const found = await ctx.sizes.listFiles();
  for (let from = 0; from < found.length; from += batchSize) {
    const ids = found.slice(from, from + batchSize);
    const rows = await ctx.db.selectFrom('mediaFiles').select('id').where('id', 'in', ids).execute();
    const present = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!present.has(id)) await ctx.sizes.removeOf(id);
  }
}

async function sweepBatch(ctx: Context, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const files = await ctx.db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  const media = await ctx.db.selectFrom('mediaFiles').select('id').where('id', 'in', ids).execute();
  const imports = await ctx.db.selectFrom('imports').select('fileId as id').where('fileId', 'in', ids).execute();
  const referenced = new Set([...files, ...media, ...imports].map(({ id }) => id));
  const orphans = ids.filter((id) => !referenced.has(id));
  await removeBytes(ctx, orphans);
  return orphans.length;
}

/** How many files there are, and their bytes together: of submissions, or of the media library. */
export async function countFiles(
  ctx: ReadContext,
  table: 'files' | 'mediaFiles',
): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await ctx.db
    .selectFrom(table)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
}
