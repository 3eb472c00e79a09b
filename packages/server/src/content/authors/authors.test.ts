import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMedia, send, startContentService } from '../../../test/support/content-service.ts';
import { ownerPassword, setUpOwner, signIn } from '../../../test/support/sign-in.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { inTransaction } from '../../context/context.ts';
import { authorOfUser } from './author-of-item.ts';

async function create({ request }: Pick<TestService, 'request'>, path: string, body: object) {
  const answer = await request('POST', path, { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

test('a user becomes one author, however many first items are created at once', async (t) => {
  const service = await startContentService(t);
  await setUpOwner(service);
  const { context } = service;
  const { id } = await context.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const ofUser = { ...context, actor: { kind: 'user' as const, id, scopes: [] } };
  for (let round = 0; round < 30; round++) {
    const ids = await Promise.all(Array.from({ length: 8 }, () => inTransaction(ofUser, authorOfUser)));
    assert.equal(new Set(ids).size, 1);
    assert.equal((await context.db.selectFrom('authors').select('slug').execute()).length, 1);
    await inTransaction(context, (ctx) => ctx.db.deleteFrom('authors').execute());
  }
});

test('an author is created, listed, read, changed and found, and the email is for writers only', async (t) => {
  const service = await startContentService(t);
  const { request, tokenWith } = service;
  const pictureId = await addMedia(service);
  const body = {
    name: 'Žofie Ann',
    bio: 'Writes about the sea.',
    pictureId,
    links: [{ label: 'Blog', url: 'https://ann.example/' }],
    email: 'ann@example.com',
  };
  const first = await request('POST', '/authors', { body, headers: { 'idempotency-key': 'once' } });
  const again = await request('POST', '/authors', { body, headers: { 'idempotency-key': 'once' } });
  assert.equal(again.body.id, first.body.id);
  assert.equal(first.headers.location, '/api/v1/authors/zofie-ann');
  const { createdAt, updatedAt, id, ...members } = first.body;
  assert.equal(updatedAt, createdAt);
  assert.deepEqual(members, {
    ...{ slug: 'zofie-ann', name: 'Žofie Ann', bio: body.bio, links: body.links, count: 0 },
    ...{ pictureId, picture: { id: pictureId, url: null, width: null, height: null, alt: '', srcset: null } },
    ...{ email: 'ann@example.com', userId: null },
  });
  for (const name of ['Bob', 'Bob', 'Cleo']) await create(service, '/authors', { name });
  const slugs = ['bob', 'bob-2', 'cleo', 'zofie-ann'];
  const page = await send(service, 'GET', '/authors?cursor=&limit=3');
  const rest = await send(service, 'GET', `/authors?limit=3&cursor=${page.body.nextCursor}`);
  const slugsOf = (list: { body: { items: { slug: string }[] } }) => list.body.items.map(({ slug }) => slug);
  assert.deepEqual([...slugsOf(page), ...slugsOf(rest)], slugs);
  assert.deepEqual([page.body.total, rest.body.nextCursor], [4, null]);
  assert.deepEqual(slugsOf(await send(service, 'GET', '/authors?offset=1&limit=2')), slugs.slice(1, 3));
  assert.equal((await request('GET', '/authors?cursor=%21')).body.errors[0].pointer, 'cursor');

  const reader = await tokenWith('content:read');
  const read = await request('GET', '/authors/zofie-ann', { token: reader });
  assert.deepEqual([read.body.email, read.body.userId], [undefined, undefined]);
  for (const [search, ofWriter, ofReader] of [
    ['žofie', 1, 1],
    ['Zofie', 1, 1],
    ['ann@example', 1, 0],
    ['nobody', 0, 0],
  ] as const) {
    const path = `/authors?search=${encodeURIComponent(search)}`;
    const totals = [await request('GET', path), await request('GET', path, { token: reader })];
    assert.deepEqual(
      totals.map(({ body }) => body.total),
      [ofWriter, ofReader],
      search,
    );
  }

  const { headers } = await send(service, 'GET', `/authors/${id}`);
  const etag = String(headers.etag);
  assert.equal((await request('GET', `/authors/${id}`, { headers: { 'if-none-match': etag } })).status, 304);
  const change = { name: 'Ann', slug: 'ann', bio: '', pictureId: null, links: [] };
  const changed = await request('PATCH', '/authors/zofie-ann', { body: change, headers: { 'if-match': etag } });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual({ ...changed.body, ...change }, changed.body);
  assert.equal((await request('PATCH', '/authors/ann', { body: {}, headers: { 'if-match': etag } })).status, 412);
  assert.equal((await request('DELETE', '/authors/ann', { headers: { 'if-match': etag } })).status, 412);
  for (const [body, pointer, detail] of [
    [{ slug: 'A B' }, '/slug', /lower-case/],
    [{ pictureId: 'med_none' }, '/pictureId', /no media record/],
    [{ links: [{ label: 'x', url: 'javascript:alert(1)' }] }, '/links/0/url', /begins with https/],
    [{ email: 'nobody' }, '/email', /email/],
    [{ userId: 'usr_none' }, '/userId', /no user/],
    [{ colour: 1 }, '/colour', /not/],
  ] as const) {
    const answer = await request('PATCH', '/authors/ann', { body });
    const [fault] = answer.body.errors ?? [];
    assert.deepEqual([answer.status, fault?.pointer], [422, pointer], answer.text);
    assert.match(fault.detail, detail);
  }
  assert.equal((await request('PATCH', '/authors/ann', { body: { slug: 'bob' } })).body.code, 'slug_taken');
  assert.equal((await request('POST', '/authors', { body: { name: 'x', slug: 'bob' } })).body.code, 'slug_taken');
  assert.equal((await request('POST', '/authors', { token: reader, body })).status, 403);
  assert.equal((await request('GET', '/authors/nobody')).body.code, 'author_not_found');

  await send(service, 'PATCH', '/authors/ann', { pictureId });
  const used = await request('DELETE', `/media/${pictureId}`);
  assert.deepEqual(
    [used.status, used.body.code, used.body.detail],
    [409, 'still_referenced', 'Authors whose picture it is: "Ann"'],
  );
  await send(service, 'DELETE', `/media/${pictureId}?references=clear`);
  assert.equal((await send(service, 'GET', '/authors/ann')).body.pictureId, null);
});

test('items get an author by ID or slug, in every way that saves them', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const ann = await create(service, '/authors', { name: 'Ann' });
  const bob = await create(service, '/authors', { name: 'Bob' });
  const item = await create(service, '/content/post', { title: 'Sea', authorId: 'ann', status: 'publish' });
  assert.deepEqual(item.author, { slug: 'ann', name: 'Ann' });
  assert.equal((await create(service, '/content/post', { title: 'Of a key' })).author, null);
  const path = `/content/post/${item.id}`;
  const { body: fault } = await service.request('PATCH', path, { body: { author: 'bob' } });
  assert.equal(fault.detail, '/author: is read-only: send `authorId`');
  const moved = await send(service, 'PATCH', path, { authorId: 'bob' });
  assert.deepEqual([moved.body.author.slug, moved.body.version], ['bob', 2]);
  assert.equal(
    (await send(service, 'PATCH', path, { authorId: 'bob' })).body.version,
    2,
    'the same author is no change',
  );
  assert.equal((await send(service, 'PATCH', `${path}/draft`, { authorId: 'ann' })).body.author.slug, 'ann');
  assert.equal((await send(service, 'GET', path)).body.author.slug, 'bob');
  assert.equal((await send(service, 'PATCH', `${path}/draft`, { authorId: 'bob' })).body.draft, undefined);
  const operations = [
    { action: 'update', id: item.id, authorId: 'ann' },
    { action: 'create', title: 'New', authorId: bob.id },
    { action: 'create', title: 'Newer', authorId: 'bob', status: 'publish' },
  ];
  await send(service, 'POST', '/content/post/bulk', { operations });
  const counts = (await send(service, 'GET', '/authors')).body.items;
  assert.deepEqual(
    counts.map(({ slug, count }: { slug: string; count: number }) => `${slug} ${count}`),
    ['ann 1', 'bob 1'],
  );
  const wrong = await request('PATCH', path, { body: { authorId: 'nobody' } });
  assert.deepEqual(wrong.body.errors, [
    { pointer: '/authorId', code: 'unknown', detail: 'no author has this ID or slug' },
  ]);
  assert.equal((await send(service, 'GET', `${path}?expand=author`)).body.author.id, ann.id);
});

test('an author with a new name is shown and found at once by all items', async (t) => {
  const service = await startContentService(t);
  await create(service, '/authors', { name: 'Ann Harbour' });
  const item = await create(service, '/content/post', { title: 'Sea', authorId: 'ann-harbour', status: 'publish' });
  const read = () => service.request('GET', `/content/post/${item.slug}`);
  const before = await read();
  await send(service, 'PATCH', '/authors/ann-harbour', { name: 'Ann Lighthouse', slug: 'ann' });
  const after = await read();
  assert.deepEqual(after.body.author, { slug: 'ann', name: 'Ann Lighthouse' });
  assert.notEqual(after.headers.etag, before.headers.etag);
  await service.work();
  const total = async (words: string) => (await send(service, 'GET', `/content/posts?search=${words}`)).body.total;
  await waitFor('the words of the new name', async () => (await total('lighthouse')) === 1);
  assert.equal(await total('harbour'), 0);
});

test('an author who has items is deleted only with another who gets them', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const ann = await create(service, '/authors', { name: 'Ann' });
  const bob = await create(service, '/authors', { name: 'Bob' });
  const item = await create(service, '/content/post', { title: 'Sea', authorId: 'bob', status: 'publish' });
  const path = `/content/post/${item.id}`;
  await send(service, 'PATCH', `${path}/draft`, { authorId: 'ann' });
  const inUse = await request('DELETE', '/authors/ann');
  assert.deepEqual([inUse.status, inUse.body.code], [409, 'author_in_use']);
  assert.match(inUse.body.detail, /`\?replaceBy=`/);
  assert.match(inUse.body.detail, /Drafts/);
  assert.match((await request('DELETE', '/authors/bob')).body.detail, /in the trash/);
  for (const [other, detail] of [
    ['ann', /another author/],
    ['nobody', /no author/],
  ] as const) {
    const answer = await request('DELETE', `/authors/ann?replaceBy=${other}`);
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [400, 'replaceBy']);
    assert.match(answer.body.errors[0].detail, detail);
  }
  const operations = Array.from({ length: 240 }, (_, index) => ({
    action: 'create',
    title: `Wave ${index}`,
    authorId: 'ann',
  }));
  await send(service, 'POST', '/content/post/bulk', { operations });
  const trashed = await create(service, '/content/post', { title: 'Old', authorId: 'ann' });
  await send(service, 'DELETE', `/content/post/${trashed.id}`);
  await create(service, '/authors', { name: 'Cleo' });
  assert.deepEqual((await send(service, 'DELETE', '/authors/ann?replaceBy=cleo')).body, { id: ann.id, deleted: true });
  assert.equal((await request('GET', '/authors/ann')).status, 404);
  assert.equal((await send(service, 'GET', '/content/posts?author=cleo&status=any')).body.total, 240);
  assert.equal((await send(service, 'GET', '/content/posts?author=cleo&status=trash')).body.total, 1);
  assert.equal((await send(service, 'GET', `${path}?version=draft`)).body.author.slug, 'cleo');
  await service.work();
  const found = async () => (await send(service, 'GET', '/content/posts?search=cleo&status=any')).body.total;
  await waitFor('the items to be found by the other name', async () => (await found()) === 240);
  assert.equal((await send(service, 'GET', `${path}`)).body.version, 1, 'items do not change themselves');
  await send(service, 'DELETE', `${path}/draft`);
  await send(service, 'DELETE', `${path}?force=true`);
  assert.equal((await send(service, 'DELETE', `/authors/${bob.id}`)).body.deleted, true);
});

