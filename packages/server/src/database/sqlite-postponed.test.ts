import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

async function open(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-postponed-'));
  const { writer, reader, dialect } = openSqlite(path.join(folder, 'test.db'));
  t.after(async () => {
    await writer.destroy();
    await reader.destroy();
    rmSync(folder, { recursive: true });
  });
  const { search } = dialect;
  await search.create(writer);
  const find = async (db: Kysely<Tables>, word: string): Promise<string[]> => {
    const found = search.matches(search.textOf({ included: { words: [word], isPrefix: false }, excluded: [] }), {
      ranked: false,
    });
    const { rows } = await sql<{ itemId: string }>`select "itemId" from ${found} order by 1`.execute(db);
    return rows.map(({ itemId }) => itemId);
  };
  const words = (word: string) => ({ title: word, excerpt: '', body: word });
  return { writer, reader, search, find, words };
}

test('the words of a group are written to the index at once', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      writer.transaction().execute((db) => search.add(db, [{ itemId: id, document: words('lamp') }])),
    ),
  );
  assert.deepEqual(await find(reader, 'lamp'), ['a', 'b', 'c']);
  const { rows } = await sql`select distinct segid from "itemSearch_idx"`.execute(reader);
  assert.equal(rows.length, 1);
});

test('a transaction finds the words of its group and its own, before they are committed', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  await Promise.all([
    writer.transaction().execute((db) => search.add(db, [{ itemId: 'a', document: words('lamp') }])),
    writer.transaction().execute(async (db) => {
      await search.add(db, [{ itemId: 'b', document: words('lamp') }]);
      assert.deepEqual(await find(db, 'lamp'), ['a', 'b']);
      await search.write(db, 'a', words('chair'));
      assert.deepEqual(await find(db, 'lamp'), ['b']);
      assert.deepEqual(await find(reader, 'lamp'), []);
    }),
    writer.transaction().execute((db) => search.remove(db, 'b')),
  ]);
  assert.deepEqual(await find(reader, 'lamp'), []);
  assert.deepEqual(await find(reader, 'chair'), ['a']);
});

test('a transaction that is rolled back leaves no words, and takes none of the others in its group', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  const failing = (run: (db: Kysely<Tables>) => Promise<unknown>) =>
    writer.transaction().execute(async (db) => {
      await run(db);
      throw new Error('no');
    });
  const results = await Promise.allSettled([
    writer.transaction().execute((db) => search.add(db, [{ itemId: 'a', document: words('lamp') }])),
    failing((db) => search.add(db, [{ itemId: 'b', document: words('lamp') }])),
    failing(async (db) => {
      await search.add(db, [{ itemId: 'c', document: words('lamp') }]);
      // Runs all that waits within the transaction: what is not its own must run again.
      assert.deepEqual(await find(db, 'lamp'), ['a', 'c']);
    }),
    failing((db) => search.remove(db, 'a')),
    writer.transaction().execute((db) => search.add(db, [{ itemId: 'd', document: words('lamp') }])),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await find(reader, 'lamp'), ['a', 'd']);
});

test('when words cannot be written, every transaction in the group fails, and nothing of it is written later', async (t) => {
  const { writer, reader, search, words } = await open(t);
  const add = (id: string) =>
    writer.transaction().execute((db) => search.add(db, [{ itemId: id, document: words('lamp') }]));
  const renameTo = (name: string, from = 'itemSearch') =>
    sql`alter table ${sql.id(from)} rename to ${sql.id(name)}`.execute(writer);
  await renameTo('away');
  const results = await Promise.allSettled([add('a'), add('b')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await renameTo('itemSearch', 'away');
  await add('c');
  const { rows } = await sql`select rowid from "itemSearch" where "itemSearch" match 'lamp'`.execute(reader);
  assert.equal(rows.length, 1);
});

test('words that are too long to wait are written within their transaction', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  const long = (word: string) => ({ ...words(word), body: `${word} `.repeat(60_000) });
  const results = await Promise.allSettled([
    writer.transaction().execute((db) => search.add(db, [{ itemId: 'a', document: words('lamp') }])),
    writer.transaction().execute(async (db) => {
      await search.add(db, [{ itemId: 'b', document: long('lamp') }]);
      throw new Error('no');
    }),
    writer.transaction().execute((db) => search.add(db, [{ itemId: 'c', document: long('lamp') }])),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await find(reader, 'lamp'), ['a', 'c']);
});

test('rows that are replaced in one transaction are written to the index at once', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  const ids = ['a', 'b', 'c', 'd'];
  const documents = (word: string) => ids.map((id) => ({ itemId: id, document: words(word) }));
  await writer.transaction().execute((db) => search.add(db, documents('lamp')));
  await writer.transaction().execute(async (db) => {
    for (const { itemId, document } of documents('chair')) await search.write(db, itemId, document);
  });
  assert.deepEqual(await find(reader, 'lamp'), []);
  assert.deepEqual(await find(reader, 'chair'), ids);
  const { rows } = await sql`select distinct segid from "itemSearch_idx"`.execute(reader);
  assert.equal(rows.length, 2);
});

test('what is replaced again and removed in one transaction is found as it is at its end', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  const add = (id: string, word: string) =>
    writer.transaction().execute((db) => search.add(db, [{ itemId: id, document: words(word) }]));
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(id, 'lamp')));
  await writer.transaction().execute(async (db) => {
    // `d` has the highest number, which is given to what is added next.
    for (const id of ['d', 'a', 'd', 'a']) await search.write(db, id, words('chair'));
    await search.remove(db, 'b');
    await search.add(db, [{ itemId: 'e', document: words('table') }]);
    await search.write(db, 'e', words('desk'));
    await search.remove(db, 'd');
  });
  assert.deepEqual(await find(reader, 'lamp'), ['c']);
  assert.deepEqual(await find(reader, 'chair'), ['a']);
  assert.deepEqual(await find(reader, 'desk'), ['e']);
  assert.deepEqual(await find(reader, 'table'), []);
});

test('many rows that are replaced in one transaction leave turns of the event loop to others', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  const ids = Array.from({ length: 300 }, (_, index) => `item${index}`);
  const replaceAll = (word: string, atEnd = () => {}) =>
    writer.transaction().execute(async (db) => {
      for (const id of ids) {
        const body = ids.map((other) => `${id}${other}`).join(' ');
        await search.write(db, id, { ...words(word), body });
      }
      atEnd();
    });
  await replaceAll('lamp');
  let turns = Number.NaN;
  const watch = setInterval(() => turns++);
  await replaceAll('chair', () => {
    turns = 0;
  });
  clearInterval(watch);
  // A fast machine needs some 40 ms for all, and gives way every ten.
  assert.ok(turns > 2, `${turns} turns`);
  assert.equal((await find(reader, 'chair')).length, ids.length);
  assert.deepEqual(await find(reader, 'lamp'), []);
});

test('when many words cannot be written, their transaction fails alone', async (t) => {
  const { writer, reader, search, find, words } = await open(t);
  const long = { ...words('lamp'), body: 'lamp '.repeat(30_000) };
  const results = await Promise.allSettled([
    writer.transaction().execute((db) => search.add(db, [{ itemId: 'a', document: words('lamp') }])),
    writer.transaction().execute(async (db) => {
      await search.add(db, [{ itemId: 'b', document: long }]);
      await sql`alter table itemSearch rename to "away"`.execute(db);
    }),
    writer.transaction().execute((db) => search.add(db, [{ itemId: 'c', document: words('lamp') }])),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await find(reader, 'lamp'), ['a', 'c']);
});
