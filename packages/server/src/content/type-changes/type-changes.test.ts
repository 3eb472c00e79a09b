// The plan of a change of a type, the conversion of its items, and the way back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { send, startContentService } from '../../../test/support/content-service.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { inTransaction, timeOf } from '../../context/context.ts';
import { convertValue } from '../../fields/convert-value.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { fieldKinds } from '../../fields/field-kinds.ts';
import { checkJsonValue, fullAllowance } from '../../http/body-limits.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { lockPostType, updatePostType } from '../types/post-types.ts';
import { beginChange, typeChangeTasks } from './run-type-change.ts';
import { forgetChanges, recordChange } from './type-changes.ts';

type Values = Record<string, unknown>;

async function createItems({ request }: TestService, type: string, fields: readonly Values[]): Promise<string[]> {
  const operations = fields.map((fields, n) => ({ action: 'create', title: `Item ${n}`, fields }));
  const { status, body, text } = await request('POST', `/content/${type}/bulk`, { body: { operations } });
  assert.equal(status, 200, text);
  return body.results.map(({ id }: { id: string }) => id);
}

async function storedFields({ context }: TestService, type: string): Promise<Map<string, string>> {
  const rows = await context.db.selectFrom('items').select(['id', 'fields']).where('type', '=', type).execute();
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

const fieldsOf = async (service: TestService, id: string, type = 'tour'): Promise<Values> =>
  (await send(service, 'GET', `/content/${type}/${id}`)).body.fields;

const before = [
  { name: 'price', type: 'text' },
  { name: 'level', type: 'select', options: ['easy', 'hard', 'Mild'] },
  { name: 'about', type: 'textarea' },
  { name: 'guide', type: 'reference' },
  { name: 'old', type: 'text' },
];
const after = [
  { name: 'price', type: 'number', min: 5 },
  { name: 'level', type: 'select', options: ['easy', 'mild'] },
  { name: 'about', type: 'richtext' },
  { name: 'guide', type: 'reference', multiple: true },
  { name: 'season', type: 'text', required: true },
];

async function startTours(t: Parameters<typeof startContentService>[0]) {
  const service = await startContentService(t);
  const { request } = service;
  const guide = (await request('POST', '/content/post', { body: { title: 'Ann' } })).body.id;
  await request('POST', '/types', { body: { name: 'tour', label: 'Tours', fields: before } });
  const ids = await createItems(service, 'tour', [
    { price: '12,50', level: 'Mild', about: 'Up & down\n\nAgain', guide, old: 'kept' },
    { price: 'on request', level: 'hard' },
    { price: '3', level: 'easy', old: 'unforgettable' },
    {},
  ]);
  return { service, guide, ids: ids as [string, string, string, string] };
}

test('a text becomes a number only if it says one in decimal digits, all of which are kept', () => {
  const read = (text: string) => {
    const conversion = convertValue({ name: 'x', type: 'number' }, text);
    return conversion.is === 'converted' ? conversion.value : conversion.is;
  };
  assert.deepEqual([' 12 ', '12,50', '1 500', '1e5'].map(read), [12, 12.5, 1500, 100_000]);
  assert.deepEqual(['١٢', '１．５', '٣٫٥', '−1.234,5'].map(read), [12, 1.5, 3.5, -1234.5]);
  for (const text of [
    '01067',
    '0x10',
    '0b11',
    '0o7',
    ' 0X1F',
    '０１０６７',
    '９００７１９９２５４７４０９９３',
    '1e400',
    '1,500',
    '9007199254740993',
    'Infinity',
    '1_000',
  ])
    assert.equal(read(text), 'misfit', text);
});

test('an object that has a member toString is no text of any kind', () => {
  for (const type of ['color', 'boolean', 'date', 'time', 'datetime', 'geo', 'slug', 'select', 'multiselect'])
    assert.equal(
      convertValue({ name: 'x', type, options: ['a'] } as FieldDeclaration, { toString: [] }).is,
      'misfit',
      type,
    );
});

test('a dry run plans what becomes of the values of every field, and stores nothing', async (t) => {
  const { service, guide, ids } = await startTours(t);
  const stored = await storedFields(service, 'tour');
  const { body } = await send(service, 'PATCH', '/types/tour?dryRun=true', { fields: after });
  assert.equal(body.plan.items, 4);
  const plans = new Map(body.plan.fields.map((plan: { field: string }) => [plan.field, plan]));
  const item = (n: number) => ({ id: ids[n], slug: `item-${n}`, title: `Item ${n}` });
  assert.deepEqual(plans.get('price'), {
    ...{ field: 'price', change: 'changed', from: 'text', to: 'number', values: 3, converted: 2, unfit: 2 },
    examples: [
      { ...item(1), value: 'on request', reason: 'must be a number' },
      { ...item(2), value: '3', reason: 'must be at least 5' },
      { ...item(0), value: '12,50', result: 12.5 },
      { ...item(2), value: '3', result: 3 },
    ],
  });
  assert.deepEqual(plans.get('level'), {
    ...{ field: 'level', change: 'changed', from: 'select', to: 'select', values: 3, converted: 1, unfit: 1 },
    examples: [
      { ...item(1), value: 'hard', reason: 'must be one of easy, mild' },
      { ...item(0), value: 'Mild', result: 'mild' },
    ],
  });
  const about = '<p>Up &#38; down</p><p>Again</p>';
  assert.deepEqual((plans.get('about') as Values).examples, [
    { ...item(0), value: 'Up & down\n\nAgain', result: about },
  ]);
  assert.deepEqual((plans.get('guide') as Values).examples, [{ ...item(0), value: guide, result: [guide] }]);
  const { change, values, unfit } = plans.get('season') as Values;
  assert.deepEqual([change, values, unfit], ['added', 0, 4]);
  assert.deepEqual(plans.get('old'), {
    ...{ field: 'old', change: 'removed', from: 'text', to: null, values: 2, converted: 0, unfit: 0 },
    examples: [],
  });
  assert.deepEqual(await storedFields(service, 'tour'), stored);
  assert.deepEqual((await send(service, 'GET', '/types/tour')).body.fields, before);
  assert.equal((await send(service, 'GET', '/types/tour/changes')).body.total, 0);
  const unknown = await service.request('PATCH', '/types/tour?dryRun=true', {
    body: { fields: [{ name: 'x', type: 'texts' }] },
  });
  assert.equal(unknown.status, 422);
});

test('a field that items have values of is left out only if that is confirmed, as on the command line', async (t) => {
  const service = await startContentService(t);
  const fields = ['size', 'color', 'note'].map((name) => ({ name, type: 'text' }));
  await service.request('POST', '/types', { body: { name: 'lamp', fields } });
  await createItems(service, 'lamp', [{ size: 'L', color: 'red' }, { size: 'M' }, {}]);
  const patch = (kept: string[], query = '') =>
    service.request('PATCH', `/types/lamp${query}`, {
      body: { fields: fields.filter(({ name }) => kept.includes(name)) },
    });
  const refused = await patch(['note']);
  assert.deepEqual([refused.status, refused.body.code], [409, 'fields_in_use'], refused.text);
  assert.deepEqual(refused.body.fields, [
    { field: 'size', items: 2 },
    { field: 'color', items: 1 },
  ]);
  assert.match(refused.body.detail, /size \(2 items\), color \(1 item\)\. .*allowDestructive=true/);
  assert.equal((await service.request('GET', '/types/lamp')).body.fields.length, 3);
  assert.equal((await patch(['note'], '?dryRun=true')).status, 200);
  // Nothing is lost with a field that no item uses, not even a draft.
  const [item] = (await service.request('GET', '/content/lamp?status=any')).body.items;
  assert.equal((await send(service, 'PATCH', `/content/lamp/${item.id}`, { status: 'publish' })).status, 200);
  const draft = (value: string | null) =>
    send(service, 'PATCH', `/content/lamp/${item.id}/draft`, { fields: { note: value } });
  await draft('Bright');
  const ofDraft = await patch(['size', 'color']);
  assert.deepEqual([ofDraft.status, ofDraft.body.fields], [409, [{ field: 'note', items: 1 }]], ofDraft.text);
  const planned = await patch(['size', 'color'], '?dryRun=true');
  assert.equal(planned.body.plan.fields[0].values, 1, planned.text);
  await draft(null);
  assert.equal((await patch(['size', 'color'])).status, 200);
  const confirmed = await patch(['size'], '?allowDestructive=true');
  assert.deepEqual([confirmed.status, confirmed.body.fields.length], [200, 1], confirmed.text);
});

test('so are fields inside of others: in a group, in the rows of a list, in blocks', async (t) => {
  const service = await startContentService(t);
  const texts = (...names: string[]) => names.map((name) => ({ name, type: 'text' }));
  type Kept = { group?: string[]; list?: string[]; quote?: string[]; note?: string[]; blocks?: string[] };
  const fieldsWith = ({
    group = ['title', 'text'],
    list = ['size', 'price'],
    quote = ['text', 'source'],
    note = ['text'],
    blocks = ['quote', 'note'],
  }: Kept) => [
    {
      name: 'seo',
      type: 'group',
      fields: [...texts('code'), { name: 'deep', type: 'group', fields: texts(...group) }],
    },
    { name: 'rows', type: 'list', of: { type: 'group', fields: texts(...list) } },
    {
      name: 'body',
      type: 'blocks',
      blocks: [
        { name: 'quote', fields: texts(...quote) },
        { name: 'note', fields: texts(...note) },
      ].filter(({ name }) => blocks.includes(name)),
    },
    { name: 'tags', type: 'list' },
  ];
  await service.request('POST', '/types', { body: { name: 'lamp', fields: fieldsWith({}) } });
  const [id] = await createItems(service, 'lamp', [
    {
      seo: { code: 'A', deep: { title: 'Lamp' } },
      rows: [{ size: 'L' }, { size: 'M', price: '5' }],
      body: [{ type: 'quote', text: 'Bright!' }],
      tags: ['new'],
    },
    { rows: [{ size: 'S' }], body: [{ type: 'note', text: 'Soon' }] },
    { seo: { deep: { text: null } } },
  ]);
  const patch = (kept: Kept, query = '') =>
    service.request('PATCH', `/types/lamp${query}`, { body: { fields: fieldsWith(kept) } });
  const refused = async (kept: Kept) => {
    const { status, body } = await patch(kept);
    assert.deepEqual([status, body.code], [409, 'fields_in_use'], JSON.stringify(body));
    return body.fields;
  };
  assert.deepEqual(await refused({ group: ['text'] }), [{ field: 'seo.deep.title', items: 1 }]);
  assert.deepEqual(await refused({ list: ['name'] }), [
    { field: 'rows.size', items: 2 },
    { field: 'rows.price', items: 1 },
  ]);
  assert.deepEqual(await refused({ blocks: ['note'] }), [{ field: 'body.text', items: 1 }]);
  assert.deepEqual(await refused({ note: ['source'] }), [{ field: 'body.text', items: 1 }]);
  const { plan } = (await patch({ list: ['size'] }, '?dryRun=true')).body;
  const planned = plan.fields.find(({ field }: { field: string }) => field === 'rows.price');
  assert.deepEqual([planned.change, planned.from, planned.values], ['removed', 'text', 1]);

  // Nothing is lost with those that no item uses, not even in a draft.
  await send(service, 'PATCH', `/content/lamp/${id}`, { status: 'publish' });
  const draft = (source: string | null) =>
    send(service, 'PATCH', `/content/lamp/${id}/draft`, {
      fields: { body: [{ type: 'quote', text: 'Bright!', source }] },
    });
  await draft('Ann');
  assert.deepEqual(await refused({ quote: ['text'] }), [{ field: 'body.source', items: 1 }]);
  await draft(null);
  assert.equal((await patch({ group: ['title'], quote: ['text'] })).status, 200);
  const kept = { group: ['title'], quote: ['text'], list: ['size'] };
  assert.equal((await patch(kept, '?allowDestructive=true&convert=true')).status, 200);

  const fields = [{ ...fieldsWith(kept)[0], fields: [{ name: 'code', type: 'group', fields: 'none' }] }];
  const malformed = await service.request('PATCH', '/types/lamp', { body: { fields } });
  assert.deepEqual([malformed.status, malformed.body.errors[0].pointer], [422, '/fields/0/fields/0/fields']);
});

test('a change converts values, drafts and what is found by them; undoing it gives back every byte', async (t) => {
  const { service, guide, ids } = await startTours(t);
  const { request } = service;
  await send(service, 'PATCH', `/content/tour/${ids[0]}`, { status: 'publish' });
  await request('PATCH', `/content/tour/${ids[0]}/draft`, { body: { fields: { price: '99' } } });
  const stored = await storedFields(service, 'tour');
  const find = async (query: string): Promise<number> =>
    (await send(service, 'GET', `/content/tour?status=any&${query}`)).body.total;
  assert.equal(await find('search=unforgettable'), 1);

  const changed = await send(service, 'PATCH', '/types/tour?convert=true&allowDestructive=true', { fields: after });
  assert.deepEqual([changed.body.change.status, changed.body.change.undoable], ['completed', true]);
  assert.deepEqual(await fieldsOf(service, ids[0]), {
    ...{ price: 12.5, level: 'mild', about: '<p>Up &#38; down</p><p>Again</p>', guide: [guide], old: 'kept' },
  });
  assert.deepEqual(await fieldsOf(service, ids[1]), { price: 'on request', level: 'hard' });
  assert.equal(await find('fields[price][gte]=3'), 2);
  assert.equal(await find(`fields[guide]=${guide}`), 1);
  assert.equal(await find('search=unforgettable'), 1, 'the value of a removed field is kept');
  const draft = await send(service, 'GET', `/content/tour/${ids[0]}?version=draft`);
  assert.equal(draft.body.fields.price, 99, draft.text);
  // What does not fit is readable, and other members can be changed.
  assert.equal((await request('PATCH', `/content/tour/${ids[1]}`, { body: { title: 'x' } })).status, 200);
  const revisions = (await send(service, 'GET', `/content/tour/${ids[2]}/revisions`)).body.items;
  assert.deepEqual(revisions[0].changed, ['fields.price']);
  await send(service, 'PATCH', `/content/tour/${ids[1]}`, { fields: { price: 10 } });
  const restored = await request('POST', `/content/tour/${ids[1]}/revisions/1/restore`, { body: {} });
  assert.equal(restored.status, 422, restored.text);
  assert.equal(restored.body.errors[0].pointer, '/fields/price');

  await send(service, 'PATCH', `/content/tour/${ids[1]}`, { fields: { price: null } });

  const undone = await send(service, 'POST', '/types/tour/undo');
  assert.deepEqual([undone.body.status, undone.body.left, undone.body.leftItems], ['undone', 0, []]);
  stored.set(ids[1], '{"level":"hard"}');
  assert.deepEqual(await storedFields(service, 'tour'), stored);
  assert.deepEqual((await send(service, 'GET', '/types/tour')).body.fields, before);
  assert.equal((await send(service, 'GET', `/content/tour/${ids[0]}?version=draft`)).body.fields.price, '99');
  assert.equal(await find('search=unforgettable'), 1);
  assert.equal(await find('fields[price]=3'), 1);
  const again = await request('POST', '/types/tour/undo');
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
});

test('undoing leaves what was edited since, names it, and takes changes back one by one', async (t) => {
  const { service, ids } = await startTours(t);
  const { request } = service;
  await send(service, 'PATCH', '/types/tour', { label: 'Walks' });
  await send(service, 'PATCH', '/types/tour?convert=true&allowDestructive=true', {
    fields: [...after.slice(0, 4), before[4]],
  });
  await send(service, 'PATCH', `/content/tour/${ids[0]}`, { fields: { price: 20 } });
  await send(service, 'PATCH', `/content/tour/${ids[2]}`, { title: 'Another title' });
  const old = await request('POST', `/content/tour/${ids[0]}/revisions/1/restore`, { body: {} });
  assert.equal(old.body.fields?.price, 12.5, 'an old revision is converted');
  await send(service, 'PATCH', `/content/tour/${ids[0]}`, { fields: { price: 20 } });
  const { body } = await send(service, 'POST', '/types/tours/undo');
  // The text of the old revision was HTML as it is.
  const left = { id: ids[0], slug: 'item-0', title: 'Item 0', fields: ['price', 'about'] };
  assert.deepEqual([body.left, body.leftItems], [1, [left]]);
  const { price, level } = await fieldsOf(service, ids[0]);
  assert.deepEqual([price, level], [20, 'Mild']);
  assert.equal((await fieldsOf(service, ids[2])).price, '3');
  assert.deepEqual((await send(service, 'POST', '/types/tour/undo')).body.members, ['label']);
  assert.equal((await send(service, 'GET', '/types/tour')).body.label, 'Tours');
  const { body: listed } = await send(service, 'GET', '/types/tour/changes');
  assert.deepEqual(
    listed.items.map(({ status, undoable }: Values) => [status, undoable]),
    [
      ['undone', false],
      ['undone', false],
    ],
  );
  // Nothing of an item remains when it is deleted, and nothing of a change when its time is over.
  const kept = () => service.context.db.selectFrom('convertedItems').select('itemId').execute();
  assert.ok((await kept()).some(({ itemId }) => itemId === ids[0]));
  await send(service, 'DELETE', `/content/tour/${ids[0]}?force=true`);
  assert.ok(!(await kept()).some(({ itemId }) => itemId === ids[0]));
  await forgetChanges({ ...service.context, now: () => new Date(Date.now() + 31 * 86_400_000) });
  assert.deepEqual(await kept(), []);
  assert.equal((await send(service, 'GET', '/types/tour/changes')).body.total, 0);
});

test('items are saved while others are converted, and each is converted once', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  await request('POST', '/types', { body: { name: 'tour', fields: [{ name: 'price', type: 'text', indexed: true }] } });
  const count = 450;
  const ids = await createItems(
    service,
    'tour',
    Array.from({ length: count }, (_, n) => ({ price: n % 50 === 7 ? 'free' : ` ${n} ` })),
  );
  const fields = [{ name: 'price', type: 'number', indexed: true }];
  const conversion = request('PATCH', '/types/tour?convert=true&allowDestructive=true', { body: { fields } });
  const edited = ids.filter((_, n) => n % 30 === 0);
  const saved = await Promise.all(
    edited.map(async (id) => (await request('PATCH', `/content/tour/${id}`, { body: { title: 'Edited' } })).status),
  );
  assert.deepEqual(new Set(saved), new Set([200]));
  const { status, body, text } = await conversion;
  assert.equal(status, 200, text);
  await service.work();
  await waitFor('the end', async () => {
    const { body: change } = await send(service, 'GET', `/types/tour/changes/${body.change.id}`);
    return change.status === 'completed';
  });
  const expected = Array.from({ length: count }, (_, n) => (n % 50 === 7 ? 'free' : n));
  const stored = await storedFields(service, 'tour');
  assert.deepEqual(
    ids.map((id) => JSON.parse(stored.get(id) as string).price),
    expected,
  );
  const versions = await service.context.db.selectFrom('items').select(['id', 'version', 'title']).execute();
  for (const { id, version, title } of versions) {
    const changes = (title === 'Edited' ? 1 : 0) + (JSON.parse(stored.get(id) as string).price === 'free' ? 0 : 1);
    assert.equal(version, 1 + changes, id);
  }
  for (const [query, test] of [
    ['fields[price][gte]=400', (n: number) => n >= 400],
    ['fields[price]=30', (n: number) => n === 30],
    ['fields[price][lt]=3', (n: number) => n < 3],
  ] as const) {
    const { body: found } = await send(service, 'GET', `/content/tour?status=any&${query}`);
    assert.equal(found.total, expected.filter((price) => typeof price === 'number' && test(price)).length, query);
  }
  // While items follow, the fields do not change again.
  await inTransaction(service.context, (ctx) =>
    ctx.db.updateTable('typeChanges').set({ status: 'converting', lastItem: '', readItems: 0 }).execute(),
  );
  for (const label of ['Tours', 'Walks']) {
    await send(service, 'PATCH', '/types/tour', { label });
    const busy = await request('PATCH', '/types/tour?convert=true&allowDestructive=true', { body: { fields: [] } });
    assert.deepEqual([busy.status, busy.body.code], [409, 'conflict'], label);
    assert.equal((await request('POST', '/types/tour/undo')).status, 409);
  }
  await inTransaction(service.context, async (ctx) => {
    await ctx.db.deleteFrom('convertedItems').execute();
    await beginChange(ctx, body.change.id, { atOnce: true });
  });
  assert.deepEqual(await storedFields(service, 'tour'), stored, 'what is converted stays');
});

