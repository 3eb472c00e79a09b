// The conformance suite: both databases must return the same results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction, timeOf, type WriteContext } from '../context/context.ts';
import { newId } from '../lib/ids.ts';
import { instantOf } from '../lib/instant.ts';
import { readSearch, searchQuery } from '../lib/search-query.ts';
import { searchText } from '../lib/text.ts';
import { migrate, noteSupport, oldestSupported, readSupport, schemaAge } from './migrations/migrate.ts';
import { owners } from './tables.ts';

async function insertItem(ctx: WriteContext, fields: object, title = 'A title'): Promise<string> {
  const id = newId('item');
  const now = timeOf(ctx);
  await ctx.db
    .insertInto('items')
    .values({
      id,
      type: 'post',
      slug: id,
      title,
      titleKey: title.toLowerCase(),
      excerpt: '',
      excerptIsMade: 1,
      content: '',
      status: 'publish',
      fields: JSON.stringify(fields),
      foldedFields: '{}',
      menuOrder: 0,
      publishedAt: now,
      sortDate: now,
      parentId: null,
      authorId: null,
      sourceKey: null,
      externalId: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}

test('JSON is returned exactly as it was written, including key order and numbers', async (t) => {
  const { context } = await startTestService(t);
  const written = {
    zebra: 1,
    apple: 1.5,
    nested: { b: [1, 2, { c: null }], a: 'ü "quoted" \\ \u{1F600}' },
    big: 9007199254740991,
  };
  const id = await inTransaction(context, (ctx) => insertItem(ctx, written));
  const row = await context.db.selectFrom('items').select('fields').where('id', '=', id).executeTakeFirstOrThrow();
  assert.equal(row.fields, JSON.stringify(written));
});

test('bytes are returned as they were written', async (t) => {
  const { context } = await startTestService(t);
  const state = Buffer.from([0, 255, 39, 92, 10]);
  const row = { itemId: 'a', number: 1, change: '{}', name: null, createdAt: '', replacedAt: '', state };
  await inTransaction(context, (ctx) =>
    ctx.db
      .insertInto('revisions')
      .values({ ...row, stage: 'new' })
      .execute(),
  );
  const stored = await context.db.selectFrom('revisions').select('state').executeTakeFirstOrThrow();
  assert.deepEqual(stored.state, state);
});

test('a JSON object with numbers is read as rows', async (t) => {
  const { context } = await startTestService(t);
  const rows = sql`select key, value from ${context.dialect.jsonNumbers('{"b":7,"a \\"ü":100}')} as numbers order by key`;
  assert.deepEqual((await inTransaction(context, (ctx) => rows.execute(ctx.db))).rows, [
    { key: 'a "ü', value: 100 },
    { key: 'b', value: 7 },
  ]);
});

test('the members of a JSON object are read as rows with texts', async (t) => {
  const { context } = await startTestService(t);
  const fields = { price: 12.5, name: 'Ärmel', sold: true, gone: null, tags: ['a'] };
  const id = await inTransaction(context, (ctx) => insertItem(ctx, fields));
  const { entries, value } = context.dialect.jsonEntries(sql.ref('items.fields'));
  const rows = sql`select "entries"."key" as "key", ${value} as "value" from "items", ${entries} as "entries"
    where "items"."id" = ${id} order by 1`;
  assert.deepEqual((await inTransaction(context, (ctx) => rows.execute(ctx.db))).rows, [
    { key: 'gone', value: null },
    { key: 'name', value: 'Ärmel' },
    { key: 'price', value: '12.5' },
    { key: 'sold', value: 'true' },
    { key: 'tags', value: '["a"]' },
  ]);
});

test('a JSON value is read as text, number or boolean, and as null if it has another type', async (t) => {
  const { context } = await startTestService(t);
  const fields = { price: 12.5, name: 'Ärmel', sold: true, 'a "key': 'x', deep: { er: 7 }, tags: ['a', 'b'] };
  const id = await inTransaction(context, (ctx) => insertItem(ctx, fields));
  const column = sql.ref('items.fields');
  const { jsonValue, jsonArrayHas } = context.dialect;
  const row = await context.db
    .selectFrom('items')
    .where('id', '=', id)
    .select([
      jsonValue(column, ['price'], 'number').as('price'),
      jsonValue(column, ['name'], 'text').as('name'),
      jsonValue(column, ['sold'], 'boolean').as('sold'),
      jsonValue(column, ['deep', 'er'], 'number').as('deeper'),
      jsonValue(column, ['name'], 'number').as('nameAsNumber'),
      jsonValue(column, ['price'], 'text').as('priceAsText'),
      jsonValue(column, ['absent'], 'text').as('absent'),
      jsonArrayHas(column, ['tags'], 'b').as('hasB'),
      jsonArrayHas(column, ['tags'], 'c').as('hasC'),
      jsonArrayHas(column, ['name'], 'b').as('textHasB'),
    ])
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    { ...row, hasB: Boolean(row.hasB), hasC: Boolean(row.hasC), textHasB: Boolean(row.textHasB) },
    {
      price: 12.5,
      name: 'Ärmel',
      sold: 1,
      deeper: 7,
      nameAsNumber: null,
      priceAsText: null,
      absent: null,
      hasB: true,
      hasC: false,
      textHasB: false,
    },
  );
});

test('a JSON value exists unless it is absent or null', async (t) => {
  const { context } = await startTestService(t);
  const id = await inTransaction(context, (ctx) => insertItem(ctx, { zero: 0, no: false, empty: '', nothing: null }));
  const column = sql.ref('items.fields');
  const exists = async (name: string): Promise<boolean> => {
    const query = context.db.selectFrom('items').select('id').where('id', '=', id);
    return (await query.where(context.dialect.jsonExists(column, [name])).executeTakeFirst()) !== undefined;
  };
  const found: Record<string, boolean> = {};
  for (const name of ['zero', 'no', 'empty', 'nothing', 'absent']) found[name] = await exists(name);
  assert.deepEqual(found, { zero: true, no: true, empty: true, nothing: false, absent: false });
});

test('a time is read as its instant, as this process reads it', async (t) => {
  const { context } = await startTestService(t);
  const { jsonValue } = context.dialect;
  const times = [
    '2026-01-01T00:00:00Z',
    '2026-01-01t00:00:00z',
    '2026-01-01 02:00:00+02',
    '2025-12-31T14:30:00-0930',
    '2026-01-01T00:00:00.5Z',
    '2026-01-01T00:00:00.500Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.123456789Z',
    '2026-01-01T23:59:00+23:59',
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00+14:00',
    '0099-03-01T00:00:00Z',
    '1969-12-31T23:59:59.9Z',
    '9999-12-31T23:59:59-12:00',
    '2026-02-30T25:61:00Z',
  ];
  const others = ['', 'now', 'infinity', '2026-01-01', '2026-13-01T00:00:00Z', '2026-01-01T00:00:00', 1767225600];
  for (const value of [...times, ...others]) {
    const id = await inTransaction(context, (ctx) => insertItem(ctx, { at: value }));
    const instant = jsonValue(sql.ref('items.fields'), ['at'], 'instant').as('instant');
    const query = context.db.selectFrom('items').select(instant).where('id', '=', id);
    assert.equal((await query.executeTakeFirstOrThrow()).instant, instantOf(String(value)), String(value));
    assert.equal(instantOf(String(value)) !== null, times.includes(String(value)), String(value));
  }
  const of = (text: string) => instantOf(text) as string;
  assert.equal(of('2026-01-01T02:00:00.50+02:00'), of('2026-01-01T00:00:00.5Z'));
  assert.ok(of('2026-01-01T00:00:00Z') < of('2026-01-01T00:00:00.1Z'));
  assert.ok(of('9999-12-31T23:59:59Z') < of('9999-12-31T23:59:59-12:00'));
  assert.ok(of('0000-01-01T00:00:00+14:00') < of('1970-01-01T00:00:00Z'));
});

test('rows locked for a change can be referred to meanwhile; other locked rows cannot', async (t) => {
  if (testDialect === 'sqlite') return t.skip('has one writer at a time');
  const { context } = await startTestService(t);
  const { lockRows, lockRowsForChange, lockKeyShare } = context.dialect;
  const id = await inTransaction(context, (ctx) => insertItem(ctx, {}));
  const rowOf = (ctx: WriteContext) => ctx.db.selectFrom('items').select('id').where('id', '=', id);
  const refer = () =>
    inTransaction(context, async (ctx) => {
      await sql`set local lock_timeout = '50ms'`.execute(ctx.db);
      return lockKeyShare(rowOf(ctx)).execute();
    });
  await inTransaction(context, async (ctx) => {
    await lockRowsForChange(rowOf(ctx)).execute();
    assert.deepEqual(await refer(), [{ id }]);
    await lockRows(rowOf(ctx)).execute();
    await assert.rejects(refer(), /lock timeout/);
  });
});

test('text sorts byte by byte in any locale of the server', async (t) => {
  const { context } = await startTestService(t);
  await inTransaction(context, async (ctx) => {
    for (const title of ['b', 'B', 'ä', 'a', 'Z', '中']) await insertItem(ctx, {}, title);
  });
  const rows = await context.db.selectFrom('items').select('title').orderBy('title').execute();
  assert.deepEqual(
    rows.map((row) => row.title),
    ['B', 'Z', 'a', 'b', 'ä', '中'],
  );
});

test('the search finds all words, matches the last one by its prefix, and ranks titles first', async (t) => {
  const { context } = await startTestService(t);
  const { search } = context.dialect;
  const [inTitle, inBody] = await inTransaction(context, async (ctx) => {
    const ids = [await insertItem(ctx, {}), await insertItem(ctx, {})] as const;
    await search.write(ctx.db, ids[0], { title: 'blue harbour', excerpt: '', body: searchText('นํ้า 東京') });
    await search.write(ctx.db, ids[1], { title: 'other', excerpt: '', body: 'a blue boat in the harbour' });
    return ids;
  });
  const find = async (text: string): Promise<string[]> => {
    const matches = search.matches(search.textOf(searchQuery(readSearch(text))), { ranked: true });
    const rows = await context.db.selectFrom(matches.as('match')).selectAll().orderBy('match.rank').execute();
    return rows.map((row) => (row as unknown as { itemId: string }).itemId);
  };
  assert.deepEqual(await find('blue harb'), [inTitle, inBody]);
  assert.deepEqual(await find('blue boat '), [inBody]);
  assert.deepEqual(await find('นํ้า'), [inTitle]);
  assert.deepEqual(await find('東'), [inTitle]);
  assert.deepEqual(await find('"blue harbour"'), [inTitle]);
  assert.deepEqual((await find('"in the" OR 東京')).toSorted(), [inTitle, inBody].toSorted());
  assert.deepEqual(await find('harbour -boat'), [inTitle]);
  assert.deepEqual(await find('harbour -"harbour in" -"blue boat"'), [inTitle]);
  await inTransaction(context, async (ctx) => {
    await search.write(ctx.db, inTitle, { title: 'green', excerpt: '', body: '' });
    await search.remove(ctx.db, inBody);
  });
  assert.deepEqual(await find('blue '), []);
  assert.deepEqual(await find('green '), [inTitle]);
});

test('a unique violation is recognized', async (t) => {
  const { context, database } = await startTestService(t);
  const setting = { name: 'same', value: '1', updatedAt: 'now' };
  await database.writer.insertInto('settings').values(setting).execute();
  const error = await database.writer
    .insertInto('settings')
    .values(setting)
    .execute()
    .catch((error) => error);
  assert.ok(context.dialect.isUniqueViolation(error));
  assert.ok(!context.dialect.isUnavailable(error));
});

test('the first rows of each group are found by a query for each group', async (t) => {
  const { context, database } = await startTestService(t);
  await database.writer.deleteFrom('settings').execute();
  const names = ['blue-1', 'blue-2', 'blue-3', 'red-1'];
  await database.writer
    .insertInto('settings')
    .values(names.map((name) => ({ name, value: '1', updatedAt: name.split('-')[0] as string })))
    .execute();
  const firsts = context.dialect.isOneOf(sql`
    select inner_row.name from settings as inner_row
    where inner_row."updatedAt" = groups.name order by inner_row.name desc limit 2
  `);
  const { rows } = await sql<{ name: string }>`
    with groups (name) as (select distinct "updatedAt" from settings)
    select settings.name from groups join settings on settings.name ${firsts} order by settings.name
  `.execute(database.writer);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['blue-2', 'blue-3', 'red-1'],
  );
});

