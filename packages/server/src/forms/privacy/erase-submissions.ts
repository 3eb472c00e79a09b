// Erases submissions of a person, and the person's address from those of others.

import { type Context, inTransaction, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { listFilesOf, removeBytes } from '../../files/files.ts';
import type { Mentions } from '../../lib/mentions.ts';
import { deleteQuotesOf } from '../../mail/outbox.ts';
import { searchTextOf } from '../answers/answers.ts';
import { type SubmissionTable, updateAnswers } from '../answers/submission-rows.ts';
import { deleteParts } from '../form/parts.ts';
import { forgetAnswers } from '../unique/unique-answers.ts';

type Counts = { submissions: number; files: number };
type Record = (ctx: WriteContext, counts: Partial<Counts>) => Promise<void>;

const batchSize = 50;

/** Deletes submissions with all that belongs to them. `record` runs in the same transactions. */
export async function eraseSubmissions(
  ctx: Context,
  table: SubmissionTable,
  ids: readonly string[],
  record: Record,
): Promise<void> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const some = ids.slice(from, from + batchSize);
    const fileIds = await inTransaction(ctx, async (ctx) => {
      const rows =
        table === 'submissions'
          ? await ctx.db.deleteFrom('submissions').where('id', 'in', some).returning('id').execute()
          : await ctx.db.deleteFrom('spamSubmissions').where('id', 'in', some).returning('id').execute();
      const fileIds = await deleteParts(ctx, { submissionIds: rows.map(({ id }) => id) });
      await record(ctx, { submissions: rows.length, files: fileIds.length });
      return fileIds;
    });
    await removeBytes(ctx, fileIds);
  }
}

/** Replaces addresses in the answers of others, who keep the rest. Mails that quote them are deleted. */
export async function eraseFromAnswers(
  ctx: Context,
  table: SubmissionTable,
  id: string,
  addresses: Mentions,
  record: (ctx: WriteContext) => Promise<void>,
): Promise<void> {
  for (;;) {
    const row = await ctx.db
      .selectFrom(table as 'submissions')
      .select(['formId', 'data', 'extra'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || (await replaceAnswers(ctx, table, { id, ...row }, addresses, record))) return;
  }
}

/** False if the answers were changed since they were read: then nothing is replaced. */
async function replaceAnswers(
  ctx: Context,
  table: SubmissionTable,
  { id, ...row }: Pick<Row<'submissions'>, 'id' | 'formId' | 'data' | 'extra'>,
  addresses: Mentions,
  record: (ctx: WriteContext) => Promise<void>,
): Promise<boolean> {
  const erased = (json: string) => addresses.erasedFromValue(JSON.parse(json)) as { [name: string]: unknown };
  const answers = { data: erased(row.data), extra: erased(row.extra) };
  // Long texts are folded on a thread, which no transaction waits for.
  const searchText = await searchTextOf(row.formId, answers, await listFilesOf(ctx, [id]));
  return inTransaction(ctx, async (ctx) => {
    const { data, extra } = answers;
    const values = { data: JSON.stringify(data), extra: JSON.stringify(extra), searchText, updatedAt: timeOf(ctx) };
    if (!(await updateAnswers(ctx, table, { id, ...row }, values))) return false;
    // Who knows the address could find its hash.
    const before = JSON.parse(row.data) as { [name: string]: unknown };
    const changed = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(data[name]));
    await forgetAnswers(ctx, id, changed);
    await deleteQuotesOf(ctx, id);
    await record(ctx);
    return true;
  });
}