test('several authors are merged together, or not at all', async (t) => {
  const service = await startContentService(t);
  const merge = (authors: string[], into: string) =>
    service.request('POST', '/authors/merge', { body: { authors, into } });
  for (const name of ['Ann', 'Bob', 'Cleo']) {
    await create(service, '/authors', { name });
    await create(service, '/content/post', { title: `By ${name}`, authorId: name.toLowerCase(), status: 'publish' });
  }
  const wrong = await merge(['ann', 'dora', 'cleo'], 'cleo');
  assert.deepEqual(
    [wrong.status, ...wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)],
    [422, '/authors/1', '/authors/2'],
  );
  const owner = await setUpOwner(service);
  const users = ['Eve', 'Finn'].map(async (name) => {
    const body = { name, email: `${name}@example.com`, role: 'editor', password: 'a long enough password' };
    const { status, text, body: user } = await owner.request('POST', '/users', { body });
    assert.equal(status, 201, text);
    return create(service, '/authors', { name, userId: user.id });
  });
  await Promise.all(users);
  // Two users cannot be merged, so nothing is.
  const refused = await merge(['ann', 'eve', 'finn'], 'cleo');
  assert.deepEqual([refused.status, refused.body.code], [409, 'user_has_author']);
  assert.equal((await send(service, 'GET', '/content/posts?author=ann')).body.total, 1);
  const merged = await merge(['ann', 'eve', 'bob'], 'cleo');
  assert.deepEqual([merged.status, merged.body.items, merged.body.author.count], [200, 2, 3]);
  const left = (await send(service, 'GET', '/authors')).body.items;
  assert.deepEqual(
    left.map(({ slug }: { slug: string }) => slug),
    ['cleo', 'finn'],
  );
});

