// What an import needs to run again: the state of each record as it was imported, and links to what has not been
// imported yet. One site is one source, with or without `https://` and `www.`.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('importSources')
    .addColumn('sourceKey', ...c.id)
    .addColumn('recordId', ...c.text)
    .addColumn('digest', ...c.text)
    .addColumn('stamp', ...c.text)
    .addColumn('hiddenFields', ...c.optionalJson)
    .execute();
  await db.schema.createIndex('importSourcesRecordId').on('importSources').column('recordId').execute();
  await db.schema
    .createTable('importLinks')
    .addColumn('id', ...c.id)
    .addColumn('source', ...c.text)
    .addColumn('kind', ...c.text)
    .addColumn('fromId', ...c.text)
    .addColumn('target', ...c.text)
    .execute();
  await db.schema.createIndex('importLinksSourceId').on('importLinks').columns(['source', 'id']).execute();
  await db.schema.createIndex('importLinksFromId').on('importLinks').column('fromId').execute();
  await shortenSourceKeys(db, dialect);
}

const schemes = ['https://www.', 'http://www.', 'https://', 'http://'];

/** `wordpress:https://www.site.test/#1` → `wordpress:site.test#1`. The second copy of a record keeps its key. */
export async function shortenSourceKeys(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const table of ['items', 'media'] as const) {
    const key = sql.ref(`${table}.sourceKey`);
    const rename = (like: string, renamed: ReturnType<typeof sql>) =>
      sql`update ${sql.table(table)} set "sourceKey" = ${renamed} where ${key} like ${like} and not exists
        (select 1 from ${sql.table(table)} as other where other."sourceKey" = ${renamed})`.execute(db);
    for (const scheme of schemes) {
      const prefix = `wordpress:${scheme}`;
      await rename(`${prefix}%`, sql`'wordpress:' || substr(${key}, ${sql.lit(prefix.length + 1)})`);
    }
    // The key of an item without an ID ends with an address, which may contain "/#".
    await sql`update ${sql.table(table)} set "sourceKey" = replace(${key}, '/#', '#')
      where ${key} like 'wordpress:%/#%' and ${key} not like '%#%/%' and not exists
      (select 1 from ${sql.table(table)} as other where other."sourceKey" = replace(${key}, '/#', '#'))`.execute(db);
  }
  // Deferred triggers that are pending would prevent a later migration from altering these tables.
  if (dialect.name === 'postgres') await sql`set constraints all immediate`.execute(db);
}
