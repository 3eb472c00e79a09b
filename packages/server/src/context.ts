// The first parameter of a function says what it may do.
//
//   ReadContext   reads the database
//   WriteContext  changes it: its `db` is a transaction; it has no way to the network
//   Context       opens transactions (inTransaction) and talks to the world
//
// A WriteContext serves wherever a ReadContext is wanted. A Context is not a WriteContext, and a WriteContext is
// not a Context: writing outside a transaction and waiting for the network inside one do not compile.

import type { Kysely, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Config } from './config.ts';
import type { Dialect } from './database/dialect.ts';
import type { Tables } from './database/tables.ts';
import type { FileStorage } from './files/storage.ts';
import type { PublicFetch } from './lib/public-fetch.ts';

/** Who acts. */
export type Actor = {
  kind: 'visitor' | 'token' | 'user' | 'system';
  id: string;
  scopes: readonly string[];
};

export interface Log {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

interface Common {
  dialect: Dialect;
  config: Config;
  log: Log;
  actor: Actor;
  now(): Date;
}

export interface ReadContext extends Common {
  db: ReadonlyKysely<Tables>;
}

/** An event as stored and as handed to reactions (events/events.ts). */
export type StoredEvent = {
  id: string;
  type: string;
  subject: string;
  sequence: number;
  contactId: string | null;
  data: unknown;
  createdAt: string;
};

/** Runs what follows from an event, in its transaction. Set by the composition root (reactions.ts). */
export type React = (ctx: WriteContext, event: StoredEvent) => Promise<void>;

export interface WriteContext extends Common {
  db: Transaction<Tables> & ReadonlyKysely<Tables>;
  react: React;
  /** Runs after the commit; lost with the process, so only for what is repaired anyway (waking the worker, caches). */
  afterCommit(run: () => void): void;
  wakeWorker(): void;
}

export interface Context extends ReadContext {
  writer: Kysely<Tables>;
  react: React;
  files: FileStorage;
  fetch: PublicFetch;
  /** Stays the same only while nothing that reads see has changed (database/database.ts). */
  stamp(): string | number;
  noteCommit(): void;
  /** Tells the worker of this process that there may be work. */
  wakeWorker(): void;
}

const maxTries = 5;

/**
 * Runs `run` in one transaction and answers its result once that is on disk. Nothing of it remains when it throws.
 * Shadow the name, so that the outer context cannot be used by mistake: `inTransaction(ctx, async (ctx) => …)`.
 * `run` may run again when the database asks for it (deadlock on PostgreSQL): keep everything else out of it.
 */
export async function inTransaction<T>(ctx: Context, run: (ctx: WriteContext) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const after: (() => void)[] = [];
    try {
      const result = await ctx.writer.transaction().execute((transaction) =>
        run({
          dialect: ctx.dialect,
          config: ctx.config,
          log: ctx.log,
          actor: ctx.actor,
          now: ctx.now,
          react: ctx.react,
          wakeWorker: ctx.wakeWorker,
          db: transaction as WriteContext['db'],
          afterCommit: (callback) => after.push(callback),
        }),
      );
      ctx.noteCommit();
      for (const callback of after) callback();
      return result;
    } catch (error) {
      if (tries >= maxTries || !ctx.dialect.isRetryable(error)) throw error;
    }
  }
}

/** The time of the context's clock as it is stored: RFC 3339, UTC, milliseconds. */
export function timeOf(ctx: Common, plusMs = 0): string {
  return new Date(ctx.now().getTime() + plusMs).toISOString();
}
