// The folded texts of custom fields, by which lists sort and search. The default is for rows of the previous version.

import { type Kysely, sql } from 'kysely';
import { foldTexts } from '../../lib/text.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

const batch = 500;

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await sql`alter table "items" add column "foldedFields" ${sql.raw(dialect.jsonType)} not null default '{}'`.execute(
    db,
  );
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('items')
      .select(['id', 'fields'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, fields } of rows) {
      const foldedFields = await foldTexts('migration', JSON.parse(fields));
      if (foldedFields !== '{}') await db.updateTable('items').set({ foldedFields }).where('id', '=', id).execute();
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
