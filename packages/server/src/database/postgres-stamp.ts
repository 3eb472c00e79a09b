// The stamp on PostgreSQL, which has no counter of commits: it changes with each commit of this process, and within a second
// of one of any other. What is kept for a stamp may be sent while it lasts.

/** A stamp is good for this long after PostgreSQL was asked. */
const maxAgeMs = 1000;
/** Early enough that the answer is there before the stamp is too old. */
const askAfterMs = 500;

export type PostgresStamp = {
  stamp(): string;
  /** This process has committed. */
  noteCommit(): void;
};

/**
 * `readSnapshot` reads `pg_current_snapshot()`: which transactions are visible. It is the same twice only if nothing was
 * committed in between. While requests come, it is read twice a second; after a pause, or without an answer, everything
 * counts as changed.
 */
export function postgresStamp(readSnapshot: () => Promise<string>, now: () => number = Date.now): PostgresStamp {
  let ownCommits = 0;
  let changes = 0;
  let snapshot: string | null = null;
  /** When what `changes` says was asked for. */
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  const ask = async (): Promise<void> => {
    isAsking = true;
    const startedAt = now();
    try {
      const read = await readSnapshot();
      if (read !== snapshot) changes++;
      snapshot = read;
      askedAt = Math.max(askedAt, startedAt);
    } catch {
      // Without a database, the stamp changes each second.
    } finally {
      isAsking = false;
    }
  };

  return {
    stamp() {
      const age = Math.abs(now() - askedAt);
      if (age >= askAfterMs && !isAsking) void ask();
      if (age >= maxAgeMs) {
        changes++;
        askedAt = now();
      }
      return `${ownCommits}:${changes}`;
    },
    noteCommit() {
      ownCommits++;
    },
  };
}
