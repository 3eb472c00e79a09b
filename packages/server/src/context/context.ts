// The first parameter of a function says what it may do.
//
//   ReadContext   reads the database
//   WriteContext  changes it: its `db` is a transaction; no network, no files, no configuration
//   Context       opens transactions (inTransaction) and reaches the network: `processor`, `mailer`, `fetch`, `vies`, `files`, `pictures`,
//                 `scanner`
//
// A WriteContext can be used as a ReadContext. A Context is not a WriteContext, and a WriteContext is not a Context:
// writing outside a transaction and waiting for the network inside one do not compile (test/contexts.type-test.ts).

import type { Kysely, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Database } from '../database/database.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Tables } from '../database/tables.ts';
import type { PublicFetch } from '../lib/public-fetch.ts';
import type { Sealer } from '../lib/sealed-box.ts';
import type { Vies } from '../lib/vies.ts';
import type { Clamd } from '../storage/clamd.ts';
import type { PictureSizes } from '../storage/picture-sizes.ts';
import type { Pictures } from '../storage/pictures.ts';
import type { FileStorage } from '../storage/storage.ts';
import type { Log, Observer } from '../telemetry/observer.ts';
import type { Mailer, MailKind } from './mailer.ts';
import type { Processor } from './processor.ts';

/** Who acts. */
export type Actor = {
  kind: 'visitor' | 'token' | 'user' | 'system';
  id: string;
  scopes: readonly string[];
  /** Of the user or the API key. */
  name?: string;
  /** Of the user. */
  role?: string;
};

/** What this process remembers of the vocabulary of the search (content/search/vocabulary.ts). */
type KnownWords = {
  /** Words that it has, by language. */
  words: Map<string, Set<string>>;
  /** The languages of items that it has. */
  languages: Set<string>;
  /** The locale of the site, and until when it counts. */
  locale: { value: string | null; until: number } | null;
};

interface Common {
  dialect: Dialect;
  log: Log;
  actor: Actor;
  /** Encrypts what is stored but must be readable later, and decrypts it. */
  sealer: Sealer;
  knownWords: KnownWords;
  now(): Date;
  /** Whether mails of this kind are stored now. Read from memory, so that a kind that is switched off costs nothing. */
  wantsMail(kind: MailKind): boolean;
  /** Whether no mail server is set, so that mails wait. Not before that is known. */
  lacksMailServer(): boolean;
  /** Whether the files of submissions are kept in quarantine until they were scanned. */
  scansFiles: boolean;
  /** What is notified of the work that is done; null if nothing is measured. */
  observer: Observer | null;
  /** Where the service is reached, without a trailing slash; null until it is known. */
  publicUrl(): string | null;
}

export interface ReadContext extends Common {
  db: ReadonlyKysely<Tables>;
}

/** An event as stored and as passed to reactions (events/events.ts). */
export type StoredEvent = Readonly<{
  id: string;
  type: string;
  subject: string;
  sequence: number;
  contactId: string | null;
  data: unknown;
  createdAt: string;
}>;

/** Runs what follows from an event, in its transaction. Set by the composition root (reactions.ts). */
export type React = (ctx: WriteContext, event: StoredEvent, facts: unknown) => Promise<void>;

/**
 * Stores who did what, in the transaction of the change: called with what the transaction results in, before the commit. Set
 * for requests and commands that change something (accounts/audit/record-change.ts).
 */
export type Recorder = (ctx: WriteContext, result: unknown) => Promise<void>;

export interface WriteContext extends Common {
  db: Transaction<Tables> & ReadonlyKysely<Tables>;
  react: React;
  /** Runs after the commit; lost if the process dies, so only for what is repaired anyway (waking the worker). */
  afterCommit(run: () => void): void;
  /** Wakes the worker of this process: there may be work. */
  wakeWorker(): void;
}

/** Known only in this file, so that no other can write without a transaction. */
const writer = Symbol('writer');

export interface Context extends ReadContext {
  readonly [writer]: Pick<Database, 'transaction' | 'noteCommit'>;
  react: React;
  /** Null where nothing is recorded. */
  record: Recorder | null;
  processor: Processor;
  mailer: Mailer;
  fetch: PublicFetch;
  /** Where the EU is asked about VAT IDs. */
  vies: Vies;
  files: FileStorage;
  pictures: Pictures;
  sizes: PictureSizes;
  /** What scans files; null if none is set. */
  scanner: Clamd | null;
  /** Changes with everything that is committed (database/database.ts). */
  stamp(): string | number;
  /** For reads that may take long (database/database.ts). */
  slowDb: ReadonlyKysely<Tables>;
  /** Creates and drops indexes, beside everything else (database/live-indexes.ts). */
  followIndexes: Database['followIndexes'];
  /** One consistent state of everything (database/dialect.ts). Close it. */
  openSnapshot: Database['openSnapshot'];
  /** Whether another process waits to write (database/database.ts). */
  othersWait(): boolean;
  wakeWorker(): void;
}