const convert = typeChangeTasks['content.convertItems'] as Task;
const jobOf = (id: string, attempts: number) => ({ id: 'job', task: '', payload: { id }, attempts, lockedBy: '' });

test('what was edited or created before it was converted stays when the change is undone, and is named', async (t) => {
  const { service, ids } = await startTours(t);
  const { context } = service;
  const fields = [...after.slice(0, 4), before[4]] as FieldDeclaration[];
  const id = await inTransaction(context, async (ctx) => {
    const old = await lockPostType(ctx, 'tour');
    const type = await updatePostType(ctx, 'tour', { fields });
    return (await recordChange(ctx, { before: old, after: type, converts: true }))?.id as string;
  });
  await send(service, 'PATCH', `/content/tour/${ids[0]}`, { fields: { price: 20 } });
  await send(service, 'PATCH', `/content/tour/${ids[2]}`, { title: 'Another title' });
  const created = (await service.request('POST', '/content/tour', { body: { title: 'New', fields: { price: 9 } } }))
    .body;
  await convert.run(context, jobOf(id, 1), () => {});
  await send(service, 'PATCH', `/content/tour/${ids[3]}`, { fields: { price: 7 } });
  const { body: change } = await send(service, 'GET', `/types/tour/changes/${id}`);
  assert.deepEqual([change.status, change.problem], ['completed', null]);
  const { body } = await send(service, 'POST', '/types/tour/undo');
  const left = [0, 3].map((n) => ({ id: ids[n], slug: `item-${n}`, title: `Item ${n}`, fields: ['price'] }));
  assert.deepEqual(
    [body.left, body.leftItems],
    [3, [...left, { id: created.id, slug: 'new', title: 'New', fields: ['price'] }]],
  );
  const prices = await Promise.all([...ids, created.id].map(async (id) => (await fieldsOf(service, id)).price));
  assert.deepEqual(prices, [20, 'on request', '3', 7, 9]);
});

