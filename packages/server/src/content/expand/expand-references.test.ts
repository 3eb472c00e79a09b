// What `expand` makes of references: items in items, three levels at most, and the authors of items.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMedia, send, startContentService } from '../../../test/support/content-service.ts';
import { picture, upload } from '../../../test/support/media.ts';
import { countOfRequest, recordStatements } from '../../../test/support/record-statements.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';

const text = { type: 'text' };

/** Products of brands in countries, each with a flag, and secret notes that visitors cannot read. */
async function startShop(t: TestContext) {
  const service = await startContentService(t);
  const declare = async (name: string, fields: object[], publicRead = true) => {
    const { status, text } = await service.request('POST', '/types', { body: { name, fields, publicRead } });
    assert.equal(status, 201, text);
  };
  await declare('country', [
    { name: 'code', ...text },
    { name: 'flag', type: 'media' },
    { name: 'bloc', type: 'reference', to: ['country'] },
  ]);
  await declare('note', [{ name: 'secret', ...text }], false);
  await declare('brand', [
    { name: 'country', type: 'reference', to: ['country'] },
    { name: 'story', type: 'richtext' },
    { name: 'note', type: 'reference', to: ['note'] },
  ]);
  await declare('product', [
    { name: 'brand', type: 'reference', to: ['brand'] },
    { name: 'related', type: 'reference', to: ['product'], multiple: true },
    {
      name: 'rows',
      type: 'list',
      of: {
        type: 'group',
        fields: [
          { name: 'maker', type: 'reference', to: ['brand'] },
          { name: 'photos', type: 'media', multiple: true },
          { name: 'info', type: 'richtext' },
        ],
      },
    },
    { name: 'any', type: 'reference' },
  ]);
  const create = async (type: string, title: string, fields: object = {}, status = 'publish'): Promise<string> => {
    const body = { title, slug: title.toLowerCase(), fields, status };
    const made = await service.request('POST', `/content/${type}`, { body });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  const flag = (await upload(service, await picture('png', { width: 40, height: 20, seed: 1 }), 'flag.png')).body;
  const eu = await create('country', 'EU', { code: 'eu' });
  const nl = await create('country', 'NL', { code: 'nl', flag: flag.id, bloc: eu });
  const note = await create('note', 'Note', { secret: 'x' });
  const delft = await create('brand', 'Delft', { country: nl, note, story: `<img src="/media/${flag.id}/flag.png">` });
  return { ...service, create, flag, eu, nl, note, delft };
}

test('references are answered as items, through several levels, groups and lists', async (t) => {
  const service = await startShop(t);
  const { create, flag, eu, nl, delft, note } = service;
  const cup = await create('product', 'Cup', { brand: delft });
  const rows = [{ maker: delft, photos: [flag.id], info: `<a data-item="${cup}">Cup</a>` }];
  await create('product', 'Mug', { brand: delft, related: [cup], rows, any: nl });
  const read = async (expand: string, path = 'product/mug') =>
    (await send(service, 'GET', `/content/${path}?expand=${expand}`)).body;
  const listed = async (path: string) => {
    const {
      content: _,
      menuOrder,
      tags,
      categories,
      parentId,
      author,
      createdAt,
      version,
      ...rest
    } = await read('', path);
    return rest;
  };
  const plain = await read('');
  const [brand, country] = [await listed('brand/delft'), await listed('country/nl')];
  assert.deepEqual((await read('fields.brand')).fields, { ...plain.fields, brand });
  const deep = (await read('fields.brand.country.flag,fields.brand.country.bloc,fields.brand.story')).fields.brand;
  const { fields: shown, ...rest } = deep;
  const { fields: ofBrand, ...restOfBrand } = brand;
  assert.deepEqual(rest, restOfBrand);
  assert.equal(shown.note, note, 'what is not named stays an ID');
  assert.match(shown.story, /<img srcset=.* src=/);
  assert.equal(shown.country.fields.flag.url, flag.url);
  assert.deepEqual(shown.country.fields.bloc, await listed('country/eu'));
  assert.equal(ofBrand.country, nl);
  assert.equal(country.fields.bloc, eu);
  // All that is inside a list, or one field of it; several references; a reference to any type.
  const inRows = (await read('fields.rows')).fields.rows[0];
  assert.deepEqual([inRows.maker, inRows.photos[0].url], [brand, flag.url]);
  assert.deepEqual((await read('fields.rows.maker.country')).fields.rows[0], {
    ...rows[0],
    maker: { ...brand, fields: { ...ofBrand, country } },
  });
  assert.deepEqual((await read('fields.related.brand')).fields.related[0].fields.brand, brand);
  assert.deepEqual((await read('fields.any.bloc')).fields.any.fields.bloc, await listed('country/eu'));
  const list = (await send(service, 'GET', '/content/products?expand=fields.brand.country&orderBy=title&order=asc'))
    .body;
  assert.deepEqual(
    list.items.map(
      (item: { fields: { brand: { fields: { country: { slug: string } } } } }) => item.fields.brand.fields.country.slug,
    ),
    ['nl', 'nl'],
  );
  // An item that changes is seen at once.
  await send(service, 'PATCH', '/content/country/eu', { fields: { code: 'EU' } });
  assert.equal((await read('fields.any.bloc')).fields.any.fields.bloc.fields.code, 'EU');
});

test('items that the caller may not see are null, at every level', async (t) => {
  const service = await startShop(t);
  const { create, delft, request, note } = service;
  const draft = await create('product', 'Plan', { brand: delft }, 'draft');
  const hidden = await create('brand', 'Hidden', { country: service.nl }, 'draft');
  await create('product', 'Mug', { brand: delft, related: [draft], any: note, rows: [{ maker: hidden }] });
  const path = '/content/product/mug?expand=fields.brand.note,fields.related,fields.any,fields.rows.maker.country';
  const read = async (token?: string | null) =>
    (await request('GET', path, token === undefined ? {} : { token })).body.fields;
  const visitor = await read(null);
  assert.equal(visitor.brand.title, 'Delft');
  assert.deepEqual(
    [visitor.brand.fields.note, visitor.related, visitor.any, visitor.rows[0].maker],
    [null, [null], null, null],
  );
  // Which fields a type has that the caller may not read, and that there is such a type, no answer says.
  for (const name of ['any', 'brand.note']) {
    for (const inner of ['secret', 'nothing', 'nothing.at']) {
      const about = `/content/product/mug?expand=fields.${name}.${inner}`;
      const { status, text } = await request('GET', about, { token: null });
      assert.equal(status, 200, text);
      const wrong = (await request('GET', about)).body.errors[0].detail;
      assert.match(wrong, inner === 'secret' ? /is a field of the kind text/ : /has no field nothing in (.* or )?note/);
    }
  }
  const tooDeep = '/content/product/mug?expand=fields.brand.country.bloc.bloc';
  assert.equal((await request('GET', tooDeep, { token: null })).status, 400);
  const reader = await read(await service.tokenWith('content:read'));
  assert.equal(reader.brand.fields.note.fields.secret, 'x');
  assert.deepEqual([reader.related, reader.any.title, reader.rows[0].maker], [[null], 'Note', null]);
  const writer = await read();
  assert.deepEqual([writer.related[0].title, writer.related[0].status], ['Plan', 'draft']);
  assert.equal(writer.rows[0].maker.fields.country.title, 'NL');
  await send(service, 'DELETE', `/content/brand/${delft}`);
  assert.equal((await read()).brand, null, 'in the trash');
});

test('authors are expanded, in lists too', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const made = await owner.request('POST', '/content/post', {
    body: { title: 'News', status: 'publish', slug: 'news' },
  });
  assert.equal(made.status, 201, made.text);
  await service.request('POST', '/content/post', { body: { title: 'Other', status: 'publish', slug: 'other' } });
  const portrait = await addMedia(service);
  const links = [{ label: 'Blog', url: 'https://ann.example/' }];
  const known = { bio: 'Writes about the sea.', pictureId: portrait, links };
  await send(service, 'PATCH', `/authors/${made.body.author.slug}`, known);
  const { author } = (await send(service, 'GET', '/content/post/news?expand=author')).body;
  const {
    email: _email,
    userId: _userId,
    ...whole
  } = (await send(service, 'GET', `/authors/${made.body.author.slug}`)).body;
  const { id, slug, name, bio, picture } = whole;
  assert.deepEqual(author, { id, slug, name, bio, picture, links });
  assert.deepEqual([author.bio, author.picture.id], [known.bio, portrait]);
  for (const select of ['', '&select=title,author']) {
    const { items } = (await send(service, 'GET', `/content/posts?expand=author&orderBy=title&order=asc${select}`))
      .body;
    assert.deepEqual([items[0].author, items[1].author], [author, null]);
  }
  const refused = await service.request('GET', '/content/posts?expand=author&select=title');
  assert.deepEqual([refused.status, refused.body.errors[0].detail], [400, '`author` is not in `select`']);
});

