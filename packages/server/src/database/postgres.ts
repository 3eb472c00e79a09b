// The dialect for PostgreSQL.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { sha256 } from '../lib/crypto.ts';
import type { SearchNode, SearchQuery } from '../lib/search-query.ts';
import type { Observer } from '../telemetry/observer.ts';
import { type Dialect, type JsonPath, membersOf, type Opened, type SearchDocument } from './dialect.ts';
import { kyselyOn, transactionsOf } from './direct-statements.ts';
import { inParts, keptQueries, slot, slotsForEach, valuesOf } from './kept-queries.ts';
import type { IndexDoor } from './live-indexes.ts';
import { openPostgresSnapshot, postgresStamp } from './postgres-connection.ts';
import { dialectOver, isStaleStatement, PostgresDriver, PostgresError } from './postgres-driver.ts';

const asNumber = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const asText = new Set([pg.types.builtins.JSON, pg.types.builtins.JSONB]);

const valueTypes = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (asNumber.has(id)) return Number;
    if (asText.has(id)) return (value: string) => value;
    return pg.types.getTypeParser(id, format as 'text');
  },
} as pg.CustomTypesConfig;

/** A few keep a process and the server busy, and more get less done together; some may wait for locks (decision 0024). */
const maxConnections = 12;

/** Opens a pool, and one for slow reads, which may take `maxSlowMs`. It returns 64-bit integers as numbers (money stays below 2^53) and JSON as the text that was written. */
export function openPostgres(url: string, options: { maxSlowMs?: number; observer?: Observer | null } = {}): Opened {
  const { maxSlowMs = 10_000, observer = null } = options;
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // Notices a server that vanished without closing its connections, and moves on when another one takes its name.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    maxLifetimeSeconds: 600,
    types: valueTypes,
    // Statements are sent before those in front of them are answered (postgres-driver.ts).
    pipeline: true,
  } as pg.PoolConfig;
  const { db, transaction, pool, startDeadline } = openPool({ ...settings, max: maxConnections }, observer);
  const slow = openPool({ ...settings, max: 4 }, observer);
  // Of a process that stopped in the middle of a transaction, so that others do not wait for its locks any longer.
  const forAll = 'set idle_in_transaction_session_timeout = 8000';
  // PostgreSQL knows little of words and of values in JSON, and takes few rows for many: other processes and compiled code
  // are begun for reads that end before they are ready. Here, all are quick.
  setForAll(pool, `${forAll}; set max_parallel_workers_per_gather = 0; set jit = off`);
  // A page of a list stops long before what it is thought to cost, and starting other processes takes longer than reading it.
  setForAll(slow.pool, `${forAll}; set statement_timeout = ${maxSlowMs}; set parallel_setup_cost = 20000`);
  const { stamp, noteCommit } = postgresStamp(async () => {
    const { rows } = await sql<{ snapshot: string }>`select cast(pg_current_snapshot() as text) as snapshot`.execute(
      db,
    );
    return rows[0]?.snapshot as string;
  });
  return {
    writer: db,
    transaction,
    reader: db,
    slowReader: slow.db,
    dialect: postgresDialect,
    stamp,
    noteCommit,
    startDeadline() {
      startDeadline();
      slow.startDeadline();
    },
    othersWait: () => false,
    indexes: postgresIndexes(url),
    openSnapshot: () => openPostgresSnapshot(url, valueTypes),
    load: () => ({
      transactionsWaiting: pool.waitingCount,
      readsWaiting: slow.pool.waitingCount,
      readerThreads: null,
      pools: [
        { pool: 'main', ...useOf(pool) },
        { pool: 'slow', ...useOf(slow.pool) },
      ],
    }),
    async readSize() {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
        slow.db,
      );
      return { bytes: rows[0]?.bytes as number, walBytes: null };
    },
  };
}

function useOf({ totalCount, idleCount, options }: pg.Pool): { open: number; idle: number; max: number } {
  return { open: totalCount, idle: idleCount, max: options.max };
}

/** Not as parameters of the connection, with which PgBouncer refuses it. */
function setForAll(pool: pg.Pool, settings: string): void {
  pool.on('connect', (client) => void client.query(settings).catch(() => {}));
}

