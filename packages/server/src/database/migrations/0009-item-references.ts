// What the custom fields of items refer to, so that nothing with references is deleted unnoticed.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text } = columnsFor(dialect);
  let table = db.schema.createTable('itemReferences');
  for (const column of ['itemId', 'field', 'targetId']) table = table.addColumn(column, ...text);
  await table.execute();
  await sql`create unique index "itemReferencesItemIdField" on "itemReferences" ("itemId", "field")`.execute(db);
  await sql`create index "itemReferencesTargetId" on "itemReferences" ("targetId", "itemId")`.execute(db);
  await sql`insert into "itemReferences" ("itemId", "field", "targetId") ${references[dialect.name]}`.execute(db);
}

/** Every value of an item that is an ID, whether its field is declared or not. */
const references = {
  sqlite: sql`
    select "items"."id", "member"."key", "member"."value" from "items", json_each("items"."fields") as "member"
    where "member"."type" = 'text' and "member"."value" not glob '*[^0-9a-z_]*'
      and ("member"."value" glob 'item_*' and length("member"."value") = 31
        or "member"."value" glob 'med_*' and length("member"."value") = 30)`,
  postgres: sql`
    select "items"."id", "member"."key", "member"."value" from "items", json_each_text("items"."fields") as "member"
    where "member"."value" ~ '^(item|med)_[0-9a-z]{26}$'`,
};