test('a change that fails for good says why, lets nothing go on, and is tried again or undone', async (t) => {
  const { service, ids } = await startTours(t);
  const { context, request } = service;
  const stored = await storedFields(service, 'tour');
  const { body } = await send(service, 'PATCH', '/types/tour?convert=true&allowDestructive=true', { fields: after });
  const { id } = body.change;
  const address = `/types/tour/changes/${id}`;
  const set = (values: object) =>
    inTransaction(context, (ctx) => ctx.db.updateTable('typeChanges').set(values).where('id', '=', id).execute());
  const { before: definition } = await context.db.selectFrom('typeChanges').selectAll().executeTakeFirstOrThrow();
  await set({ status: 'converting', lastItem: ids.toSorted().at(-1), before: '{}', endedAt: null });
  const archive = () => request('GET', '/export');
  assert.match((await archive()).body.detail, /^Items of the type tour are still being converted/);
  await assert.rejects(async () => convert.run(context, jobOf(id, 7), () => {}), TypeError);
  assert.equal(
    (await context.db.selectFrom('typeChanges').select('status').executeTakeFirstOrThrow()).status,
    'converting',
  );
  await assert.rejects(async () => convert.run(context, jobOf(id, 8), () => {}), TypeError);
  await set({ before: definition });
  const { body: failed } = await send(service, 'GET', address);
  assert.deepEqual([failed.status, failed.undoable], ['failed', true]);
  assert.match(failed.problem, /undefined/);
  const busy = await request('PATCH', '/types/tour', { body: { fields: [] } });
  assert.deepEqual([busy.status, busy.body.code], [409, 'conflict']);
  assert.match(busy.body.detail, new RegExp(`POST ${address}/retry, or undo it with POST /types/tour/undo`));
  const refused = await archive();
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(
    refused.body.detail,
    /^Items of the type tour did not all follow the change of their type: retry or undo it/,
  );
  assert.equal((await request('GET', '/export?only=forms')).status, 200);
  const { body: again } = await send(service, 'POST', `${address}/retry`);
  assert.deepEqual([again.status, again.problem], ['completed', null]);
  assert.equal((await request('POST', `${address}/retry`)).status, 409);
  assert.equal((await request('POST', '/types/tour/changes/other/retry')).status, 404);
  assert.equal((await archive()).status, 200);
  await set({
    status: 'failed',
    result: JSON.stringify({ conversions: [], left: 0, leftItems: [], stopped: { during: 'converting', reason: 'x' } }),
  });
  const { body: undone } = await send(service, 'POST', '/types/tour/undo');
  assert.deepEqual([undone.status, undone.problem, undone.left], ['undone', null, 0]);
  assert.deepEqual(await storedFields(service, 'tour'), stored);
});

