// How attempts under one key are limited. Rules only calculate; attempts.ts stores what they count.

/** What was counted under a key. Times are in milliseconds since 1970. */
export type Count = {
  tries: number;
  /** The end of a window, or of a delay. */
  until: number;
  lastAt: number;
};

export type Rule = {
  /** Keeps the keys of different rules apart, also in the database: it must not change. */
  name: string;
  /** How long a count matters after its last attempt. */
  keptMs: number;
  /** One more attempt: the new count, or the milliseconds to wait. Attempts made while waiting are not counted. */
  take(count: Count | null, now: number): { count: Count } | { waitMs: number };
  /** The last attempt succeeded. */
  forgive(count: Count): Count | null;
};

/** At most so many attempts in a window, which begins with the first. One that succeeded does not count. */
export function atMost(name: string, { tries: max, withinMs }: { tries: number; withinMs: number }): Rule {
  return {
    name,
    keptMs: withinMs,
    take(count, now) {
      if (count === null || count.until <= now) return { count: { tries: 1, until: now + withinMs, lastAt: now } };
      if (count.tries >= max) return { waitMs: count.until - now };
      return { count: { ...count, tries: count.tries + 1, lastAt: now } };
    },
    forgive: (count) => ({ ...count, tries: count.tries - 1 }),
  };
}
