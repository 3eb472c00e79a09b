// Column types for migrations, so that one declaration stores the same values in both databases.

import { type ColumnDataType, type ColumnDefinitionBuilder, type Expression, type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';

type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
type Column = [type: ColumnDataType | Expression<unknown>, build: Build];

/** The column types of a migration. */
export function columnsFor(dialect: Dialect) {
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
