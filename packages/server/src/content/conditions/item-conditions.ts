// Conditions on what every item has: its IDs, slug, title, times, place in the menu, author, parent and language.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import {
  compare,
  endOfPrefix,
  isComparison,
  isNegative,
  isRange,
  isTextOperator,
  notATime,
  type Operator,
  oneOf,
  readTime,
  textPlaces,
} from '../../database/compare.ts';
import { isLike, patternFor } from '../../database/expressions.ts';
import { slot } from '../../database/kept-queries.ts';
import { asBoolean, asNumber } from '../../fields/from-text.ts';
import { languageExample, languageTag } from '../../lib/language-tag.ts';
import { titleKeyOf } from '../model/item-texts.ts';
import { isItemId } from '../model/slugs.ts';
import { type ItemsBuilder, isOfType, visibleTo } from '../model/visibility.ts';
import type { Read, Reading } from './condition.ts';

type ReadSubject = (reading: Reading, operator: Operator, texts: string[]) => Read;
export type ItemSubject = { operators: readonly Operator[]; read: ReadSubject };

const equality = ['eq', 'ne', 'in', 'nin'] as const;
const ranges = ['gt', 'gte', 'lt', 'lte'] as const;

/** By name, as items have them in responses. */
export const itemSubjects: ReadonlyMap<string, ItemSubject> = new Map([
  ['id', { operators: equality, read: readId }],
  ['slug', { operators: [...equality, 'contains', 'startsWith', 'endsWith'], read: readSlug }],
  ['title', { operators: [...equality, ...ranges, 'contains', 'startsWith'], read: readTitle }],
  ['publishedAt', { operators: [...equality, ...ranges, 'exists'], read: readPublishedAt }],
  ['createdAt', { operators: [...equality, ...ranges], read: readTimeOf('createdAt') }],
  ['updatedAt', { operators: [...equality, ...ranges], read: readTimeOf('updatedAt') }],
  ['menuOrder', { operators: [...equality, ...ranges], read: readMenuOrder }],
  ['author', { operators: [...equality, 'exists'], read: readAuthor }],
  ['parent', { operators: [...equality, 'exists'], read: readParent }],
  ['language', { operators: [...equality, 'exists'], read: readLanguage }],
  ['externalId', { operators: [...equality, 'exists'], read: readExternalId }],
]);

