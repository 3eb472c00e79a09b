// Transactions that share one on PostgreSQL, as all do on SQLite: those that arrive while others run are the next group. Their
// statements travel together, and they are committed together, so that many requests wake the database up as often as one
// does (decision 0130). They are one transaction for PostgreSQL, whose locks keep them from others, not from each other.

import { clearTimeout, setTimeout } from 'node:timers';
import { type CompiledQuery, sql } from 'kysely';
import { batched } from '../lib/coalesce.ts';
import { inCurrentWork } from '../telemetry/current-work.ts';
import type { RunTransaction, Share, Transactions } from './direct-statements.ts';
import { keptQueries } from './kept-queries.ts';
import { isOfDatabase } from './postgres-session.ts';

type Run = Parameters<RunTransaction>[0];
type Outcome = { share: Share; result: PromiseSettledResult<unknown> };

/** Thrown to one of a group that must run again by itself: nothing of it remains. */
export class RunAlone extends Error {}

/** One group runs at a time, so that two of this process cannot wait for each other's locks. */
const limits = { maxRunning: 1, maxItems: 32 };
/** A group that waits for a lock for this long fails, so that only who needs it goes on waiting. One by itself then goes on beside the next. */
const lockTimeoutMs = 200;
/** What made one group fail often comes again: so many transactions after it do not share one. */
const aloneAfterFailure = 100;

const queries = keptQueries();

/** What the members of a group have taken for themselves, by their connections. */
const takenIn = new WeakMap<object, Set<string>>();

/**
 * Takes `name` for the one who uses `db`, instead of a lock: throws RunAlone if another of its group has it. Call it before
 * anything is written, because who has written already ends the group.
 */
export function keepApart(db: object, name: string): void {
  const taken = takenIn.get(db);
  if (taken?.has(name)) throw new RunAlone(`Another transaction of the group has ${name}`);
  taken?.add(name);
}

/** Who locks rows for itself decides by what it reads there. */
function refuseLocks({ sql }: CompiledQuery): RunAlone | null {
  return / for (?:no key )?update\b/.test(sql) ? new RunAlone('One of a group cannot lock rows for itself') : null;
}

/**
 * `isUnavailable` says of an error that the connection or the database is gone. Then all of the group get it: it may have been
 * committed.
 */
export function inGroups({ alone, shared }: Transactions, isUnavailable: (error: unknown) => boolean): RunTransaction {
  let aloneFor = 0;
  /** All transactions are collected together. */
  const all = {};

  const runShared = async (runs: readonly Run[]): Promise<Outcome[]> =>
    shared(async (open) => {
      const shares = await Promise.all(runs.map(() => open(refuseLocks)));
      const taken = new Set<string>();
      for (const { db } of shares) takenIn.set(db, taken);
      await limitLockWaits(shares[0] as Share);
      const results = await Promise.allSettled(
        shares.map(({ db, end }, index) => (runs[index] as Run)(db).finally(end)),
      );
      const outcomes = results.map((result, index) => ({ share: shares[index] as Share, result }));
      throwIfSpoilt(outcomes);
      return outcomes;
    });

  const runGroup = async (runs: readonly Run[]): Promise<unknown[]> => {
    const [first] = runs as [Run, ...Run[]];
    if (runs.length === 1) {
      const running = alone(first);
      await endedWithin(lockTimeoutMs, running);
      return [running];
    }
    try {
      const outcomes = await runShared(runs);
      return outcomes.map(({ result }) =>
        result.status === 'fulfilled' ? result.value : Promise.reject(result.reason),
      );
    } catch (error) {
      if (isUnavailable(error)) throw error;
      aloneFor = aloneAfterFailure;
      throw new RunAlone('The transactions of a group could not be committed together', { cause: error });
    }
  };

  const runTogether = batched(
    (key: object) => key,
    (_, runs: readonly Run[]) => runGroup(runs),
    limits,
  );
  return <T>(run: Parameters<typeof alone<T>>[0]): Promise<T> => {
    if (aloneFor > 0) {
      aloneFor--;
      return alone(run);
    }
    return runTogether(all, inCurrentWork(run)) as Promise<T>;
  };
}

/** Resolves when it has ended, and after `ms` at the latest. */
async function endedWithin(ms: number, running: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([Promise.allSettled([running]), late.promise]);
  clearTimeout(timer);
}

function limitLockWaits({ db }: Share): Promise<void> {
  const ctx = { db, dialect: { name: 'postgres' } } as const;
  return queries.send(ctx, 'lock timeout', {}, () => ({
    compile: () => sql`select set_config('lock_timeout', ${sql.lit(String(lockTimeoutMs))}, true)`.compile(db),
  }));
}

/** One that was refused before it wrote anything does not concern the others. */
function throwIfSpoilt(outcomes: readonly Outcome[]): void {
  for (const { share, result } of outcomes)
    if (result.status === 'rejected' && (share.hasWritten() || isOfDatabase(result.reason))) throw result.reason;
}
