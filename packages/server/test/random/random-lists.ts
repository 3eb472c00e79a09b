// Random items, and random queries whose answers a filter over all items in memory knows as well. The same seed makes the
// same items and queries on both databases.

import assert from 'node:assert/strict';
import { inTransaction } from '../../src/context.ts';
import { newId } from '../../src/lib/ids.ts';
import { fold } from '../../src/lib/text.ts';
import { send, startContentService } from '../support/content-service.ts';
import type { TestService } from '../support/test-service.ts';
import { type Dice, rollDice } from './dice.ts';

type Value = string | number | boolean | string[] | undefined;
type Item = {
  id: string;
  slug: string;
  title: string;
  status: string;
  fields: Record<string, Value>;
  publishedAt: string | null;
  createdAt: string;
  menuOrder: number;
  tags: string[];
  categories: string[];
  parentId: string | null;
  author: { slug: string; name: string } | null;
};
type World = { items: Item[]; bySlug: Map<string, string>; authors: string[] };
type Where = Record<string, unknown>;

const texts = [
  'a',
  'A',
  'Ab',
  'áb',
  'abc',
  'b, c',
  'C:\\d',
  '100%',
  'x_y',
  'Zoë',
  'zoe',
  '日本',
  'é',
  'ß',
  '😀',
  '\uffee',
];
const numbers = [-1, 0, 0.5, 3, 10, 1e21];
const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-02-01'];
const times = [
  '2025-12-31T23:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-03-01T12:00:00.000Z',
];
const sizes = ['s', 'm', 'l, xl'];
const tags = ['red', 'green', 'blue'];
/** Each with its parent. */
const categories: [slug: string, parent?: string][] = [['top'], ['middle', 'top'], ['low', 'middle'], ['other']];
const kinds: Record<string, readonly Value[]> = { text: texts, number: numbers, boolean: [true, false], date: days };
const ranges = ['gt', 'gte', 'lt', 'lte'] as const;
const equality = ['eq', 'ne', 'in', 'nin'] as const;

type Field = { name: string; type: string; indexed?: boolean };

/** Sends `count` queries and compares the answers, page by page. */
export async function compareRandomLists(
  t: Parameters<typeof startContentService>[0],
  { seed, count }: { seed: number; count: number },
): Promise<{ found: number; hidden: number }> {
  const dice = rollDice(seed);
  const service = await startContentService(t);
  const { fields, world } = await fill(service, dice);
  await service.work();
  const token = await service.tokenWith('content:read');
  let [found, hidden] = [0, 0];
  for (let number = 0; number < count; number++) {
    const seesAll = dice.chance(0.5);
    const status = dice.pick(['publish', 'publish', 'any', 'draft', 'trash']);
    const where = dice.chance(0.9) ? randomWhere(dice, fields, world, 0) : {};
    const sort = dice.chance(0.8) ? randomSort(dice, fields) : [];
    const isVisible = (item: Item) =>
      (seesAll || item.status === 'publish') && (status === 'any' ? item.status !== 'trash' : item.status === status);
    const matching = world.items.filter((item) => meets(world, item, where));
    const expected = matching
      .filter(isVisible)
      .sort((a, b) => compareBy(sort.length > 0 ? sort : ['-date'], fields, a, b));
    found += expected.length;
    hidden += matching.length - expected.length;
    const query = new URLSearchParams({
      status,
      where: JSON.stringify(where),
      limit: String(dice.between(1, 9)),
      cursor: '',
      select: 'id',
    });
    if (sort.length > 0) query.set('sort', sort.join());
    const shown: string[] = [];
    do {
      const { status, body, text } = await service.request('GET', `/content/thing?${query}`, seesAll ? {} : { token });
      assert.equal(status, 200, `${query}: ${text}`);
      assert.equal(body.total, expected.length, decodeURIComponent(String(query)));
      shown.push(...body.items.map(({ id }: Item) => id));
      query.set('cursor', body.nextCursor ?? '');
    } while (query.get('cursor') !== '' && shown.length <= world.items.length);
    assert.deepEqual(
      shown,
      expected.map(({ id }) => id),
      decodeURIComponent(String(query)),
    );
  }
  return { found, hidden };
}