const declarations: Omit<FieldDeclaration, 'name'>[] = [
  ...Object.entries(fieldKinds)
    .filter(
      ([type, kind]) => (kind.usedIn as readonly string[]).includes('content') && !('needs' in kind) && type !== 'list',
    )
    .map(([type]) => ({ type, ...(type === 'money' ? { currency: 'eur' } : {}) })),
  { type: 'list' },
  { type: 'list', of: { type: 'number' } },
  { type: 'select', options: ['red', { value: 'b', label: 'Blue' }] },
  { type: 'multiselect', options: ['red', 'blue', '5'] },
  {
    type: 'group',
    fields: [
      { name: 'amount', type: 'text' },
      { name: 'currency', type: 'text' },
    ],
  },
  { type: 'reference', multiple: true },
];
const texts = [
  ...['', ' ', 'red', 'Blue', 'red, blue', '5', '12,5', '1,500', '1e3', '-0', '007', 'yes', 'Ünïcode', '2027-02-19'],
  ...[
    '02/03/2027',
    '2027-02-19T09:30:00+02:00',
    '9:30',
    '#abc',
    'blue-mug',
    '52.5, 13.4',
    '<p>a &amp; b</p>',
    'a < b\n\nc',
  ],
];
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...texts) },
  fc.constantFrom<unknown>(0, -0, 5, 12.5, 1e21, true, false, [], ['5'], ['red', 'blue'], [1, '2'], [[]]),
  fc.constantFrom<unknown>({ amount: 4250, currency: 'eur' }, { amount: '1', currency: 'x' }, { lat: 1, lng: 2 }, {}),
  fc.jsonValue({ maxDepth: 2 }).filter(isAccepted),
);

