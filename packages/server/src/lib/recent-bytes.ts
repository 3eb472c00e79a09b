// Values in memory up to a number of bytes.

export type RecentBytes<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** How many values there are, and what they take. */
  size(): { count: number; bytes: number };
};

/**
 * When `maxBytes` are used up, the values whose keys were set first give way. `sizeOf` returns bytes, without the key's.
 */
export function recentBytes<Value>(maxBytes: number, sizeOf: (value: Value) => number): RecentBytes<Value> {
  const values = new Map<string, Value>();
  let bytes = 0;
  // The keys in order, from `first` on. A map would have to skip all that it has deleted to find its first key.
  let keys: string[] = [];
  let first = 0;
  const subtract = (key: string, value: Value): void => {
    bytes -= sizeOf(value) + key.length;
  };
  const removeFirst = (): void => {
    const key = keys[first++] as string;
    subtract(key, values.get(key) as Value);
    values.delete(key);
    if (first * 2 < keys.length) return;
    keys = keys.slice(first);
    first = 0;
  };
  return {
    get: (key) => values.get(key),
    set(key, value) {
      const previous = values.get(key);
      if (previous === undefined) keys.push(key);
      else subtract(key, previous);
      values.set(key, value);
      bytes += sizeOf(value) + key.length;
      while (bytes > maxBytes) removeFirst();
    },
    size: () => ({ count: values.size, bytes }),
  };
}
