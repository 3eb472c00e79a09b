// Random items, and random queries whose answers a filter over all items in memory knows as well. The same seed makes the
// same items and queries on both databases.

import assert from 'node:assert/strict';
import { inTransaction } from '../../src/context/context.ts';
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
  fields: Record<string, Value | Record<string, Value>>;
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  menuOrder: number;
  tags: string[];
  categories: string[];
  terms: { places: string[] };
  parentId: string | null;
  language?: string;
  externalId?: string;
  author: { slug: string; name: string } | null;
};
type World = { items: Item[]; byId: Map<string, Item>; authors: string[] };
/** The items, and which of them the caller may see. */
type View = World & { seesAll: boolean };
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
  // What is published then is scheduled.
  '2126-01-01T00:00:00.000Z',
];
const sizes = ['s', 'm', 'l, xl'];
const languages = ['de', 'de-CH', 'pt-BR'];
const tags = ['red', 'green', 'blue'];
/** Each with its parent. The taxonomy `places` has terms of the same names. */
const categories: [slug: string, parent?: string][] = [['top'], ['middle', 'top'], ['low', 'middle'], ['other']];
/** The first two are the same instant. */
const instants = [
  '2026-01-01T00:00:00Z',
  '2026-01-01T02:00:00+02:00',
  '2026-01-01T00:00:00.5Z',
  '2025-12-31T22:00:00-03:00',
];
const kinds: Record<string, readonly Value[]> = {
  // Indexes have the first 200 characters.
  text: [...texts, 'a'.repeat(200), `${'a'.repeat(200)}1`, `${'á'.repeat(200)}2`],
  number: numbers,
  boolean: [true, false],
  date: days,
  integer: [-3, 0, 7, 100],
  select: ['S', 's', 'ä', 'xl'],
  datetime: instants,
  time: ['09:30', '14:30:15', '23:59'],
};
const currencies = ['eur', 'usd'];
const ranges = ['gt', 'gte', 'lt', 'lte'] as const;
const equality = ['eq', 'ne', 'in', 'nin'] as const;

type Field = { name: string; type: string; indexed?: boolean; options?: readonly Value[]; to?: string[] };

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
    const status = dice.pick(['publish', 'publish', 'any', 'draft', 'scheduled', 'trash']);
    const where = dice.chance(0.9) ? randomWhere(dice, fields, world, 0) : {};
    const sort = dice.chance(0.8) ? randomSort(dice, fields) : [];
    const isVisible = (item: Item) =>
      (seesAll || item.status === 'publish') && (status === 'any' ? item.status !== 'trash' : item.status === status);
    const matching = world.items.filter((item) => meets({ ...world, seesAll }, item, where));
    const expected = matching.filter(isVisible).sort((a, b) => compareBy(sort.length > 0 ? sort : ['-date'], a, b));
    found += expected.length;
    hidden += matching.length - expected.length;
    const limit = dice.between(1, 9);
    const query = new URLSearchParams({ ...conditionsIn(dice, where), ...orderIn(dice, sort), status, select: 'id' });
    query.set('limit', String(limit));
    const byOffset = dice.chance(0.2);
    query.set(byOffset ? 'offset' : 'cursor', byOffset ? '0' : '');
    const hasTotal = dice.chance(0.7);
    if (!hasTotal) query.set('total', 'false');
    const shown: string[] = [];
    for (let hasMore = true; hasMore; ) {
      const { status, body, text } = await service.request('GET', `/content/thing?${query}`, seesAll ? {} : { token });
      assert.equal(status, 200, `${query}: ${text}`);
      assert.equal(body.total, hasTotal ? expected.length : null, decodeURIComponent(String(query)));
      shown.push(...body.items.map(({ id }: Item) => id));
      if (byOffset) query.set('offset', String(shown.length));
      else query.set('cursor', body.nextCursor ?? '');
      hasMore = byOffset ? body.items.length === limit : body.nextCursor !== null;
      hasMore &&= shown.length <= world.items.length;
    }
    assert.deepEqual(
      shown,
      expected.map(({ id }) => id),
      decodeURIComponent(String(query)),
    );
  }
  return { found, hidden };
}

