// Lists of records: the conditions, the order and the page that a request asks for, the same for every list of the API.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import { type Fault, failQuery } from '../lib/errors.ts';
import { nearestHint } from '../lib/names.ts';
import { fold } from '../lib/text.ts';
import { mapYielding } from '../lib/yield-to-event-loop.ts';
import {
  acceptsList,
  type Comparison,
  compare,
  isDay,
  notADay,
  notATime,
  type Operator,
  operators,
  readTime,
  splitList,
} from './compare.ts';

/** What a list can be filtered or sorted by, called as in the records. */
export type Member = {
  kind: 'text' | 'number' | 'time' | 'boolean';
  /** If it has one of a few texts. */
  values?: readonly string[] | undefined;
  /** If its texts are days, such as 2027-02-19. */
  isDay?: boolean | undefined;
  isNullable: boolean;
  isSortable: boolean;
  /** Where its value is, if not in the column of its name. */
  column?: RawBuilder<unknown> | undefined;
  /** Makes of an operand what the column has, such as an address in lower case. */
  read?: ((text: string) => string) | undefined;
};

export type RecordList = {
  members: Readonly<Record<string, Member>>;
  /** The default order. */
  sort: string;
  /** The member that names a record. */
  key: string;
  /** Of its columns, if the query has others as well. */
  table?: string | undefined;
  /** The members in which `search` looks for words, of lists that are complete in memory. */
  searched: readonly string[];
};

/** What every list is asked for; conditions are parameters such as `status` and `createdAt[gte]`. */
export type ListRequest = {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
  total?: boolean | undefined;
  sort?: string | undefined;
  ids?: string | undefined;
  search?: string | undefined;
};

export type RecordPage<Item> = { items: Item[]; total: number | null; nextCursor: string | null };

type Value = string | number | boolean;
type Condition = { name: string; operator: Operator; values: Value[] };
type SortKey = { name: string; direction: 'asc' | 'desc' };
type Query<Row> = SelectQueryBuilder<never, never, Row>;

/** The operators of a member, in the order of the documents. */
export function operatorsOf({ kind, isDay, isNullable }: Member): Operator[] {
  const compared: Operator[] = ['eq'];
  if (kind !== 'time') compared.push('ne');
  if (kind === 'text' || kind === 'number') compared.push('in', 'nin');
  if (kind === 'number' || kind === 'time' || isDay) compared.push('gt', 'gte', 'lt', 'lte');
  return isNullable ? [...compared, 'exists'] : compared;
}

/** Throws invalid_query, which names the parameters. */
export function readConditions(list: RecordList, request: object): Condition[] {
  const faults: Fault[] = [];
  const conditions = Object.entries(request).flatMap(([parameter, value]): Condition[] => {
    const [, name = '', operator = 'eq'] = /^(\w[\w.]*)(?:\[(\w+)\])?$/.exec(parameter) ?? [];
    const member = Object.hasOwn(list.members, name) ? list.members[name] : undefined;
    if (!member || value === undefined || !operators.includes(operator as Operator)) return [];
    if (operator === 'exists') return [{ name, operator, values: [value as boolean] }];
    const texts = acceptsList(operator) ? splitList(String(value)) : [String(value)];
    const read = texts.map((text) => readValue(member, text));
    const wrong = read.find((one) => typeof one === 'object');
    if (wrong) faults.push({ pointer: parameter, code: 'invalid', detail: wrong.fault });
    return wrong ? [] : [{ name, operator: operator as Operator, values: read as Value[] }];
  });
  if (faults.length > 0) throw failQuery(faults);
  return conditions;
}

function readValue(member: Member, text: string): Value | { fault: string } {
  const { kind, values, read = (text) => text } = member;
  if (values && !values.includes(text))
    return { fault: `must be among ${values.join(', ')}${nearestHint(text, values)}` };
  if (member.isDay && !isDay(text)) return { fault: notADay };
  if (kind === 'time') return readTime(text) ?? { fault: notATime };
  if (kind === 'boolean') return text === 'true';
  if (kind === 'text') return read(text);
  const number = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(number) ? number : { fault: notAWholeNumber };
}

