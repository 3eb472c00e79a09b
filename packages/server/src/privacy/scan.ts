// Looks through a table for records that name a person, some rows at a time, whatever its size.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../context/context.ts';
import { containsText } from '../database/contains-text.ts';
import type { Tables } from '../database/tables.ts';
import type { Mentions } from '../lib/mentions.ts';

export type Page = {
  ids: string[];
  /** The last ID that was looked at; null on the last page. */
  last: string | null;
};

const pageRows = 1000;

type Scan<Name extends keyof Tables> = {
  table: Name;
  /** Where the person may be named. */
  texts: readonly (keyof Tables[Name] & string)[];
  /** What belongs to the person whatever its texts say. */
  orWhere?: RawBuilder<SqlBool>;
  where?: RawBuilder<SqlBool>;
};

/** The records behind this ID that name the person. */
export async function scan<Name extends keyof Tables>(
  ctx: ReadContext,
  { table, texts, orWhere, where }: Scan<Name>,
  names: Mentions,
  after: string,
): Promise<Page> {
  const lower = (column: string) => sql`lower(cast(${sql.ref(column)} as text))`;
  const named = texts.flatMap((column) => names.texts.map((text) => containsText(lower(column), text.toLowerCase())));
  const isTheirs = orWhere ?? sql<SqlBool>`1 = 0`;
  const of = table as 'mails';
  const page = ctx.db
    .selectFrom(of)
    .selectAll()
    .$if(where !== undefined, (query) => query.where(where as RawBuilder<SqlBool>))
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageRows)
    .as('page');
  const rows = await ctx.db
    .selectFrom(page)
    .select((eb) => ['id', isTheirs.as('isTheirs'), eb.or(named).as('isNamed')])
    .execute();
  const last = rows.length < pageRows ? null : (rows.at(-1)?.id ?? null);
  const ids = rows.filter(({ isTheirs }) => isTheirs).map(({ id }) => id);
  const maybe = rows.filter(({ isTheirs, isNamed }) => isNamed && !isTheirs).map(({ id }) => id);
  if (maybe.length === 0) return { ids, last };
  const read = await ctx.db
    .selectFrom(of)
    .select('id')
    .select((texts as readonly 'text'[]).map((column) => column))
    .where('id', 'in', maybe)
    .execute();
  const isNaming = ({ id: _, ...row }: { id: string }) =>
    Object.values(row).some((text) => typeof text === 'string' && (names.areIn(text) || names.areInJson(text)));
  return { ids: [...ids, ...read.filter(isNaming).map(({ id }) => id)], last };
}