test('the number of statements depends on the levels only, and the response stays within measure', async (t) => {
  const statements = recordStatements(t);
  const service = await startShop(t);
  const { create, delft } = service;
  const ids: string[] = [];
  for (let number = 0; number < 12; number++)
    ids.push(await create('product', `Mug${number}`, { brand: delft, related: ids.slice(-3) }));
  const count = async (query: string) => {
    await send(service, 'GET', '/content/page');
    statements.length = 0;
    const { items } = (await send(service, 'GET', `/content/products?search=mug&cursor=&orderBy=title&${query}`)).body;
    return { items: items.length, statements: countOfRequest(statements) };
  };
  await count('limit=1&offset=0');
  const deep = 'expand=fields.brand.country.flag,fields.related.related';
  const [plain, few, many] = [await count('limit=3'), await count(`limit=2&${deep}`), await count(`limit=12&${deep}`)];
  assert.deepEqual([few.items, many.items], [2, 12]);
  // The types, the items of two levels, and the media.
  assert.equal(few.statements, plain.statements + 4);
  assert.equal(many.statements, few.statements);
  const long = 'x'.repeat(900_000);
  await send(service, 'PATCH', `/content/brand/${delft}`, { fields: { story: long.slice(0, 500_000) } });
  const all = ids.slice(-3);
  for (const id of ids) await send(service, 'PATCH', `/content/product/${id}`, { fields: { related: all } });
  const refused = await service.request('GET', '/content/products?expand=fields.related.related.brand');
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, 'expand']);
  assert.match(refused.body.errors[0].detail, /too long/);
});

