// The dialect for SQLite.

import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers';
import { Worker } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import {
  type BinaryOperationNode,
  type Compilable,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  type LimitNode,
  type OperationNode,
  OperatorNode,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely';
import type { SearchNode, SearchQuery } from '../lib/search-query.ts';
import { createPauses } from '../lib/yield-to-event-loop.ts';
import type { Observer } from '../telemetry/observer.ts';
import {
  type DatabaseSize,
  type Dialect,
  type JsonPath,
  membersOf,
  type Opened,
  type OpenOptions,
  type Snapshot,
} from './dialect.ts';
import { kyselyOn, transactionsOf } from './direct-statements.ts';
import { inParts, keptQueries, slot, slotsIn } from './kept-queries.ts';
import type { IndexDoor } from './live-indexes.ts';
import { connect } from './sqlite-connection.ts';
import { SqliteReaderDriver, SqliteWriterDriver, StatementCache } from './sqlite-driver.ts';
import { quickReads, type Read } from './sqlite-quick-reads.ts';
import { readerThreads, SlowReadError, slowReads } from './sqlite-slow-reads.ts';
import type { Tables } from './tables.ts';
import { waitingWriters } from './waiting-writers.ts';

/** How long the start waits while another process holds a lock. */
const openTimeoutMs = 15_000;

/** Opens or creates the file in an existing folder, with one connection for writes and one for reads. */
export function openSqlite(file: string, { observer = null, isBeside = false }: OpenOptions = {}): Opened {
  // Several processes may create the file at once. Later the driver itself waits, without blocking.
  const write = connect(file, { timeout: openTimeoutMs, mapsNothing: isBeside });
  // Reads the file and takes the lock of writers: damage and missing rights show up here.
  useWriteAheadLog(write);
  write.exec('begin immediate; rollback');
  write.pragma('busy_timeout = 0');
  // A successful response means that the data is on disk, even if the power fails.
  write.pragma('synchronous = FULL');
  write.pragma('foreign_keys = ON');
  // Copies up to 16 MB of the log into the file at once. Most pages in it are written again and again, so that this takes
  // hardly longer than copying 4 MB, and happens less often (decision 0002).
  write.pragma('wal_autocheckpoint = 4000');
  // A page that a savepoint may have to restore is kept in memory instead of a file.
  write.pragma('temp_store = MEMORY');
  // Overwrites what is deleted or replaced, such as secrets that are now stored encrypted.
  write.pragma('secure_delete = FAST');
  const read = connect(file, { timeout: 5000, readonly: true, mapsNothing: isBeside });
  const threads = readerThreads(file);
  const waiting = waitingWriters(file);
  const readHere = quickReads(new StatementCache(read, observer), threads.run);
  const writer = new SqliteWriterDriver(write, waiting, { observer, commitsAtOnce: isBeside });
  const reader = new SqliteReaderDriver(read, readHere);
  return {
    writer: kyselyOver(writer),
    transaction: transactionsOf(dialectOver(writer), writer),
    reader: kyselyOn(dialectOver(reader), reader, readHere),
    slowReader: kyselyOver(slowReads(read, readHere, { ...threads, run: observedRead(threads.run, observer) })),
    dialect: sqliteDialect,
    ...stampOf(read),
    startDeadline() {},
    othersWait: waiting.exist,
    indexes: sqliteIndexes(file, read),
    openSnapshot: async () => openSqliteSnapshot(file),
    load: () => ({ transactionsWaiting: writer.waiting, ...threads.load(), pools: [] }),
    readSize: () => fileSizes(file),
  };
}

/** Of a file that is new, one process changes the header. Here SQLite does not wait for the others: it fails at once. */
function useWriteAheadLog(connection: Sqlite.Database): void {
  const deadline = Date.now() + openTimeoutMs;
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

/** Reports each read, those included that wait for a thread. */
function observedRead(read: Read, observer: Observer | null): Read {
  if (observer === null) return read;
  return async (query) => {
    const startedAt = performance.now();
    try {
      const result = await read(query);
      observer.statementRan(query.sql, startedAt, null);
      return result;
    } catch (error) {
      observer.statementRan(query.sql, startedAt, error);
      throw error;
    }
  };
}

/** Changes with every commit of any process. Read once per turn of the event loop, and again after commits of our own. */
function stampOf(connection: Sqlite.Database): Pick<Opened, 'stamp' | 'noteCommit'> {
  const statement = connection.prepare('pragma data_version').pluck();
  let current: number | null = null;
  const forget = (): void => {
    current = null;
  };
  return {
    stamp() {
      if (current === null) {
        current = statement.get() as number;
        setImmediate(forget);
      }
      return current;
    },
    noteCommit: forget,
  };
}

class Adapter extends SqliteAdapter {
  /** Migrations run in one transaction, so that of several processes one migrates and the others wait for it. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Without this, Kysely allows one transaction at a time, and there would be nothing to group. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Of a mere parameter, SQLite wants to know the value: it prepares the statement again each time it runs (decision 0002). */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit (');
    this.visitNode(limit);
    this.append(' + 0)');
  }

  /** `= +?` means the same as `= ?`, and finds rows by the same indexes. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    if (isEquals(operator) && isParameter(rightOperand)) {
      this.visitNode(leftOperand);
      this.append(' = +');
      this.visitNode(rightOperand);
    } else super.visitBinaryOperation(node);
  }
}

function isEquals(operator: OperationNode): boolean {
  return OperatorNode.is(operator) && operator.operator === '=';
}

function isParameter(operand: OperationNode): boolean {
  return ValueNode.is(operand) && !operand.immediate;
}

function dialectOver(driver: Driver): KyselyDialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function kyselyOver(driver: Driver): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: dialectOver(driver) });
}

const queries = keptQueries();

const kinds = {
  text: sql`('text')`,
  number: sql`('integer', 'real')`,
  boolean: sql`('true', 'false')`,
};

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isShared: false,
  columnTypes: { text: 'text', json: 'text', bytes: 'blob' },

  jsonValue(column, path, as) {
    if (as === 'instant') return sql`"instantOf"(${sqliteDialect.jsonValue(column, path, 'text')})`;
    const at = placeOf(path);
    return sql`case when json_type(${column}, ${at}) in ${kinds[as]} then json_extract(${column}, ${at}) end`;
  },

  indexKey: (value) => value,

  jsonArrayHas(column, path, value) {
    return sql`exists (select 1 from json_each(${column}, ${sql.lit(jsonPath(path))}) where value = ${value})`;
  },

  unindexed: (value) => sql`+${value}`,

  otherEnd: () => sql`(1 = 1)`,

  // It does not begin there for `is not null` of an expression. Every number and text is greater.
  isThere: (key) => sql`${key} > -9e999`,

  readsKeysAlone: true,

  sortsParts: true,

  jsonPath,

  jsonExists(column, path) {
    return sql`coalesce(json_type(${column}, ${placeOf(path)}), 'null') <> 'null'`;
  },

  // Of a column, SQLite knows it without reading the text.

  jsonEntries: (column) => ({
    entries: sql`json_each(${column})`,
    value: sql`case "entries"."type" when 'true' then 'true' when 'false' then 'false' else cast("entries"."value" as text) end`,
    number: sql`case when "entries"."type" in ('integer', 'real') then cast("entries"."value" as double precision) end`,
  }),
  jsonObject: (members) => sql`json_object(${membersOf(members)})`,
  jsonMembers(column, names) {
    const members = names.map((name) => [name, sql`${column} -> ${placeOf([name])}`] as const);
    return sqliteDialect.jsonObject(Object.fromEntries(members));
  },
  jsonNumbers: (json) => sql`(select key, value from json_each(${json}))`,

  search: {
    // A contentless index has no second copy of the texts. Its rows have numbers, so a small table maps them to items.
    async create(db) {
      await sql`create table "itemSearchRows" ("rowId" integer primary key, "itemId" text not null unique)`.execute(db);
      await sql`create virtual table "itemSearch" using fts5(title, excerpt, body, content='', contentless_delete=1,
        prefix='2 3', tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'")`.execute(db);
      // A group of small segments is merged when there are 8 of them instead of 4 (decision 0002).
      await sql`insert into "itemSearch" ("itemSearch", "rank") values ('automerge', 8)`.execute(db);
    },
    async write(db, itemId, document) {
      await this.remove(db, itemId);
      await this.add(db, [{ itemId, document }]);
    },
    async add(db, entries) {
      const ctx = { db, dialect: sqliteDialect };
      const rowIds = new Map<string, number>();
      for (const part of inParts(entries)) {
        const ids = part.map(({ itemId }) => itemId);
        const rows = await queries.run(ctx, `rows ${ids.length}`, { ...ids }, () => ({
          compile: () =>
            sql<{ rowId: number; itemId: string }>`insert into "itemSearchRows" ("itemId")
            values ${sql.join(slotsIn(ids).map((id) => sql`(${id})`))} returning "rowId", "itemId"`.compile(db),
        }));
        for (const { rowId, itemId } of rows) rowIds.set(itemId, rowId);
      }
      for (const { itemId, document } of entries) {
        await queries.run(ctx, 'words', { rowId: rowIds.get(itemId), ...document }, () => ({
          compile: () =>
            sql`insert into "itemSearch" (rowid, title, excerpt, body)
            values (${slot('rowId')}, ${slot('title')}, ${slot('excerpt')}, ${slot('body')})`.compile(db),
        }));
      }
    },
    async remove(db, itemId) {
      const { rows } = await sql<{
        rowId: number;
      }>`delete from "itemSearchRows" where "itemId" = ${itemId} returning "rowId"`.execute(db);
      for (const { rowId } of rows) await sql`delete from "itemSearch" where rowid = ${rowId}`.execute(db);
    },
    textOf: (query) => matchExpression(query),
    // `limit -1` makes SQLite run the search once, instead of once for each joined item.
    matches(text, { ranked }) {
      const rank = ranked ? sql`bm25("itemSearch", 10.0, 4.0, 1.0)` : sql`0`;
      return sql`(select "itemSearchRows"."itemId" as "itemId", ${rank} as "rank"
        from "itemSearch" join "itemSearchRows" on "itemSearchRows"."rowId" = "itemSearch".rowid
        where "itemSearch" match ${text} limit -1)`;
    },
    // A list of numbers is made five times as quickly as one of IDs.
    isMatch: (text, itemId) =>
      sql`((select "rowId" from "itemSearchRows" where "itemId" = ${itemId}) in (
        select rowid from "itemSearch" where "itemSearch" match ${text}))`,
    someMatches(query, { inTitle, limit }) {
      const text = matchExpression(query, inTitle ? 'title : ' : '');
      return sql`(select "itemSearchRows"."itemId" as "itemId"
        from "itemSearch" join "itemSearchRows" on "itemSearchRows"."rowId" = "itemSearch".rowid
        where "itemSearch" match ${text} order by "itemSearch".rowid desc limit ${sql.lit(limit)})`;
    },
  },

  lockRows: (query) => query,
  lockRowsForChange: (query) => query,
  lockKeyShare: (query) => query,
  inTurn: (condition) => condition,
  lockValues: async () => {},
  preferIndexes: async () => {},
  forUpdateSkipLocked: () => sql``,
  isOneOf: (query) => sql`in (${query})`,
  isUniqueViolation: (error) => ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error)),
  isRetryable: () => false,
  isTooSlow: (error) => error instanceof SlowReadError,
  isUnavailable: (error) =>
    /^SQLITE_(ABORT_ROLLBACK|BUSY|CANTOPEN|IOERR|FULL|READONLY|CORRUPT|NOTADB)/.test(codeOf(error)),
  isInterrupted: (error) => /^SQLITE_(ABORT_ROLLBACK|BUSY)/.test(codeOf(error)),
};

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

function placeOf(path: JsonPath): RawBuilder<unknown> {
  return Array.isArray(path) ? sql.lit(jsonPath(path)) : sql`${path.slot}`;
}

function jsonPath(path: string[]): string {
  return `$${path.map((key) => `."${key.replaceAll('"', '')}"`).join('')}`;
}

/** `place` is what the wanted words are looked for in; empty for all columns. */
function matchExpression({ included, excluded }: SearchQuery, place: 'title : ' | '' = ''): string {
  const text = included === null ? '""' : `${place}(${expressionOf(included)})`;
  return excluded.length === 0 ? text : `${text} NOT (${excluded.map(expressionOf).join(' OR ')})`;
}

/** Words contain only letters, digits and marks, so quoting them is enough. */
function expressionOf(node: SearchNode): string {
  if ('words' in node) return `"${node.words.join(' ')}"${node.isPrefix ? '*' : ''}`;
  const [nodes, operator] = 'all' in node ? [node.all, ' AND '] : [node.any, ' OR '];
  return `(${nodes.map(expressionOf).join(operator)})`;
}

// How much the files of SQLite take on disk.

/** Of the database at `file`. The log is missing while no process has it open. */
async function fileSizes(file: string): Promise<DatabaseSize> {
  const [bytes, walBytes] = await Promise.all([file, `${file}-wal`].map(sizeOf));
  return { bytes: bytes as number, walBytes: walBytes as number };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

// A snapshot of SQLite: a read transaction on a connection of its own. Writers go on; the log grows until it is closed.
function openSqliteSnapshot(file: string): Snapshot {
  const connection = connect(file, { timeout: 5000, readonly: true });
  connection.exec('begin');
  // The transaction sees the state of its first read.
  connection.prepare('select count(*) from sqlite_master').get();
  return {
    async *rows<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      const pause = createPauses();
      for (const row of connection.prepare(sql).iterate(parameters)) {
        yield row as Row;
        await pause();
      }
    },
    async close() {
      connection.close();
    },
  };
}

// Indexes on SQLite. Creating one reads the whole table, so a thread does it: reads continue, and writers wait for it
// without blocking.
function sqliteIndexes(file: string, reader: Sqlite.Database): IndexDoor {
  const run = async (statement: string): Promise<void> => {
    const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: { file, statement } });
    await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  };
  return {
    names: async (prefix) =>
      reader
        .prepare(`select name from sqlite_master where type = 'index' and substr(name, 1, ?) = ?`)
        .pluck()
        .all(prefix.length, prefix) as string[],
    create: (name, on) => run(`create index if not exists "${name}" on ${on}`),
    drop: (name) => run(`drop index if exists "${name}"`),
  };
}
