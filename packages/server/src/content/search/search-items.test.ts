import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { inTransaction } from '../../context/context.ts';
import type { Job } from '../../jobs/queue.ts';
import { searchTasks } from './index-items.ts';

type Item = { title: string };

async function startSite(t: TestContext, items: object[], locale: string | null = null) {
  const service = await startContentService(t);
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const response = await service.request(method, path, body ? { body } : {});
    assert.ok(response.status < 300, response.text);
    return response.body;
  };
  if (locale !== null) await send('PATCH', '/settings', { locale });
  for (const item of items) await send('POST', '/content/post', { status: 'publish', ...item });
  const find = async (search: string, more = ''): Promise<string> => {
    const { status, text, body } = await service.request(
      'GET',
      `/content/post?orderBy=title&order=asc&search=${encodeURIComponent(search)}${more}`,
    );
    assert.equal(status, 200, text);
    assert.equal(body.total, more.includes('total=false') ? null : body.items.length, search);
    return body.items.map((item: Item) => item.title).join();
  };
  const readJobs = () =>
    service.context.db.selectFrom('jobs').selectAll().where('task', 'in', Object.keys(searchTasks)).execute();
  /** Runs these jobs, and those that they store. */
  const runJobs = async (): Promise<void> => {
    let jobs = await readJobs();
    for (assert.ok(jobs.length > 0); jobs.length > 0; jobs = await readJobs())
      for (const job of jobs) {
        const payload = JSON.parse(job.payload);
        await searchTasks[job.task]!.run(service.context, { ...job, payload } as unknown as Job, () => {});
        await inTransaction(service.context, (ctx) => ctx.db.deleteFrom('jobs').where('id', '=', job.id).execute());
      }
  };
  return { ...service, send, find, runJobs };
}

const titled = (titles: string[]) => titles.map((title) => ({ title }));

test('phrases, minus and OR', async (t) => {
  const { find } = await startSite(t, [
    { title: 'A', content: 'A red lamp of copper' },
    { title: 'B', content: 'A lamp, red and small' },
    { title: 'C', content: 'A blue lamp', excerpt: 'Very red' },
    { title: 'D', content: '東京タワーの本' },
  ]);
  assert.equal(await find('red lamp.'), 'A,B,C');
  assert.equal(await find('"red lamp"'), 'A');
  assert.equal(await find('lamp -"red lamp"'), 'B,C');
  assert.equal(await find('lamp -small -copper'), 'C');
  assert.equal(await find('copper OR blue lamp.'), 'A,C');
  assert.equal(await find('"very red" OR タワー'), 'C,D');
  assert.equal(await find('"東京タワー"'), 'D');
  assert.equal(await find('"京タワーの" -lamp'), 'D');
  assert.equal(await find('-lamp'), '');
  assert.equal(await find('"red a"'), '', 'a phrase does not go on from the excerpt to the content');
});

test('other forms of a word are found, by the language of the site', async (t) => {
  const { find, send, context, runJobs } = await startSite(
    t,
    titled(['Lanterns', 'A lantern', 'Co-operate', 'Cooperation', 'Häuser', 'Haus']),
  );
  assert.equal(await find('lantern.'), 'A lantern,Lanterns');
  assert.equal(await find('lanterns.'), 'A lantern,Lanterns');
  assert.equal(await find('"lanterns"'), 'Lanterns');
  assert.equal(await find('lanterned -lanterns'), '');
  assert.equal(await find('cooperate.'), 'Co-operate,Cooperation');
  assert.equal(await find('co-operates.'), 'Co-operate,Cooperation');
  assert.equal(await find('haus.'), 'Haus');
  await send('PATCH', '/settings', { locale: 'de-AT' });
  await runJobs();
  assert.equal(await find('haus.'), 'Haus,Häuser');
  assert.equal(await find('hauser.'), 'Haus,Häuser', 'typed without its accents');
  const stems = await context.db.selectFrom('searchWords').select('stem').where('spelling', '=', 'häuser').execute();
  assert.deepEqual(stems, [{ stem: 'haus' }]);
});