test('what refers to an item is listed page by page, for those who may read it', async (t) => {
  const service = await startShop(t);
  const { create, delft, request } = service;
  const mug = await create('product', 'Mug', { brand: delft, rows: [{ maker: delft }] });
  const cup = await create('product', 'Cup', { any: delft });
  const draft = await create('product', 'Plan', { brand: delft }, 'draft');
  const trashed = await create('product', 'Old', { brand: delft });
  await send(service, 'DELETE', `/content/product/${trashed}`);
  const body = { title: 'Post', status: 'publish', content: `<a data-item="${delft}">Delft</a>` };
  const post = (await request('POST', '/content/post', { body })).body.id;
  const references = async (query = '', token?: string | null) => {
    const answer = await request(
      'GET',
      `/content/brand/delft/references${query}`,
      token === undefined ? {} : { token },
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.body as { items: { id: string; fields: string[] }[]; nextCursor: string | null };
  };
  const all = await references();
  assert.deepEqual(
    all.items.map(({ id, fields }) => [id, fields]),
    [
      [mug, ['brand', 'rows.maker']],
      [cup, ['any']],
      [draft, ['brand']],
      [post, ['content']],
    ],
  );
  assert.deepEqual(all.items[0], {
    id: mug,
    type: 'product',
    slug: 'mug',
    title: 'Mug',
    status: 'publish',
    fields: ['brand', 'rows.maker'],
  });
  const visitor = await references('', null);
  assert.deepEqual(visitor, { items: all.items.slice(0, 2), total: null, nextCursor: null });
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await references(`?limit=3&cursor=${cursor}`);
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  assert.deepEqual(pages, [mug, cup, draft, post]);
  const wrong = await request('GET', '/content/brand/delft/references?cursor=x');
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [400, 'cursor']);
  assert.equal((await request('GET', '/content/note/note/references', { token: null })).status, 401);
  const hidden = await request('GET', `/content/product/${draft}/references`, { token: null });
  assert.equal(hidden.status, 404);
});

