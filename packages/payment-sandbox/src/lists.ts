// List endpoints: newest first, with IDs as cursors.
import { missingResource } from './api-error.ts';
import type { Context } from './context.ts';
import { integer, object, type Reader, text, type Values } from './parameters.ts';
import { type Conditions, compare, type Kind, type Kinds } from './store.ts';

export type ApiList<T> = { object: 'list'; url: string; has_more: boolean; data: T[] };
const range = object({ gt: integer(), gte: integer(), lt: integer(), lte: integer() });
type CreatedRange = { gt?: number; gte?: number; lt?: number; lte?: number };
const created: Reader<CreatedRange> = {
  read(value, param) {
    if (typeof value !== 'string') return range.read(value, param);
    const exact = integer().read(value, param);
    return { gte: exact, lte: exact };
  },
};

export const pageParams = { limit: integer(1, 100), starting_after: text(), ending_before: text(), created };
export type PageValues = Values<typeof pageParams>;

type Query = { from: string; where: string; values: (string | number)[]; createdColumn: string };

/** One page of objects. `equal` and `unequal` are conditions on JSON paths; `url` is included in the response. */
export function listObjects<K extends Kind>(
  ctx: Context,
  kind: K,
  url: string,
  page: PageValues,
  equal: Conditions,
  unequal: Conditions = {},
): ApiList<Kinds[K]> {
  const [same, other] = [compare(equal, '='), compare(unequal, '<>')];
  const where = `kind = ?${same.sql}${other.sql}`;
  const createdColumn = "json_extract(body, '$.created')";
  const query = { from: 'objects', where, values: [kind, ...same.values, ...other.values], createdColumn };
  const rows = pageRows(ctx, query, page, kind);
  return { object: 'list', url, has_more: rows.hasMore, data: rows.bodies.map((body) => JSON.parse(body) as Kinds[K]) };
}

/** One page of rows of the table `from`, which has the columns seq, id and body. Returns bodies as stored text. */
export function pageRows(
  ctx: Context,
  query: Query,
  page: PageValues,
  noun: string,
): { bodies: string[]; hasMore: boolean } {
  const limit = page.limit ?? 10;
  const { sql, values } = createdCondition(page.created ?? {}, query.createdColumn);
  const backwards = page.ending_before !== undefined;
  const cursor = page.ending_before ?? page.starting_after;
  const param = backwards ? 'ending_before' : 'starting_after';
  const bound = cursor === undefined ? '' : ` and seq ${backwards ? '>' : '<'} ?`;
  const bounds = cursor === undefined ? [] : [cursorPosition(ctx, query.from, cursor, noun, param)];
  const order = backwards ? 'asc' : 'desc';
  const select = `select body from ${query.from} where ${query.where}${sql}${bound} order by seq ${order} limit (? + 0)`;
  const rows = ctx.store.prepare(select).all(...query.values, ...values, ...bounds, limit + 1) as { body: string }[];
  const bodies = rows.slice(0, limit).map((row) => row.body);
  return { bodies: backwards ? bodies.reverse() : bodies, hasMore: rows.length > limit };
}

function createdCondition(range: CreatedRange, column: string): { sql: string; values: number[] } {
  const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  const bounds = Object.entries(operators).filter(([name]) => range[name as keyof CreatedRange] !== undefined);
  return {
    sql: bounds.map(([, operator]) => ` and ${column} ${operator} ?`).join(''),
    values: bounds.map(([name]) => range[name as keyof CreatedRange] as number),
  };
}

function cursorPosition(ctx: Context, table: string, id: string, noun: string, param: string): number {
  const row = ctx.store.prepare(`select seq from ${table} where id = ?`).get(id) as { seq: number } | undefined;
  if (!row) throw missingResource(noun, id, param);
  return row.seq;
}