test('an item is found by the rules of its own language', async (t) => {
  const { find, send, request, context } = await startSite(t, [
    ...titled(['Lanterns', 'A lantern']),
    { title: 'Häuser', language: 'de-CH' },
    { title: 'Haus', language: 'de' },
    { title: 'Maisons', tags: ['Bateaux'], language: 'fr' },
    { title: 'Domy', language: 'pl' },
  ]);
  assert.equal(await find('lantern.'), 'A lantern,Lanterns');
  assert.equal(await find('bateau.'), 'Maisons', 'by the name of its tag');
  for (const text of ['haus.', 'häusern.', 'hauser.']) assert.equal(await find(text), 'Haus,Häuser', text);
  assert.equal(await find('maison.'), 'Maisons');
  assert.equal(await find('dom.', '&highlight=true'), '', 'a language without rules');
  assert.equal(await find('domy.'), 'Domy');
  assert.equal(await find('huaser.'), 'Haus,Häuser', 'a typo is forgiven in each of them');
  const { items } = (await request('GET', '/content/post?search=haus%20&highlight=true&language[in]=de,de-CH')).body;
  assert.deepEqual(items.map(({ highlight }: { highlight: { title: string } }) => highlight.title).sort(), [
    '<mark>Haus</mark>',
    '<mark>Häuser</mark>',
  ]);
  const { body } = await request('GET', '/search?q=häusern');
  assert.deepEqual(body.items.map(({ title }: Item) => title).sort(), ['Haus', 'Häuser']);

  // A German word with a form that it has in English only.
  for (const item of [{ title: 'He fasts' }, { title: 'Fasting', language: 'de' }, { title: 'Fast', language: 'de' }])
    await send('POST', '/content/post', { status: 'publish', ...item });
  await send('POST', '/content/post', { status: 'publish', title: 'A fasting' });
  assert.equal(await find('fast.'), 'A fasting,Fast,Fasting,He fasts');
  assert.equal(await find('fast.', '&language=de'), 'Fast');
  assert.equal(await find('fast.', '&language[exists]=false'), 'A fasting,He fasts');

  await send('POST', '/content/post', { status: 'publish', title: 'Chevaux' });
  assert.equal(await find('cheval.'), '');
  await send('PATCH', '/content/post/chevaux', { language: 'fr-CA' });
  assert.equal(await find('cheval.'), 'Chevaux');
  const languages = await context.db.selectFrom('searchLanguages').selectAll().execute();
  assert.deepEqual(languages.map(({ language }) => language).sort(), ['de', 'fr', 'und']);

  // As another process would find it, which has not seen any item in these languages.
  context.knownWords.languages.clear();
  assert.equal(await find('häusern.'), 'Haus,Häuser');
});

test('elided articles, possessives and the Arabic article do not matter', async (t) => {
  const { find } = await startSite(
    t,
    titled(['L’été', 'Un été', 'Harbor', 'The harbor’s light', 'الكتاب', 'كتاب']),
    'fr',
  );
  for (const text of ["l'été ", 'été ', 'L’ÉTÉ', "d'ete "]) assert.equal(await find(text), 'L’été,Un été', text);
  assert.equal(await find('harbor’s'), 'Harbor,The harbor’s light');
  assert.equal(await find('كتاب'), 'الكتاب,كتاب');
  assert.equal(await find('الكتاب.'), 'الكتاب,كتاب');
});

test('a typo is forgiven where nothing else matches, and only by what the caller can see', async (t) => {
  const { find, request, send, tokenWith } = await startSite(t, [
    ...titled(['Blue lanterns', 'Red lanterns', 'Harbor']),
    { title: 'Lantrens', status: 'draft' },
  ]);
  const reader = { token: await tokenWith('content:read') };
  const total = async (search: string) =>
    (await request('GET', `/content/post?search=${encodeURIComponent(search)}`, reader)).body.total;
  assert.equal(await find('lantrens.'), 'Blue lanterns,Red lanterns');
  assert.equal(await total('lantrens '), 2);
  assert.equal(await find('lantrens.', '&total=false'), 'Blue lanterns,Red lanterns');
  assert.equal(await find('lantrens.', '&total=false&limit=1&offset=1'), 'Red lanterns');
  const descending = await request('GET', '/content/post?orderBy=title&order=desc&search=lantrens.', reader);
  assert.equal(descending.body.items[0].title, 'Red lanterns', 'in the order of each request');
  assert.equal(await find('lantrens.', '&status=draft'), 'Lantrens');
  assert.equal(await find('red latnerns.'), 'Red lanterns');
  assert.equal(await find('red lnterns'), 'Red lanterns');
  assert.equal(await find('lantrens -blue'), 'Red lanterns');
  assert.equal(await find('harobr'), 'Harbor');
  assert.equal(await find('hxrbxr'), '');
  assert.equal(await find('"lantrens"'), '', 'a phrase is meant as it stands');
  assert.equal(await find('harbor lanterns.'), '', 'each word finds something');
  const { body } = await request('GET', '/search?q=latnern', reader);
  assert.deepEqual(body.items.map((item: Item) => item.title).sort(), ['Blue lanterns', 'Red lanterns']);
  await send('POST', '/content/post', { title: 'Lantrens', status: 'publish' });
  assert.equal(await find('lantrens.'), 'Lantrens');
});