/** As `where`, or as parameters if they can say the same. */
function conditionsIn(dice: Dice, where: Where): Record<string, string> {
  const all = Object.entries(where).flatMap(([name, given]) =>
    Object.entries(isOperators(given) ? given : { eq: given }).map(([operator, operand]) => ({
      name,
      operator,
      operand,
    })),
  );
  const isPlain = all.every(
    ({ name, operand }) => !['and', 'or', 'not'].includes(name) && !(Array.isArray(operand) && operand.length === 0),
  );
  if (!isPlain || dice.chance(0.6)) return { where: JSON.stringify(where) };
  const escaped = (value: unknown) => String(value).replace(/[\\,]/g, '\\$&');
  return Object.fromEntries(
    all.map(({ name, operator, operand }) => [
      `${name.replace(/^(fields|terms)\.(.*)$/, '$1[$2]')}${operator === 'eq' ? '' : `[${operator}]`}`,
      Array.isArray(operand) ? operand.map(escaped).join() : String(operand),
    ]),
  );
}

function orderIn(dice: Dice, sort: string[]): Record<string, string> {
  const [key = '', ...more] = sort;
  const name = key.replace('-', '').replace('menuOrder', 'menu_order');
  const isNamed = more.length === 0 && /^(date|title|menu_order|fields\.)/.test(name) && dice.chance(0.5);
  if (isNamed) return { orderBy: name, order: key.startsWith('-') ? 'desc' : 'asc' };
  return sort.length > 0 ? { sort: sort.join() } : {};
}

