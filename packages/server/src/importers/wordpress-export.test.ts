// The reader with WordPress's theme test data (numbers counted independently of this code), with older formats, and its
// use of memory.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inspectWordpressExport, readWordpressExport, type WordpressExportSource } from './wordpress-export.ts';
import type { WordpressRecord } from './wordpress-records.ts';

const themeData = fileURLToPath(new URL('../../test/data/themeunittestdata.wordpress.xml', import.meta.url));

describe('the theme unit test data of WordPress', async () => {
  const records = await readAll(themeData);
  const items = records.filter((record) => record.kind === 'item');
  const find = (wpId: number) => items.find((item) => item.wpId === wpId)!;
  const findTitle = (title: string) => items.find((item) => item.title === title)!;

  it('is counted completely by an inspection', async () => {
    const progress: number[] = [];
    assert.deepEqual(await inspectWordpressExport(themeData, { onProgress: (bytes) => progress.push(bytes) }), {
      version: '1.2',
      title: 'Theme Unit Test Data',
      baseUrl: 'https://wpthemetestdata.wordpress.com',
      authors: 2,
      terms: { category: 68 + 1, tag: 110, nav_menu: 6 },
      items: { post: 58, page: 21, attachment: 37, nav_menu_item: 70 },
      comments: 33,
      droppedCharacters: 0,
      bytes: 609142,
    });
    assert.equal(progress.at(-1), 609142);
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    );
  });

  it('starts with the site, then its authors', () => {
    assert.deepEqual(records[0], {
      kind: 'site',
      version: '1.2',
      title: 'Theme Unit Test Data',
      link: 'https://wpthemetestdata.wordpress.com',
      baseUrl: 'https://wpthemetestdata.wordpress.com',
    });
    assert.equal(records.filter((record) => record.kind === 'site').length, 1);
    assert.deepEqual(
      records.slice(1, 3).map((record) => record.kind === 'author' && [record.login, record.displayName]),
      [
        ['themedemos', 'Theme Buster'],
        ['themereviewteam', 'Theme Reviewer'],
      ],
    );
  });

  it('has every status, term, custom field and attachment', () => {
    assert.deepEqual(countBy(items.map((item) => item.status)), { publish: 147, inherit: 37, future: 1, draft: 1 });
    const terms = items.flatMap((item) => item.terms.map((term) => term.taxonomy));
    assert.deepEqual(countBy(terms), { category: 175, tag: 188, nav_menu: 70, post_format: 13 });
    assert.equal(items.flatMap((item) => item.meta).length, 737);
    assert.equal(items.filter((item) => item.attachmentUrl).length, 37);
    assert.equal(items.filter((item) => item.title === '').length, 48);
  });

  it('has nested categories with their descriptions', () => {
    const categories = records.filter((record) => record.kind === 'term' && record.taxonomy === 'category');
    const parents = Object.fromEntries(
      categories.flatMap((record) =>
        record.kind === 'term' && record.parentSlug ? [[record.slug, record.parentSlug]] : [],
      ),
    );
    assert.deepEqual(parents, {
      sub: 'aciform',
      'child-1': 'parent',
      'child-2': 'child-1',
      'child-category-01': 'parent-category',
      'child-category-02': 'parent-category',
      'child-category-03': 'parent-category',
      'child-category-04': 'parent-category',
      'child-category-05': 'parent-category',
      'foo-a-foo-parent': 'foo-parent',
      'grandchild-category': 'child-category-03',
    });
    assert.equal(records.filter((record) => record.kind === 'term' && record.description).length, 15 + 14);
  });

  it('has titles in every script and with special characters', () => {
    assert.ok(findTitle('Ελληνικά-Greek'));
    assert.ok(findTitle('Επίπεδο 2 -Second Greek level'));
    assert.ok(findTitle('Markup: Title <em>With</em> <b>Mark<sup>up</sup></b>'));
    assert.ok(findTitle('Markup: Title With Special Characters ~`!@#$%^&*()-_=+{}[]/\\;:\'"?,.>'));
    const tag = records.find((record) => record.kind === 'term' && record.slug === 'content-2');
    assert.equal(tag?.kind === 'term' && tag.name, 'content περιεχόμενο');
  });

  it('has decoded slugs, and a draft without one', () => {
    assert.equal(find(1811).slug, 'επίπεδο-2');
    assert.equal(find(1813).slug, 'επίπεδο-3');
    assert.equal(findTitle('Draft').slug, '');
  });

  it('has the nesting and order of pages', () => {
    assert.deepEqual([find(172).parentWpId, find(173).parentWpId, find(174).parentWpId], [173, 174, null]);
    assert.deepEqual([find(1813).parentWpId, find(1811).parentWpId], [1811, 1809]);
    const ordered = [2, 501, 155, 156, 174, 146, 733, 735].map((wpId) => find(wpId).menuOrder);
    assert.deepEqual(ordered, [1, 2, 3, 4, 5, 7, 10, 11]);
    assert.equal(
      items.reduce((sum, item) => sum + item.menuOrder, 0),
      1149,
    );
  });

  it('has dates in UTC, in the past and the future', () => {
    const dates = items.map((item) => item.publishedAt!).toSorted();
    assert.deepEqual([dates[0], dates.at(-1)], ['2007-09-04T16:52:50.000Z', '2030-01-01T19:00:18.000Z']);
    assert.equal(findTitle('Scheduled').publishedAt, '2030-01-01T19:00:18.000Z');
    assert.equal(find(163).modifiedAt, '2023-01-16T07:16:52.000Z');
    assert.equal(items.filter((item) => item.modifiedAt).length, 7);
  });

  it('has passwords, the sticky post, the line, and content without surrounding white space', () => {
    assert.equal(findTitle('Template: Password Protected (the password is "enter")').password, 'enter');
    assert.deepEqual(
      items.filter((item) => item.isSticky).map((item) => item.title),
      ['Template: Sticky'],
    );
    assert.equal(find(163).line, 1082);
    assert.ok(find(163).content.startsWith('<!-- wp:paragraph -->\n<p>This test post'));
    assert.ok(find(163).content.endsWith('<!-- /wp:paragraph -->'));
  });

  it('is the same whatever the size of the pieces it is read in', async () => {
    const bytes = await readFile(themeData);
    assert.deepEqual(await readAll(cut(bytes, 7)), records);
    assert.deepEqual(await readAll(cut(bytes, bytes.length)), records);
  });
});

