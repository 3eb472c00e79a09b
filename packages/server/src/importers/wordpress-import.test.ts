// The import of WordPress's theme test data, checked through the API, and of what else exports contain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cpuMs } from '../../test/support/busy-time.ts';
import { startContentService } from '../../test/support/content-service.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { exportItem, metaOf, typed, writeExport } from '../../test/support/wordpress-export.ts';
import type { ImportReport } from './import-report.ts';
import { readWordpressExport } from './wordpress-export.ts';
import { importWordpress } from './wordpress-import.ts';
import type { WordpressItem } from './wordpress-records.ts';

const themeData = fileURLToPath(new URL('../../test/data/themeunittestdata.wordpress.xml', import.meta.url));

type Item = { id: string; slug: string; title: string; status: string; publishedAt: string | null };

/** A whole list, page by page. */
async function readAll<T = Item>(service: TestService, address: string): Promise<T[]> {
  const all: T[] = [];
  for (let offset = 0; ; offset += 100) {
    const { status, body, text } = await service.request('GET', `${address}limit=100&offset=${offset}`);
    assert.equal(status, 200, text);
    all.push(...body.items);
    if (body.items.length === 0 || all.length >= body.total) return all;
  }
}

const readItems = async (service: TestService, type: string): Promise<Item[]> => [
  ...(await readAll(service, `/content/${type}?status=any&`)),
  ...(await readAll(service, `/content/${type}?status=trash&`)),
];

test('the theme test data is imported completely and once, with titles, slugs, dates, order and nesting', async (t) => {
  const service = await startContentService(t);
  const expected: WordpressItem[] = [];
  const expectedTerms = { tag: new Map<string, string>(), category: new Map<string, string>() };
  const expectTerm = ({ taxonomy, slug, name }: { taxonomy: string; slug: string | null; name: string }): void => {
    if (taxonomy === 'tag' || taxonomy === 'category') expectedTerms[taxonomy].set(slug ?? name, name);
  };
  for await (const record of readWordpressExport(themeData)) {
    if (record.kind === 'term') expectTerm(record);
    if (record.kind !== 'item') continue;
    expected.push(record);
    // Four tags are named only by their posts.
    for (const term of record.terms) expectTerm(term);
  }
  const progress: string[] = [];
  const first = await importWordpress(service.context, themeData, { onProgress: ({ phase }) => progress.push(phase) });
  assert.deepEqual([...new Set(progress)], ['checking', 'importing']);
  assert.deepEqual(first.created, {
    author: 2,
    category: expectedTerms.category.size,
    tag: expectedTerms.tag.size,
    post: 58,
    page: 21,
    media: 37,
  });
  assert.deepEqual(first.existing, {});
  assert.deepEqual(
    first.skipped.map(({ what, count }) => [what, count]),
    [
      ['nav_menu_item', 70],
      ['sticky marks', expected.filter((item) => item.isSticky).length],
      ['terms of nav_menu', 6],
      ['comments', 33],
    ].sort((a, b) => first.skipped.findIndex((s) => s.what === a[0]) - first.skipped.findIndex((s) => s.what === b[0])),
  );

  const check = async (): Promise<void> => {
    for (const type of ['post', 'page']) {
      const items = await readItems(service, type);
      const originals = expected.filter((item) => item.postType === type);
      assert.equal(items.length, originals.length);
      assert.deepEqual(items.map((item) => item.title).sort(), originals.map((item) => item.title).sort());
      for (const item of originals.filter((item) => item.slug !== '')) {
        const answer = await service.request('GET', `/content/${type}/${encodeURIComponent(item.slug)}`);
        assert.equal(answer.status, 200, item.slug);
        const { body } = answer;
        assert.equal(body.title, item.title);
        assert.equal(body.content, item.content);
        assert.equal(body.menuOrder, item.menuOrder);
        assert.equal(body.publishedAt, item.publishedAt);
        // Two posts have the author `>themereviewteam`.
        assert.equal(body.author?.slug, item.authorLogin?.replaceAll('>', ''));
        const slugsOf = (taxonomy: string) =>
          item.terms
            .filter((term) => term.taxonomy === taxonomy)
            .map((term) => term.slug)
            .sort();
        assert.deepEqual([...body.tags].sort(), slugsOf('tag'));
        assert.deepEqual([...body.categories].sort(), slugsOf('category'));
        const parent = expected.find((other) => other.wpId === item.parentWpId);
        if (parent) {
          const found = await service.request('GET', `/content/${type}/${encodeURIComponent(parent.slug)}`);
          assert.equal(body.parentId, found.body.id, item.title);
        } else assert.equal(body.parentId, null);
        if (item.password !== null) assert.equal(body.status, 'draft');
      }
    }
    for (const [taxonomy, address] of [
      ['tag', '/tags'],
      ['category', '/categories'],
    ] as const) {
      const terms = await readAll<{ slug: string; name: string }>(service, `${address}?`);
      assert.deepEqual(terms.map(({ slug, name }) => [slug, name]).sort(), [...expectedTerms[taxonomy]].sort());
    }
    assert.equal((await readAll(service, '/media?')).length, 37);
    assert.equal((await readAll(service, '/authors?')).length, 2);
  };
  await check();
  const child = (await service.request('GET', '/categories/child-1')).body;
  assert.ok(child.parentId);

  const second = await importWordpress(service.context, themeData);
  assert.deepEqual([second.created, second.existing], [{}, first.created]);
  await check();
});

