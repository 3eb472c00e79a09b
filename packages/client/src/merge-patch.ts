// What to send with PATCH, which merges objects by key (RFC 7396), to make one value of another.

/** Some of the keys of a value, and null for those to remove. */
export type MergePatch<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? string extends keyof Value
      ? { [Key in keyof Value]: MergePatch<Value[Key]> | null }
      : { [Key in keyof Value]?: MergePatch<Value[Key]> | null }
    : Value;

/** The keys of `after` that differ from `before`, also inside of objects, and null for those that it no longer has. */
export function mergePatchBetween<Value extends object>(before: object, after: Value): MergePatch<Value> {
  const old = new Map<string, unknown>(Object.entries(before));
  const removed = [...old.keys()].filter((name) => !Object.hasOwn(after, name)).map((name) => [name, null] as const);
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const known = old.get(name);
    if (JSON.stringify(known) === JSON.stringify(value)) return [];
    return [[name, isObject(known) && isObject(value) ? mergePatchBetween(known, value) : value] as const];
  });
  return Object.fromEntries<unknown>([...removed, ...changed]) as MergePatch<Value>;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