function openPool(settings: pg.PoolConfig, observer: Observer | null) {
  const pool = new pg.Pool(settings);
  // Broken connections are replaced when needed, and their queries fail. Without listeners, these events would end the
  // process: the pool reports idle connections only, those in use report for themselves.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const driver = new PostgresDriver(pool, observer);
  const dialect = dialectOver(driver);
  const db = kyselyOn(dialect, driver, (query) => driver.runAlone(query));
  return { pool, db, transaction: transactionsOf(dialect, driver), startDeadline: () => driver.startDeadline() };
}

const retryable = ['40001', '40P01', '55P03'];
/** Connection lost, no connections or space left, shutting down or starting, a standby that takes no writes, no network. */
const unavailable = /^(08|53|57P|25006$|25P03$|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;

const queries = keptQueries();

/** No key is longer than 200 characters. */
const endsOfTexts = [sql`''`, sql`repeat(chr(1114111), 201)`] as const;
const ends = {
  text: endsOfTexts,
  instant: endsOfTexts,
  number: [sql`'-infinity'`, sql`'infinity'`],
  boolean: [sql`0`, sql`1`],
} as const;

export const postgresDialect: Dialect = {
  name: 'postgres',
  isShared: true,
  columnTypes: { text: 'text collate "C"', json: 'json', bytes: 'bytea' },

  jsonValue(column, path, as) {
    const at = placeOf(path);
    const text = sql`(${column} #>> ${at})`;
    const kind = sql`json_typeof(${column} #> ${at})`;
    if (as === 'instant') return sql`(case when ${kind} = 'string' then "instantOf"(${text}) collate "C" end)`;
    if (as === 'text') return sql`(case when ${kind} = 'string' then ${text} collate "C" end)`;
    if (as === 'number') return sql`(case when ${kind} = 'number' then ${text}::double precision end)`;
    return sql`(case when ${kind} = 'boolean' then (${text}::boolean)::integer end)`;
  },

  indexKey: (value, as) => (as === 'text' || as === 'instant' ? sql`md5(${value})` : value),

  jsonArrayHas(column, path, value) {
    const at = sql.lit(arrayLiteral(path));
    return sql`(json_typeof(${column} #> ${at}) = 'array' and ((${column} #> ${at})::jsonb @> jsonb_build_array(${value}::text)))`;
  },

  unindexed: (value) => sql`coalesce(${value}, ${value})`,

  otherEnd(key, operator, as) {
    const [min, max] = ends[as];
    return sql`${key} ${operator.startsWith('g') ? sql`<= ${max}` : sql`>= ${min}`}`;
  },

  isThere: (key) => sql`${key} is not null`,

  readsKeysAlone: false,

  sortsParts: false,

  jsonPath: arrayLiteral,

  jsonExists(column, path) {
    return sql`coalesce(json_typeof(${column} #> ${placeOf(path)}), 'null') <> 'null'`;
  },

  jsonEntries: (column) => ({
    entries: sql`json_each(cast(${column} as json))`,
    value: sql`("entries"."value" #>> '{}')`,
    number: sql`case json_typeof("entries"."value") when 'number' then cast("entries"."value" #>> '{}' as double precision) end`,
  }),
  jsonObject: (members) => sql`cast(json_build_object(${membersOf(members)}) as text)`,
  // It reads the text once; each `->` would read all of it.
  jsonMembers: (column, names) =>
    sql`coalesce((select cast(json_object_agg(key, value) as text) from json_each(${column}) where key in (${sql.join(names.map((name) => sql.lit(name)))})), '{}')`,
  jsonNumbers: (json) =>
    sql`(select key collate "C" as key, value::integer as value from json_each_text(cast(${json} as json)))`,

  search: {
    async create(db) {
      await sql`create table "itemSearch" ("itemId" text collate "C" primary key references "items" ("id") on delete cascade, "document" tsvector not null)`.execute(
        db,
      );
      await sql`create index "itemSearchDocument" on "itemSearch" using gin ("document")`.execute(db);
    },
    async write(db, itemId, document) {
      await this.add(db, [{ itemId, document }]);
    },
    async add(db, entries) {
      for (const part of inParts(entries)) {
        const rows = part.map(({ itemId, document }) => ({ itemId, document: vector(document) }));
        await queries.send({ db, dialect: postgresDialect }, `words ${rows.length}`, valuesOf(rows), () => ({
          compile: () => {
            const values = slotsForEach(rows).map((row) => sql`(${row.itemId}, cast(${row.document} as tsvector))`);
            return sql`insert into "itemSearch" ("itemId", "document") values ${sql.join(values)}
              on conflict ("itemId") do update set "document" = excluded."document"`.compile(db);
          },
        }));
      }
    },
    async remove(db, itemId) {
      await sql`delete from "itemSearch" where "itemId" = ${itemId}`.execute(db);
    },
    textOf: (query) => matchExpression(query),
    matches(text, { ranked }) {
      const tsquery = sql`cast(${text} as tsquery)`;
      const rank = ranked ? sql`-ts_rank("document", ${tsquery})` : sql`0`;
      return sql`(select "itemId", ${rank} as "rank" from "itemSearch" where "document" @@ ${tsquery})`;
    },
    // With `exists`, PostgreSQL would find all matches first.
    isMatch: (text, itemId) =>
      sql`coalesce((select "document" @@ cast(${text} as tsquery) from "itemSearch" where "itemId" = ${itemId}), false)`,
    someMatches(query, { inTitle, limit }) {
      const text = matchExpression(query, inTitle ? titleWeight : '');
      return sql`(select "itemId" from "itemSearch" where "document" @@ cast(${text} as tsquery) limit ${sql.lit(limit)})`;
    },
  },

  lockRows: (query) => query.forUpdate(),
  lockRowsForChange: (query) => query.forNoKeyUpdate(),
  lockKeyShare: (query, { inOrder = false } = {}) => (inOrder ? query.orderBy(sql.ref('id')) : query).forKeyShare(),
  // `case` keeps the lock from being taken for other rows, in whatever order conditions are evaluated.
  inTurn(condition, key, use) {
    const lock = sql.raw(use === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
    const turn = sql`${lock}(hashtextextended(${key}, 0)) is not null`;
    return sql<SqlBool>`(${condition} and case when ${condition} then ${turn} end)`;
  },
  async lockValues(db, space, values) {
    if (values.length === 0) return;
    const locks = [...new Set(values.map((value) => numberOf(value) & lastValueLock))].sort((a, b) => a - b);
    await queries.send({ db, dialect: postgresDialect }, 'lock values', { space: numberOf(space), locks }, () => ({
      compile: () =>
        sql`select pg_advisory_xact_lock(cast(${slot('space')} as integer), "lock")
          from unnest(cast(${slot('locks')} as integer[])) as "lock"`.compile(db),
    }));
  },
  // A bitmap of an index has the rows that are gone each time; who follows the index marks their entries, and the next one passes them by.
  async preferIndexes(db) {
    await queries.send({ db, dialect: postgresDialect }, 'prefer indexes', {}, () => ({
      compile: () => sql`select set_config('enable_bitmapscan', 'off', true)`.compile(db),
    }));
  },
  forUpdateSkipLocked: (table) => sql`for update of ${sql.id(table)} skip locked`,
  // `in (…)` runs the query for each pair of joined rows before PostgreSQL 17.
  isOneOf: (query) => sql`= any (array(${query}))`,
  isUniqueViolation: (error) => codeOf(error) === '23505',
  // PostgreSQL ends the connection of a process that does nothing in a transaction for long, because the machine is busy.
  isRetryable: (error) =>
    retryable.includes(codeOf(error)) ||
    isStaleStatement(error) ||
    (error instanceof PostgresError && error.isUncommitted && isCutOff(error)),
  isTooSlow: (error) => codeOf(error) === '57014',
  isUnavailable,
  isInterrupted: (error) => error instanceof PostgresError && isUnavailable(error),
};

/** 1,024 locks of a space: so many that values rarely share one, and so few that one transaction can have all of them. */
const lastValueLock = 1023;

/** An integer of 32 bits with its sign, as PostgreSQL has them. */
function numberOf(text: string): number {
  return Number.parseInt(sha256(text).slice(0, 8), 16) | 0;
}

function isUnavailable(error: unknown): boolean {
  return unavailable.test(codeOf(error)) || isConnectionLoss(error) || isLate(error);
}

/** Whether it exceeded the deadline of the driver. */
function isLate(error: unknown): boolean {
  return error instanceof PostgresError && error.message === 'Query read timeout';
}

/** Whether the connection was lost at once: a database that did not answer for long would not answer the next time. */
function isCutOff(error: unknown): boolean {
  return /^(08|57P|25P03$|ECONNRESET|EPIPE)/.test(codeOf(error)) || isConnectionLoss(error);
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

function isConnectionLoss(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(Connection terminated|Postgres connection has been discarded|timeout exceeded when trying to connect|Client (was closed|has encountered a connection))/.test(
      error.message,
    )
  );
}

function placeOf(path: JsonPath): RawBuilder<unknown> {
  return Array.isArray(path) ? sql.lit(arrayLiteral(path)) : sql`cast(${path.slot} as text[])`;
}

function arrayLiteral(path: string[]): string {
  return `{${path.map((key) => `"${key.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** PostgreSQL stores positions up to 16383; later words share the last one. */
const maxPosition = 16_383;
/** A tsvector can have at most 1 MB, so very long items are found by their first words only. */
const maxWords = 40_000;

/** The weight of the words of titles. */
const titleWeight = 'A';

function vector(document: SearchDocument): string {
  const places = new Map<string, string[]>();
  let position = 0;
  for (const [weight, words] of [
    [titleWeight, document.title],
    ['B', document.excerpt],
    ['D', document.body],
  ] as const) {
    // A phrase does not go on from one text to the next.
    position = Math.min(position + 1, maxPosition);
    for (const word of words === '' ? [] : words.split(' ')) {
      position = Math.min(position + 1, maxPosition);
      const known = places.get(word);
      if (known && known.length < 255) known.push(`${position}${weight}`);
      else if (!known && places.size < maxWords) places.set(word, [`${position}${weight}`]);
    }
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

/** `weight` is that of the wanted words; empty for all. */
function matchExpression({ included, excluded }: SearchQuery, weight: 'A' | '' = ''): string {
  const all = [
    ...(included === null ? [] : [expressionOf(included, weight)]),
    ...excluded.map((node) => `!${expressionOf(node, '')}`),
  ];
  return all.join(' & ');
}

/** Words contain only letters, digits and marks, so quoting them is enough. */
function expressionOf(node: SearchNode, weight: 'A' | ''): string {
  if ('words' in node) {
    const lexemes = node.words.map((word, index) => {
      const marks = `${node.isPrefix && index === node.words.length - 1 ? '*' : ''}${weight}`;
      return `'${word}'${marks === '' ? '' : `:${marks}`}`;
    });
    return `(${lexemes.join(' <-> ')})`;
  }
  const [nodes, operator] = 'all' in node ? [node.all, ' & '] : [node.any, ' | '];
  return `(${nodes.map((node) => expressionOf(node, weight)).join(operator)})`;
}

// Indexes on PostgreSQL, made while others read and write, on a connection without a deadline.
function postgresIndexes(url: string): IndexDoor {
  const run = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    async names(prefix) {
      const rows = await run<{ name: string }>(
        `select c.relname as "name" from pg_class c join pg_index i on i.indexrelid = c.oid
         where i.indisvalid and c.relnamespace = current_schema()::regnamespace and starts_with(c.relname, $1)`,
        [prefix],
      );
      return rows.map(({ name }) => name);
    },
    async create(name, on) {
      // One that was interrupted is there but not valid.
      await run(`drop index concurrently if exists "${name}"`);
      await run(`create index concurrently "${name}" on ${on}`);
      // The planner knows how the values of an expression are distributed only after this.
      await run('analyze "items"');
    },
    async drop(name) {
      await run(`drop index concurrently if exists "${name}"`);
    },
  };
}