test('items that were edited or trashed stay unchanged when the import runs again', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, themeData);
  const [one, two] = await readItems(service, 'page');
  await service.request('PATCH', `/content/page/${one?.id}`, { body: { title: 'Mine', parentId: null } });
  await service.request('DELETE', `/content/page/${two?.id}`);
  await importWordpress(service.context, themeData);
  const mine = (await service.request('GET', `/content/page/${one?.id}`)).body;
  assert.deepEqual([mine.title, mine.parentId], ['Mine', null]);
  assert.equal((await service.request('GET', `/content/page/${two?.id}`)).body.status, 'trash');
});

test('statuses, slugs, custom fields and custom types', async (t) => {
  const service = await startContentService(t);
  await service.request('POST', '/content/post', { body: { title: 'x', slug: 'taken' } });
  const date = (text: string) => `<wp:post_date_gmt>${text}</wp:post_date_gmt>`;
  const file = await writeExport(
    t,
    [
      exportItem(1, typed('post', 'private')),
      exportItem(2, typed('post', 'pending')),
      exportItem(3, typed('post', 'publish', '<wp:post_password>secret</wp:post_password>')),
      exportItem(4, typed('post', 'future', date('2999-01-01 00:00:00'))),
      exportItem(5, typed('post', 'future', date('2001-01-01 00:00:00'))),
      exportItem(6, typed('post', 'trash')),
      exportItem(7, typed('post', 'publish', '<wp:post_name>taken</wp:post_name>')),
      exportItem(8, typed('post', 'publish', '<wp:post_name>%E6%97%A5%E6%9C%AC</wp:post_name>')),
      exportItem(
        9,
        typed(
          'post',
          'publish',
          metaOf('price', '10') +
            metaOf('colour', 'red') +
            metaOf('colour', 'blue') +
            metaOf('_edit_lock', '1:1') +
            metaOf('_price', 'field_5f0c') +
            metaOf('_sku', 'A') +
            metaOf('_thumbnail_id', '20') +
            metaOf('__proto__', 'x') +
            metaOf('constructor', 'x'),
        ),
      ),
      exportItem(10, typed('book', 'publish')),
      exportItem(11, typed('revision', 'inherit')),
      exportItem(12, typed('wp_global_styles', 'publish')),
      exportItem(13, typed('Invalid Type', 'publish')),
      exportItem(14, typed('page', 'publish', '<wp:post_parent>15</wp:post_parent>')),
      exportItem(15, typed('page', 'publish', '<wp:post_parent>14</wp:post_parent>')),
      exportItem(16, typed('page', 'publish', '<wp:post_parent>99</wp:post_parent>')),
      exportItem(17, '<title></title>'),
      exportItem(
        20,
        typed('attachment', 'inherit', '<wp:attachment_url>https://s.test/a.JPG</wp:attachment_url>') +
          '<wp:post_parent>9</wp:post_parent>',
      ),
    ].join(''),
  );
  const report = await importWordpress(service.context, file);
  assert.deepEqual(report.created, { post: 10, book: 1, page: 3, media: 1 });
  assert.deepEqual(report.skipped.map(({ what }) => what).sort(), ['Invalid Type', 'revision', 'wp_global_styles']);
  const posts = new Map((await readItems(service, 'post')).map((post) => [post.title, post]));
  assert.deepEqual(
    ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'].map((title) => posts.get(title)?.status),
    ['draft', 'draft', 'draft', 'scheduled', 'publish', 'trash'],
  );
  assert.deepEqual([posts.get('T7')?.slug, posts.get('T8')?.slug], ['taken-2', '日本']);
  assert.ok(report.notes.some(({ examples }) => examples.some(({ name }) => name === 'taken → taken-2')));
  assert.ok(report.notes.some(({ what }) => what.includes('password')));
  const { body: rich } = await service.request('GET', `/content/post/${posts.get('T9')?.id}`);
  const [picture] = (await service.request('GET', '/media')).body.items;
  assert.deepEqual(report.hidden, ['__proto__', '_sku']);
  assert.deepEqual(rich.fields, { constructor: 'x', price: '10', colour: ['red', 'blue'], featuredImage: picture.id });
  assert.deepEqual([picture.mimeType, picture.itemId], ['image/jpeg', rich.id]);
  assert.equal((await service.request('GET', '/content/books')).body.total, 1);
  assert.equal((await service.request('GET', '/types/book')).body.strict, false);
  const pages = await readAll<{ id: string }>(service, '/content/page?');
  for (const { id } of pages) {
    assert.equal((await service.request('GET', `/content/page/${id}`)).body.parentId, null);
  }
});

