import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { picture, upload } from '../../../test/support/media.ts';
import { countOfRequest, recordStatements } from '../../../test/support/record-statements.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';
import type { TestService } from '../../../test/support/test-service.ts';

const fields = [
  { name: 'photo', type: 'media' },
  { name: 'price', type: 'number' },
  { name: 'about', type: 'richtext' },
];

/** A blog with `count` posts of one author, each with a picture, a tag and a category. */
async function startBlog(t: Parameters<typeof startContentService>[0], count: number) {
  const service = await startContentService(t);
  await send(service, 'PATCH', '/types/post', { fields });
  const owner = await setUpOwner(service);
  const photo = (await upload(service, await picture('png', { width: 40, height: 20, seed: 1 }), 'a.png')).body;
  for (let number = 0; number < count; number++) await addPost(owner, photo.id, number);
  return { ...service, photo, addPost: (number: number) => addPost(owner, photo.id, number) };
}

async function addPost({ request }: Pick<TestService, 'request'>, photo: string, number: number): Promise<void> {
  const body = {
    title: `Post ${number}`,
    slug: `post-${number}`,
    content: `<p>Text <img src="/media/${photo}/a.png"></p>`,
    status: 'publish',
    publishedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    tags: [`Tag ${number % 3}`, 'All'],
    categories: ['News'],
    fields: { photo, price: number, other: 'x' },
  };
  const answer = await request('POST', '/content/post', { body });
  assert.equal(answer.status, 201, answer.text);
}

const listOf = async (service: Pick<TestService, 'request'>, query: string) =>
  (await send(service, 'GET', `/content/posts?${query}`)).body.items;

test('`select` names exactly the members of items, in lists and single items', async (t) => {
  const service = await startBlog(t, 3);
  const whole = (await send(service, 'GET', '/content/post/post-1')).body;
  const { id, tags, categories, author, content } = whole;
  assert.deepEqual([tags, categories, author.name], [['all', 'tag-1'], ['news'], author.name]);
  for (const [select, item] of [
    ['title', { id, title: 'Post 1' }],
    ['id', { id }],
    ['tags,slug,title', { id, slug: 'post-1', title: 'Post 1', tags }],
    ['fields.price, author', { id, fields: { price: 1 }, author }],
    ['fields.none,fields.other', { id, fields: { other: 'x' } }],
    ['fields,fields.price', { id, fields: whole.fields }],
    ['content,categories,status,version', { id, status: 'publish', content, categories, version: whole.version }],
  ] as const) {
    const single = await service.request('GET', `/content/post/post-1?select=${select}`);
    assert.equal(single.text, JSON.stringify(item), select);
    for (const more of [
      '',
      '&cursor=',
      '&status=any',
      '&orderBy=title&order=asc',
      '&search=post&orderBy=relevance',
      `&id=${id}`,
    ]) {
      const items = await listOf(service, `select=${select}${more}`);
      assert.deepEqual(
        items.find((other: { id: string }) => other.id === id),
        item,
        `${select}${more}`,
      );
    }
  }
  const all = Object.keys(whole).join();
  assert.deepEqual((await listOf(service, `select=${all}`))[1], whole);
  assert.deepEqual((await send(service, 'GET', `/content/post/post-1?select=${all}`)).body, whole);
  await send(service, 'PATCH', '/content/post/post-1/draft', { title: 'New' });
  assert.deepEqual((await listOf(service, `select=drafted&id=${id}`))[0], { id, drafted: true });
  const token = await service.tokenWith('content:read');
  const read = await service.request('GET', `/content/posts?select=drafted,unpublishAt&id=${id}`, { token });
  assert.deepEqual(read.body.items, [{ id }]);
  const draft = (await send(service, 'GET', '/content/post/post-1?version=draft&select=title')).body;
  assert.deepEqual(draft, { id, title: 'New' });
});

test('the ETag of a selection follows what is shown, and guards changes', async (t) => {
  const service = await startBlog(t, 1);
  const first = await send(service, 'GET', '/content/post/post-0?select=title');
  const other = await send(service, 'GET', '/content/post/post-0?select=slug');
  assert.notEqual(first.headers.etag, other.headers.etag);
  const headers = { 'if-match': String(first.headers.etag) };
  const change = () => service.request('PATCH', '/content/post/post-0', { headers, body: { title: 'Other' } });
  assert.deepEqual([(await change()).status, (await change()).status], [200, 412]);
});

test('what is selected can be expanded, and nothing else', async (t) => {
  const service = await startBlog(t, 2);
  const [item] = await listOf(service, 'select=content,fields.photo&expand=content,fields.photo');
  assert.match(item.content, /<img srcset=.* width="40" height="20" loading="lazy" src=/);
  assert.equal(item.fields.photo.url, service.photo.url);
  for (const [query, fault] of [
    ['select=title&expand=fields.photo', 'expand: `fields.photo` is not in `select`'],
    ['select=title&expand=content', 'expand: `content` is not in the response: name it in `select`'],
    ['select=', 'select: must name what to show, such as title,fields.price: leave it out to get everything'],
    ['select=%20,', 'select: must name what to show, such as title,fields.price: leave it out to get everything'],
    ['select=tittle', 'select: `tittle` is not a member of items (did you mean `title`?)'],
    ['select=price', 'select: `price` is not a member of items (did you mean `fields.price`?)'],
  ])
    for (const path of ['/content/posts', '/content/post/post-0']) {
      const { status, body } = await service.request('GET', `${path}?${query}`);
      assert.deepEqual([status, body.detail], [400, fault]);
    }
  const list = await service.request('GET', '/content/posts?select=draft');
  assert.match(list.body.detail, /^select: `draft` is not a member of items/);
});

test('a blog index is one request, whose statements do not depend on the number of posts', async (t) => {
  const statements = recordStatements(t);
  const service = await startBlog(t, 2);
  const query =
    'limit=20&select=title,slug,excerpt,publishedAt,author,tags,categories,fields.photo&expand=fields.photo';
  const count = async (): Promise<number> => {
    // What is read once after each commit is not counted.
    await service.request('GET', '/content/page');
    statements.length = 0;
    const items = await listOf(service, query);
    for (const item of items) {
      assert.deepEqual([item.author.name, item.fields.photo.url], [items[0].author.name, service.photo.url]);
      assert.ok(item.tags.includes('all') && !('content' in item));
    }
    return countOfRequest(statements);
  };
  const few = await count();
  for (let number = 2; number < 21; number++) await service.addPost(number);
  // With a total, because there is a second page.
  assert.deepEqual([few, await count()], [2, 3]);
});
