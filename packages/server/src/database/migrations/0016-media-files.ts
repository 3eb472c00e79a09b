// The media library: files behind its records, their texts for searching, folders, tags, and where texts show them. The
// defaults are for rows of the previous version.

import { type Kysely, sql } from 'kysely';
import { fold } from '../../lib/text.ts';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

const batch = 500;

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('mediaFiles')
    .addColumn('id', ...c.id)
    .addColumn('sha256', ...c.uniqueText)
    .addColumn('mimeType', ...c.text)
    .addColumn('size', ...c.integer)
    .addColumn('width', ...c.optionalInteger)
    .addColumn('height', ...c.optionalInteger)
    .addColumn('placeholder', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .execute();
  await db.schema
    .createTable('mediaTags')
    .addColumn('mediaId', ...c.text)
    .addColumn('tag', ...c.text)
    .execute();
  await db.schema
    .createTable('mediaInTexts')
    .addColumn('itemId', ...c.text)
    .addColumn('mediaId', ...c.text)
    .execute();
  const text = sql.raw(dialect.textType);
  const columns = {
    fileName: text,
    folder: sql`${text} not null default ''`,
    private: sql`integer not null default 0`,
    focalX: sql`double precision`,
    focalY: sql`double precision`,
    searchKey: sql`${text} not null default ''`,
  };
  for (const [name, type] of Object.entries(columns))
    await sql`alter table "media" add column ${sql.ref(name)} ${type}`.execute(db);
  for (const index of indexes) await sql.raw(`create ${index}`).execute(db);
  await fillSearchKeys(db);
}

const indexes = [
  'index "mediaFileId" on "media" ("fileId")',
  'index "mediaFolderCreatedAtId" on "media" ("folder", "createdAt", "id")',
  'unique index "mediaTagsMediaIdTag" on "mediaTags" ("mediaId", "tag")',
  'index "mediaTagsTagMediaId" on "mediaTags" ("tag", "mediaId")',
  'unique index "mediaInTextsItemIdMediaId" on "mediaInTexts" ("itemId", "mediaId")',
  'index "mediaInTextsMediaIdItemId" on "mediaInTexts" ("mediaId", "itemId")',
];

async function fillSearchKeys(db: Kysely<Tables>): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'title', 'alt', 'caption', 'description'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, title, alt, caption, description } of rows) {
      const searchKey = fold([title, alt, caption, description].join('\n')).slice(0, 50_000);
      await db.updateTable('media').set({ searchKey }).where('id', '=', id).execute();
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}