test('a broken file changes nothing', async (t) => {
  const service = await startContentService(t);
  const file = await writeExport(t, `${exportItem(1, typed('post'))}<item>`);
  await assert.rejects(importWordpress(service.context, file), { name: 'WordpressExportError' });
  assert.equal((await service.request('GET', '/content/post?status=any')).body.total, 0);
});

test('custom fields that WordPress hides are not shown unless the type declares them', async (t) => {
  const service = await startContentService(t);
  await service.request('PATCH', '/types/post', {
    body: { publicRead: true, fields: [{ name: '_price', type: 'number' }] },
  });
  const meta = metaOf('_price', '10') + metaOf('_secret_key', 'abc') + metaOf('colour', 'red');
  const report = await importWordpress(
    service.context,
    await writeExport(t, exportItem(1, typed('post', 'publish', meta))),
  );
  const shown = await service.request('GET', '/content/post/t1', { token: null });
  assert.deepEqual(shown.body.fields, { colour: 'red', _price: 10 });
  assert.deepEqual(report.hidden, ['_price', '_secret_key']);
  assert.equal((await service.request('GET', '/content/post?fields[_price][gte]=10')).body.total, 1);
  const found = await service.request('GET', '/content/post?search=abc');
  assert.equal(found.body.total, 0);
});

test('orders, messages and other personal data are not imported, and are counted by kind', async (t) => {
  const service = await startContentService(t);
  const buyer = metaOf('_billing_email', 'buyer@example.com') + metaOf('_billing_address_1', '1 Home St');
  const kinds = ['shop_order', 'shop_order', 'shop_order_refund', 'shop_subscription', 'flamingo_inbound', 'feedback'];
  const channel = [
    ...kinds.map((kind, index) =>
      exportItem(index + 1, typed(kind, 'wc-completed', `${buyer}<dc:creator>shop</dc:creator>`)),
    ),
    exportItem(20, typed('club_order', 'publish', buyer)),
    exportItem(21, typed('hire', 'wc-processing')),
    exportItem(22, typed('club_order', 'publish', metaOf('colour', 'red'))),
    exportItem(23, typed('product', 'publish', metaOf('_price', '10'))),
  ].join('');
  const report = await importWordpress(service.context, await writeExport(t, channel));
  assert.deepEqual(report.created, { club_order: 1, product: 1 });
  assert.deepEqual(
    report.skipped.map(({ what, count }) => [what, count]),
    [
      ['shop_order', 2],
      ['shop_order_refund', 1],
      ['shop_subscription', 1],
      ['flamingo_inbound', 1],
      ['feedback', 1],
      ['club_order', 1],
      ['hire', 1],
    ],
  );
  assert.ok(report.skipped.every(({ why }) => why !== ''));
  const types = (await service.request('GET', '/types')).body.items.map(({ name }: { name: string }) => name);
  assert.deepEqual(types.sort(), ['club_order', 'page', 'post', 'product']);
});

test('a type named like the plural of another gets a name of its own, also when it is imported again', async (t) => {
  const service = await startContentService(t);
  const types = ['posts', 'services', 'gallery', 'box', 'book', 'books', 'post'];
  const file = await writeExport(t, types.map((type, index) => exportItem(index + 1, typed(type))).join(''));
  const first = await importWordpress(service.context, file);
  assert.deepEqual(first.created, { 'posts-2': 1, services: 1, gallery: 1, box: 1, book: 1, books: 1, post: 1 });
  assert.ok(first.notes.some(({ examples }) => examples.some(({ name }) => name === 'posts → posts-2')));
  const list = (await service.request('GET', '/types')).body.items as { name: string; plural: string }[];
  assert.deepEqual(list.map(({ name, plural }) => `${name} ${plural}`).sort(), [
    ...['book book', 'books books', 'box boxes', 'gallery galleries', 'page pages', 'post posts'],
    ...['posts-2 posts-2', 'services services'],
  ]);
  assert.equal((await service.request('GET', '/content/posts')).body.total, 1);
  const second = await importWordpress(service.context, file);
  assert.deepEqual([second.created, second.existing], [{}, first.created]);
});