test('two transactions that take free rows never get the same one', async (t) => {
  const { context, database } = await startTestService(t);
  const free = ['a', 'b', 'c', 'd'].map((name) => ({ name, value: '1', updatedAt: 'free' }));
  await database.writer.insertInto('settings').values(free).execute();
  const take = () =>
    inTransaction(context, async (ctx) => {
      const { rows } = await sql<{ name: string }>`
        update settings set "updatedAt" = 'taken' where name in (
          select one.name from settings as one where one."updatedAt" = 'free' order by one.name
          limit 2 ${context.dialect.forUpdateSkipLocked('one')}
        ) returning name
      `.execute(ctx.db);
      return rows.map(({ name }) => name);
    });
  assert.deepEqual((await Promise.all([take(), take()])).flat().sort(), ['a', 'b', 'c', 'd']);
});

test('a transaction commits as a whole, and a failed one does not affect its neighbors', async (t) => {
  const { context } = await startTestService(t);
  const write = (name: string, fails: boolean): Promise<void> =>
    inTransaction(context, async (ctx) => {
      await ctx.db.insertInto('settings').values({ name, value: '1', updatedAt: 'now' }).execute();
      await ctx.db
        .insertInto('settings')
        .values({ name: `${name}-2`, value: '1', updatedAt: 'now' })
        .execute();
      if (fails) throw new Error('failed on purpose');
    });
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => write(`row-${index}`, index % 3 === 0)),
  );
  assert.equal(results.filter((result) => result.status === 'rejected').length, 20);
  const rows = await context.db.selectFrom('settings').select('name').where('name', 'like', 'row-%').execute();
  assert.equal(rows.length, 80);
  assert.ok(rows.every(({ name }) => Number(name.split('-')[1]) % 3 !== 0));
});

