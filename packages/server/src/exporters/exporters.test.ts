// Content as CSV and for WordPress: what our own importer makes of a WordPress export is the same content.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileWith } from '../../test/support/archives.ts';
import { startContentService } from '../../test/support/content-service.ts';
import { picture, upload } from '../../test/support/media.ts';
import { readStrictly } from '../../test/support/strict-xml.ts';
import type { Answer, TestService } from '../../test/support/test-service.ts';
import { importWordpress } from '../importers/wordpress-import.ts';

/** Sends a request that must succeed. */
async function send(service: TestService, method: string, place: string, body: object): Promise<Answer> {
  const answer = await service.request(method, place, { body });
  assert.ok(answer.status < 300, `${method} ${place}: ${answer.text}`);
  return answer;
}

const wordpress = path.resolve(import.meta.dirname, '../../test/data/themeunittestdata.wordpress.xml');

/** What a reader of the site would see of its content, without IDs of this installation. */
async function contentOf({ context: { db } }: TestService) {
  const items = await db.selectFrom('items').selectAll().orderBy('type').orderBy('slug').execute();
  const media = await db.selectFrom('media').selectAll().orderBy('title').orderBy('sourceUrl').execute();
  const authors = await db.selectFrom('authors').selectAll().orderBy('slug').execute();
  const terms = await db.selectFrom('terms').selectAll().orderBy('taxonomy').orderBy('slug').execute();
  const itemTerms = await db.selectFrom('itemTerms').selectAll().execute();
  const hidden = await db.selectFrom('importSources').select(['recordId', 'hiddenFields']).execute();
  const names = new Map([
    ...items.map(({ id, type, slug }) => [id, `${type}/${slug}`] as const),
    ...media.map(({ id, title, sourceUrl }) => [id, `${title} ${sourceUrl}`] as const),
    ...authors.map(({ id, slug }) => [id, slug] as const),
    ...terms.map(({ id, taxonomy, slug }) => [id, `${taxonomy}/${slug}`] as const),
  ]);
  const named = (text: string | null) => text?.replace(/\b[a-z]+_[0-9a-z]{26}\b/g, (id) => names.get(id) ?? id) ?? null;
  return {
    items: items.map((item) => ({
      ...{ type: item.type, slug: item.slug, title: item.title, content: item.content, status: item.status },
      ...{ excerpt: item.excerpt, excerptIsMade: item.excerptIsMade, menuOrder: item.menuOrder },
      ...{ publishedAt: item.publishedAt, createdAt: item.createdAt, updatedAt: item.updatedAt },
      ...{ parent: named(item.parentId), author: named(item.authorId), fields: JSON.parse(named(item.fields) ?? '') },
      hidden: hidden.find(({ recordId }) => recordId === item.id)?.hiddenFields ?? null,
      terms: itemTerms.flatMap(({ itemId, termId }) => (itemId === item.id ? [named(termId)] : [])).sort(),
    })),
    media: media.map(({ title, alt, caption, description, mimeType, sourceUrl, itemId, createdAt }) => ({
      ...{ title, alt, caption, description, mimeType, sourceUrl, item: named(itemId), createdAt },
    })),
    authors: authors.map(({ slug, name, email }) => ({ slug, name, email })),
    terms: terms.map(({ taxonomy, slug, name, description, parentId }) => ({
      ...{ taxonomy, slug, name, description, parent: named(parentId) },
    })),
  };
}

test('content exported for WordPress is imported again as the same content', async (t) => {
  const origin = await startContentService(t);
  await importWordpress(origin.context, wordpress);
  const more = {
    title: 'A “B” & <C> ]]> é',
    content: '<p>one ]]> two &amp; three</p>\n<!-- wp:image {"id":1} -->',
    excerpt: ' Own & excerpt ',
    tags: ['R&D <x>'],
    fields: { note: '  spaces & <b> ', list: ['a', 'b'] },
    status: 'publish',
    publishedAt: '2026-01-02T03:04:05Z',
  };
  await send(origin, 'POST', '/types', { name: 'story', plural: 'stories', strict: false });
  await send(origin, 'POST', '/taxonomies', { name: 'regions', nested: true, types: ['story'] });
  const regions = '/taxonomies/regions/terms';
  await send(origin, 'POST', regions, { name: 'Asia & more', description: 'The <east>' });
  await send(origin, 'POST', regions, { name: 'Japan', parent: 'asia-more' });
  await send(origin, 'POST', '/content/story', { ...more, terms: { regions: ['japan'] } });
  const answer = await origin.request('GET', '/export/wordpress.xml');
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['content-type']), /^application\/xml/);
  const target = await startContentService(t);
  const report = await importWordpress(target.context, await fileWith(t, answer.text));
  assert.deepEqual(report.skipped, []);
  const [before, after] = [await contentOf(origin), await contentOf(target)];
  const expected = {
    ...before,
    // WordPress has no time of creation, no milliseconds, and no spaces around texts of its own.
    items: before.items.map((item) => ({
      ...item,
      ...(item.type === 'story' && {
        ...{ createdAt: item.publishedAt, updatedAt: item.updatedAt.replace(/\.\d{3}Z$/, '.000Z') },
        excerpt: 'Own & excerpt',
      }),
    })),
  };
  for (const kind of ['authors', 'terms', 'media'] as const) assert.deepEqual(after[kind], expected[kind], kind);
  for (const [index, item] of expected.items.entries()) assert.deepEqual(after.items[index], item);
  assert.equal(after.items.length, expected.items.length);
  const taxonomy = (await target.request('GET', '/taxonomies/regions')).body;
  assert.deepEqual([taxonomy.nested, taxonomy.types], [true, ['story']]);
});