async function fill(service: TestService, dice: Dice): Promise<{ fields: Field[]; world: World }> {
  const { request } = service;
  const fields: Field[] = [
    ...[...Object.keys(kinds), ...Object.keys(kinds)].map((type, index) => ({
      name: `${type}${index}`,
      type,
      indexed: dice.chance(0.5),
    })),
    { name: 'sizes', type: 'list' },
  ];
  await request('POST', '/types', { body: { name: 'thing', plural: 'things', strict: false, fields } });
  for (const [slug, parent] of categories)
    await request('POST', '/categories', { body: { name: slug, slug, ...(parent ? { parent } : {}) } });
  const authors = ['ann', 'bob'].map((slug) => ({
    id: newId('aut'),
    slug,
    name: slug,
    email: null,
    createdAt: times[0] as string,
  }));
  await inTransaction(service.context, (ctx) => ctx.db.insertInto('authors').values(authors).execute());
  const made: string[] = [];
  for (let number = 0; number < 40; number++) {
    const some = <T>(all: readonly T[]) => all.filter(() => dice.chance(0.4));
    const values = fields
      .filter(() => dice.chance(0.7))
      .map(({ name, type }) => [name, type === 'list' ? some(sizes) : dice.pick(kinds[type] as string[])]);
    if (dice.chance(0.6)) values.push(['free', dice.pick(['10', 10, true, 'true', 'a'] as never[])]);
    const body = {
      title: dice.pick(texts),
      fields: Object.fromEntries(values),
      status: dice.chance(0.7) ? 'publish' : 'draft',
      publishedAt: dice.chance(0.8) ? dice.pick(times) : null,
      menuOrder: dice.between(-2, 2),
      tags: some(tags),
      categories: some(categories).map(([slug]) => slug),
      parentId: made.length > 0 && dice.chance(0.4) ? dice.pick(made) : null,
      authorId: dice.chance(0.7) ? dice.pick(authors).id : null,
    };
    const answer = await request('POST', '/content/thing', { body });
    assert.equal(answer.status, 201, answer.text);
    made.push(answer.body.id);
    if (dice.chance(0.1)) await send(service, 'DELETE', `/content/thing/${answer.body.id}`);
  }
  const items: Item[] = [];
  for (const id of made) items.push((await send(service, 'GET', `/content/thing/${id}`)).body);
  const bySlug = new Map(items.filter(({ status }) => status !== 'trash').map(({ slug, id }) => [slug, id]));
  return { fields, world: { items, bySlug, authors: authors.map(({ id }) => id) } };
}

function randomWhere(dice: Dice, fields: Field[], world: World, depth: number): Where {
  const parts = () => Array.from({ length: dice.between(1, 3) }, () => randomWhere(dice, fields, world, depth + 1));
  const roll = depth >= 3 ? 9 : dice.between(0, 9);
  if (roll === 0) return { or: parts() };
  if (roll === 1) return { and: parts() };
  if (roll === 2) return { not: randomWhere(dice, fields, world, depth + 1) };
  return Object.fromEntries(Array.from({ length: dice.between(1, 2) }, () => randomMember(dice, fields, world)));
}

function randomMember(dice: Dice, fields: Field[], world: World): [string, unknown] {
  const on = (operators: readonly string[], values: readonly Value[]) => {
    const operator = dice.pick(operators);
    const operand = ['in', 'nin', 'all', 'under'].includes(operator)
      ? Array.from({ length: dice.between(0, 3) }, () => dice.pick(values))
      : operator === 'exists'
        ? dice.chance(0.5)
        : dice.pick(values);
    return operator === 'eq' && dice.chance(0.5) ? operand : { [operator]: operand };
  };
  const item = dice.pick(world.items);
  const subjects: [string, () => unknown][] = [
    ...fields.map(({ name, type }): [string, () => unknown] => [
      `fields.${name}`,
      () => {
        if (type === 'list') return on([...equality, 'all', 'contains', 'exists'], sizes);
        const ofTexts = type === 'text' || type === 'date' ? ['contains', 'startsWith', 'endsWith'] : [];
        const parts = type === 'text' ? ['a', 'B', '%', '_', 'é'] : ['2026', '-01'];
        return dice.chance(0.3) && ofTexts.length > 0
          ? on(ofTexts, parts)
          : on([...equality, ...ranges, 'exists'], kinds[type] as Value[]);
      },
    ]),
    ['fields.free', () => on([...equality, 'exists'], ['10', 10, true, 'a'])],
    ['id', () => on(equality, [item.id, dice.pick(world.items).id, 'none'])],
    ['slug', () => on([...equality, 'contains', 'startsWith', 'endsWith'], [item.slug, 'a', '-2', 'A'])],
    ['title', () => on([...equality, ...ranges, 'startsWith'], texts)],
    ['publishedAt', () => on([...equality, ...ranges, 'exists'], times)],
    ['createdAt', () => on([...equality, ...ranges], [item.createdAt, times[0]])],
    ['menuOrder', () => on([...equality, ...ranges], [-2, -1, 0, 1, 2])],
    ['author', () => on([...equality, 'exists'], ['ann', 'bob', world.authors[0], 'none'])],
    ['parent', () => on([...equality, 'exists'], [item.id, item.parentId ?? 'none', dice.pick(world.items).id])],
    ['tag', () => on([...equality, 'all', 'exists'], [...tags, 'none'])],
    [
      'category',
      () =>
        on(
          [...equality, 'all', 'under', 'exists'],
          categories.map(([slug]) => slug),
        ),
    ],
  ];
  const [name, condition] = dice.pick(subjects);
  return [name, condition()];
}

function randomSort(dice: Dice, fields: Field[]): string[] {
  const names = [
    'date',
    'title',
    'menuOrder',
    'slug',
    'publishedAt',
    'createdAt',
    ...fields.filter(({ type }) => type !== 'list').map(({ name }) => `fields.${name}`),
  ];
  const picked = new Set(Array.from({ length: dice.between(1, 3) }, () => dice.pick(names)));
  return [...picked].map((name) => (dice.chance(0.5) ? `-${name}` : name));
}

