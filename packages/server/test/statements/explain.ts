// The plans of statements, on either database.

import assert from 'node:assert/strict';
import { constants, DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { connect } from '../../src/database/sqlite-connection.ts';
import { dataPath } from '../../src/storage/data-folder.ts';
import type { Statement } from '../support/record-statements.ts';
import { testDialect } from '../support/test-dialect.ts';
import type { TestService } from '../support/test-service.ts';

export type Explain = {
  plan(statement: Statement): Promise<string[]>;
  /** Whether a line of a plan says that a table is read whole, or sorted. */
  isFault(line: string, statement: Statement): boolean;
  /** Whether the database plans the statement again each time it runs. */
  isPlannedAgain(statement: Statement): boolean;
  countIndexes(): Promise<number>;
};

/** Where a scan or a sort is right. */
const allowed: { statement: RegExp; plan?: RegExp; because: string }[] = [
  {
    statement: /from "(postTypes|taxonomies|forms|subscribers|users|tokens|authors|mailTexts|taxRates)"/,
    because: 'a site has few of them',
  },
  { statement: /from "searchLanguages"/, plan: /searchLanguages/, because: 'a site has few languages' },
  { statement: /from "(contentVersion|typeVersion)"/, because: 'they have one row' },
  { statement: /select count\(\*\) as "total" from "\w+"$/, because: 'the total of a table counts its rows' },
  {
    statement: /select count\(\*\) as "total" from "media" left join "mediaFiles" on \S+ = \S+$/,
    because: 'it counts all rows',
  },
  {
    statement:
      /^select "currency", sum\("amount"\).* from "invoices" where "currency" is not null group by "currency"$/,
    because: 'without filters, it sums all of them',
  },
  { statement: /from "(media|mediaTags)" where "(folder|tag)" != \S+ group by/, because: 'it counts the rows of each' },
  { statement: /from "files"/, plan: /TEMP B-TREE|Sort/, because: 'a page of submissions has few files' },
  { statement: /from "refunds" where "paymentId"/, plan: /TEMP B-TREE|Sort/, because: 'a payment has few refunds' },
  { statement: /from "sessions" where "userId"/, plan: /TEMP B-TREE|Sort/, because: 'a user has few sessions' },
  { statement: /from "terms" where \(\(/, plan: /Sort/, because: 'a request names few terms' },
  {
    statement: /from "(payments|refunds)" where "status" (=|in)/,
    plan: /TEMP B-TREE|Sort/,
    because: 'few are pending',
  },
  {
    statement: /from "contacts" where "id" in/,
    plan: /TEMP B-TREE|Sort/,
    because: 'a request names at most 100',
  },
  {
    statement: /from "payments" where "id" in \(select "paymentId"/,
    plan: /TEMP B-TREE|Sort/,
    because: 'few payments are refunded',
  },
  { statement: /count.* from "payments" where "id" not in/, because: 'most payments are not refunded' },
  { statement: /as "bySlug"/, plan: /TEMP B-TREE|Sort/, because: 'few items have the same slug' },
  {
    statement: /cross join "itemTerms" cross join "terms"/,
    plan: /TEMP B-TREE|Sort/,
    because: 'the terms of what was found are counted',
  },
  {
    statement: /from "searchWords" where "stem" in/,
    plan: /TEMP B-TREE|Sort/,
    because: 'few words have the stems of a search',
  },
  { statement: /"itemSearch"/, because: 'what was found is sorted' },
  { statement: /string_agg/, plan: /string_agg|Sort/, because: 'an item has few terms' },
  {
    statement: /\) as "page" cross join "items"/,
    plan: /TEMP B-TREE|Sort/,
    because: 'what an index has found is sorted',
  },
  { statement: /with recursive "under"/, plan: /SCAN under/, because: 'what is below a term is a list' },
  { statement: /with recursive "below"/, plan: /SCAN below/, because: 'so is it for counts' },
  { statement: /"itemTerms"."itemId" from/, plan: /SCAN found/, because: 'the items of a term are a list' },
  {
    statement: /update jobs set "lockedUntil"/,
    plan: /TEMP B-TREE|Sort/,
    because: 'a claim sorts a few jobs of each lane',
  },
  { statement: /from "events" where "type" = \S+ order by "id"$/, because: 'this test reads them' },
  { statement: /from "feed" where "id"/, because: 'it has one row' },
  { statement: /update "feed" set/, because: 'it has one row' },
  {
    statement: /with picked as materialized/,
    plan: /TEMP B-TREE|Sort|SCAN (picked|whole|dated|placed)/,
    because: 'at most 1,000 events get their positions at once',
  },
  { statement: /from sqlite_master/, because: 'a database has few indexes' },
];

/** Explains each statement that reads or writes rows, once for each text, and returns the faults. */
export async function faultsOf(explain: Explain, statements: readonly Statement[]): Promise<string[]> {
  const texts = new Map(statements.map((statement) => [statement.sql, statement]));
  const faults: string[] = [];
  for (const statement of texts.values()) {
    if (!/^\s*(select|insert|update|delete|with)/i.test(statement.sql)) continue;
    if (explain.isPlannedAgain(statement))
      faults.push(`planned again each time: ${statement.sql.replace(/\s+/g, ' ')}`);
    for (const line of await explain.plan(statement)) {
      const isAllowed = allowed.some((one) => one.statement.test(statement.sql) && (one.plan?.test(line) ?? true));
      if (explain.isFault(line, statement) && !isAllowed)
        faults.push(`${line.trim()} in ${statement.sql.replace(/\s+/g, ' ')}`);
    }
  }
  return faults;
}

/** Closed when the service stops. */
export async function openExplain(service: TestService): Promise<Explain> {
  const { databaseUrl, dataFolder } = service.config;
  if (databaseUrl !== null) return openPostgresExplain(service, databaseUrl);
  assert.equal(testDialect, 'sqlite');
  const file = dataPath(dataFolder, 'database');
  const connection = connect(file, { readonly: true });
  const planned = countPlans(file);
  service.beforeStop(async () => {
    connection.close();
    planned.close();
  });
  return {
    async plan({ sql, parameters }) {
      const rows = connection.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[];
      return rows.map(({ detail }) => detail);
    },
    isFault: (line, { sql }) =>
      /TEMP B-TREE FOR ORDER BY/.test(line) || /^SEARCH items .*\(type=\?\)$/.test(line) || isScan(line, sql),
    isPlannedAgain: planned.isAgain,
    async countIndexes() {
      return connection.prepare(`select 1 from sqlite_master where name like 'itemsField%'`).all().length;
    },
  };
}

/**
 * SQLite plans a statement again if a parameter gets a value that the plan may depend on: of `limit ?`, or if the condition
 * of an index has a literal for it. Its authorizer, which our driver does not offer, is asked whenever it plans.
 */
function countPlans(file: string): { isAgain(statement: Statement): boolean; close(): void } {
  const database = new DatabaseSync(file, { readOnly: true });
  database.function('instantOf', { deterministic: true }, String);
  let plans = 0;
  database.setAuthorizer(() => {
    plans++;
    return constants.SQLITE_OK;
  });
  return {
    isAgain({ sql, parameters }) {
      const statement = database.prepare(sql);
      const run = (): void => {
        try {
          statement.all(...(parameters as SQLInputValue[]));
        } catch {
          // A write fails here, but is planned before.
        }
      };
      run();
      plans = 0;
      run();
      return plans > 0 && !/insert into "itemSearch"/.test(sql);
    },
    close: () => database.close(),
  };
}

/** Whether a whole table is read on SQLite. A page begins at one end of an index, and what a statement has found is not a table. */
function isScan(line: string, sql: string): boolean {
  const name = /^SCAN (\w+)/.exec(line)?.[1];
  if (name === undefined || /^(CONSTANT|\d+)$/.test(name)) return false;
  if (/USING (COVERING )?INDEX/.test(line) && /\blimit\b/i.test(sql)) return false;
  return !new RegExp(`\\) as "?${name}"?|"?\\b${name}"? (\\([^)]*\\) )?as (materialized )?\\(`).test(sql);
}

/** With few rows, PostgreSQL prefers to read them all, unless that seems to cost a lot. */
async function openPostgresExplain(service: TestService, url: string): Promise<Explain> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  service.beforeStop(() => client.end());
  await client.query('set enable_seqscan = off; set enable_sort = off');
  return {
    async plan({ sql, parameters }) {
      const { rows } = await client.query(`explain ${sql}`, [...parameters]);
      const lines: string[] = rows.map((row) => row['QUERY PLAN']);
      // What is merged is in order already, and what is sorted within an order that it has is little at a time.
      const isInOrder = (index: number): boolean =>
        /Merge Append/.test(lines[index - 1] ?? '') || /Presorted Key/.test(lines[index + 1] ?? '');
      return lines.filter((_, index) => !isInOrder(index));
    },
    isFault: (line) => /Seq Scan|Sort Key/.test(line),
    isPlannedAgain: () => false,
    async countIndexes() {
      return (await client.query(`select 1 from pg_indexes where indexname like 'itemsField%'`)).rows.length;
    },
  };
}
