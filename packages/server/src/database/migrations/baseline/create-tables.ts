// How the slices of the baseline declare their tables. An index is named after its table and columns.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../../columns.ts';
import type { Dialect } from '../../dialect.ts';
import type { Tables } from '../../tables.ts';

type ColumnTypes = ReturnType<typeof columnsFor>;
type Rule = { is: 'key' | 'order' | 'unique' | 'index'; columns: readonly string[]; condition?: string };

/** Creates a table with its indexes. */
export type CreateTable = (
  name: string,
  columns: Record<string, ColumnTypes[keyof ColumnTypes]>,
  ...rules: Rule[]
) => Promise<void>;

export type Baseline = { db: Kysely<Tables>; dialect: Dialect; types: ColumnTypes; createTable: CreateTable };

/** The primary key of a table without an ID. */
export const key = (...columns: string[]): Rule => ({ is: 'key', columns });
/** The same for SQLite, which keeps the whole rows in this order. */
export const keptIn = (...columns: string[]): Rule => ({ is: 'order', columns });
export const unique = (...columns: string[]): Rule => ({ is: 'unique', columns });
export const index = (...columns: string[]): Rule => ({ is: 'index', columns });
/** Of the rows that fulfill a condition alone. */
export const where = (condition: string, rule: Rule): Rule => ({ ...rule, condition });

export function baselineOf(db: Kysely<Tables>, dialect: Dialect): Baseline {
  return {
    db,
    dialect,
    types: columnsFor(dialect),
    async createTable(name, columns, ...rules) {
      const primary = rules.find(({ is }) => is === 'key' || is === 'order');
      let table = db.schema.createTable(name);
      for (const [column, [type, build]] of Object.entries(columns)) table = table.addColumn(column, type, build);
      if (primary) table = table.addPrimaryKeyConstraint(`${name}Key`, primary.columns as never);
      if (primary?.is === 'order') table = table.modifyEnd(sql`without rowid`);
      await table.execute();
      for (const rule of rules) if (rule !== primary) await sql.raw(indexOf(name, rule)).execute(db);
    },
  };
}

function indexOf(table: string, { is, columns, condition }: Rule): string {
  const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  const name = `${table}${columns.map(capital).join('')}${is === 'unique' ? 'Unique' : ''}`;
  const list = columns.map((column) => `"${column}"`).join(', ');
  return `create ${is === 'unique' ? 'unique index' : 'index'} "${name}" on "${table}" (${list})${condition ? ` where ${condition}` : ''}`;
}
