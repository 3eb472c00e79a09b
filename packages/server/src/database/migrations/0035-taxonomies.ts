// Taxonomies of the site's own, the order of terms, and slugs that merged terms had.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, flag, optionalJson } = columnsFor(dialect);
  await db.schema
    .createTable('taxonomies')
    .addColumn('name', ...id)
    .addColumn('label', ...text)
    .addColumn('singular', ...text)
    .addColumn('description', ...text)
    .addColumn('nested', ...flag)
    .addColumn('publicRead', ...flag)
    .addColumn('createdAt', ...text)
    .addColumn('updatedAt', ...text)
    .execute();
  await dialect.countChangesToo(db, 'contentVersion', ['taxonomies']);
  await db.schema
    .alterTable('postTypes')
    .addColumn('taxonomies', ...optionalJson)
    .execute();
  await db.schema
    .alterTable('terms')
    .addColumn('menuOrder', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index "termsParentId" on "terms" ("parentId")`.execute(db);
  await db.schema
    .createTable('formerTerms')
    .addColumn('taxonomy', ...text)
    .addColumn('slug', ...text)
    .addColumn('termId', ...text)
    .addPrimaryKeyConstraint('formerTermsKey', ['taxonomy', 'slug'])
    .execute();
  await sql`create index "formerTermsTermId" on "formerTerms" ("termId")`.execute(db);
}
