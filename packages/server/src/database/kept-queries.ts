// Queries whose SQL is built once: building a query takes longer than running a quick one, and its text depends on its
// shape only, not on the values in it.

import type { Compilable, Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';

/** Stands for a value until the query runs. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for a column of one of many rows. */
class RowSlot extends Slot {
  readonly row: number;
  constructor(row: number, column: string) {
    super(column);
    this.row = row;
  }
}

/** The place of a value in a query, of any type that the builder wants. */
export function slot(name: string): never {
  return new Slot(name) as never;
}

/** The row of an insert, with a slot for each of its columns. */
export function slotsFor<Row extends object>(row: Row): Row {
  return Object.fromEntries(columnsOf(row).map((name) => [name, slot(name)])) as Row;
}

/** In one order: the same insert may get rows that were put together in different ways. */
function columnsOf(row: object): string[] {
  return Object.keys(row).sort();
}

/** The shape of an insert of many rows; only short ones are kept, because each number of rows has a text of its own. */
export function shapeOfInsert(rows: readonly object[]): string | null {
  return rows.length <= 10 ? `insert ${rows.length}` : null;
}

/** The rows of an insert of many; `valuesOf` gives the values of their slots. */
export function slotsForEach<Row extends object>(rows: readonly Row[]): Row[] {
  return rows.map(
    (row, index) => Object.fromEntries(columnsOf(row).map((name) => [name, new RowSlot(index, name)])) as Row,
  );
}

export function valuesOf(rows: readonly object[]): Values {
  return { [rowsKey]: rows };
}

const rowsKey = Symbol('rows');

/** What fills the slots of a query, by their names; those of rows by their places. */
type Values = Record<string, unknown> & { readonly [rowsKey]?: readonly object[] };

function valueIn(values: Values, slot: Slot): unknown {
  if (!(slot instanceof RowSlot)) return values[slot.name];
  const row = values[rowsKey]?.[slot.row] as Record<string, unknown> | undefined;
  return row?.[slot.name];
}

/** The rows in parts of a power of two, at most 64, so that inserts of any number of rows have few shapes. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let start = 0; start < rows.length; start += parts.at(-1)!.length) {
    const size = 2 ** Math.min(6, Math.floor(Math.log2(rows.length - start)));
    parts.push(rows.slice(start, start + size));
  }
  return parts;
}

/** Values for `in (…)`, filled up to a power of two by repeating the last, so that lists of any length have few shapes. */
export function filledUp<Value>(values: readonly Value[]): Value[] {
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: size - values.length }, () => values.at(-1) as Value)];
}

/** A slot for each of `values`, whose values are `{ ...values }`. */
export function slotsIn(values: readonly unknown[]): never[] {
  return values.map((_, index) => slot(`${index}`));
}

const maxKept = 500;

type Reader = { db: unknown; dialect: Pick<Dialect, 'name'> };

export type KeptQueries = {
  /** Runs the query of this shape, which `build` makes the first time; without a shape, every time. `values` fill its slots. */
  run<Row>(ctx: Reader, shape: string | null, values: Values, build: () => Compilable<Row>): Promise<Row[]>;
  /** The same for the beginning of an order that an index has: PostgreSQL follows it, however few rows it expects. */
  runInOrder<Row>(ctx: Reader, shape: string | null, values: Values, build: () => Compilable<Row>): Promise<Row[]>;
  /** The same for a change in a transaction whose result is not needed. Its error may come with a later statement. */
  send(ctx: Reader, shape: string | null, values: Values, build: () => Compilable<unknown>): Promise<void>;
  /** Runs the insert of many rows, part by part: `build` gets the rows with their slots. Returns what all parts return. */
  insert<Row extends object, Result>(
    ctx: Reader,
    name: string,
    rows: readonly Row[],
    build: (rows: Row[]) => Compilable<Result>,
  ): Promise<Result[]>;
  /** The same in a transaction, if nothing that they return is needed. Errors may come with a later statement. */
  sendRows<Row extends object>(
    ctx: Reader,
    name: string,
    rows: readonly Row[],
    build: (rows: Row[]) => Compilable<unknown>,
  ): Promise<void>;
};