async function fill(service: TestService, dice: Dice): Promise<{ fields: Field[]; world: World }> {
  const { request } = service;
  const scalars = Array.from({ length: dice.between(6, 10) }, (_, index) => {
    const type = dice.pick(Object.keys(kinds));
    const options = type === 'select' ? { options: kinds.select } : {};
    return { name: `${type}${index}`, type, indexed: dice.chance(0.5), ...options };
  });
  const fields: Field[] = [
    ...scalars,
    { name: 'link', type: 'reference', to: ['thing'], indexed: dice.chance(0.5) },
    { name: 'sizes', type: 'list' },
  ];
  const outer = [
    { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
    { name: 'cost', type: 'money' },
  ];
  const type = { name: 'thing', plural: 'things', strict: false, fields: [...fields, ...outer] };
  const created = await request('POST', '/types', { body: type });
  assert.equal(created.status, 201, created.text);
  await request('POST', '/taxonomies', { body: { name: 'places', nested: true, types: ['thing'] } });
  for (const [slug, parent] of categories)
    for (const path of ['/categories', '/taxonomies/places/terms'])
      await request('POST', path, { body: { name: slug, slug, ...(parent ? { parent } : {}) } });
  const authors = ['ann', 'bob'].map((slug) => ({
    id: newId('aut'),
    slug,
    name: slug,
    email: null,
    createdAt: times[0] as string,
  }));
  await inTransaction(service.context, (ctx) => ctx.db.insertInto('authors').values(authors).execute());
  const made: string[] = [];
  /** Those that are not in the trash. */
  const live: string[] = [];
  for (let number = 0; number < 40; number++) {
    const some = <T>(all: readonly T[]) => all.filter(() => dice.chance(0.4));
    const values: [string, unknown][] = fields
      .filter(() => dice.chance(0.7))
      .map(({ name, type }): [string, unknown] => [
        name,
        type === 'list' ? some(sizes) : dice.pick((kinds[type] ?? live) as string[]),
      ])
      .filter(([, value]) => value !== undefined);
    if (dice.chance(0.6)) values.push(['seo', { title: dice.pick(texts) }]);
    if (dice.chance(0.6)) values.push(['cost', { amount: dice.between(-1, 3), currency: dice.pick(currencies) }]);
    if (dice.chance(0.6)) values.push(['free', dice.pick(['10', 10, true, 'true', 'a'] as never[])]);
    const body = {
      title: dice.pick(texts),
      fields: Object.fromEntries(values),
      status: dice.chance(0.7) ? 'publish' : 'draft',
      publishedAt: dice.chance(0.8) ? dice.pick(times) : null,
      menuOrder: dice.between(-2, 2),
      tags: some(tags),
      categories: some(categories).map(([slug]) => slug),
      terms: { places: some(categories).map(([slug]) => slug) },
      parentId: made.length > 0 && dice.chance(0.4) ? dice.pick(made) : null,
      language: dice.chance(0.5) ? dice.pick(languages) : null,
      externalId: dice.chance(0.5) ? `erp-${number}` : null,
      authorId: dice.chance(0.7) ? dice.pick(authors).id : null,
    };
    const answer = await request('POST', '/content/thing', { body });
    assert.equal(answer.status, 201, answer.text);
    made.push(answer.body.id);
    live.push(answer.body.id);
    if (dice.chance(0.1)) {
      const [gone] = live.splice(dice.between(0, live.length - 1), 1);
      await send(service, 'DELETE', `/content/thing/${gone}`);
    }
  }
  const items: Item[] = [];
  for (const id of made) items.push((await send(service, 'GET', `/content/thing/${id}`)).body);
  const byId = new Map(items.map((item) => [item.id, item]));
  return { fields, world: { items, byId, authors: authors.map(({ id }) => id) } };
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
  const ids = () => [item.id, dice.pick(world.items).id, String(dice.pick(world.items).fields.link), 'none'];
  const textOf = (values: readonly Value[]) =>
    dice.chance(0.3)
      ? on(['contains', 'startsWith', 'endsWith'], ['a', 'B', '%', '_', 'é', `${'a'.repeat(200)}2`])
      : on([...equality, ...ranges, 'exists'], values);
  const onField = ({ type }: Field): unknown => {
    if (type === 'list') return on([...equality, 'all', 'contains', 'exists'], sizes);
    if (type === 'reference') return on([...equality, 'exists'], ids());
    const values = kinds[type] as Value[];
    if (type === 'text' || type === 'select') return textOf(values);
    if (type === 'date' && dice.chance(0.3)) return on(['contains', 'startsWith', 'endsWith'], ['2026', '-01']);
    return on([...equality, ...ranges, 'exists'], values);
  };
  const slugs = () => on([...equality, 'contains', 'startsWith', 'endsWith'], [item.slug, 'a', '-2', 'A']);
  const titles = () => on([...equality, ...ranges, 'contains', 'startsWith'], texts);
  const scalars = fields.filter(({ type }) => Object.hasOwn(kinds, type));
  const subjects: [string, () => unknown][] = [
    ...fields.map((field): [string, () => unknown] => [`fields.${field.name}`, () => onField(field)]),
    ['fields.seo.title', () => textOf(texts)],
    ['fields.cost.amount', () => on([...equality, ...ranges, 'exists'], [-1, 0, 1, 2.5, 3])],
    ['fields.cost.currency', () => on([...equality, 'exists'], [...currencies, 'none'])],
    ['fields.link.id', () => on(equality, ids())],
    ['fields.link.slug', slugs],
    ['fields.link.title', titles],
    ...scalars.map((field): [string, () => unknown] => [`fields.link.${field.name}`, () => onField(field)]),
    ['updatedAt', () => on([...equality, ...ranges], [item.updatedAt, times[0]])],
    ['fields.free', () => on([...equality, 'exists'], ['10', 10, true, 'a'])],
    ['id', () => on(equality, [item.id, dice.pick(world.items).id, 'none'])],
    ['slug', slugs],
    ['title', titles],
    ['publishedAt', () => on([...equality, ...ranges, 'exists'], times)],
    ['createdAt', () => on([...equality, ...ranges], [item.createdAt, times[0]])],
    ['menuOrder', () => on([...equality, ...ranges], [-2, -1, 0, 1, 2])],
    ['author', () => on([...equality, 'exists'], ['ann', 'bob', world.authors[0], 'none'])],
    ['parent', () => on([...equality, 'exists'], [...ids(), item.parentId ?? 'none', item.slug])],
    ['language', () => on([...equality, 'exists'], [...languages, 'pt', 'fr'])],
    ['externalId', () => on([...equality, 'exists'], [item.externalId ?? 'none', 'erp-1', 'erp-2'])],
    ['tag', () => on([...equality, 'all', 'exists'], [...tags, 'none'])],
    ...['category', 'terms.places'].map((name): [string, () => unknown] => [
      name,
      () =>
        on(
          [...equality, 'all', 'under', 'exists'],
          categories.map(([slug]) => slug),
        ),
    ]),
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
    'updatedAt',
    ...fields.filter(({ type }) => type !== 'list').map(({ name }) => `fields.${name}`),
  ];
  const picked = new Set(Array.from({ length: dice.between(1, 3) }, () => dice.pick(names)));
  return [...picked].map((name) => (dice.chance(0.5) ? `-${name}` : name));
}

function meets(world: View, item: Item, where: Where): boolean {
  return Object.entries(where).every(([name, condition]) => {
    if (name === 'and') return (condition as Where[]).every((part) => meets(world, item, part));
    if (name === 'or') return (condition as Where[]).some((part) => meets(world, item, part));
    if (name === 'not') return !meets(world, item, condition as Where);
    const operators = isOperators(condition) ? condition : { eq: condition };
    return Object.entries(operators).every(([operator, operand]) => meetsOne(world, item, name, operator, operand));
  });
}

function isOperators(condition: unknown): condition is Record<string, unknown> {
  return typeof condition === 'object' && condition !== null;
}

function meetsOne(world: View, item: Item, name: string, operator: string, operand: unknown): boolean {
  if (name.startsWith('fields.link.'))
    return meetsThrough(world, item, name.slice('fields.link.'.length), operator, operand);
  const operands = [operand].flat() as Value[];
  const terms = { tag: item.tags, category: item.categories, 'terms.places': item.terms.places };
  if (Object.hasOwn(terms, name)) {
    const own = terms[name as keyof typeof terms];
    return meetsTerms(operator === 'under' ? own.flatMap(withParents) : own, operator, operands);
  }
  if (name === 'fields.sizes') return meetsList(item.fields.sizes as string[] | undefined, operator, operands);
  if (name === 'fields.free') return meetsFree(item.fields.free as Value, operator, operands);
  const value = readValue(item, name);
  if (operator === 'exists') return (value !== undefined && value !== null) === operand;
  if (name === 'author' || name === 'parent') {
    const names =
      name === 'author'
        ? [item.author?.slug, item.author && world.authors[['ann', 'bob'].indexOf(item.author.slug)]]
        : [item.parentId, slugOfParent(world, item)];
    const isNamed = operands.some((one) => names.includes(one as string));
    return ['ne', 'nin'].includes(operator) ? !isNamed : isNamed;
  }
  const isInstant = name.startsWith('fields.datetime');
  const equals = (one: Value) => {
    if (name === 'language' && String(value).startsWith(`${one}-`)) return true;
    return isInstant && value ? instant(one) === instant(value) : one === value;
  };
  if (operator === 'ne' || operator === 'nin') return !operands.some(equals);
  if (value === undefined || value === null) return false;
  if (operator === 'eq' || operator === 'in') return operands.some(equals);
  // Slugs are searched as they are.
  const spell = name === 'slug' ? (text: string) => text.toLowerCase() : fold;
  const [text, part] = [spell(String(value)), spell(String(operand))];
  if (operator === 'contains') return text.includes(part);
  if (operator === 'startsWith') return text.startsWith(part);
  if (operator === 'endsWith') return text.endsWith(part);
  const order = isInstant ? instant(value) - instant(operand as Value) : compareValues(value, operand as Value);
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator] ?? assert.fail(operator);
}

