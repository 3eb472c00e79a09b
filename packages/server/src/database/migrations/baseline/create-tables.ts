// How the slices of the baseline declare their tables. An index is named after its table and columns.

import {
  type ColumnDataType,
  type ColumnDefinitionBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
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

// Column types for migrations, so that one declaration stores the same values in both databases.
type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
type Column = [type: ColumnDataType | Expression<unknown>, build: Build];

/** The column types of a migration. */
function columnsFor(dialect: Dialect) {
  const text = (): RawBuilder<unknown> => sql.raw(dialect.columnTypes.text);
  const notNull: Build = (column) => column.notNull();
  const asIs: Build = (column) => column;
  return {
    id: [text(), (column) => column.primaryKey().notNull()] as Column,
    text: [text(), notNull] as Column,
    optionalText: [text(), asIs] as Column,
    uniqueText: [text(), (column) => column.notNull().unique()] as Column,
    optionalUniqueText: [text(), (column) => column.unique()] as Column,
    json: [sql.raw(dialect.columnTypes.json), notNull] as Column,
    optionalJson: [sql.raw(dialect.columnTypes.json), asIs] as Column,
    integer: ['integer', notNull] as Column,
    zero: ['integer', (column) => column.notNull().defaultTo(0)] as Column,
    optionalInteger: ['integer', asIs] as Column,
    optionalUniqueInteger: ['integer', (column) => column.unique()] as Column,
    bigInteger: ['bigint', notNull] as Column,
    optionalBigInteger: ['bigint', asIs] as Column,
    optionalNumber: [sql`double precision`, asIs] as Column,
    flag: ['integer', notNull] as Column,
    money: ['bigint', notNull] as Column,
    optionalMoney: ['bigint', asIs] as Column,
    bytes: [sql.raw(dialect.columnTypes.bytes), notNull] as Column,
  };
}