test('items are found by the names of their tags, categories and author', async (t) => {
  const { find, send, context, request, runJobs } = await startSite(t, [
    { title: 'A', tags: ['Summer night', 'Boats'], categories: ['Harbor'] },
    { title: 'B', tags: ['Night'], content: 'A summer' },
    { title: 'C' },
  ]);
  assert.equal(await find('summer.'), 'A,B');
  assert.equal(await find('"summer night"'), 'A');
  assert.equal(await find('"night boats"'), '');
  assert.equal(await find('boat harbors.'), 'A');
  await send('PATCH', '/tags/summer-night', { name: 'Winter' });
  await runJobs();
  assert.equal(await find('winter'), 'A');
  assert.equal(await find('summer.'), 'B');
  await send('DELETE', '/categories/harbor');
  await runJobs();
  assert.equal(await find('harbor'), '');
  const { id } = (await request('GET', '/content/post/c')).body;
  await send('PATCH', `/content/post/${id}`, { tags: ['Boats'] });
  assert.equal(await find('boats.'), 'A,C');
  await send('PATCH', `/content/post/${id}`, { tags: [] });
  assert.equal(await find('boats.'), 'A');
  const rows = await context.db.selectFrom('searchStale').selectAll().execute();
  assert.deepEqual(rows, []);
});