describe('exports of other versions', () => {
  it('version 1.0: repeated terms appear once, namespaces and missing fields are understood', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:w="http://wordpress.org/export/1.0/"><channel><title>Old &amp; good</title><link>http://old.example</link>
<w:wxr_version>1.0</w:wxr_version><w:base_site_url>http://old.example</w:base_site_url>
<w:category><w:category_nicename>sub</w:category_nicename><w:category_parent>Top One</w:category_parent><w:cat_name><![CDATA[Sub]]></w:cat_name></w:category>
<w:tag><w:tag_slug>t1</w:tag_slug><w:tag_name><![CDATA[T 1]]></w:tag_name></w:tag>
<item><title>Caf&eacute;&nbsp;&#8211; &unknown; AT&amp;T</title><dc:creator>ann</dc:creator>
<category><![CDATA[Sub]]></category><category domain="category" nicename="sub"><![CDATA[Sub]]></category>
<category domain="tag"><![CDATA[T 1]]></category><category domain="tag" nicename="t1"><![CDATA[T 1]]></category>
<category domain="tag"><![CDATA[Bare]]></category>
<content:encoded><![CDATA[a]]]]><![CDATA[>b]]></content:encoded><w:post_id>5</w:post_id>
<w:post_date>2009-05-01 10:00:00</w:post_date><w:post_date_gmt>2009-05-01 08:00:00</w:post_date_gmt>
<w:postmeta><w:meta_key>color</w:meta_key><w:meta_value>red</w:meta_value></w:postmeta>
<w:postmeta><w:meta_key>color</w:meta_key><w:meta_value> blue </w:meta_value></w:postmeta></item></channel></rss>`;
    const [site, category, tag, item] = await readAll(cut(Buffer.from(xml), 50));
    assert.ok(site?.kind === 'site' && category?.kind === 'term' && tag?.kind === 'term' && item?.kind === 'item');
    assert.deepEqual([site.version, site.title, site.baseUrl], ['1.0', 'Old & good', 'http://old.example']);
    assert.deepEqual([category.taxonomy, category.slug, category.parentSlug], ['category', 'sub', 'Top One']);
    assert.deepEqual([tag.taxonomy, tag.slug, tag.name], ['tag', 't1', 'T 1']);
    assert.equal(item.title, 'Café\u00a0– &unknown; AT&T');
    assert.equal(item.content, 'a]]>b');
    assert.deepEqual(item.terms, [
      { taxonomy: 'category', slug: 'sub', name: 'Sub' },
      { taxonomy: 'tag', slug: 't1', name: 'T 1' },
      { taxonomy: 'tag', slug: null, name: 'Bare' },
    ]);
    assert.deepEqual(item.meta, [
      { key: 'color', value: 'red' },
      { key: 'color', value: ' blue ' },
    ]);
    assert.deepEqual([item.postType, item.publishedAt, item.excerpt], ['post', '2009-05-01T08:00:00.000Z', '']);
  });

  it('version 1.1: content and excerpt are distinguished, custom taxonomies are kept', async () => {
    const xml = `<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.1/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.1/"><channel>
<wp:wxr_version>1.1</wp:wxr_version><image><title>Not the title</title></image><title>Site</title>
<wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_slug>%e3%83%86</wp:term_slug><wp:term_parent>top</wp:term_parent><wp:term_name>テ</wp:term_name></wp:term>
<item><content:encoded>full</content:encoded><excerpt:encoded>short</excerpt:encoded><plugin:x>ignored</plugin:x>
<category domain="genre" nicename="%e3%83%86">テ</category><wp:status>draft</wp:status>
<wp:post_date>2020-01-01 00:00:00</wp:post_date><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>
<wp:comment><wp:comment_content>one</wp:comment_content></wp:comment><wp:comment/></item></channel></rss>`;
    const [site, term, item] = await readAll(cut(Buffer.from(xml), 3));
    assert.ok(site?.kind === 'site' && term?.kind === 'term' && item?.kind === 'item');
    assert.equal(site.title, 'Site');
    assert.deepEqual([term.wpId, term.taxonomy, term.slug, term.parentSlug], [9, 'genre', 'テ', 'top']);
    assert.deepEqual([item.content, item.excerpt], ['full', 'short']);
    assert.deepEqual(item.terms, [{ taxonomy: 'genre', slug: 'テ', name: 'テ' }]);
    assert.deepEqual([item.publishedAt, item.commentCount], [null, 2]);
  });
});

describe('memory', () => {
  it('stays flat for an export of 150 MB, even if a part of each item is kept', {
    timeout: 120_000,
  }, async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const measure = () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 1e6;
    };
    const kept: string[] = [];
    let peak = 0;
    const before = measure();
    for await (const record of readWordpressExport(writeLargeExport(150e6))) {
      if (record.kind !== 'item') continue;
      kept.push(record.guid);
      if (kept.length % 2000 === 0) peak = Math.max(peak, measure() - before);
    }
    assert.equal(kept.length, Math.ceil(150e6 / 10_000));
    assert.ok(peak < 80, `the heap grew by ${Math.round(peak)} MB`);
  });

  it('yields an item as soon as it closes, and closes the source when reading stops', async () => {
    const source = { produced: 0, closed: false };
    async function* endless() {
      try {
        for await (const bytes of writeLargeExport(Number.POSITIVE_INFINITY)) {
          source.produced += bytes.length;
          yield bytes;
        }
      } finally {
        source.closed = true;
      }
    }
    for await (const record of readWordpressExport(endless())) if (record.kind === 'item') break;
    assert.ok(source.produced < 50_000);
    assert.ok(source.closed);
  });
});

async function readAll(source: WordpressExportSource): Promise<WordpressRecord[]> {
  return Array.fromAsync(readWordpressExport(source));
}

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Items of 10,000 bytes each, until there are `size` bytes of them. */
async function* writeLargeExport(size: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    '<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">' +
      '<channel><wp:wxr_version>1.2</wp:wxr_version>',
  );
  for (let written = 0; written < size; written += 10_000) {
    const end = `]]></content:encoded><guid>https://large.example/?p=${written}</guid></item>`;
    yield Buffer.from(`${`<item><content:encoded><![CDATA[<p>Größe`.padEnd(9_998 - end.length, ' text')}${end}`);
  }
  yield Buffer.from('</channel></rss>');
}

function countBy(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
