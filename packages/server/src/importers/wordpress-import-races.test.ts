// An import beside others who merge, rename and delete the authors and terms that its items have.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { exportItem, typed } from '../../test/support/wordpress-export.ts';
import { importWordpress } from './wordpress-import.ts';

const count = 500;
/** Items that are read before anything is merged; two batches of them are stored then. */
const firstCount = 160;
const number = 8;
const last = number - 1;

const head =
  '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>S</title><link>https://s.test</link><wp:wxr_version>1.2</wp:wxr_version>';
const author = (login: string) =>
  `<wp:author><wp:author_login>${login}</wp:author_login><wp:author_display_name>Author ${login}</wp:author_display_name></wp:author>`;
const term = (domain: string, slug: string) => `<category domain="${domain}" nicename="${slug}">${slug}</category>`;

function post(id: number): string {
  const which = id % number;
  const terms = [term('post_tag', `t${which}`), term('category', `c${which}`), term('post_tag', 'unwanted')].join('');
  return exportItem(id, typed('post', 'publish', `<dc:creator>a${which}</dc:creator>${terms}`));
}

test('an import goes on when its authors and terms are merged, renamed and deleted', async (t) => {
  const service = await startContentService(t);
  await service.work();
  const { request } = service;
  const posts = Array.from({ length: count }, (_, index) => post(index + 1));
  const nested = `<wp:category><wp:category_nicename>late</wp:category_nicename><wp:category_parent>c1</wp:category_parent><wp:cat_name>Late</wp:cat_name></wp:category>`;
  const first = `${head}${Array.from({ length: number }, (_, n) => author(`a${n}`)).join('')}${posts.slice(0, firstCount).join('')}`;
  const rest = `${nested}${posts.slice(firstCount).join('')}</channel></rss>`;
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  t.after(() => goOn());
  let reads = 0;
  async function* bytes(isStored: boolean): AsyncGenerator<Uint8Array> {
    yield Buffer.from(first);
    if (isStored) await mayGoOn;
    yield Buffer.from(rest);
  }
  const file = { name: 'export.xml', read: async () => bytes(++reads === 2) };
  const importing = importWordpress(service.context, file);
  const total = async (query = ''): Promise<number> =>
    (await request('GET', `/content/post?limit=1${query}`)).body.total;
  await waitFor('the first posts', async () => (await total()) > 0);

  const ok = async (...args: Parameters<typeof request>): Promise<void> => {
    const answer = await request(...args);
    assert.equal(answer.status, 200, answer.text);
  };
  const merge = async (n: number, into: number): Promise<void> => {
    await ok('DELETE', `/authors/a${n}?replaceBy=a${into}`);
    await ok('POST', `/taxonomies/tags/terms/t${n}/merge`, { body: { into: `t${into}` } });
    await ok('POST', `/taxonomies/categories/terms/c${n}/merge`, { body: { into: `c${into}` } });
  };
  // What is merged again was renamed in between.
  await merge(0, 1);
  await ok('PATCH', '/taxonomies/tags/terms/t1', { body: { slug: 'renamed' } });
  await ok('POST', '/taxonomies/tags/terms/renamed/merge', { body: { into: 't2' } });
  await ok('DELETE', '/tags/unwanted');
  assert.ok((await total()) <= firstCount);
  goOn();
  await ok('DELETE', `/authors/a1?replaceBy=a${last}`);
  await ok('POST', '/taxonomies/categories/terms/c1/merge', { body: { into: `c${last}` } });
  for (let n = 2; n < last; n++) await merge(n, last);
  await ok('PATCH', `/authors/a${last}`, { body: { name: 'Zerlina' } });
  await ok('PATCH', `/tags/t${last}`, { body: { name: 'Quagga' } });
  const report = await importing;
  assert.equal(report.created.post, count);

  assert.equal(await total(), count);
  assert.equal(await total(`&author=a${last}`), count);
  assert.equal(await total(`&tag=t${last}`), count);
  assert.equal(await total(`&category=c${last}`), count);
  assert.equal((await request('GET', '/authors')).body.total, 1);
  const tags = (await request('GET', '/tags')).body.items;
  assert.deepEqual(
    tags.map(({ slug }: { slug: string }) => slug),
    [`t${last}`],
  );
  const categories = (await request('GET', '/categories')).body.items as {
    slug: string;
    id: string;
    parentId: string;
  }[];
  const [here, late] = [`c${last}`, 'late'].map((slug) => categories.find((category) => category.slug === slug));
  assert.deepEqual([categories.length, late?.parentId], [2, here?.id]);
  for (const name of ['Zerlina', 'Quagga'])
    await waitFor(`all to be found as ${name}`, async () => (await total(`&search=${name}`)) === count);

  // The names of the file mean what they were merged with from now on.
  const again = `${head}${Array.from({ length: number }, (_, n) => author(`a${n}`)).join('')}${posts.join('').replaceAll('T5', 'New')}</channel></rss>`;
  const second = await importWordpress(
    service.context,
    { name: 'export.xml', read: async () => [Buffer.from(again)].values() as unknown as AsyncIterable<Uint8Array> },
    { update: true },
  );
  assert.equal(second.created.author, undefined);
  assert.equal((await request('GET', '/authors')).body.total, 1);
  assert.equal(await total(`&author=a${last}`), count);
});