const notAWholeNumber = `must be a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

const maxKeys = 4;

function readSort({ members, sort: usual }: RecordList, sort = usual): SortKey[] {
  const keys = sort.split(',').map((text): SortKey => {
    const name = text.trim().replace(/^-/, '');
    return { name, direction: text.trim().startsWith('-') ? 'desc' : 'asc' };
  });
  const known = Object.keys(members).filter((name) => members[name]?.isSortable);
  const wrong = keys.find(({ name }) => !known.includes(name));
  const detail =
    keys.length > maxKeys
      ? `must have at most ${maxKeys} keys`
      : wrong && `must be among ${known.join(', ')}, with - for descending${nearestHint(wrong.name, known)}`;
  if (detail) throw failQuery([{ pointer: 'sort', code: 'not_allowed', detail }]);
  return keys;
}

/** Whether a request asks for the oldest first, the smallest … */
export function isAscending(list: RecordList, { sort }: ListRequest): boolean {
  return readSort(list, sort)[0]?.direction === 'asc';
}

function readIds(ids: string): string[] {
  const names = [...new Set(splitList(ids).map((id) => id.trim()))].filter((id) => id !== '');
  if (names.length <= 100) return names;
  throw failQuery([{ pointer: 'ids', code: 'too_many', detail: 'must have at most 100 IDs' }]);
}

// In the database.

/** The records of the query that meet the conditions of the request. Throws invalid_query. */
export function filterRecords<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  list: RecordList,
  request: ListRequest,
): SelectQueryBuilder<DB, TB, Row> {
  let rows = query as unknown as Query<Row>;
  for (const { name, operator, values } of readConditions(list, request)) {
    // Texts of a few stand in the statement, because some have an index of the rows with one of them.
    const isFew = list.members[name]?.values !== undefined;
    const operands = values.map((value) =>
      typeof value === 'boolean' ? Number(value) : isFew ? sql.lit(value) : operandOf(value),
    );
    const column = columnOf(list, name);
    if (operator === 'exists')
      rows = rows.where(sql<SqlBool>`${column} is ${sql.raw(values[0] ? 'not null' : 'null')}`);
    else rows = rows.where(compare(column, operator as Comparison, operands));
  }
  if (request.ids !== undefined)
    rows = rows.where(sql<SqlBool>`${columnOf(list, list.key)} in (${sql.join(['', ...readIds(request.ids)])})`);
  return rows as unknown as SelectQueryBuilder<DB, TB, Row>;
}

/**
 * Lists the records of the query that a request asks for, with their number unless `total` is false. `describe` makes a
 * record of a row; `counted` is the query without what it joins only to show it. Throws invalid_query.
 */
export async function listRecords<DB, TB extends keyof DB, Row, Item = Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  list: RecordList,
  request: ListRequest,
  describe: (row: Row) => Item = (row) => row as unknown as Item,
  counted?: unknown,
): Promise<RecordPage<Item>> {
  const { limit = 20, offset = 0, total = true } = request;
  const keys = readSort(list, request.sort);
  const place = readPlace(list, request, keys);
  const matching = filterRecords(query, list, request);
  const found = await readRows(matching, list, { keys, place, limit: limit + 1, offset });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    items: await mapYielding(rows, ({ row }) => describe(row)),
    total: total ? await countRows(counted ? filterRecords(counted as typeof query, list, request) : matching) : null,
    nextCursor: found.length > limit && last ? encodeCursor([textOf(keys), ...last.place]) : null,
  };
}

/** All records that a request asks for, page by page, for exports. Throws invalid_query at once. */
export function eachPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  list: RecordList,
  request: ListRequest,
  limit: number,
): AsyncGenerator<Row[]> {
  const keys = readSort(list, request.sort);
  const matching = filterRecords(query, list, request);
  return pages();

  async function* pages(): AsyncGenerator<Row[]> {
    for (let place: readonly unknown[] | null = null; ; ) {
      const found: Placed<Row>[] = await readRows(matching, list, { keys, place, limit, offset: 0 });
      if (found.length > 0) yield found.map(({ row }) => row);
      if (found.length < limit) return;
      place = found.at(-1)?.place ?? null;
    }
  }
}

/** As many as are read at once for an export. */
const exportedPage = 100;

/** All records that a request asks for, as `describe` makes them of rows, page by page, for exports. Throws invalid_query. */
export async function* eachRecord<DB, TB extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, TB, Row>,
  list: RecordList,
  request: ListRequest,
  describe: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for await (const rows of eachPage(query, list, request, exportedPage)) yield await mapYielding(rows, describe);
}

/** A row, and the values of what the list is sorted by. */
type Placed<Row> = { row: Row; place: unknown[] };

async function readRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  list: RecordList,
  { keys, place, limit, offset }: { keys: SortKey[]; place: readonly unknown[] | null; limit: number; offset: number },
): Promise<Placed<Row>[]> {
  const keyed = withKey(list, keys);
  let page = query as unknown as Query<Record<string, unknown>>;
  if (place !== null) page = page.where(isBehind(list, keyed, place));
  keyed.forEach(({ name, direction }, index) => {
    const column = columnOf(list, name);
    page = page.select(sql`${column}`.as(`sortKey${index}`)) as typeof page;
    if (list.members[name]?.isNullable) page = page.orderBy(sql`${column} is null`);
    page = page.orderBy(sql`${column}`, direction);
  });
  const rows = await page.limit(limit).offset(offset).execute();
  return rows.map((row) => {
    const place = keyed.map((_, index) => row[`sortKey${index}`]);
    for (const index of keyed.keys()) delete row[`sortKey${index}`];
    return { row: row as Row, place };
  });
}

async function countRows(query: unknown): Promise<number> {
  const count = (query as Query<object>).clearSelect().clearOrderBy();
  const [counted] = await count.select(sql<number>`count(*)`.as('total')).execute();
  return Number(counted?.total ?? 0);
}

function columnOf({ members, table }: RecordList, name: string): RawBuilder<unknown> {
  return members[name]?.column ?? sql.ref(table === undefined ? name : `${table}.${name}`);
}

/** PostgreSQL reads what a column of 32 bits is compared with as a number of 32 bits, and fails at larger ones. */
function operandOf(value: unknown): unknown {
  return typeof value === 'number' && Math.abs(value) > 2 ** 31 - 1 ? sql`cast(${value} as bigint)` : value;
}

/** Records with the same keys are in the order of their names. */
function withKey({ key }: RecordList, keys: readonly SortKey[]): SortKey[] {
  const { direction = 'asc' } = keys.at(-1) ?? {};
  return keys.some(({ name }) => name === key) ? [...keys] : [...keys, { name: key, direction }];
}

/** What comes after a record in the order of the keys; nulls are last. */
function isBehind(list: RecordList, keys: readonly SortKey[], place: readonly unknown[]): RawBuilder<SqlBool> {
  const [key, ...rest] = keys as [SortKey, ...SortKey[]];
  const [value, ...values] = place;
  const column = columnOf(list, key.name);
  const isNullable = list.members[key.name]?.isNullable ?? false;
  const sign = sql.raw(key.direction === 'asc' ? '>' : '<');
  const operand = operandOf(value);
  const beyond = sql<SqlBool>`${column} ${sign} ${operand}`;
  if (rest.length === 0) return beyond;
  const after = isBehind(list, rest, values);
  if (value === null) return sql<SqlBool>`(${column} is null and ${after})`;
  const equal = sql<SqlBool>`(${column} = ${operand} and ${after})`;
  if (isNullable) return sql<SqlBool>`(${beyond} or ${column} is null or ${equal})`;
  // The first part is what an index can begin with.
  return sql<SqlBool>`(${column} ${sign}= ${operand} and (${beyond} or ${equal}))`;
}

// Cursors: the order, and the keys of the last record of a page.

/** The keys of the record behind which the page begins; null for the first page. Throws invalid_query. */
function readPlace(list: RecordList, request: ListRequest, keys: readonly SortKey[]): unknown[] | null {
  const parts = readParts(request);
  if (parts === null) return null;
  const [sort, ...place] = parts;
  if (sort === textOf(keys) && isPlace(list, withKey(list, keys), place)) return place;
  throw wrongCursor();
}

/** The parts of the cursor; null for the first page. Throws invalid_query. */
function readParts({ cursor, offset = 0 }: ListRequest): unknown[] | null {
  if (cursor === undefined) return null;
  if (offset > 0) throw wrongCursor('cannot be combined with `offset`');
  return cursor === '' ? null : decodeCursor(cursor);
}

function isPlace({ members }: RecordList, keys: readonly SortKey[], place: readonly unknown[]): boolean {
  const fits = ({ name }: SortKey, index: number) => {
    const value = place[index];
    if (value === null) return true;
    const kind = members[name]?.kind;
    return kind === 'number' ? Number.isSafeInteger(value) : typeof value === (kind === 'boolean' ? kind : 'string');
  };
  return place.length === keys.length && keys.every(fits);
}

function wrongCursor(detail = 'must be the `nextCursor` of a response with the same `sort`') {
  return failQuery([{ pointer: 'cursor', code: 'invalid', detail }]);
}

function textOf(keys: readonly SortKey[]): string {
  return keys.map(({ name, direction }) => `${direction === 'desc' ? '-' : ''}${name}`).join(',');
}

// In memory, for lists that are read as a whole: the same parameters, and all records unless a `limit` is given.

/** The part of a list that a request asks for, in its own order unless `sort` says another one. Throws invalid_query. */
export function pageOf<Item extends object>(
  all: readonly Item[],
  list: RecordList,
  { limit, offset, ...request }: ListRequest,
): RecordPage<Item> {
  const conditions = readConditions(list, request);
  const ids = request.ids === undefined ? null : readIds(request.ids);
  const words = fold(request.search ?? '').split(/\s+/);
  const matching = all.filter((item) => {
    const text = request.search && fold(list.searched.map((name) => memberOf(item, name) ?? '').join('\n'));
    return (
      (ids === null || ids.includes(String(memberOf(item, list.key)))) &&
      (!text || words.every((word) => text.includes(word))) &&
      conditions.every((condition) => meets(memberOf(item, condition.name), condition))
    );
  });
  const keys = readSort(list, request.sort);
  const places = new Map(all.map((item) => [item, placeOf(list, keys, item)]));
  const order = compareBy(keys);
  const compareItems = (a: Item, b: Item) => order(places.get(a) ?? [], places.get(b) ?? []);
  if (request.sort !== undefined) matching.sort(compareItems);
  const start = readStart(
    list,
    { ...request, offset },
    keys,
    matching.map((item) => places.get(item) ?? []),
  );
  const end = limit === undefined ? matching.length : start + limit;
  const items = matching.slice(start, end);
  const last = items.at(-1);
  const rank = last && matching.slice(0, end).filter((item) => compareItems(item, last) === 0).length;
  return {
    items,
    total: request.total === false ? null : matching.length,
    nextCursor: last && end < matching.length ? encodeCursor([textOf(keys), rank, ...(places.get(last) ?? [])]) : null,
  };
}

/** By what a record is found again: what the list is sorted by, and its name if it has one. */
function placeOf(list: RecordList, keys: readonly SortKey[], item: object): unknown[] {
  return placeKeys(list, keys).map(({ name }) => memberOf(item, name));
}

function placeKeys(list: RecordList, keys: readonly SortKey[]): readonly SortKey[] {
  return list.members[list.key] ? withKey(list, keys) : keys;
}

/**
 * How many records are before the page: those up to the one of the cursor, or if it is gone, up to the last that is before
 * its place. Of records without names, several can have the same place. Throws invalid_query.
 */
function readStart(
  list: RecordList,
  request: ListRequest,
  keys: readonly SortKey[],
  places: readonly (readonly unknown[])[],
): number {
  const parts = readParts(request);
  if (parts === null) return request.offset ?? 0;
  const [sort, rank, ...place] = parts;
  const isRank = Number.isSafeInteger(rank) && Number(rank) > 0;
  if (sort !== textOf(keys) || !isRank || !isPlace(list, placeKeys(list, keys), place)) throw wrongCursor();
  const order = compareBy(keys);
  const same = places.flatMap((other, index) => (order(other, place) === 0 ? [index] : []));
  const last = same.slice(0, Number(rank)).at(-1) ?? places.findLastIndex((other) => order(other, place) < 0);
  return last + 1;
}

/** `actor.id` leads into an object. */
function memberOf(item: object, name: string): unknown {
  let value: unknown = item;
  for (const part of name.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return value ?? null;
}

function meets(value: unknown, { operator, values }: Condition): boolean {
  const [operand] = values as [Value];
  if (operator === 'exists') return (value !== null) === operand;
  if (operator === 'ne' || operator === 'nin') return !values.includes(value as Value);
  if (operator === 'eq' || operator === 'in') return values.includes(value as Value);
  if (value === null) return false;
  const order = compareValues(value, operand);
  return operator.startsWith('g')
    ? order > 0 || (operator === 'gte' && order === 0)
    : order < 0 || (operator === 'lte' && order === 0);
}

/** Compares the places of two records. What differs only in case or accents has an order, too. */
function compareBy(keys: readonly SortKey[]): (a: readonly unknown[], b: readonly unknown[]) => number {
  const { direction: usual = 'asc' } = keys.at(-1) ?? {};
  return (a, b) => {
    for (const compareOne of [compareValues, compareExactly])
      for (const [index, left] of a.entries()) {
        const [right, direction] = [b[index], keys[index]?.direction ?? usual];
        const order = compareOne(left, right);
        if (order !== 0) return left === null || right === null || direction === 'asc' ? order : -order;
      }
    return 0;
  };
}

/** Nulls come last. Texts are compared without regard to case and accents. */
function compareValues(a: unknown, b: unknown): number {
  const folded = [a, b].map((value) => (typeof value === 'string' ? fold(value) : value));
  return compareExactly(folded[0], folded[1]);
}

function compareExactly(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [left, right] = [a, b] as [string, string];
  return left < right ? -1 : Number(left > right);
}
