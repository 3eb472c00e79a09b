import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startContentService } from '../../../test/support/content-service.ts';
import { emptyTrash } from './empty-trash.ts';

const dayMs = 86_400_000;

test('items in the trash are deleted permanently after the days of the settings', async (t) => {
  const { request, context, database, advance } = await startContentService(t);
  const create = async (title: string, body: object = {}): Promise<string> =>
    (await request('POST', '/content/page', { body: { title, tags: ['old'], ...body } })).body.id;
  const titles = async () =>
    (await request('GET', '/content/page?status=trash&orderBy=title&order=asc')).body.items.map(
      ({ title }: { title: string }) => title,
    );
  const [first, second, third] = [await create('First'), await create('Second'), await create('Third')];
  const child = await create('Child', { parentId: first });
  const shown = await request('DELETE', `/content/page/${first}`);
  assert.equal(shown.body.trashedAt, shown.body.updatedAt);
  await request('DELETE', `/content/page/${second}`);
  advance(20 * dayMs);
  // A change does not begin the time again, and moving it there again begins it.
  const edited = await request('PATCH', `/content/page/${first}`, { body: { menuOrder: 2 } });
  assert.equal(edited.body.trashedAt, shown.body.trashedAt);
  const restored = await request('PATCH', `/content/page/${second}`, { body: { status: 'draft' } });
  assert.equal('trashedAt' in restored.body, false);
  await request('PATCH', `/content/page/${second}`, { body: { status: 'trash' } });
  await request('DELETE', `/content/page/${third}`);
  assert.equal(await emptyTrash(context), 0);

  advance(10 * dayMs);
  assert.deepEqual(await titles(), ['First', 'Second', 'Third']);
  assert.equal(await emptyTrash(context), 1);
  assert.deepEqual(await titles(), ['Second', 'Third']);
  assert.equal((await request('GET', `/content/page/${first}`)).status, 404);
  assert.equal((await request('GET', `/content/page/${child}`)).body.parentId, null);
  const left = await sql`select "itemId" from "itemTerms" where "itemId" = ${first}`.execute(database.writer);
  assert.equal(left.rows.length, 0);

  advance(365 * dayMs);
  await request('PATCH', '/settings', { body: { trashDays: 0 } });
  assert.equal(await emptyTrash(context), 0);
  await request('PATCH', '/settings', { body: { trashDays: 400 } });
  assert.equal(await emptyTrash(context), 0);
  await request('PATCH', '/settings', { body: { trashDays: 1 } });
  assert.equal(await emptyTrash(context), 2);
  for (const trashDays of [-1, 3651, 1.5, '30']) {
    const answer = await request('PATCH', '/settings', { body: { trashDays } });
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [422, '/trashDays']);
  }
});

test('an item in the trash that others refer to stays until they no longer do, and holds up no other', async (t) => {
  const { request, context, advance } = await startContentService(t);
  await request('PATCH', '/types/page', { body: { fields: [{ name: 'next', type: 'reference' }] } });
  const create = async (body: object): Promise<string> => (await request('POST', '/content/page', { body })).body.id;
  const kept = await create({ title: 'Kept' });
  const referrer = await create({ title: 'Referrer', fields: { next: kept } });
  await request('DELETE', `/content/page/${kept}`);
  for (let number = 0; number < 120; number++) {
    const id = await create({ title: `Page ${number}` });
    await request('DELETE', `/content/page/${id}`);
  }
  advance(31 * dayMs);
  assert.equal(await emptyTrash(context), 120);
  assert.equal((await request('GET', `/content/page/${referrer}`)).body.fields.next, kept);
  await request('PATCH', `/content/page/${referrer}`, { body: { fields: { next: null } } });
  assert.equal(await emptyTrash(context), 1);
  assert.equal((await request('GET', '/content/page?status=trash')).body.total, 0);
});
