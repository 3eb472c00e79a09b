// The audit log: who did what, when and from where (decision 0095). The database refuses to change an entry.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('auditLog')
    .addColumn('id', ...c.id)
    .addColumn('createdAt', ...c.text)
    .addColumn('actorKind', ...c.text)
    .addColumn('actorId', ...c.optionalText)
    .addColumn('actorName', ...c.optionalText)
    .addColumn('operation', ...c.text)
    .addColumn('thingKind', ...c.optionalText)
    .addColumn('thingId', ...c.optionalText)
    .addColumn('thingName', ...c.optionalText)
    .addColumn('outcome', ...c.text)
    .addColumn('details', ...c.json)
    .addColumn('ip', ...c.optionalText)
    .addColumn('browser', ...c.optionalText)
    .addColumn('requestId', ...c.optionalText)
    .execute();
  const orders = { Time: [], Actor: ['actorId'], Thing: ['thingId'], Operation: ['operation'] };
  for (const [name, first] of Object.entries(orders))
    await db.schema
      .createIndex(`auditBy${name}`)
      .on('auditLog')
      .columns([...first, 'createdAt', 'id'])
      .execute();
  await db.schema
    .createIndex('auditOfDenied')
    .on('auditLog')
    .columns(['outcome', 'createdAt', 'id'])
    .where('outcome', '=', 'denied')
    .execute();
  await dialect.freezeRows(db, 'auditLog');
}
