// Slows down repeated attempts: after a few, each further one has to wait longer. A success ends all of it.

import type { Rule } from './rules.ts';

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
