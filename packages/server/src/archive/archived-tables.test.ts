// The list of archived tables against the database: nothing that a site has can be forgotten.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { readStoredColumns } from '../database/stored-rows.ts';
import { archivedTables, findArchivedTable, partNames, tablesOf } from './archived-tables.ts';

/** Of the databases and of migrations: made again, or about this database. */
const internal = /^(itemSearch\w*|contentVersionParts|kysely_\w+|sqlite_\w+)$/;

test('every table of the database is archived, or says why it is not', async (t) => {
  const { context } = await startTestService(t);
  const stored = await readStoredColumns(context);
  const tables = [...stored.keys()].filter((name) => !internal.test(name));
  assert.deepEqual(
    tables.filter((name) => !Object.hasOwn(archivedTables, name)),
    [],
    'add them to archive/archived-tables.ts',
  );
  // Views too: PostgreSQL has one instead of a table.
  const existing = new Set((await context.db.introspection.getTables()).map(({ name }) => name));
  assert.deepEqual(
    Object.keys(archivedTables).filter((name) => !existing.has(name)),
    [],
    'these tables are gone',
  );
  for (const [name, table] of tablesOf(partNames)) {
    const columns = new Map((stored.get(name) ?? []).map((column) => [column.name, column]));
    const named = [...table.key, ...Object.keys(table.json ?? {}), ...Object.keys(table.without ?? {})];
    for (const column of named) assert.ok(columns.has(column), `${name} has no column ${column}`);
    if (testDialect === 'postgres') {
      const json = [...columns.values()].filter((column) => column.isJson).map((column) => column.name);
      assert.deepEqual(Object.keys(table.json ?? {}).sort(), json, `the columns with JSON of ${name}`);
    }
  }
  for (const table of Object.values(archivedTables)) assert.ok('part' in table || table.leftOut.length > 10);
  assert.equal(findArchivedTable('users'), null);
  assert.equal(findArchivedTable('constructor'), null);
});

test('every setting that an owner can set is archived', async (t) => {
  const { request } = await startTestService(t);
  const { body } = await request('GET', '/settings');
  const { settings } = archivedTables;
  const archived = 'part' in settings ? (settings.only?.values ?? []) : [];
  // Which kinds of mail are switched off is at /mail-kinds, and how spam is recognized at /settings/spam.
  assert.deepEqual([...Object.keys(body), 'mailKindsOff', 'spam'].sort(), [...archived].sort());
});