type Query = ReturnType<Compilable['compile']>;

export type KeptQuery = Query & {
  /** It reads the beginning of an order that an index has. */
  followsOrder?: boolean;
  /** In a transaction, it need not be waited for: PostgreSQL gets the next one at once. */
  isUnawaited?: boolean;
};

let isVerifying = false;
/** Inserts of more rows take long to build, and have the text of those of few, row after row. */
const maxVerifiedRows = 4;

/**
 * From now on, every query that is kept is also built anew, and a difference throws: its shape does not say all that its text
 * depends on, such as what the caller may see. For tests.
 */
export function verifyKeptQueries(): void {
  isVerifying = true;
}

function verify(shape: string, kept: Query, built: Query): void {
  const isSame =
    kept.sql === built.sql &&
    kept.parameters.length === built.parameters.length &&
    kept.parameters.every((value, index) => isSameValue(value, built.parameters[index]));
  if (isSame) return;
  const texts = [kept, built].map(({ sql, parameters }) => `${sql} ${JSON.stringify(parameters)}`);
  throw new Error(`The shape "${shape}" stands for different queries:\n${texts.join('\n')}`);
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (!(one instanceof Slot && other instanceof Slot)) return one === other;
  return one.name === other.name && (one as RowSlot).row === (other as RowSlot).row;
}

export function keptQueries(): KeptQueries {
  const keptOf = { sqlite: new Map<string, Query>(), postgres: new Map<string, Query>() };
  const fill = ({ dialect }: Reader, shape: string | null, values: Values, build: () => Compilable<unknown>): Query => {
    const kept = keptOf[dialect.name];
    let query = shape === null ? undefined : kept.get(shape);
    if (!query) {
      query = build().compile();
      if (kept.size >= maxKept) kept.clear();
      if (shape !== null) kept.set(shape, query);
    } else if (isVerifying && shape !== null && (values[rowsKey]?.length ?? 0) <= maxVerifiedRows)
      verify(shape, query, build().compile());
    const parameters = query.parameters.map((value) => (value instanceof Slot ? valueIn(values, value) : value));
    return { ...query, parameters };
  };
  const execute = (ctx: Reader, query: KeptQuery) => (ctx.db as Kysely<unknown>).getExecutor().executeQuery(query);
  /** Its result is not needed. */
  const pass = async (ctx: Reader, query: Query): Promise<void> => {
    await execute(ctx, { ...query, isUnawaited: true });
  };
  const fillRows = <Row extends object>(
    ctx: Reader,
    name: string,
    rows: readonly Row[],
    build: (rows: Row[]) => Compilable<unknown>,
  ): Query => fill(ctx, `${name} ${rows.length}`, valuesOf(rows), () => build(slotsForEach(rows)));
  return {
    async run<Row>(ctx: Reader, shape: string | null, values: Values, build: () => Compilable<Row>) {
      return (await execute(ctx, fill(ctx, shape, values, build))).rows as Row[];
    },
    async runInOrder<Row>(ctx: Reader, shape: string | null, values: Values, build: () => Compilable<Row>) {
      const query: KeptQuery = { ...fill(ctx, shape, values, build), followsOrder: true };
      return (await execute(ctx, query)).rows as Row[];
    },
    async send(ctx, shape, values, build) {
      await pass(ctx, fill(ctx, shape, values, build));
    },
    async insert<Row extends object, Result>(
      ctx: Reader,
      name: string,
      rows: readonly Row[],
      build: (rows: Row[]) => Compilable<Result>,
    ) {
      const results: Result[][] = [];
      for (const part of inParts(rows)) {
        const query = fillRows(ctx, name, part, build);
        results.push((await execute(ctx, query)).rows as Result[]);
      }
      return results.flat();
    },
    async sendRows(ctx, name, rows, build) {
      for (const part of inParts(rows)) await pass(ctx, fillRows(ctx, name, part, build));
    },
  };
}
