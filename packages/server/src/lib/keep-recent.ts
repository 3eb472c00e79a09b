/**
 * Calls `make` once for each key, and keeps what it returned for the last `limit` keys that were asked for: such as formats
 * of Intl, which take a millisecond to create.
 */
export function keepRecent<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    const value = kept.has(key) ? (kept.get(key) as Value) : make(key);
    // Maps are in the order of insertion: the one asked for longest ago comes first.
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > limit) kept.delete(kept.keys().next().value as Key);
    return value;
  };
}