test('slugs that WordPress cannot have written are imported on both databases', async (t) => {
  const { context, request } = await startContentService(t);
  const named = (id: number, slug: string) =>
    exportItem(
      id,
      `${typed('post', 'publish')}<wp:post_name>${slug}</wp:post_name><category domain="category" nicename="${slug}">C${id}</category>`,
    );
  // Compression would make a repeated text short enough for an index of PostgreSQL.
  const random = seededRandom(1);
  const long = Array.from({ length: 9000 }, () => Math.floor(random() * 36).toString(36)).join('');
  const file = await writeExport(t, named(1, '%00nul') + named(2, long) + named(3, '%D0%B4%D0%B0'));
  const { created } = await importWordpress(context, file);
  assert.deepEqual(created, { category: 3, post: 3 });
  for (const [slug, title] of [
    ['%00nul', 'T1'],
    [long.slice(0, 200), 'T2'],
    ['да', 'T3'],
  ] as const) {
    const item = (await request('GET', `/content/post/${encodeURIComponent(slug)}`)).body;
    assert.deepEqual([item.title, item.categories], [title, [slug]]);
  }
});

test('slugs that WordPress cut within a letter keep the letters before it', async (t) => {
  const { context, request } = await startContentService(t);
  // WordPress cuts what it encoded at 200 characters, wherever that is.
  const cut = (text: string, length: number): string => encodeURIComponent(text).toLowerCase().slice(0, length);
  const cases: [slug: string, expected: string][] = [
    [cut('как-выбрать', 46), 'как-выбр'],
    [cut('как-купить', 45), 'как-купи'],
    [cut('как-купать', 44), 'как-купа'],
    [cut('日本語', 24), '日本'],
    [cut('西本語', 25), '西本'],
    [cut('sea-🌊', 13), 'sea'],
    ['caf\u00e9-%d0', 'caf\u00e9'],
    // Invalid elsewhere: not cut, and nothing is lost.
    ['x%d0-%d0%ba', 'x%d0-%d0%ba'],
  ];
  const items = cases.map(([slug], index) =>
    exportItem(
      index,
      `${typed('post')}<wp:post_name>${slug}</wp:post_name><category domain="category" nicename="${slug}">C</category>`,
    ),
  );
  await importWordpress(context, await writeExport(t, items.join('')));
  for (const [index, [slug, expected]] of cases.entries()) {
    const { body } = await request('GET', `/content/post/${encodeURIComponent(expected)}`);
    assert.deepEqual([body.title, body.categories], [`T${index}`, [expected]], slug);
  }
});

test('names are read as HTML', async (t) => {
  const service = await startContentService(t);
  const channel = [
    '<wp:author><wp:author_login>tom</wp:author_login>',
    '<wp:author_display_name><![CDATA[Tom &amp; Ann&#8217;s]]></wp:author_display_name></wp:author>',
    '<wp:category><wp:category_nicename>r-d</wp:category_nicename><wp:cat_name><![CDATA[R&amp;D]]></wp:cat_name></wp:category>',
    exportItem(
      1,
      `${typed('post')}<dc:creator>tom</dc:creator><category domain="post_tag" nicename="q-a"><![CDATA[Q&amp;A]]></category>`,
    ),
  ].join('');
  const file = await writeExport(t, channel, 'https://s.test', 'Black &amp;amp; White');
  const report = await importWordpress(service.context, file);
  assert.equal(report.site.title, 'Black & White');
  assert.equal((await service.request('GET', '/categories/r-d')).body.name, 'R&D');
  assert.equal((await service.request('GET', '/tags/q-a')).body.name, 'Q&A');
  assert.equal((await service.request('GET', '/content/post/t1')).body.author.name, 'Tom & Ann’s');
});

test('the file is read on another thread, which leaves this one to others', async (t) => {
  const service = await startContentService(t);
  const comment = '<wp:comment><wp:comment_content>A comment with a few words</wp:comment_content></wp:comment>';
  const file = await writeExport(t, exportItem(1, typed('post') + comment.repeat(40_000)));
  const before = process.cpuUsage();
  let report: ImportReport | null = null;
  const here = await cpuMs(async () => {
    report = await importWordpress(service.context, file);
  });
  const { user, system } = process.cpuUsage(before);
  assert.ok(here * 2 < (user + system) / 1000);
  const { created, skipped } = report as unknown as ImportReport;
  assert.deepEqual(created, { post: 1 });
  assert.equal(skipped.find(({ what }) => what === 'comments')?.count, 40_000);
});
