import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startContentService } from '../../../test/support/content-service.ts';
import { up } from './0006-folded-fields.ts';

test('items from before the migration are sorted and searched like new ones', async (t) => {
  const { request, database, context } = await startContentService(t);
  await request('PATCH', '/types/post', { body: { fields: [{ name: 'name', type: 'text' }] } });
  for (const name of ['éclair', 'Zebra', 'apple']) {
    await request('POST', '/content/post', { body: { title: name, status: 'publish', fields: { name } } });
  }
  await request('POST', '/content/post', { body: { title: 'Without' } });
  await sql`alter table "items" drop column "foldedFields"`.execute(database.writer);
  await up(database.writer, context.dialect);
  const listed = await request('GET', '/content/post?orderBy=fields.name&order=asc');
  assert.deepEqual(
    listed.body.items.map((item: { title: string }) => item.title),
    ['apple', 'éclair', 'Zebra'],
  );
  assert.equal((await request('GET', '/content/post?fields[name][contains]=ECL')).body.total, 1);
});