test('no character of an item makes the export for WordPress unreadable', async (t) => {
  const service = await startContentService(t);
  const text = (name: string): string => `${name}\u0001\ufffe\uffff ]]> \u{1f30a}`;
  await send(service, 'PATCH', '/types/post', { strict: false });
  const item = { title: text('Sea'), content: text('Text'), excerpt: text('Short'), tags: [text('Tag')] };
  await send(service, 'POST', '/content/post', { ...item, fields: { note: text('Note') }, status: 'publish' });
  const xml = (await service.request('GET', '/export/wordpress.xml')).text;
  const read = readStrictly(xml);
  for (const name of ['Sea', 'Text', 'Short', 'Note'])
    assert.ok(read.includes(`${name} ]]> \u{1f30a}`), `${name}: ${xml}`);
});

test('a file of the library is fetched by WordPress from its URL, unless it is private', async (t) => {
  const service = await startContentService(t);
  const open = await upload(service, await picture('png'), 'sea.png', { texts: { title: 'Sea', alt: 'The sea' } });
  const closed = await upload(service, await picture('png', { seed: 3 }), 'key.png', { texts: { private: 'true' } });
  const item = { title: 'One', fields: { featuredImage: open.body.id }, status: 'publish' };
  await send(service, 'PATCH', '/types/post', { strict: false });
  await send(service, 'POST', '/content/post', item);
  const { text } = await service.request('GET', '/export/wordpress.xml');
  assert.ok(text.includes(`<wp:attachment_url><![CDATA[${open.body.url}]]></wp:attachment_url>`), text);
  assert.ok(!text.includes(closed.body.id));
  assert.match(text, /<wp:meta_key><!\[CDATA\[_thumbnail_id\]\]><\/wp:meta_key><wp:meta_value><!\[CDATA\[\d+\]\]>/);
  assert.match(text, /_wp_attachment_image_alt\]\]><\/wp:meta_key><wp:meta_value><!\[CDATA\[The sea\]\]>/);
});

test('the items of a type become CSV that no spreadsheet runs', async (t) => {
  const service = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number' },
    { name: 'colors', type: 'select', options: ['red', 'blue'] },
  ];
  await send(service, 'POST', '/types', { name: 'product', fields, strict: false });
  const product = {
    title: '=1+1',
    slug: 'one',
    tags: ['New'],
    language: 'de-at',
    fields: { price: -2, note: '@cmd' },
    content: '<p>a,"b"</p>',
  };
  await send(service, 'POST', '/content/product', product);
  for (let n = 0; n < 120; n++) await send(service, 'POST', '/content/product', { title: `Lamp ${n}` });
  const answer = await service.request('GET', '/export/items.csv?type=products');
  assert.equal(answer.status, 200);
  const [head = '', first = '', ...rest] = answer.text.trimEnd().split('\r\n');
  assert.match(
    head,
    /^\uFEFFid,slug,title,status,publishedAt,createdAt,updatedAt,author,parentId,menuOrder,language,tags,categories,terms,excerpt,content,fields\.price,fields\.colors,other$/,
  );
  assert.match(
    first,
    /^item_\w+,one,'=1\+1,draft,,[^,]+,[^,]+,,,0,de-AT,new,,,.*,"<p>a,""b""<\/p>",-2,,"\{""note"":""@cmd""\}"$/,
  );
  assert.equal(rest.length, 120);
  const unknown = await service.request('GET', '/export/items.csv?type=lamp');
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'type_not_found']);
  const token = await service.tokenWith('content:write');
  for (const place of ['items.csv?type=product', 'wordpress.xml'])
    assert.equal((await service.request('GET', `/export/${place}`, { token })).status, 403);
});
