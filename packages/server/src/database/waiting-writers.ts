// Who waits to write. SQLite has one writer and no queue for it: a process that tries while the lock is free gets it. A
// process that finds it taken leaves a file beside the database until it has the lock, so that an import, which
// writes without a break, can see that it should let others write. It is only a hint: nothing fails without it.

import { rmSync, statSync, writeFileSync } from 'node:fs';

export type WaitingWriters = {
  /** This process waits. */
  add(): void;
  /** It waits no longer. */
  remove(): void;
  /** Whether a process waits. */
  exist(): boolean;
};

/** A process that was killed while it waited has left the file behind. */
const staleAfterMs = 15_000;

/** For the database at `file`. */
export function waitingWriters(file: string): WaitingWriters {
  const marker = `${file}-waiting`;
  return {
    add: () => attempt(() => writeFileSync(marker, '', { mode: 0o600 })),
    remove: () => attempt(() => rmSync(marker, { force: true })),
    exist() {
      const since = statSync(marker, { throwIfNoEntry: false })?.mtimeMs;
      return since !== undefined && Date.now() - since < staleAfterMs;
    },
  };
}

function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // A full disk, for example: the change itself reports it.
  }
}