test('a counter of changes goes up in every transaction that changes rows, on PostgreSQL once', async (t) => {
  const { context } = await startTestService(t);
  const read = async () =>
    (await context.db.selectFrom('contentVersion').select('value').executeTakeFirstOrThrow()).value;
  const before = await read();
  const count = 20;
  await Promise.all(
    Array.from({ length: count }, () =>
      inTransaction(context, async (ctx) => {
        const id = await insertItem(ctx, {});
        await ctx.db.updateTable('items').set({ title: 'Changed' }).where('id', '=', id).execute();
        await ctx.db
          .insertInto('itemTerms')
          .values({ itemId: id, termId: newId('term') })
          .execute();
      }),
    ),
  );
  const difference = (await read()) - before;
  if (testDialect === 'postgres') assert.equal(difference, count);
  else assert.ok(difference >= count);
  await inTransaction(context, (ctx) => ctx.db.updateTable('items').set({ title: 'Again' }).execute());
  assert.ok((await read()) > before + difference);
});

test('a transaction whose changes of content are counted keeps no other one from its commit', {
  skip: testDialect === 'sqlite',
}, async (t) => {
  const { context } = await startTestService(t);
  const read = async () => [
    (await context.db.selectFrom('contentVersion').select('value').executeTakeFirstOrThrow()).value,
    (await context.db.selectFrom('itemCounts').select('count').where('type', '=', 'post').execute()).length,
  ];
  const [before = 0] = await read();
  const insertBeside = async (others: number): Promise<void> =>
    inTransaction(context, async (ctx) => {
      await insertItem(ctx, {});
      await sql`set local lock_timeout = '1s'`.execute(ctx.db);
      // As at the end, which is when it counts.
      await sql`set constraints all immediate`.execute(ctx.db);
      if (others > 0) await insertBeside(others - 1);
    });
  await insertBeside(3);
  assert.deepEqual(await read(), [before + 4, 4]);
  // One after another, they use the same rows.
  for (let n = 0; n < 6; n++) await insertBeside(1);
  assert.deepEqual(await read(), [before + 16, 4]);
});

