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
