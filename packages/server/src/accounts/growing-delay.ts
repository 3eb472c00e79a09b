// Slows down repeated attempts: after a few, each further one has to wait longer. Counted in this process.

const freeTries = 5;
const firstDelayMs = 15 * 60_000;
const maxDelayMs = 4 * 3_600_000;
const forgottenAfterMs = 24 * 3_600_000;
/** Attackers choose the keys, so their number is limited: the least recently used are forgotten first. */
const maxKeys = 50_000;

type Count = { tries: number; until: number; lastAt: number };

export class GrowingDelay {
  readonly #counts = new Map<string, Count>();

  /** Counts an attempt and returns 0, or returns the milliseconds to wait. Attempts made meanwhile are not counted. */
  take(key: string, now: number): number {
    const known = this.#counts.get(key);
    if (known && known.until > now) return known.until - now;
    const isRecent = known !== undefined && known.lastAt > now - forgottenAfterMs;
    // Slow attempts never add up: those of more than 15 minutes ago count only once there has been a delay.
    const isKept = isRecent && (known.tries >= freeTries || known.lastAt > now - firstDelayMs);
    const tries = (isKept ? known.tries : 0) + 1;
    const delay = tries < freeTries ? 0 : Math.min(firstDelayMs * 2 ** (tries - freeTries), maxDelayMs);
    this.#counts.delete(key);
    this.#counts.set(key, { tries, until: now + delay, lastAt: now });
    if (this.#counts.size > maxKeys) this.#counts.delete(this.#counts.keys().next().value as string);
    return 0;
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
