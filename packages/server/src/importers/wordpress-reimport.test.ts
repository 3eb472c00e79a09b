// A second import of a site: what it says, and what it updates.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { exportItem, metaOf, typed, writeExport } from '../../test/support/wordpress-export.ts';
import { openDatabase } from '../database/database.ts';
import { importWordpress } from './wordpress-import.ts';

const text = (content: string) => `<content:encoded><![CDATA[${content}]]></content:encoded>`;
const tag = (slug: string) => `<category domain="post_tag" nicename="${slug}">${slug}</category>`;
const picture = (alt: string) =>
  exportItem(
    9,
    typed('attachment', 'inherit', '<wp:attachment_url>https://s.test/a.jpg</wp:attachment_url>') +
      metaOf('_wp_attachment_image_alt', alt),
  );
const pages = [exportItem(7, typed('page')), exportItem(8, typed('page'))].join('');

const first = [
  exportItem(1, typed('post', 'publish', text('one') + tag('a'))),
  exportItem(2, typed('post', 'publish', text('two'))),
  exportItem(3, typed('post', 'publish', text('three'))),
  exportItem(4, typed('page', 'publish', `<wp:post_parent>7</wp:post_parent>${metaOf('_thumbnail_id', '9')}`)),
  pages,
  picture('old'),
].join('');
const second = [
  exportItem(
    1,
    typed('post', 'publish', `${text('uno')}${tag('b')}${metaOf('colour', 'Grün')}<wp:post_name>one</wp:post_name>`),
  ),
  exportItem(2, typed('post', 'publish', text('dos'))),
  exportItem(3, typed('post', 'publish', text('three') + metaOf('_edit_lock', '1'))),
  exportItem(4, typed('page', 'publish', `<wp:post_parent>8</wp:post_parent>${metaOf('_thumbnail_id', '9')}`)),
  exportItem(5, typed('post')),
  pages,
  picture('new'),
].join('');

const listed = (all: { what: string; count: number; examples: { name: string }[] }[]) =>
  all.map(({ what, count, examples }) => [what, count, ...examples.map(({ name }) => name)]);

test('a second import reports what was added, is unchanged, and changed in the export', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, await writeExport(t, first));
  const report = await importWordpress(service.context, await writeExport(t, second));
  assert.deepEqual(report.created, { tag: 1, post: 1 });
  assert.deepEqual(report.existing, { page: 2, post: 1 });
  assert.deepEqual(listed(report.changed).sort(), [
    ['media', 1, '“T9”'],
    ['page', 1, '“T4”'],
    ['post', 2, '“T1”', '“T2”'],
  ]);
  assert.deepEqual([report.updated, report.edited], [[], []]);
  assert.equal((await service.request('GET', '/content/post/t1')).body.content, 'one');
});

test('with update, changed items are updated unless they were edited here', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, await writeExport(t, first));
  await service.request('PATCH', '/content/post/t2', { body: { content: 'mine' } });
  await service.request('PATCH', '/content/post/t3', { body: { content: 'mine' } });
  const before = await service.request('GET', '/content/post/t1');
  const page = (await service.request('GET', '/content/page/t4')).body;
  await service.request('PATCH', '/types/post', { body: { fields: [{ name: 'colour', type: 'text' }] } });
  const report = await importWordpress(service.context, await writeExport(t, second), { update: true });
  assert.deepEqual(listed(report.updated).sort(), [
    ['media', 1, '“T9”'],
    ['page', 1, '“T4”'],
    ['post', 1, '“T1”'],
  ]);
  assert.deepEqual(listed(report.edited), [['post', 1, '“T2”']]);
  assert.deepEqual(report.changed, []);
  const after = await service.request('GET', '/content/post/one');
  assert.deepEqual([after.body.content, after.body.tags, after.body.id], ['uno', ['b'], before.body.id]);
  assert.notEqual(after.headers.etag, before.headers.etag);
  const [revision] = (await service.request('GET', '/content/post/one/revisions')).body.items;
  assert.deepEqual(
    [revision.way, revision.changed.includes('tags'), revision.changed.includes('categories')],
    ['import', true, false],
  );
  assert.equal((await service.request('GET', '/content/post?search=uno')).body.total, 1);
  assert.equal((await service.request('GET', '/content/post?fields[colour][contains]=grun')).body.total, 1);
  for (const slug of ['t2', 't3']) {
    assert.equal((await service.request('GET', `/content/post/${slug}`)).body.content, 'mine');
  }
  const moved = (await service.request('GET', '/content/page/t4')).body;
  assert.equal(moved.parentId, (await service.request('GET', '/content/page/t8')).body.id);
  assert.deepEqual(moved.fields, page.fields);
  assert.equal((await service.request('GET', '/media')).body.items[0].alt, 'new');
  const third = await importWordpress(service.context, await writeExport(t, second), { update: true });
  assert.deepEqual([third.created, third.updated], [{}, []]);
  assert.deepEqual(listed(third.edited), [['post', 1, '“T2”']]);
});

test('an updated item can be updated again, and a media record edited here stays', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, await writeExport(t, first));
  const [media] = (await service.request('GET', '/media')).body.items;
  await service.request('PATCH', `/media/${media.id}`, { body: { alt: 'mine' } });
  await importWordpress(service.context, await writeExport(t, second), { update: true });
  const report = await importWordpress(service.context, await writeExport(t, first), { update: true });
  assert.deepEqual(listed(report.updated).sort(), [
    ['page', 1, '“T4”'],
    ['post', 2, '“T1”', '“T2”'],
  ]);
  assert.deepEqual((await service.request('GET', '/content/post/one')).body.tags, ['a']);
  assert.equal((await service.request('GET', '/media')).body.items[0].alt, 'mine');
});

test('items of imports that were not remembered are compared from the next import on', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, await writeExport(t, first));
  await service.request('PATCH', '/content/post/t2', { body: { content: 'mine' } });
  const database = await openDatabase(service.config);
  t.after(() => database.close());
  await database.writer.deleteFrom('importSources').execute();
  await database.writer.updateTable('items').set({ version: 1 }).where('slug', '!=', 't2').execute();
  await importWordpress(service.context, await writeExport(t, first), { update: true });
  const report = await importWordpress(service.context, await writeExport(t, second), { update: true });
  assert.deepEqual(listed(report.updated).sort(), [
    ['page', 1, '“T4”'],
    ['post', 1, '“T1”'],
  ]);
  // Whether the media record was edited is not known.
  assert.deepEqual(listed(report.edited).sort(), [
    ['media', 1, '“T9”'],
    ['post', 1, '“T2”'],
  ]);
});
