import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestTurn } from '../../../test/support/busy-time.ts';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { picture, upload } from '../../../test/support/media.ts';
import { countOfRequest, recordStatements } from '../../../test/support/record-statements.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { getPostType } from '../types/post-types.ts';
import { expandItems } from './expand-items.ts';
import { readExpand } from './read-expand.ts';

const fields = [
  { name: 'photo', type: 'media' },
  { name: 'about', type: 'richtext' },
  { name: 'price', type: 'number' },
  { name: 'maker', type: 'reference' },
];

async function start(t: Parameters<typeof startContentService>[0]) {
  const service = await startContentService(t);
  const type = { name: 'product', fields, publicRead: true, url: 'https://shop.example/p/{slug}' };
  assert.equal((await service.request('POST', '/types', { body: type })).status, 201);
  return { ...service, product: (body: object) => create(service, body) };
}

async function create({ request }: Pick<TestService, 'request'>, body: object): Promise<string> {
  const made = await request('POST', '/content/product', { body: { status: 'publish', ...body } });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const uploaded = async (service: TestService, width: number, texts: Record<string, string> = {}) =>
  (await upload(service, await picture('png', { width, height: width / 2, seed: width }), 'harbor.png', { texts }))
    .body;

test('a media field is answered as its record in items, drafts and lists', async (t) => {
  const service = await start(t);
  const { id, url, srcset } = await uploaded(service, 400, { alt: 'A harbor' });
  await service.product({ title: 'Mug', slug: 'mug', fields: { photo: id, price: 3 } });
  await service.product({ title: 'Cup', slug: 'cup', fields: { price: 4 } });
  const expanded = { id, url, width: 400, height: 200, alt: 'A harbor', srcset };
  const plain = (await send(service, 'GET', '/content/product/mug')).body;
  const item = (await send(service, 'GET', '/content/product/mug?expand=fields.photo')).body;
  assert.deepEqual(item, { ...plain, fields: { photo: expanded, price: 3 } });
  const list = (await send(service, 'GET', '/content/products?expand=fields.photo&orderBy=title&order=asc')).body;
  assert.deepEqual(
    list.items.map((item: { fields: object }) => item.fields),
    [{ price: 4 }, { photo: expanded, price: 3 }],
  );
  await send(service, 'PATCH', '/content/product/cup/draft', { fields: { photo: id } });
  const draft = (await send(service, 'GET', '/content/product/cup?version=draft&expand=fields.photo')).body;
  assert.deepEqual(draft.fields, { price: 4, photo: expanded });
});

test('an undeclared field of an open type is expanded as well, with one ID or several', async (t) => {
  const service = await start(t);
  const { id, url } = await uploaded(service, 100);
  const gone = `med_${'0'.repeat(26)}`;
  const body = { title: 'News', slug: 'news', fields: { featuredImage: id, gallery: [id, gone, 'x'], other: id } };
  assert.equal((await service.request('POST', '/content/post', { body })).status, 201);
  const names = 'fields.featuredImage,fields.gallery,fields.none,fields.constructor';
  const { body: item } = await send(service, 'GET', `/content/post/news?expand=${names}`);
  assert.equal(item.fields.featuredImage.url, url);
  assert.deepEqual([item.fields.gallery[0].id, ...item.fields.gallery.slice(1)], [id, null, 'x']);
  assert.equal(item.fields.other, id);
  assert.deepEqual(Object.keys(item.fields), ['featuredImage', 'gallery', 'other']);
});

test('pictures of the library in texts get what is missing, and everything else stays byte for byte', async (t) => {
  const service = await start(t);
  const { id, url, srcset } = await uploaded(service, 400);
  const path = new URL(url).pathname;
  const lazy = 'sizes="auto, (max-width: 400px) 100vw, 400px"';
  const cases: [before: string, after: string][] = [
    [
      `<p>a &amp; b<IMG alt=x src='${path}'/>\n`,
      `<p>a &amp; b<IMG srcset="${srcset}" ${lazy} width="400" height="200" loading="lazy" alt=x src='${path}'/>\n`,
    ],
    [
      `<img src="${url}" width="100" loading="eager">`,
      `<img srcset="${srcset}" sizes="(max-width: 100px) 100vw, 100px" height="50" src="${url}" width="100" loading="eager">`,
    ],
    [
      `<img src="https://old.example/media/${id}/a.png?width=160" sizes="50vw" fetchpriority=high>`,
      `<img srcset="${srcset}" width="160" height="80" src="https://old.example/media/${id}/a.png?width=160" sizes="50vw" fetchpriority=high>`,
    ],
    [`<img srcset="x 2x" style="width: 50%" loading=lazy src="${url}">`, ''],
    [
      `<img width="100%" src="${url}?width=160&amp;height=100&amp;fit=cover">`,
      `<img loading="lazy" width="100%" src="${url}?width=160&amp;height=100&amp;fit=cover">`,
    ],
    [`<!-- <img src="${url}"> --><script>'<img src="${url}">'</script><textarea><img src="${url}"></textarea>`, ''],
    [`<img src="https://example.com/a.png"><img src="/media/med_x/a.png"><img src="/x?/media/${id}/a.png">`, ''],
    [`<a title='<img src="${url}">' href="${url}">${url}</a><img src="${url}`, ''],
  ];
  const content = cases.map(([before]) => before).join('');
  const expected = cases.map(([before, after]) => after || before).join('');
  await service.product({ title: 'Mug', slug: 'mug', content, fields: { about: content } });
  const { body } = await send(service, 'GET', '/content/product/mug?expand=content,fields.about');
  assert.equal(body.content, expected);
  assert.equal(body.fields.about, expected);
  const plain = (await send(service, 'GET', '/content/product/mug')).body;
  assert.deepEqual([plain.content, plain.fields.about], [content, content]);
  const list = (await send(service, 'GET', '/content/products?expand=fields.about')).body;
  assert.equal(list.items[0].fields.about, expected);
});

test('links to items lead to their present URLs if the caller may see them', async (t) => {
  const service = await start(t);
  const target = await service.product({ title: 'Cup', slug: 'cup' });
  const hidden = await service.product({ title: 'Plan', slug: 'plan', status: 'draft' });
  const post = (await service.request('POST', '/content/post', { body: { title: 'No URL', status: 'publish' } })).body;
  const content =
    `<a data-item="${target}" href="/old#part" class=x>Cup</a><a href='/b' data-item=${hidden}>Plan</a>` +
    `<a data-item="${post.id}" href="/post">Post</a><a data-item="${target}">Cup</a><a data-item="item_x" href="/x">X</a>`;
  await service.product({ title: 'Mug', slug: 'mug', content });
  await send(service, 'PATCH', `/content/product/${target}`, { slug: 'new-cup' });
  const read = async (token?: string | null) =>
    (await service.request('GET', '/content/product/mug?expand=content', { ...(token === undefined ? {} : { token }) }))
      .body.content;
  const seen = (plan: string) =>
    content
      .replace('href="/old#part"', 'href="https://shop.example/p/new-cup#part"')
      .replace("href='/b'", plan)
      .replace(`<a data-item="${target}">`, `<a href="https://shop.example/p/new-cup" data-item="${target}">`);
  assert.equal(await read(null), seen("href='/b'"));
  assert.equal(await read(await service.tokenWith('content:read')), seen("href='/b'"));
  assert.equal(await read(), seen('href="https://shop.example/p/plan"'));
  await send(service, 'PATCH', '/types/product', { url: 'https://shop.example/{id}' });
  assert.match(await read(null), new RegExp(`href="https://shop.example/${target}#part"`));
  await send(service, 'DELETE', `/content/product/${target}`);
  assert.match(await read(), /href="\/old#part"/);
  await send(service, 'PATCH', '/types/product', { url: null });
  assert.equal(await read(), content);
});

test('callers who may not read a private file learn nothing but its ID', async (t) => {
  const service = await start(t);
  const { id, url, srcset } = await uploaded(service, 400, { private: 'true', alt: 'Secret' });
  const content = `<img src="${url}">`;
  await service.product({ title: 'Mug', slug: 'mug', content, fields: { photo: id } });
  const read = (token: string | null) =>
    service.request('GET', '/content/product/mug?expand=fields.photo,content', { token });
  const { body } = await read(null);
  assert.deepEqual(body.fields.photo, { id, url: null, width: null, height: null, alt: '', srcset: null });
  assert.equal(body.content, content);
  const byKey = (await read(await service.tokenWith('content:read'))).body;
  assert.deepEqual([byKey.fields.photo.url, byKey.fields.photo.srcset], [url, srcset]);
  assert.match(byKey.content, /srcset=/);
});

test('a change of the media or of a linked item is seen at once, and by its ETag', async (t) => {
  const service = await start(t);
  const origin = await service.listen();
  const { id } = await uploaded(service, 400);
  const target = await service.product({ title: 'Cup', slug: 'cup' });
  await service.product({
    title: 'Mug',
    slug: 'mug',
    fields: { photo: id },
    content: `<a data-item="${target}">Cup</a>`,
  });
  const etags = new Set<string>();
  const read = async (path: string) => {
    const response = await fetch(`${origin}/api/v1/content/${path}`);
    const body = (await response.json()) as { items: [{ fields: { photo: { alt: string; url: string } } }] };
    return {
      photo: (body.items?.[0] ?? body).fields?.photo,
      text: JSON.stringify(body),
      etag: response.headers.get('etag'),
    };
  };
  const paths = ['product/mug?expand=fields.photo,content', 'products?expand=fields.photo&orderBy=title&limit=1'];
  const readAll = async () => {
    for (const path of paths) await read(path);
    const [item, list] = await Promise.all(paths.map(read));
    assert.deepEqual(item?.photo, list?.photo);
    assert.ok(!etags.has(item?.etag as string), 'the ETag is new');
    etags.add(item?.etag as string);
    return item;
  };
  const first = await readAll();
  await send(service, 'PATCH', `/media/${id}`, { alt: 'A mug' });
  assert.equal((await readAll())?.photo.alt, 'A mug');
  const put = { method: 'PUT', path: `/media/${id}/file` } as const;
  assert.equal((await upload(service, await picture('png', { seed: 9 }), 'b.png', put)).status, 200);
  assert.notEqual((await readAll())?.photo.url, first?.photo.url);
  await send(service, 'PATCH', `/media/${id}`, { private: true });
  assert.equal((await readAll())?.photo.url, null);
  await send(service, 'PATCH', `/content/product/${target}`, { slug: 'cup-2' });
  assert.match((await readAll())?.text ?? '', /p\/cup-2/);
});

test('the ETag of an expanded item allows changes of the item, and of its draft', async (t) => {
  const service = await start(t);
  const { id } = await uploaded(service, 100);
  await service.product({ title: 'Mug', slug: 'mug', fields: { photo: id } });
  for (const [version, path] of [
    ['live', ''],
    ['draft', '/draft'],
    ['draft', '/draft'],
  ]) {
    const read = await send(service, 'GET', `/content/product/mug?version=${version}&expand=fields.photo`);
    const change = (title: string) =>
      service.request('PATCH', `/content/product/mug${path}`, {
        body: { title },
        headers: { 'if-match': String(read.headers.etag) },
      });
    assert.equal((await change(`${version} ${Math.random()}`)).status, 200);
    assert.equal((await change('Late')).status, 412);
  }
  await service.request('DELETE', '/content/product/mug/draft');
  const read = await send(service, 'GET', '/content/product/mug?expand=fields.photo');
  const inBulk = (title: string) =>
    service.request('POST', '/content/product/bulk', {
      body: { operations: [{ action: 'update', id: 'mug', ifMatch: String(read.headers.etag), title }] },
    });
  assert.equal((await inBulk('In bulk')).status, 200);
  assert.equal((await inBulk('Late')).body.errors[0].code, 'version_mismatch');
});

test('a name that cannot be expanded is answered with the nearest one', async (t) => {
  const { request } = await start(t);
  const cases: [path: string, detail: string][] = [
    ['product/x?expand=fields.foto', '`fields.foto` cannot be expanded (did you mean `fields.photo`?)'],
    ['products?expand=photo', '`photo` cannot be expanded (did you mean `fields.photo`?)'],
    ['products?expand=fields.zzzzzzzzz', '`fields.zzzzzzzzz` is not a field of the type product'],
    ['products?expand=fields.photo.alt', '`fields.photo.alt` has nothing in photo that can be expanded'],
    ['products?expand=fields.maker.zzzz', '`fields.maker.zzzz` has no field zzzz in page or post or product'],
    [
      'products?expand=fields.maker.phoot',
      '`fields.maker.phoot` has no field phoot in page or post or product (did you mean `photo`?)',
    ],
    [
      'products?expand=fields.maker.maker.maker.maker',
      '`fields.maker.maker.maker.maker` is too deep: at most 3 levels can be expanded',
    ],
    ['product/x?expand=contents', '`contents` cannot be expanded (did you mean `content`?)'],
    ['products?expand=content', '`content` is not in the response: name it in `select`'],
    [
      'products?expand=fields.price',
      '`fields.price` is a field of the kind number: only references, media and rich texts can be expanded',
    ],
    ['post/x?expand=featuredImage', '`featuredImage` is not a field of the type post'],
  ];
  for (const [path, detail] of cases) {
    const { status, body } = await request('GET', `/content/${path}`);
    assert.deepEqual([status, body.errors?.[0]], [400, { pointer: 'expand', code: 'invalid', detail }], path);
  }
  assert.equal((await request('GET', '/content/products?expand=')).status, 200);
  assert.equal((await request('GET', '/content/secret?expand=content', { token: null })).status, 401);
});

test('a long text with many pictures does not keep others waiting', async (t) => {
  const service = await start(t);
  const { url } = await uploaded(service, 400);
  const content = `<p>${'x'.repeat(400)}</p><img src="${url}">`.repeat(1500);
  const rows = [{ fields: '{}', content }];
  const { context } = service;
  const type = await getPostType(context, 'product');
  const { expansion } = await readExpand(context, type, 'content', { hasContent: true });
  const longest = await longestTurn(50, () => expandItems(context, 'product', expansion, rows));
  assert.ok(longest < 50, `${longest} ms`);
  const [row] = await expandItems(context, 'product', expansion, rows);
  assert.equal(row?.content?.match(/srcset=/g)?.length, 1000, 'responses stay within measure');
});

test('the number of statements does not depend on the number of items', async (t) => {
  const statements = recordStatements(t);
  const service = await start(t);
  const target = await service.product({ title: 'Target', slug: 'target' });
  for (const index of Array(12).keys()) {
    const { id, url } = await uploaded(service, 20 + 2 * index);
    const about = `<img src="${url}"><a data-item="${target}">x</a>`;
    await service.product({ title: `Mug ${index}`, fields: { photo: id, about } });
  }
  const count = async (query: string) => {
    await send(service, 'GET', '/content/page');
    statements.length = 0;
    const { body } = await send(service, 'GET', `/content/products?search=mug&cursor=&${query}`);
    return { items: body.items.length, statements: countOfRequest(statements) };
  };
  await count('limit=1&offset=0');
  const [plain, few, many] = [
    await count('limit=3'),
    await count('limit=2&expand=fields.photo,fields.about'),
    await count('limit=12&expand=fields.photo,fields.about'),
  ];
  assert.deepEqual([few.items, many.items], [2, 12]);
  assert.equal(few.statements, plain.statements + 2);
  assert.equal(many.statements, few.statements);
});