function meets(world: World, item: Item, where: Where): boolean {
  return Object.entries(where).every(([name, condition]) => {
    if (name === 'and') return (condition as Where[]).every((part) => meets(world, item, part));
    if (name === 'or') return (condition as Where[]).some((part) => meets(world, item, part));
    if (name === 'not') return !meets(world, item, condition as Where);
    const operators = typeof condition === 'object' ? (condition as Record<string, unknown>) : { eq: condition };
    return Object.entries(operators).every(([operator, operand]) => meetsOne(world, item, name, operator, operand));
  });
}

function meetsOne(world: World, item: Item, name: string, operator: string, operand: unknown): boolean {
  const operands = [operand].flat() as Value[];
  if (name === 'tag' || name === 'category') {
    const own = name === 'tag' ? item.tags : item.categories;
    return meetsTerms(operator === 'under' ? own.flatMap(withParents) : own, operator, operands);
  }
  if (name === 'fields.sizes') return meetsList(item.fields.sizes as string[] | undefined, operator, operands);
  if (name === 'fields.free') return meetsFree(item.fields.free, operator, operands);
  const isField = name.startsWith('fields.');
  const value = isField ? item.fields[name.slice('fields.'.length)] : ownValue(item, name);
  if (operator === 'exists') return (value !== undefined && value !== null) === operand;
  if (name === 'author' || name === 'parent') {
    const names =
      name === 'author'
        ? [item.author?.slug, item.author && world.authors[['ann', 'bob'].indexOf(item.author.slug)]]
        : [item.parentId];
    const isNamed = operands.some((one) => names.includes(one as string));
    return ['ne', 'nin'].includes(operator) ? !isNamed : isNamed;
  }
  if (operator === 'ne' || operator === 'nin') return !operands.includes(value as Value);
  if (value === undefined || value === null) return false;
  if (operator === 'eq' || operator === 'in') return operands.includes(value);
  // Slugs are searched as they are.
  const spell = name === 'slug' ? (text: string) => text.toLowerCase() : fold;
  const [text, part] = [spell(String(value)), spell(String(operand))];
  if (operator === 'contains') return text.includes(part);
  if (operator === 'startsWith') return text.startsWith(part);
  if (operator === 'endsWith') return text.endsWith(part);
  const order = compareValues(value, operand as Value);
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator] ?? assert.fail(operator);
}

function ownValue(item: Item, name: string): Value | null {
  if (name === 'author') return item.author?.slug;
  if (name === 'parent') return item.parentId ?? undefined;
  return (item as unknown as Record<string, Value>)[name];
}

function withParents(slug: string): string[] {
  const parent = categories.find(([other]) => other === slug)?.[1];
  return parent === undefined ? [slug] : [slug, ...withParents(parent)];
}

function meetsTerms(own: string[], operator: string, operands: Value[]): boolean {
  const has = (one: Value) => own.includes(one as string);
  if (operator === 'exists') return own.length > 0 === operands[0];
  if (operator === 'all') return operands.every(has);
  return ['ne', 'nin'].includes(operator) ? !operands.some(has) : operands.some(has);
}

function meetsList(list: string[] | undefined, operator: string, operands: Value[]): boolean {
  const has = (one: Value) => list?.includes(one as string) ?? false;
  if (operator === 'exists') return (list !== undefined) === operands[0];
  if (operator === 'all') return operands.every(has);
  return ['ne', 'nin'].includes(operator) ? !operands.some(has) : operands.some(has);
}

/** An undeclared field is compared as text, number and boolean. */
function meetsFree(value: Value, operator: string, operands: Value[]): boolean {
  if (operator === 'exists') return (value !== undefined) === operands[0];
  const isEqual = operands.some((one) => value !== undefined && String(value) === String(one));
  return ['ne', 'nin'].includes(operator) ? !isEqual : isEqual;
}

function compareValues(a: Value, b: Value): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  return Buffer.compare(Buffer.from(fold(a)), Buffer.from(fold(b)));
}

function compareBy(sort: string[], fields: Field[], a: Item, b: Item): number {
  const sortedValue = (item: Item, name: string): Value => {
    if (name === 'date') return item.publishedAt ?? item.createdAt;
    return fields.some((field) => name === `fields.${field.name}`)
      ? item.fields[name.slice('fields.'.length)]
      : (ownValue(item, name) ?? undefined);
  };
  for (const key of sort) {
    const name = key.replace('-', '');
    const [first, second] = [sortedValue(a, name), sortedValue(b, name)];
    if (first === undefined && second === undefined) continue;
    if (first === undefined || second === undefined) return first === undefined ? 1 : -1;
    const order = compareValues(first, second);
    if (order !== 0) return key.startsWith('-') ? -order : order;
  }
  return sort.at(-1)?.startsWith('-') === a.id < b.id ? 1 : -1;
}