test('after a write, its caller can read it', async (t) => {
  const { context, database } = await startTestService(t);
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await database.writer
        .insertInto('settings')
        .values({ name: `own-${index}`, value: '1', updatedAt: 'now' })
        .execute();
      const row = await context.db
        .selectFrom('settings')
        .select('name')
        .where('name', '=', `own-${index}`)
        .executeTakeFirst();
      assert.ok(row, `own-${index} is missing`);
    }),
  );
});

test('migrating again does nothing', async (t) => {
  const { database } = await startTestService(t);
  assert.deepEqual(await migrate(database), { applied: [], isNewer: false });
});

test('a database of the next version is used as it is, and one of a later version is rejected', async (t) => {
  const { database } = await startTestService(t);
  const { writer } = database;
  await sql`insert into kysely_migration (name, timestamp) values ('9998-of-the-next', '2099-01-01')`.execute(writer);
  assert.deepEqual(await migrate(database), { applied: [], isNewer: true });

  await noteSupport(writer);
  assert.equal(await readSupport(writer), oldestSupported, 'it never becomes less');
  await writer.updateTable('schemaSupport').set({ oldest: '9998-of-the-next' }).execute();
  await assert.rejects(
    migrate(database),
    /newer version of Frontdesk, for which .* too old \(.*9998-of-the-next\)\. Start the newer version again, or restore/,
  );
});