test('names of terms are for those who may read the terms of their taxonomy', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  await request('POST', '/types', { body: { name: 'shop', publicRead: true } });
  for (const [name, publicRead] of Object.entries({ open: true, priv: false }))
    await request('POST', '/taxonomies', { body: { name, publicRead, types: ['shop'] } });
  const terms = { open: ['Öffentlich'], priv: ['Geheim!'] };
  const body = { title: 'Shop', slug: 'shop', status: 'publish', tags: ['New!'], categories: ['Old!'], terms };
  assert.equal((await request('POST', '/content/shop', { body })).status, 201);
  const whole = {
    ...{ tags: { new: 'New!' }, categories: { old: 'Old!' } },
    ...{ open: { offentlich: 'Öffentlich' }, priv: { geheim: 'Geheim!' } },
  };
  const tokenWith = async (...scopes: string[]): Promise<string> =>
    (await request('POST', '/tokens', { body: { name: 'Reader', scopes } })).body.token;
  for (const [token, names] of [
    [null, { open: whole.open }],
    [await tokenWith('content:write:shop'), { open: whole.open }],
    [await tokenWith('content:read'), whole],
  ] as const) {
    for (const [path, named] of Object.entries({ '/tags': 'tags', '/taxonomies/priv/terms': 'priv' }))
      assert.equal((await request('GET', path, { token })).status === 200, named in names, path);
    for (const path of ['/content/shop/shop?', '/content/shop?']) {
      const answer = await request('GET', `${path}expand=tags,categories,terms`, { token });
      const item = answer.body.items?.[0] ?? answer.body;
      assert.deepEqual(item.termNames, names, answer.text);
      const ofTags = await request('GET', `${path}expand=tags`, { token });
      assert.deepEqual((ofTags.body.items?.[0] ?? ofTags.body).termNames, 'tags' in names ? { tags: names.tags } : {});
    }
  }
  const writer = { token: await tokenWith('content:write:shop') };
  await request('PATCH', '/content/shop/shop/draft', { body: { terms: { priv: ['geheim'] } } });
  await request('PATCH', '/content/shop/shop/draft', { body: { title: 'Draft' } });
  const draft = await request('GET', '/content/shop/shop?version=draft&expand=terms', writer);
  assert.deepEqual([draft.body.title, draft.body.termNames], ['Draft', { open: whole.open }], draft.text);
});

test('the names of terms stand beside their slugs in items, drafts and lists, those of taxonomies of the site too', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const taxonomy = { name: 'regions', label: 'Regions', types: ['post'] };
  assert.equal((await request('POST', '/taxonomies', { body: taxonomy })).status, 201);
  const body = { title: 'News', slug: 'news', status: 'publish', tags: ['Sales 2027', 'New!'], categories: ['Old'] };
  const terms = { regions: ['Île-de-France'] };
  assert.equal((await request('POST', '/content/post', { body: { ...body, terms } })).status, 201);
  await request('POST', '/content/post', { body: { title: 'Bare', slug: 'bare', status: 'publish' } });
  const tags = { new: 'New!', 'sales-2027': 'Sales 2027' };
  const plain = (await send(service, 'GET', '/content/post/news')).body;
  const item = (await send(service, 'GET', '/content/post/news?expand=tags,terms')).body;
  assert.deepEqual(item, { ...plain, termNames: { tags, regions: { 'ile-de-france': 'Île-de-France' } } });
  const list = async (query: string) => (await send(service, 'GET', `/content/posts?sort=title&${query}`)).body.items;
  assert.deepEqual(
    (await list('expand=tags,categories')).map(({ termNames }: { termNames: object }) => termNames),
    [
      { tags: {}, categories: {} },
      { tags, categories: { old: 'Old' } },
    ],
  );
  assert.deepEqual((await list('expand=tags&select=slug,tags'))[1], {
    ...{ id: item.id, slug: 'news', tags: ['new', 'sales-2027'] },
    termNames: { tags },
  });
  await send(service, 'PATCH', '/content/post/news/draft', { tags: ['new', 'Coming soon'] });
  const draft = (await send(service, 'GET', '/content/post/news?version=draft&expand=tags')).body;
  assert.ok(draft.tags.length === 2 && draft.termNames.tags.new === 'New!', JSON.stringify(draft));
  const unselected = await request('GET', '/content/posts?expand=tags&select=title');
  assert.deepEqual(unselected.body.errors, [
    { pointer: 'expand', code: 'not_allowed', detail: '`tags` is not in `select`' },
  ]);
  const misspelt = await request('GET', '/content/posts?expand=tag');
  assert.match(misspelt.body.errors[0].detail, /did you mean `tags`/);
});
