import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { waitFor } from '../../test/support/wait-for.ts';
import { openSqlite } from './sqlite.ts';

function createFile(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-waiting-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'test.db');
}

function open(t: TestContext, file: string) {
  const opened = openSqlite(file);
  t.after(async () => {
    await opened.writer.destroy();
    await opened.reader.destroy();
  });
  return opened;
}

test('who holds the lock sees that another process waits for it, until that has it', async (t) => {
  const file = createFile(t);
  const [holder, other] = [open(t, file), open(t, file)];
  await sql`create table t (n integer primary key)`.execute(holder.writer);
  assert.equal(holder.othersWait(), false);
  let write: Promise<unknown> = Promise.resolve();
  await holder.writer.transaction().execute(async (trx) => {
    await sql`insert into t values (1)`.execute(trx);
    write = sql`insert into t values (2)`.execute(other.writer);
    await waitFor('the other process to wait', holder.othersWait);
  });
  await write;
  assert.equal(holder.othersWait(), false);
});

test('a process that was killed while it waited counts no longer after a while', (t) => {
  const file = createFile(t);
  const { othersWait } = open(t, file);
  const marker = `${file}-waiting`;
  writeFileSync(marker, '');
  assert.equal(othersWait(), true);
  const earlier = Date.now() / 1000 - 60;
  utimesSync(marker, earlier, earlier);
  assert.equal(othersWait(), false);
});
