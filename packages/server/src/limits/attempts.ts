// Attempts at what could be guessed, counted exactly across all processes on one database, and across restarts. Only marks
// are stored: hashes with the key of the service, which cannot be turned back into people or addresses (decision 0101).

import { type Context, inTransaction } from '../context/context.ts';
import { lockCounts, storeCounts } from './limit-counts.ts';
import type { Rule } from './rules.ts';

/** What one attempt counts under. `key` says who tries, and at what. */
export type Counted = { rule: Rule; key: string };

export type Attempts = {
  /**
   * Counts an attempt under each key, in this order, until a rule rejects it. Returns the milliseconds to wait; 0 if no rule
   * does. Of many attempts at once, in whichever processes, no more pass than one after the other.
   */
  take(...counted: Counted[]): Promise<number>;
  /** The attempt succeeded. The same order as for `take`. */
  forgive(...counted: Counted[]): Promise<void>;
};

/** Meanwhile a rejected key is not looked up again, so that a flood costs no statements. */
const rememberedMs = 5000;
const maxRemembered = 10_000;

export function createAttempts(ctx: Context): Attempts {
  /** Until when a key is rejected, by its mark. */
  const rejected = new Map<string, { until: number; forgetAt: number }>();
  const mark = ({ rule, key }: Counted): string => ctx.sealer.mark(`${rule.name}\n${key}`, 'limits');

  return {
    async take(...counted) {
      const now = ctx.now().getTime();
      const marked = counted.map((one) => ({ id: mark(one), rule: one.rule }));
      for (const { id } of marked) {
        const known = rejected.get(id);
        if (known && known.forgetAt > now && known.until > now) return known.until - now;
      }
      const found = await inTransaction(ctx, async (ctx) => {
        const counts = await lockCounts(ctx, ids(marked));
        const changed: Parameters<typeof storeCounts>[1][number][] = [];
        const wait = marked.values().find(({ id, rule }) => {
          const taken = rule.take(counts.get(id) ?? null, now);
          if ('count' in taken) changed.push({ id, count: taken.count, keptMs: rule.keptMs });
          return 'waitMs' in taken;
        });
        await storeCounts(ctx, changed);
        return wait ? { id: wait.id, until: counts.get(wait.id)?.until ?? now } : null;
      });
      if (!found) return 0;
      rejected.delete(found.id);
      rejected.set(found.id, { until: found.until, forgetAt: now + rememberedMs });
      if (rejected.size > maxRemembered) rejected.delete(rejected.keys().next().value as string);
      return found.until - now;
    },
    async forgive(...counted) {
      const marked = counted.map((one) => ({ id: mark(one), rule: one.rule }));
      await inTransaction(ctx, async (ctx) => {
        const counts = await lockCounts(ctx, ids(marked));
        await storeCounts(
          ctx,
          marked.flatMap(({ id, rule }) => {
            const count = counts.get(id);
            return count ? { id, count: rule.forgive(count), keptMs: rule.keptMs } : [];
          }),
        );
      });
      for (const { id } of marked) rejected.delete(id);
    },
  };
}

const ids = (marked: readonly { id: string }[]): string[] => marked.map(({ id }) => id);

// Slows down repeated attempts: after a few, each further one has to wait longer. A success ends all of it.

const freeTries = 5;
const firstDelayMs = 15 * 60_000;
const maxDelayMs = 4 * 3_600_000;
const forgottenAfterMs = 24 * 3_600_000;

export function growingDelay(name: string): Rule {
  return {
    name,
    keptMs: forgottenAfterMs,
    take(known, now) {
      if (known && known.until > now) return { waitMs: known.until - now };
      const isRecent = known !== null && known.lastAt > now - forgottenAfterMs;
      // Slow attempts never add up: those of more than 15 minutes ago count only once there has been a delay.
      const isKept = isRecent && (known.tries >= freeTries || known.lastAt > now - firstDelayMs);
      const tries = (isKept ? known.tries : 0) + 1;
      const delay = tries < freeTries ? 0 : Math.min(firstDelayMs * 2 ** (tries - freeTries), maxDelayMs);
      // Without a delay, no time: the clock of another process may be behind.
      return { count: { tries, until: delay && now + delay, lastAt: now } };
    },
    forgive: () => null,
  };
}
