// Values in memory up to a number of bytes.

export type RecentBytes<Value> = {
  get(key: string): Value | undefined;
  /** `bytes`: what the value takes, without the key. */
  set(key: string, value: Value, bytes: number): void;
  /** Counts more bytes of a value, if it is still here. */
  grow(key: string, value: Value, bytes: number): void;
  /** How many values there are, and what they take. */
  size(): { count: number; bytes: number };
};

/** When `maxBytes` are used up, the values whose keys were set first give way. */
export function recentBytes<Value>(maxBytes: number): RecentBytes<Value> {
  const values = new Map<string, { value: Value; bytes: number }>();
  let total = 0;
  // The keys in order, from `first` on. A map would have to skip all that it has deleted to find its first key.
  let keys: string[] = [];
  let first = 0;
  const removeFirst = (): void => {
    const key = keys[first++] as string;
    total -= values.get(key)?.bytes ?? 0;
    values.delete(key);
    if (first * 2 < keys.length) return;
    keys = keys.slice(first);
    first = 0;
  };
  const add = (bytes: number): void => {
    total += bytes;
    while (total > maxBytes) removeFirst();
  };
  return {
    get: (key) => values.get(key)?.value,
    set(key, value, bytes) {
      const previous = values.get(key);
      if (previous) total -= previous.bytes;
      else keys.push(key);
      const own = { value, bytes: bytes + key.length };
      values.set(key, own);
      add(own.bytes);
    },
    grow(key, value, bytes) {
      const own = values.get(key);
      if (own?.value !== value) return;
      own.bytes += bytes;
      add(bytes);
    },
    size: () => ({ count: values.size, bytes: total }),
  };
}