test('of two authors who replace each other at once, one stays', async (t) => {
  const service = await startContentService(t);
  const replaceEachOther = async (number: number): Promise<number[]> => {
    const ann = await create(service, '/authors', { name: `Ann ${number}` });
    const bob = await create(service, '/authors', { name: `Bob ${number}` });
    const paths = [`/authors/${ann.id}?replaceBy=${bob.id}`, `/authors/${bob.id}?replaceBy=${ann.id}`];
    const answers = await Promise.all(paths.map((path) => service.request('DELETE', path)));
    return answers.map(({ status }) => status).sort();
  };
  const pairs = await Promise.all(Array.from({ length: 8 }, (_, number) => replaceEachOther(number)));
  assert.deepEqual(new Set(pairs.flatMap(([first]) => first)), new Set([200]));
  assert.ok(
    pairs.every(([, second]) => second === 400 || second === 404),
    JSON.stringify(pairs),
  );
  assert.equal((await send(service, 'GET', '/authors')).body.total, pairs.length);
});

test('a user is an author of their own, and another one only when an owner says so', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const imported = await create(service, '/authors', { name: 'Olga from before', email: 'olga@example.com' });
  assert.equal((await owner.request('GET', '/me/author')).body.code, 'author_not_found');
  const post = (person: typeof owner) => person.request('POST', '/content/post', { body: { title: 'Hello' } });
  assert.deepEqual((await post(owner)).body.author, { slug: 'olga', name: 'Olga' }, 'the same email proves nothing');
  const mine = await owner.request('PATCH', '/me/author', { body: { bio: 'At the harbour.' } });
  assert.deepEqual([mine.body.slug, mine.body.bio, mine.body.userId], ['olga', 'At the harbour.', owner.id]);
  const read = await owner.request('GET', '/me/author');
  assert.equal(read.headers.etag, mine.headers.etag);

  const taken = await owner.request('PATCH', `/authors/${imported.id}`, { body: { userId: owner.id } });
  assert.deepEqual([taken.status, taken.body.code], [409, 'user_has_author']);
  const merged = await owner.request('DELETE', `/authors/olga?replaceBy=${imported.id}`);
  assert.equal(merged.status, 200, merged.text);
  assert.equal((await owner.request('GET', '/me/author')).body.id, imported.id);
  assert.equal((await post(owner)).body.author.slug, imported.slug);

  const body = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: ownerPassword };
  const { id } = (await owner.request('POST', '/users', { body })).body;
  const editor = await signIn(service, body.email, ownerPassword);
  const guest = await create(service, '/authors', { name: 'Guest' });
  const link = { body: { userId: id } };
  assert.equal((await editor.request('PATCH', '/authors/guest', link)).body.requiredScope, 'admin');
  assert.equal((await owner.request('PATCH', '/authors/guest', link)).body.userId, id);
  assert.equal((await editor.request('PATCH', '/authors/guest', link)).status, 200, 'nothing changes');
  assert.equal((await post(editor)).body.author.slug, 'guest');
  const both = await owner.request('DELETE', `/authors/guest?replaceBy=${imported.id}`);
  assert.deepEqual([both.status, both.body.code], [409, 'user_has_author']);
  await owner.request('DELETE', `/users/${id}`);
  assert.equal((await send(service, 'GET', `/authors/${guest.id}`)).body.userId, null, 'the user is gone');
  assert.equal((await service.request('GET', '/me/author')).status, 403, 'keys are no users');
});
