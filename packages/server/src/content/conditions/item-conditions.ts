// Conditions on what every item has: its ID, slug, title, times, place in the menu, author and parent.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isLike, patternFor } from '../../database/contains-text.ts';
import { slot } from '../../database/kept-queries.ts';
import { asBoolean, asNumber } from '../../fields/from-text.ts';
import { bodyValidator } from '../../lib/validation.ts';
import { titleKeyOf } from '../items/item-texts.ts';
import { isItemId } from '../slugs.ts';
import { type ItemsBuilder, isOfType, visibleTo } from '../visibility.ts';
import { compare, isComparison, isNegative, isRange, isTextOperator, oneOf, textPlaces } from './compare.ts';
import type { Operator, Read, Reading } from './condition.ts';
import { completeTime } from './operand-texts.ts';

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
  ['createdAt', { operators: [...equality, ...ranges], read: timeReader('items.createdAt') }],
  ['updatedAt', { operators: [...equality, ...ranges], read: timeReader('items.updatedAt') }],
  ['menuOrder', { operators: [...equality, ...ranges], read: readMenuOrder }],
  ['author', { operators: [...equality, 'exists'], read: readAuthor }],
  ['parent', { operators: [...equality, 'exists'], read: readParent }],
]);

function readId({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const operands = texts.map(hold);
  const id = sql.ref('items.id');
  if (isNegative(operator)) return { where: () => sql<SqlBool>`not ${oneOf(id, operands)}` };
  return { index: 'id', where: (through) => oneOf(through ? id : ctx.dialect.unindexed(id), operands) };
}

function readSlug({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const slug = sql.ref('items.slug');
  const composed = texts.map((text) => text.normalize('NFC'));
  if (isTextOperator(operator)) {
    const pattern = hold(patternFor((composed[0] ?? '').toLowerCase(), textPlaces[operator]));
    return { where: () => isLike(slug, pattern) };
  }
  const operands = composed.map(hold);
  if (isNegative(operator)) return { where: () => sql<SqlBool>`not ${oneOf(slug, operands)}` };
  return { index: 'slug', where: (through) => oneOf(through ? slug : ctx.dialect.unindexed(slug), operands) };
}

/** As lists sort titles: folded, and by their first 200 characters. */
function readTitle({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const key = ctx.dialect.unindexed(sql.ref('items.titleKey'));
  if (operator === 'startsWith' || operator === 'contains') {
    const pattern = hold(patternFor(titleKeyOf(texts[0] ?? ''), textPlaces[operator]));
    return { where: () => isLike(key, pattern) };
  }
  if (!isComparison(operator)) return 'is not supported';
  const isFolded = isRange(operator);
  const operands = texts.map((text) => hold(isFolded ? titleKeyOf(text) : text));
  return { where: () => compare(isFolded ? key : sql.ref('items.title'), operator, operands) };
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

function timeReader(name: string): ReadSubject {
  return ({ hold }, operator, texts) => {
    const times = texts.map(readTime);
    return times.includes(null) ? notATime : compareWith(sql.ref(name), operator, times.map(hold));
  };
}

const isTime = bodyValidator().compile({ type: 'string', format: 'date-time' });
const notATime = 'must be a date or a time with its zone, such as 2027-02-19 or 2027-02-19T09:30:00Z';

/** As it is stored: in UTC, with milliseconds. */
function readTime(text: string): string | null {
  const completed = completeTime(text);
  const time = isTime(completed) ? new Date(completed) : null;
  const isStored = time !== null && time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;
  return isStored ? time.toISOString() : null;
}

function readMenuOrder({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  const numbers = texts.map(asNumber);
  if (numbers.some((number) => number !== Number(number) >> 0)) return 'must be a whole number of at most 32 bits';
  return compareWith(ctx.dialect.unindexed(sql.ref('items.menuOrder')), operator, numbers.map(hold));
}

/** By slug or ID. */
function readAuthor({ hold, ctx }: Reading, operator: Operator, texts: string[]): Read {
  // Its index has no order that a list can have.
  const column = ctx.dialect.unindexed(sql.ref('items.authorId'));
  if (operator === 'exists') return existence(column, texts);
  const operands = texts.map(hold);
  return {
    where() {
      if (operands.length === 0) return isNegative(operator) ? sql<SqlBool>`(1 = 1)` : sql<SqlBool>`(1 = 0)`;
      const named = ctx.db.selectFrom('authors').select('authors.id').where('authors.slug', 'in', operands);
      const isNamed = sql<SqlBool>`(${oneOf(column, operands)} or ${column} in ${named})`;
      return isNegative(operator) ? sql<SqlBool>`coalesce(not ${isNamed}, true)` : isNamed;
    },
  };
}

/** By slug or ID. No slug looks like an ID. An item that the caller may not see is found by its ID only, which its children show. */
function readParent({ hold, ctx, type }: Reading, operator: Operator, texts: string[]): Read {
  const parent = sql.ref('items.parentId');
  if (operator === 'exists') return existence(parent, texts);
  const ids = texts.filter(isItemId).map(hold);
  const slugs = texts.filter((text) => !isItemId(text)).map((text) => hold(text.normalize('NFC')));
  const isSeen = (eb: unknown) =>
    (eb as ItemsBuilder).and([
      isOfType(type.name)(eb as ItemsBuilder),
      visibleTo(ctx, type.name, slot('now'))(eb as ItemsBuilder),
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
  return {
    index: 'parentId',
    variant,
    where: (through) => isNamed(through ? parent : ctx.dialect.unindexed(parent)),
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
