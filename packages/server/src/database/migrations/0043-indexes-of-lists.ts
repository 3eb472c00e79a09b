// Indexes for lists by the time of creation; and those by author and through references, which are found and sorted without
// reading the items or the rows of their references.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const indexes = {
  itemsTypeStatusCreatedAtId: '"items" ("type", "status", "createdAt", "id", "sortDate")',
  itemsAuthorIdSortDate: '"items" ("authorId", "status", "sortDate", "type", "id") where "authorId" is not null',
  itemsWithoutAuthor: '"items" ("authorId", "type", "status", "sortDate", "id") where "authorId" is null',
  itemReferencesTargetIdItemIdField: '"itemReferences" ("targetId", "itemId", "field")',
};
/** New ones begin with the same columns. */
const replaced = ['itemsAuthorId', 'itemReferencesTargetId'];

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [name, on] of Object.entries(indexes)) await sql.raw(`create index "${name}" on ${on}`).execute(db);
  for (const name of replaced) await sql`drop index ${sql.id(name)}`.execute(db);
}
