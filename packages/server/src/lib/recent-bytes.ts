// Values in memory up to a number of bytes.

export type RecentBytes<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
};

/** When `maxBytes` are used up, the values that were set first give way. `sizeOf` returns bytes, without the key's. */
export function recentBytes<Value>(maxBytes: number, sizeOf: (value: Value) => number): RecentBytes<Value> {
  const values = new Map<string, Value>();
  let bytes = 0;
  const remove = (key: string): void => {
    const value = values.get(key);
    if (value === undefined) return;
    bytes -= sizeOf(value) + key.length;
    values.delete(key);
  };
  return {
    get: (key) => values.get(key),
    set(key, value) {
      remove(key);
      values.set(key, value);
      bytes += sizeOf(value) + key.length;
      for (const oldest of values.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
  };
}