/** Bodies with integers that cannot be stored exactly are rejected. */
function isAccepted(one: unknown): boolean {
  try {
    checkJsonValue(one, fullAllowance());
    return true;
  } catch {
    return false;
  }
}

test('a change that an earlier version has given up goes on', async (t) => {
  const { service, ids } = await startTours(t);
  const { context } = service;
  const { body } = await send(service, 'PATCH', '/types/tour?convert=true&allowDestructive=true', { fields: after });
  const stored = await storedFields(service, 'tour');
  const { id } = body.change;
  await inTransaction(context, async (ctx) => {
    const stopped = { status: 'converting', lastItem: ids.toSorted().at(-2) as string, endedAt: null } as const;
    await ctx.db.updateTable('typeChanges').set(stopped).where('id', '=', id).execute();
    await enqueue(ctx, 'content.convertItems', { id });
    await ctx.db
      .updateTable('jobs')
      .set({ failedAt: timeOf(ctx) })
      .where('task', '=', 'content.convertItems')
      .execute();
  });
  const status = async () => (await service.request('GET', `/types/tour/changes/${id}`)).body.status;
  assert.equal(await status(), 'converting');
  await service.work();
  await waitFor('the end of the change', async () => (await status()) === 'completed');
  assert.deepEqual(await storedFields(service, 'tour'), stored);
});

