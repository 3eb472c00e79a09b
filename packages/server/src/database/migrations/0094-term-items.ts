// The items of each term as a view: SQLite reads them from `linkedItems`, and needs no index of `itemTerms` for it (decision 0125).

import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const statement of statements[dialect.name]) await sql.raw(statement).execute(db);
}

const statements = {
  sqlite: [
    `create view "termItems" as select "toId" as "termId", "id" as "itemId" from "linkedItems" where "field" = ''`,
    `drop index "itemTermsTermIdItemId"`,
  ],
  // Its triggers store links with the commit: the transaction that changes them does not see them there.
  postgres: [`create view "termItems" as select "termId", "itemId" from "itemTerms"`],
};