/** On what a reference leads to, which counts only if the caller may see it. */
function meetsThrough(world: View, item: Item, name: string, operator: string, operand: unknown): boolean {
  const target = world.byId.get(String(item.fields.link));
  const isMissing = operator === 'exists' && operand === false;
  const opposite: Record<string, string> = { ne: 'eq', nin: 'in' };
  const [asked, given] = [opposite[operator] ?? operator, isMissing ? true : operand];
  const inner = ['id', 'slug', 'title'].includes(name) ? name : `fields.${name}`;
  const isFound = target !== undefined && isSeen(world, target) && meetsOne(world, target, inner, asked, given);
  return isMissing || asked !== operator ? !isFound : isFound;
}

function isSeen({ seesAll }: View, { status }: Item): boolean {
  return seesAll ? status !== 'trash' : status === 'publish';
}

function slugOfParent(world: View, { parentId }: Item): string | null {
  const parent = world.byId.get(String(parentId));
  return parent && isSeen(world, parent) ? parent.slug : null;
}

function instant(value: Value): number {
  return Date.parse(String(value));
}

function readValue(item: Item, name: string): Value | null {
  if (!name.startsWith('fields.')) return ownValue(item, name);
  const [first = '', second] = name.slice('fields.'.length).split('.');
  const value = item.fields[first];
  return second === undefined ? (value as Value) : (value as Record<string, Value> | undefined)?.[second];
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

function compareBy(sort: string[], a: Item, b: Item): number {
  const sortedValue = (item: Item, name: string): Value => {
    if (name === 'date') return item.publishedAt ?? item.createdAt;
    const value = readValue(item, name) ?? undefined;
    if (name.startsWith('fields.datetime') && value !== undefined) return instant(value);
    // Lists sort by the beginnings of texts.
    return typeof value === 'string' ? Array.from(fold(value)).slice(0, 200).join('') : value;
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
