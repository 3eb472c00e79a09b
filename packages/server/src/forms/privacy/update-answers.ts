// Writes answers that are stored already: an erasure takes an address out of them, and the days to keep whole answers.

import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { Tables } from '../../database/tables.ts';
import type { submissionTables } from '../retention/retention.ts';

type Answers = Pick<Row<'submissions'>, 'id' | 'data' | 'extra'>;
type Values = Partial<Pick<Row<'submissions'>, 'data' | 'extra' | 'searchText' | 'removedAnswers' | 'updatedAt'>>;

/** Returns false, and writes nothing, if the answers are not those that were read: what another has taken out stays out. */
export async function updateAnswers(
  ctx: WriteContext,
  table: (typeof submissionTables)[number],
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