test('whatever the values and kinds: no value is lost, and undoing gives the same bytes', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  let runs = 0;
  const change = fc.constantFrom(...declarations);
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 8 }), change, change, async (values, first, second) => {
      const type = `run-${++runs}`;
      await request('POST', '/types', { body: { name: type, strict: false, fields: [] } });
      const given = values.filter((one) => one !== null).map((x) => ({ x, y: 'other' }));
      if (given.length === 0) return;
      const ids = await createItems(service, type, given);
      const states = [await storedFields(service, type)];
      for (const declaration of [first, second]) {
        const field = { name: 'x', ...declaration };
        const before = await send(service, 'GET', `/types/${type}`);
        const known = before.body.fields[0];
        const plan = await send(service, 'PATCH', `/types/${type}?dryRun=true`, { fields: [field] });
        const { body } = await send(service, 'PATCH', `/types/${type}?convert=true&allowDestructive=true`, {
          fields: [field],
        });
        assert.deepEqual(body.conversions, plan.body.conversions);
        const last = states.at(-1) as Map<string, string>;
        const now = await storedFields(service, type);
        for (const id of ids) {
          const { x: old = null } = JSON.parse(last.get(id) as string);
          const { x = null, y } = JSON.parse(now.get(id) as string);
          const conversion = convertValue(field, old, known);
          assert.equal(JSON.stringify(x), JSON.stringify(conversion.is === 'converted' ? conversion.value : old));
          if (conversion.is === 'converted') assert.equal(convertValue(field, x).is, 'fits');
          assert.equal(y, 'other');
        }
        states.push(now);
      }
      const isSame = JSON.stringify(first) === JSON.stringify(second);
      for (const state of [states[isSame ? 0 : 1], ...(isSame ? [] : [states[0]])]) {
        await send(service, 'POST', `/types/${type}/undo`);
        assert.deepEqual(await storedFields(service, type), state);
      }
    }),
    { numRuns: 12 },
  );
});
