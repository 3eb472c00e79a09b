// One page of a list, and the number of all its rows: what every list of the API answers.

import type { SelectQueryBuilder } from 'kysely';

export type Page<Item> = { items: Item[]; total: number };

/** Runs an ordered query for one page, and counts the rows it finds without limits. */
export async function listPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit = 20, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<Page<Row>> {
  const items = await query.limit(limit).offset(offset).execute();
  const count = query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>();
  const [counted] = await count.execute();
  return { items: items as Row[], total: counted?.total ?? 0 };
}
