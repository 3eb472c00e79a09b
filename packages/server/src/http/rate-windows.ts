// The requests of each caller in the current window, counted in memory. Where several processes serve one database, each adds
// its own to a common sum whenever it has counted a tenth of what is allowed: so a request rarely costs a statement, and
// a caller that goes from one process to the next gains little (decision 0101).

/** A window of a caller, which begins with the first request. Times are in milliseconds since 1970. */
export type Window = {
  /** Of all processes, as far as it is known. */
  count: number;
  /** Those that the others do not know of yet. */
  unshared: number;
  until: number;
  /** Settled when the common sum is known. */
  sharing: Promise<void> | null;
};

/** Adds requests to the sum of all processes in a window that ends then, or in the one that has begun there already. */
export type AddToSum = (key: string, tries: number, until: number) => Promise<{ tries: number; until: number }>;

type Options = {
  max: number;
  windowMs: number;
  now: () => number;
  /** Null where this process is alone. */
  addToSum: AddToSum | null;
};

const sharedPart = 0.1;

export class RateWindows {
  /** By caller, those that began last at the end. */
  readonly #windows = new Map<string, Window>();
  readonly #options: Options;
  readonly #sharedAt: number;

  constructor(options: Options) {
    this.#options = options;
    this.#sharedAt = Math.ceil(options.max * sharedPart);
  }

  /** Counts a request. `isExceeded`: it is one too many, and was not counted. */
  take(key: string): { isExceeded: boolean; window: Window } | Promise<{ isExceeded: boolean; window: Window }> {
    const window = this.#windowOf(key);
    if (window.sharing) return window.sharing.then(() => this.take(key));
    if (window.count >= this.#options.max) return { isExceeded: true, window };
    window.count++;
    window.unshared++;
    const { addToSum } = this.#options;
    if (addToSum === null || window.unshared < this.#sharedAt) return { isExceeded: false, window };
    return this.#share(key, window, addToSum).then(() => ({ isExceeded: window.count > this.#options.max, window }));
  }

  #windowOf(key: string): Window {
    const now = this.#options.now();
    const known = this.#windows.get(key);
    // One that ends later than windows do is of a clock that was ahead.
    if (known && known.until > now && known.until - now <= 2 * this.#options.windowMs) return known;
    this.#windows.delete(key);
    for (const [oldest, { until }] of this.#windows) {
      if (until > now) break;
      this.#windows.delete(oldest);
    }
    const window: Window = { count: 0, unshared: 0, until: now + this.#options.windowMs, sharing: null };
    this.#windows.set(key, window);
    return window;
  }

  /** Requests that come meanwhile wait for the sum. If it cannot be had, they are counted here alone. */
  #share(key: string, window: Window, addToSum: AddToSum): Promise<void> {
    const own = window.unshared;
    window.unshared = 0;
    window.sharing = addToSum(key, own, window.until)
      .then(({ tries, until }) => {
        window.count = tries;
        window.until = until;
      })
      .catch(() => {})
      .finally(() => {
        window.sharing = null;
      });
    return window.sharing;
  }
}