type Parts = Omit<
  Context,
  | 'db'
  | 'dialect'
  | 'knownWords'
  | 'wantsMail'
  | 'lacksMailServer'
  | 'scansFiles'
  | 'stamp'
  | 'slowDb'
  | 'followIndexes'
  | 'openSnapshot'
  | 'othersWait'
  | 'record'
  | typeof writer
>;

/** A context on this database. Copies made with `{ ...context }` keep all it can do. */
export function createContext(database: Database, parts: Parts): Context {
  const { reader, slowReader, dialect, stamp, followIndexes, openSnapshot, othersWait } = database;
  return {
    ...parts,
    db: reader as Kysely<Tables> & ReadonlyKysely<Tables>,
    slowDb: slowReader as Kysely<Tables> & ReadonlyKysely<Tables>,
    dialect,
    knownWords: { words: new Map(), languages: new Set(), locale: null },
    wantsMail: (kind) => parts.mailer.wants(kind),
    lacksMailServer: () => parts.mailer.lacksServer(),
    scansFiles: parts.scanner !== null,
    record: null,
    stamp,
    followIndexes,
    openSnapshot,
    othersWait,
    [writer]: database,
  };
}

/** For reads that may take long. Those that take too long fail (Dialect.isTooSlow). */
export function inBackground(ctx: Context): ReadContext {
  return { ...ctx, db: ctx.slowDb };
}

/** For transactions beside the change itself, which are no change of their own. */
export function unrecorded(ctx: Context): Context {
  return { ...ctx, record: null };
}

const maxTries = 5;

/**
 * Thrown in a transaction that must begin anew, because what it was based on has changed; or that lacks what only the network
 * knows, which `before` asks for and stores once the transaction has ended. It may throw.
 */
export class RunAgain extends Error {
  readonly before: ((ctx: Context) => Promise<void>) | undefined;

  constructor(before?: (ctx: Context) => Promise<void>) {
    super();
    this.before = before;
  }
}

/**
 * Runs `run` in one transaction and returns its result once that is on disk. Nothing of it remains when it throws.
 * Shadow the name, so that the outer context cannot be used by mistake: `inTransaction(ctx, async (ctx) => …)`.
 * `run` may run again when it or the database (a deadlock on PostgreSQL) asks for it: keep everything else out of it.
 */
export async function inTransaction<T>(ctx: Context, run: (ctx: WriteContext) => Promise<T>): Promise<T> {
  const { dialect, log, actor, sealer, knownWords, now, publicUrl, wantsMail, lacksMailServer, scansFiles, observer } =
    ctx;
  const known = {
    dialect,
    log,
    actor,
    sealer,
    knownWords,
    now,
    publicUrl,
    wantsMail,
    lacksMailServer,
    scansFiles,
    observer,
  };
  const { react, wakeWorker } = ctx;
  const database = ctx[writer];
  for (let tries = 1; ; tries++) {
    const after: (() => void)[] = [];
    const afterCommit = (callback: () => void): void => void after.push(callback);
    try {
      const result = await database.transaction(async (transaction) => {
        const db = transaction as WriteContext['db'];
        const own: WriteContext = { db, ...known, react, wakeWorker, afterCommit };
        const result = await run(own);
        await ctx.record?.(own, result);
        return result;
      });
      database.noteCommit();
      for (const callback of after) callback();
      return result;
    } catch (error) {
      if (tries >= maxTries || !(error instanceof RunAgain || dialect.isRetryable(error))) throw error;
      if (error instanceof RunAgain) await error.before?.(unrecorded(ctx));
    }
  }
}

/** The last time that was written as text: a request asks for the same millisecond many times. */
let written = { ms: Number.NaN, text: '' };

/** The time of the context's clock as it is stored: RFC 3339, UTC, milliseconds. */
export function timeOf(ctx: Common, plusMs = 0): string {
  const ms = ctx.now().getTime() + plusMs;
  if (ms !== written.ms) written = { ms, text: new Date(ms).toISOString() };
  return written.text;
}
