// What was issued in a period: from one day on the documents to another, which are days at the site.

import Type from 'typebox';
import type { ReadContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { failQuery } from '../lib/errors.ts';
import { Temporal } from '../lib/temporal.ts';

export type Period = { firstDay: string; lastDay: string };

/** A year, and what a business year may be longer. */
const maxDays = 400;

export const periodQuery = {
  firstDay: Type.String({ format: 'date', description: 'At the site', examples: ['2027-01-01'] }),
  lastDay: Type.String({
    format: 'date',
    description: `At most ${maxDays} days from the first on`,
    examples: ['2027-03-31'],
  }),
};

/** Throws invalid_query for a period that ends before it begins, or is too long. */
export function checkPeriod({ firstDay, lastDay }: Period): void {
  if (lastDay < firstDay)
    throw failQuery([{ pointer: 'lastDay', code: 'before_start', detail: 'is before `firstDay`' }]);
  const { days } = Temporal.PlainDate.from(firstDay).until(lastDay);
  if (days >= maxDays)
    throw failQuery([
      { pointer: 'lastDay', code: 'too_large', detail: `must be at most ${maxDays} days from \`firstDay\` on` },
    ]);
}

const pageSize = 100;

/** All that was issued in the period, in the order of the days and of the issue, page by page. */
export async function* pageIssued<Table extends 'invoices' | 'creditNotes'>(
  ctx: ReadContext,
  table: Table,
  { firstDay, lastDay }: Period,
): AsyncGenerator<Row<Table>[]> {
  // Both have the columns that are named here.
  const rows = ctx.db
    .selectFrom(table as 'creditNotes')
    .selectAll()
    .where('issueDay', '>=', firstDay)
    .where('issueDay', '<=', lastDay)
    .orderBy('issueDay')
    .orderBy('issuedAt')
    .orderBy('id')
    .limit(pageSize);
  for (let page = rows; ; ) {
    const found = await page.execute();
    const last = found.at(-1);
    if (last) yield found as Row<Table>[];
    if (!last || found.length < pageSize) return;
    const { issueDay, issuedAt, id } = last;
    page = rows.where((eb) => eb(eb.refTuple('issueDay', 'issuedAt', 'id'), '>', eb.tuple(issueDay, issuedAt, id)));
  }
}
