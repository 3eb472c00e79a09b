// Whether a value is an object with members.

/** False for null and for lists, which are objects to JavaScript. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
