// Exports in pieces, and one site under several addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { exportItem, metaOf, typed, writeExport } from '../../test/support/wordpress-export.ts';
import { importWordpress } from './wordpress-import.ts';
import { sourceOf } from './wordpress-source.ts';

const parent = (id: number) => `<wp:post_parent>${id}</wp:post_parent>`;
const picture = typed('attachment', 'inherit', '<wp:attachment_url>https://s.test/a.jpg</wp:attachment_url>');

const child = exportItem(
  1,
  typed('page', 'publish', `${parent(2)}${metaOf('_thumbnail_id', '3')}<dc:creator>ann</dc:creator>`) +
    '<category domain="category" nicename="sub"><![CDATA[Sub]]></category>',
);
const rest = [
  '<wp:author><wp:author_login>ann</wp:author_login><wp:author_display_name>Ann Lee</wp:author_display_name></wp:author>',
  '<wp:category><wp:category_nicename>sub</wp:category_nicename><wp:category_parent>top</wp:category_parent>',
  '<wp:cat_name>Sub</wp:cat_name><wp:category_description>Below</wp:category_description></wp:category>',
  exportItem(2, typed('page')),
  exportItem(3, picture + parent(1)),
].join('');
const top = '<wp:category><wp:category_nicename>top</wp:category_nicename><wp:cat_name>Top</wp:cat_name></wp:category>';

for (const [name, pieces] of [
  ['before', [child, rest, top]],
  ['after', [top, rest, child]],
] as const) {
  test(`an item finds its parent, picture, author and category when its file comes ${name} theirs`, async (t) => {
    const service = await startContentService(t);
    const reports = [];
    for (const piece of pieces) reports.push(await importWordpress(service.context, await writeExport(t, piece)));
    const { body: page } = await service.request('GET', '/content/page/t1');
    const { body: above } = await service.request('GET', '/content/page/t2');
    const [media] = (await service.request('GET', '/media')).body.items;
    const { body: category } = await service.request('GET', '/categories/sub');
    assert.equal(page.parentId, above.id);
    assert.equal(page.fields.featuredImage, media.id);
    assert.equal(media.itemId, page.id);
    assert.deepEqual(page.author, { slug: 'ann', name: 'Ann Lee' });
    assert.equal(category.parentId, (await service.request('GET', '/categories/top')).body.id);
    assert.equal(category.description, 'Below');
    assert.deepEqual(reports.at(-1)?.open, []);
  });
}

test('other taxonomies are imported with their terms, and belong to the types of their items', async (t) => {
  const service = await startContentService(t);
  const term = (taxonomy: string, slug: string, more = '') =>
    `<wp:term><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug>` +
    `<wp:term_name>${slug}</wp:term_name>${more}</wp:term>`;
  const below = '<wp:term_parent>top</wp:term_parent><wp:term_description>Below</wp:term_description>';
  const inTerm = (taxonomy: string, slug: string) =>
    `<category domain="${taxonomy}" nicename="${slug}">${slug}</category>`;
  const terms = [term('genre', 'low', below), term('genre', 'top'), term('nav_menu', 'main'), term('tags', 'mine')];
  const book = typed('book', 'publish', inTerm('genre', 'low') + inTerm('tags', 'mine') + inTerm('Wrong', 'x'));
  const page = typed('page', 'publish', inTerm('genre', 'only-named') + inTerm('post_format', 'aside'));
  const file = await writeExport(t, terms.join('') + exportItem(1, book) + exportItem(2, page));
  const report = await importWordpress(service.context, file);
  assert.deepEqual(
    report.skipped.map(({ what }) => what),
    ['terms of nav_menu'],
  );
  assert.deepEqual([report.created.genre, report.created['tags-2']], [3, 1]);
  const genre = (await service.request('GET', '/taxonomies/genre')).body;
  assert.deepEqual([genre.nested, genre.types], [true, ['book', 'page']]);
  const tree = (await service.request('GET', '/taxonomies/genre/tree')).body.items;
  assert.deepEqual(
    tree.map(({ slug, depth, description }: Record<string, unknown>) => [slug, depth, description]),
    [
      ['only-named', 0, ''],
      ['top', 0, ''],
      ['low', 1, 'Below'],
    ],
  );
  const imported = (await service.request('GET', '/content/book/t1')).body;
  assert.deepEqual(imported.terms, { genre: ['low'], 'tags-2': ['mine'] });
  const again = await importWordpress(service.context, file);
  assert.deepEqual([again.created, again.changed], [{}, []]);
});

test('the report says which links are open', async (t) => {
  const service = await startContentService(t);
  const report = await importWordpress(service.context, await writeExport(t, child));
  assert.deepEqual(report.open, [
    { what: 'authors known only by login', count: 1, examples: ['author/ann'] },
    { what: 'items without their featured image', count: 1, examples: ['3'] },
    { what: 'items without their parent', count: 1, examples: ['2'] },
    { what: 'tags, categories and other terms known only by name', count: 1, examples: ['category/sub'] },
  ]);
});

test('an open link is set on an item that was edited, but not over what was set here', async (t) => {
  const service = await startContentService(t);
  const other = exportItem(4, typed('page', 'publish', parent(2)));
  await importWordpress(service.context, await writeExport(t, child + other));
  await service.request('PATCH', '/content/page/t1', { body: { title: 'Mine' } });
  const own = (await service.request('POST', '/content/page', { body: { title: 'Own' } })).body;
  await service.request('PATCH', '/content/page/t4', { body: { parentId: own.id } });
  const before = (await service.request('GET', '/content/page/t1')).headers.etag;
  await importWordpress(service.context, await writeExport(t, rest));
  const edited = await service.request('GET', '/content/page/t1');
  assert.equal(edited.body.title, 'Mine');
  assert.equal(edited.body.parentId, (await service.request('GET', '/content/page/t2')).body.id);
  assert.notEqual(edited.headers.etag, before);
  assert.equal((await service.request('GET', '/content/page/t4')).body.parentId, own.id);
});

test('a circle of parents that spans two files is not closed', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, await writeExport(t, exportItem(1, typed('page', 'publish', parent(2)))));
  await importWordpress(service.context, await writeExport(t, exportItem(2, typed('page', 'publish', parent(1)))));
  for (const slug of ['t1', 't2']) {
    assert.equal((await service.request('GET', `/content/page/${slug}`)).body.parentId, null);
  }
});

test('a deleted item leaves no open links', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, await writeExport(t, child));
  const { id } = (await service.request('GET', '/content/page/t1')).body;
  await service.request('DELETE', `/content/page/${id}?force=true`);
  const report = await importWordpress(service.context, await writeExport(t, exportItem(9, typed('page'))));
  assert.ok(!report.open.some(({ what }) => what.startsWith('items')));
});

test('a site is one source, whatever the scheme and with or without www', async (t) => {
  const service = await startContentService(t);
  const channel = exportItem(1, typed('post')) + exportItem(2, picture);
  for (const [index, link] of [
    'http://www.s.test',
    'https://S.test/',
    'https://www.s.test',
    'http://s.test',
  ].entries()) {
    const report = await importWordpress(service.context, await writeExport(t, channel, link));
    assert.deepEqual([report.created, report.existing][index === 0 ? 1 : 0], {}, link);
  }
  assert.equal((await service.request('GET', '/content/post')).body.total, 1);
  assert.notEqual(
    sourceOf({ link: 'https://s.test/blog', baseUrl: '' }),
    sourceOf({ link: 'https://s.test', baseUrl: '' }),
  );
});
