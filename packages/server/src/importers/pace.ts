// How an import writes beside others. SQLite has one writer: who wants to write meanwhile waits until the transaction of the
// import ends. After one that another process waited for, the next transactions are short. The first ones are, too, because
// code that runs for the first time is slow.

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Context } from '../context/context.ts';

/** How many transactions are short. They cost little more than long ones, so that this may be many. */
const shortOnes = 200;
/** Who waits tries every ms, but may have to wait for the processor. */
const maxPauseMs = 20;
/** Shorter transactions would hardly end earlier: most of what they take is the same for one record and for a dozen. */
const shortShare = 1 / 4;
/** Of the first transaction; each of the next has twice as much. */
const firstShare = 1 / 64;

export class Pace {
  #shortLeft = 0;
  #share = firstShare;

  /** Before the first record of another kind, which other code stores. */
  beginKind(): void {
    this.#share = firstShare;
  }

  /** How much the next transaction may store, of the maximum for one. */
  limit(max: number): number {
    return Math.ceil(max * Math.min(this.#share, this.#shortLeft > 0 ? shortShare : 1));
  }

  /** Between two transactions: if another process waits to write, lets it begin before the import goes on. */
  async giveWay(ctx: Context): Promise<void> {
    this.#share = Math.min(1, this.#share * 2);
    // What has arrived meanwhile is read now, and not while the next transaction has the lock.
    await setImmediate();
    if (!ctx.othersWait()) {
      this.#shortLeft = Math.max(0, this.#shortLeft - 1);
      return;
    }
    this.#shortLeft = shortOnes;
    for (let ms = 0; ms < maxPauseMs && ctx.othersWait(); ms++) await setTimeout(1);
  }
}
