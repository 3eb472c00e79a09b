// The two tables of submissions, and what is done with the rows of both.

import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { Tables } from '../../database/tables.ts';

/** Spam is kept no longer than what is none. */
export const submissionTables = ['submissions', 'spamSubmissions'] as const;
export type SubmissionTable = (typeof submissionTables)[number];

/** A new submission in the inbox. Spam is not in it, and begins anew when it turns out to be none. */
export const newInInbox = { unread: 1, starred: 0, progress: 'new', assigneeId: null } as const;

type Answers = Pick<Row<'submissions'>, 'id' | 'data' | 'extra'>;
type Values = Partial<Pick<Row<'submissions'>, 'data' | 'extra' | 'searchText' | 'removedAnswers' | 'updatedAt'>>;

/**
 * Writes answers that are stored already: an erasure takes an address out of them, and the days to keep whole answers.
 * Returns false, and writes nothing, if the answers are not those that were read: what another has taken out stays out.
 */
export async function updateAnswers(
  ctx: WriteContext,
  table: SubmissionTable,
  { id, data, extra }: Answers,
  values: Values,
): Promise<boolean> {
  const isThat = (eb: ExpressionBuilder<Tables, 'submissions' | 'spamSubmissions'>) =>
    eb.and([eb('id', '=', id), isText('data', data), isText('extra', extra)]);
  const updated =
    table === 'submissions'
      ? await ctx.db.updateTable('submissions').set(values).where(isThat).returning('id').execute()
      : await ctx.db.updateTable('spamSubmissions').set(values).where(isThat).returning('id').execute();
  return updated.length > 0;
}

/** PostgreSQL compares no JSON, but keeps its text. */
function isText(column: 'data' | 'extra', text: string) {
  return sql<SqlBool>`cast(${sql.ref(column)} as text) = ${text}`;
}