test('highlights are escaped texts with marks around what was found', async (t) => {
  const { request, send } = await startSite(t, [
    {
      title: 'Lamps & <lights>',
      content: `<p>${'One more word. '.repeat(50)}A <b>lan</b>tern &lt;script&gt; by day</p>`,
    },
    { title: '東京タワー', content: '東京の本', tags: ['Lantern'] },
  ]);
  const read = async (query: string) => (await request('GET', `/content/post?orderBy=title&${query}`)).body.items;
  const [tower, lamps] = await read('search=lanterns&highlight=true');
  assert.equal(lamps.highlight.title, 'Lamps &#38; &#60;lights&#62;');
  assert.match(lamps.highlight.text, /^…[\w .]+ A <mark>lantern<\/mark> &#60;script&#62; by day$/);
  assert.deepEqual(tower.highlight, { title: '東京タワー', text: '東京の本' });
  const [found] = await read(`search=${encodeURIComponent('"京タワー" OR lamp')}&highlight=true&select=slug`);
  assert.equal(found.highlight.title, '東<mark>京タワー</mark>');
  assert.deepEqual(Object.keys(found).sort(), ['highlight', 'id', 'slug']);
  assert.equal((await read('search=lantern'))[0].highlight, undefined);
  assert.equal((await read('highlight=true'))[0].highlight, undefined);
  const { id } = await send('POST', '/content/post', {
    title: 'Long',
    content: `${'x '.repeat(60_000)} lantern`,
    status: 'publish',
  });
  const long = (await read('search=lantern&highlight=true')).find((item: { id: string }) => item.id === id);
  assert.match(long.highlight.text, /^x x x .*…$/, 'so far back it is found, but not shown');
  const { body } = await request('GET', '/search?q=lamp');
  assert.equal(body.items[0].highlight.title, '<mark>Lamps</mark> &#38; &#60;lights&#62;');
});

test('lists and the search over everything count by term what the caller can see', async (t) => {
  const { request, send, tokenWith } = await startSite(t, [
    { title: 'Lamp 1', tags: ['Red', 'Small'], categories: ['Home'] },
    { title: 'Lamp 2', tags: ['Red'], categories: ['Home', 'Garden'] },
    { title: 'Lamp 3', tags: ['Blue'], status: 'draft' },
    { title: 'Chair', tags: ['Red', 'Oak'] },
  ]);
  await send('POST', '/categories', { name: 'Shed', parent: 'garden' });
  await send('PATCH', '/content/post/chair', { categories: ['Shed'] });
  await send('POST', '/taxonomies', { name: 'brands', types: ['page'], publicRead: true });
  const page = { status: 'publish', title: 'Lamps', tags: ['Red'], terms: { brands: ['Nike'] } };
  await send('POST', '/content/page', page);
  await send('PATCH', '/types/page', { publicRead: true });
  const reader = { token: await tokenWith('content:read') };
  const read = async (path: string, options = {}) => {
    const { status, text, body } = await request('GET', path, options);
    assert.equal(status, 200, text);
    return body;
  };
  const [red, home, garden] = [
    { slug: 'red', name: 'Red', count: 2 },
    { slug: 'home', name: 'Home', count: 2 },
    { slug: 'garden', name: 'Garden', count: 1 },
  ];
  const small = { slug: 'small', name: 'Small', count: 1 };
  for (const query of [
    'search=lamp%20',
    'search=lapms%20',
    'search=lamp%20&cursor=',
    'fields[none][exists]=false&search=lamps%20',
  ]) {
    const list = await read(`/content/post?limit=1&termFacets=tag,%20category&${query}`, reader);
    assert.deepEqual(list.termFacets, { tag: [red, small], category: [home, garden] }, query);
    assert.deepEqual(Object.keys(list).slice(0, 2), ['items', 'total']);
  }
  const all = (await read('/content/post?termFacets=tag&status=any')).termFacets.tag;
  assert.deepEqual(
    all.map(({ slug, count }: typeof red) => [slug, count]),
    [
      ['red', 3],
      ['blue', 1],
      ['oak', 1],
      ['small', 1],
    ],
  );
  const under = await read('/content/post?termFacets=category&category[under]=garden', reader);
  const shed = { slug: 'shed', name: 'Shed', count: 1 };
  assert.deepEqual(under.termFacets, { category: [{ ...garden }, { ...home, count: 1 }, shed] });
  assert.deepEqual((await read('/content/post?termFacets=tag&search=-lamp')).termFacets, { tag: [] });
  const visitor = await read('/content/page?termFacets=tag,terms.brands', { token: null });
  const nike = { slug: 'nike', name: 'Nike', count: 1 };
  assert.deepEqual(visitor.termFacets, { tag: [{ slug: 'red', count: 1 }], 'terms.brands': [nike] });

  const found = await read('/search?q=lamp&limit=1&termFacets=tag,terms.brands', reader);
  assert.deepEqual(found.termFacets, { tag: [{ ...red, count: 3 }, small], 'terms.brands': [nike] });
  assert.equal(found.facets, undefined);
  const limited = { token: await tokenWith('content:read:page') };
  assert.deepEqual((await read('/search?q=lamp&termFacets=tag', limited)).termFacets, {
    tag: [{ slug: 'red', count: 1 }],
  });
  for (const text of ['', '-lamp', 'nothing'])
    assert.deepEqual((await read(`/search?q=${text}&termFacets=category`)).termFacets, { category: [] });
  for (const [path, detail] of [
    ['/content/post?termFacets=tags', '`tags` is not known (did you mean `tag`?)'],
    ['/content/post?termFacets=terms.brands', '`terms.brands` is not known: tag, category are'],
    ['/search?q=x&termFacets=terms.brand', '`terms.brand` is not known (did you mean `terms.brands`?)'],
    ['/search?q=x&termFacets=,', 'must name what to count by, such as tag,category'],
  ] as const) {
    const { status, body } = await request('GET', path);
    assert.deepEqual([status, body.errors[0]], [400, { pointer: 'termFacets', code: 'invalid', detail }]);
  }
});

test('the search over everything counts all items that the caller can see by type', async (t) => {
  const { request, send, tokenWith } = await startSite(
    t,
    titled(Array.from({ length: 7 }, (_, index) => `Lamp ${index}`)),
  );
  await send('POST', '/content/page', { title: 'Lamps', status: 'publish' });
  await send('POST', '/content/page', { title: 'Old lamp', status: 'draft' });
  const facets = async (q: string, options = {}) =>
    (await request('GET', `/search?facets=true&limit=1&q=${encodeURIComponent(q)}`, options)).body.facets;
  const reader = { token: await tokenWith('content:read') };
  const post = { type: 'post', count: 7 };
  assert.deepEqual(await facets('lamp'), { total: 9, types: [post, { type: 'page', count: 2 }] });
  assert.deepEqual(await facets('lamp', reader), { total: 8, types: [post, { type: 'page', count: 1 }] });
  assert.deepEqual(await facets('lapm', reader), { total: 8, types: [post, { type: 'page', count: 1 }] });
  assert.deepEqual(await facets('lamp -6 -old', reader), {
    total: 7,
    types: [
      { type: 'post', count: 6 },
      { type: 'page', count: 1 },
    ],
  });
  const none = { total: 0, types: [] };
  for (const text of ['', '-lamp', 'nothing at all']) assert.deepEqual(await facets(text), none);
  assert.deepEqual(await facets('lamp', { token: await tokenWith('forms:read') }), none);
  assert.equal((await request('GET', '/search?q=lamp')).body.facets, undefined);
});
