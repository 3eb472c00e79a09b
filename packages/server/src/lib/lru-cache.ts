// A cache in memory with a bound. What was asked for longest ago gives way.

// JSON that is stored once and read with every request, such as the fields of a form. It is parsed once for each text, so that
// what follows from it can be computed once as well.

const maxKept = 200;
/** Longer ones are rare, and would take much memory. */
const maxLength = 20_000;

const parseRecent = memoize(maxKept, parseFrozen);

/** The value of a JSON text; nothing of it can be changed. Throws SyntaxError. */
export function parseKept(text: string): unknown {
  return text.length <= maxLength ? parseRecent(text) : parseFrozen(text);
}

function parseFrozen(text: string): unknown {
  return JSON.parse(text, (_key, value) => Object.freeze(value));
}

export type LruCache<Key, Value> = {
  get(key: Key): Value | undefined;
  /** `size`: how much of the bound the value takes. */
  set(key: Key, value: Value, size?: number): void;
  /** Counts more for a value, if it is still here. */
  grow(key: Key, value: Value, size: number): void;
  /** How many values there are, and what they take. */
  used(): { count: number; size: number };
};

export function lruCache<Key, Value>(max: number): LruCache<Key, Value> {
  // Maps are in the order of insertion: what was asked for longest ago comes first.
  const entries = new Map<Key, { value: Value; size: number }>();
  let total = 0;
  const remove = (key: Key): void => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  const makeRoom = (): void => {
    if (total <= max) return;
    // Several at once: a map skips all that it has deleted to find its first key.
    const enough = max - Math.floor(max / 16);
    for (const key of entries.keys()) {
      if (total <= enough) return;
      remove(key);
    }
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size = 1) {
      remove(key);
      entries.set(key, { value, size });
      total += size;
      makeRoom();
    },
    grow(key, value, size) {
      const entry = entries.get(key);
      if (entry?.value !== value) return;
      entry.size += size;
      total += size;
      makeRoom();
    },
    used: () => ({ count: entries.size, size: total }),
  };
}

/** The same function, which remembers what it returned for the last `max` keys, such as formats of Intl, which take a millisecond to create. */
export function memoize<Key, Value>(max: number, make: (key: Key) => Value): (key: Key) => Value {
  const cache = lruCache<Key, { value: Value }>(max);
  return (key) => {
    const known = cache.get(key);
    if (known) return known.value;
    const value = make(key);
    cache.set(key, { value });
    return value;
  };
}

/**
 * Computes what follows from an object that never changes, such as the declared fields of a form, once, and keeps it as long
 * as the object.
 */
export function derive<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
