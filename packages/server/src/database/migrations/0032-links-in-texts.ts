// Which items the texts of items link to.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

const batch = 100;
/** As the service writes them when a text changes. */
const links = /data-item\s{0,9}=\s{0,9}\\?["']?(item_[0-9a-z]{26})/gi;

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text } = columnsFor(dialect);
  await db.schema
    .createTable('linksInTexts')
    .addColumn('itemId', ...text)
    .addColumn('targetId', ...text)
    .addPrimaryKeyConstraint('linksInTextsKey', ['itemId', 'targetId'])
    .execute();
  await sql`create index "linksInTextsTargetIdItemId" on "linksInTexts" ("targetId", "itemId")`.execute(db);
  await addLinks(db);
}

async function addLinks(db: Kysely<Tables>): Promise<void> {
  let last = '';
  for (;;) {
    const items = await db
      .selectFrom('items')
      .select(['id', 'content', 'fields'])
      .where('id', '>', last)
      .where((eb) =>
        eb.or([eb('content', 'like', '%data-item%'), eb(sql<string>`cast("fields" as text)`, 'like', '%data-item%')]),
      )
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, content, fields } of items) {
      const found = new Set(Array.from(`${content} ${fields}`.matchAll(links), ([, target]) => target as string));
      const rows = [...found].filter((target) => target !== id).map((targetId) => ({ itemId: id, targetId }));
      if (rows.length > 0) await db.insertInto('linksInTexts').values(rows).execute();
    }
    const end = items.at(-1);
    if (!end) return;
    last = end.id;
  }
}