test('a database of a version that does not say what it supports is rejected', async (t) => {
  const { database } = await startTestService(t);
  const { writer } = database;
  await sql`insert into kysely_migration (name, timestamp) values ('9998-of-the-next', '2099-01-01')`.execute(writer);
  await writer.updateTable('schemaSupport').set({ oldest: '' }).execute();
  await assert.rejects(migrate(database), /too old\. Start/);
  await writer.schema.dropTable('schemaSupport').execute();
  await assert.rejects(migrate(database), /too old\. Start/);
});

test('a newer database that lacks a migration of this version is rejected', async (t) => {
  const { database } = await startTestService(t);
  const { writer } = database;
  await sql`insert into kysely_migration (name, timestamp) values ('9998-of-another', '2099-01-01')`.execute(writer);
  await sql`delete from kysely_migration where name = '0001-baseline'`.execute(writer);
  await assert.rejects(migrate(database), /too old/);
});

test('a database of a build from before the first release is rejected in one sentence that says what to do', async (t) => {
  const { database } = await startTestService(t);
  const { writer } = database;
  await sql`update kysely_migration set name = '0001-initial' where name = '0001-baseline'`.execute(writer);
  await sql`insert into kysely_migration (name, timestamp) values ('0095-jobs-that-run-again', '2026-11-01')`.execute(
    writer,
  );
  await assert.rejects(migrate(database), {
    name: 'MigrationError',
    message:
      'The database was made by a build from before the first release of Frontdesk: export the site with that build (frontdesk export site.tar), and import it into a new place with this one (frontdesk import site.tar --create).',
  });
  assert.equal(await schemaAge(database), 'unreleased');
});

test('a migration that came after one with a higher number is applied', async (t) => {
  const { database } = await startTestService(t);
  const nothing = { up: async () => {} };
  assert.deepEqual((await migrate(database, { '0003-fix': nothing })).applied, ['0003-fix']);
  const all = { '0002-of-the-next': nothing, '0003-fix': nothing };
  assert.deepEqual((await migrate(database, all)).applied, ['0002-of-the-next']);
  assert.deepEqual((await migrate(database, all)).applied, []);
});

test('every table in tables.ts exists in the migrated database', async (t) => {
  const { database } = await startTestService(t);
  const tables = await database.writer.introspection.getTables();
  const names = new Set(tables.map((table) => table.name));
  for (const table of Object.keys(owners)) assert.ok(names.has(table), `${table} is missing`);
});

test('a process that stops in the middle of a transaction holds its locks for some seconds only', {
  skip: testDialect === 'sqlite',
}, async (t) => {
  const { context } = await startTestService(t);
  const { rows } = await inTransaction(context, (ctx) =>
    sql<Record<string, string>>`show idle_in_transaction_session_timeout`.execute(ctx.db),
  );
  assert.deepEqual(rows, [{ idle_in_transaction_session_timeout: '8s' }]);
});