function readId({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const operands = texts.map(hold);
  const id = sql.ref('items.id');
  if (isNegative(operator)) return { where: () => sql<SqlBool>`not ${oneOf(id, operands)}` };
  return { index: 'id', where: (through) => oneOf(through ? id : ctx.dialect.unindexed(id), operands) };
}

function readExternalId({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const id = sql.ref('items.externalId');
  if (operator === 'exists') return existence(id, texts);
  const operands = texts.map((text) => hold(text.normalize('NFC')));
  if (isNegative(operator)) return { where: () => compare(id, operator as 'ne', operands) };
  return { index: 'externalId', where: (through) => oneOf(through ? id : ctx.dialect.unindexed(id), operands) };
}

function readSlug(reading: Reading, operator: Operator, texts: string[]): Read {
  const { hold, ctx } = reading;
  const slug = sql.ref('items.slug');
  const composed = texts.map((text) => text.normalize('NFC'));
  if (isTextOperator(operator)) {
    const text = (composed[0] ?? '').toLowerCase();
    const pattern = hold(patternFor(text, textPlaces[operator]));
    return operator === 'startsWith'
      ? begins(reading, 'slug', slug, text, pattern)
      : { where: () => isLike(slug, pattern) };
  }
  const operands = composed.map(hold);
  if (isNegative(operator)) return { where: () => sql<SqlBool>`not ${oneOf(slug, operands)}` };
  return { index: 'slug', where: (through) => oneOf(through ? slug : ctx.dialect.unindexed(slug), operands) };
}

/** As lists sort titles: folded, and by their first 200 characters. */
function readTitle(reading: Reading, operator: Operator, texts: string[]): Read {
  const { hold, ctx } = reading;
  const [title, key] = [sql.ref('items.title'), sql.ref('items.titleKey')];
  if (operator === 'startsWith') {
    const start = titleKeyOf(texts[0] ?? '');
    return begins(reading, 'titleKey', key, start, hold(patternFor(start, 'start')));
  }
  if (operator === 'contains') {
    const pattern = hold(patternFor(titleKeyOf(texts[0] ?? ''), 'anywhere'));
    return { where: () => isLike(ctx.dialect.unindexed(key), pattern) };
  }
  if (!isComparison(operator)) return 'is not supported';
  const keys = texts.map((text) => hold(titleKeyOf(text)));
  const keyIn = (through: boolean) => (through ? key : ctx.dialect.unindexed(key));
  if (isRange(operator)) return { index: 'titleKey', where: (through) => compare(keyIn(through), operator, keys) };
  const operands = texts.map(hold);
  const isOne = (through: boolean) => sql<SqlBool>`(${oneOf(keyIn(through), keys)} and ${oneOf(title, operands)})`;
  if (!isNegative(operator)) return { index: 'titleKey', where: isOne };
  return { opposite: { index: 'titleKey', where: isOne }, where: () => compare(title, operator, operands) };
}

/** In the index, the texts that start alike stand together. */
function begins(
  { hold, ctx }: Reading,
  index: string,
  column: RawBuilder<unknown>,
  start: string,
  pattern: never,
): Read {
  const end = endOfPrefix(start);
  const matches = isLike(ctx.dialect.unindexed(column), pattern);
  if (end === null) return { where: () => matches };
  const [from, to] = [hold(start), hold(end)];
  return {
    index,
    variant: 'index',
    where: (through) => (through ? sql<SqlBool>`(${column} >= ${from} and ${column} < ${to} and ${matches})` : matches),
  };
}

/** Published items are sorted by it, so that an index has it. */
function readPublishedAt(reading: Reading, operator: Operator, texts: string[]): Read {
  const { hold, ctx, status } = reading;
  const column = sql.ref('items.publishedAt');
  if (operator === 'exists') return existence(column, texts);
  const times = texts.map(readTime);
  if (times.includes(null)) return notATime;
  if (status !== 'publish' || !isComparison(operator) || isNegative(operator))
    return compareWith(column, operator, times.map(hold));
  const operands = times.map(hold);
  const sorted = sql.ref('items.sortDate');
  const [time = null] = times;
  return {
    index: 'sortDate',
    variant: 'sorted',
    before: ['eq', 'lt', 'lte'].includes(operator) ? time : null,
    where: (through) => compare(through ? sorted : ctx.dialect.unindexed(sorted), operator, operands),
  };
}

/** For a time with an index of its own, which begins with type and status. */
function readTimeOf(name: 'createdAt' | 'updatedAt'): ReadSubject {
  return ({ hold, ctx }, operator, texts) => {
    const times = texts.map(readTime);
    if (times.includes(null)) return notATime;
    const operands = times.map(hold);
    const column = sql.ref(`items.${name}`);
    if (!isComparison(operator)) return 'is not supported';
    const where = (through: boolean) => compare(through ? column : ctx.dialect.unindexed(column), operator, operands);
    return isNegative(operator) ? { where } : { index: name, where };
  };
}

function readMenuOrder({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const numbers = texts.map((text) => asNumber(text));
  if (numbers.some((number) => number !== Number(number) >> 0)) return 'must be a whole number of at most 32 bits';
  if (!isComparison(operator)) return 'is not supported';
  const operands = numbers.map(hold);
  const column = sql.ref('items.menuOrder');
  const where = (through: boolean) => compare(through ? column : ctx.dialect.unindexed(column), operator, operands);
  return isNegative(operator) ? { where } : { index: 'menuOrder', where };
}

/** By slug or ID. */
function readAuthor({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const column = sql.ref('items.authorId');
  const index = 'authorId';
  const checked = (through: boolean) => (through ? column : ctx.dialect.unindexed(column));
  if (operator === 'exists') {
    const read = existence(checked(false), texts);
    if (typeof read === 'string') return read;
    const isMissing = (through: boolean) => sql<SqlBool>`${checked(through)} is null`;
    const isThere = (through: boolean) => sql<SqlBool>`${checked(through)} is not null`;
    return asBoolean(texts[0] ?? '')
      ? { ...read, index, opposite: { index: 'noAuthor', where: isMissing }, where: isThere }
      : { ...read, index: 'noAuthor', where: isMissing };
  }
  const operands = texts.map(hold);
  if (operands.length === 0) return { where: () => (isNegative(operator) ? sql`(1 = 1)` : sql`(1 = 0)`) };
  const named = ctx.db
    .selectFrom('authors')
    .select('authors.id')
    .where('authors.slug', 'in', operands)
    .unionAll(sql`values ${sql.join(operands.map((operand) => sql`(${operand})`))}` as never);
  const isNamed = (through: boolean) => sql<SqlBool>`${checked(through)} ${ctx.dialect.isOneOf(sql`${named}`)}`;
  if (!isNegative(operator)) return { index, where: isNamed };
  return { opposite: { index, where: isNamed }, where: () => sql<SqlBool>`coalesce(not ${isNamed(false)}, true)` };
}

/** By slug or ID. No slug looks like an ID. An item that the caller may not see is found by its ID only, which its children show. */
function readParent({ hold, ctx, type }: Reading, operator: Operator, texts: string[]): Read {
  const parent = sql.ref('items.parentId');
  if (operator === 'exists') return parentExistence(ctx, parent, texts);
  const ids = texts.filter(isItemId).map(hold);
  const slugs = texts.filter((text) => !isItemId(text)).map((text) => hold(text.normalize('NFC')));
  // They are found by their slugs.
  const columns = {
    status: ctx.dialect.unindexed(sql.ref('items.status')),
    sortDate: ctx.dialect.unindexed(sql.ref('items.sortDate')),
  };
  const isSeen = (eb: unknown) =>
    (eb as ItemsBuilder).and([
      isOfType(type.name)(eb as ItemsBuilder),
      visibleTo(ctx, type.name, slot('now'), columns)(eb as ItemsBuilder),
    ]);
  const isNamed = (column: RawBuilder<unknown>) => {
    const parts = ids.length > 0 ? [oneOf(column, ids)] : [];
    if (slugs.length > 0) {
      const named = ctx.db
        .selectFrom('items')
        .select('items.id')
        .where('items.slug', 'in', slugs)
        .where('items.status', '<>', sql.lit('trash'))
        .where((eb) => isSeen(eb));
      parts.push(sql<SqlBool>`${column} in ${named}`);
    }
    return parts.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
  };
  const variant = `${ids.length}`;
  if (isNegative(operator)) return { variant, where: () => sql<SqlBool>`coalesce(not ${isNamed(parent)}, true)` };
  return { index: 'parentId', variant, where: (through) => isNamed(through ? parent : ctx.dialect.unindexed(parent)) };
}

/** Most items have none: these are counted as all but those that the index has under a parent. */
function parentExistence(ctx: ReadContext, parent: RawBuilder<unknown>, texts: string[]): Read {
  const read = existence(parent, texts);
  if (typeof read === 'string' || asBoolean(texts[0] ?? '')) return read;
  const hasOne = (through: boolean) =>
    through ? ctx.dialect.isThere(parent) : sql<SqlBool>`${ctx.dialect.unindexed(parent)} is not null`;
  return { ...read, opposite: { index: 'parentId', where: hasOne } };
}

/** Its own: one in the language of the site has none. `de` means `de-CH`, too (basic filtering of RFC 4647). */
function readLanguage({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const column = sql.ref('items.language');
  const checked = (through: boolean) => (through ? column : ctx.dialect.unindexed(column));
  if (operator === 'exists') {
    const read = existence(checked(false), texts);
    return typeof read === 'string' || asBoolean(texts[0] ?? '') ? read : { ...read, languages: [null] };
  }
  const tags = texts.map(languageTag);
  if (tags.includes(null)) return `must be ${languageExample}`;
  const operands = tags.map(hold);
  // A hyphen follows, and after it comes a dot.
  const ranges = tags.map((tag) => [hold(`${tag}-`), hold(`${tag}.`)] as const);
  const isOne = (through: boolean) => {
    const language = checked(through);
    const within = ranges.map(([from, to]) => sql<SqlBool>`(${language} >= ${from} and ${language} < ${to})`);
    return sql<SqlBool>`(${sql.join([oneOf(language, operands), ...within], sql` or `)})`;
  };
  if (!isNegative(operator)) return { index: 'language', languages: tags, where: isOne };
  return {
    opposite: { index: 'language', where: isOne },
    where: () => sql<SqlBool>`coalesce(not ${isOne(false)}, true)`,
  };
}

function existence(column: RawBuilder<unknown>, [text = '']: string[]): Read {
  const shouldExist = asBoolean(text);
  if (typeof shouldExist !== 'boolean') return 'must be true or false';
  const variant = String(shouldExist);
  return {
    variant,
    where: () => (shouldExist ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`${column} is null`),
  };
}

function compareWith(column: RawBuilder<unknown>, operator: Operator, operands: unknown[]): Read {
  return isComparison(operator) ? { where: () => compare(column, operator, operands) } : 'is not supported';
}
