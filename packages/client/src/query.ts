// Objects → addresses: query strings, filters on custom fields, and path segments.

type QueryValue = string | number | boolean | null | undefined;

/** `?a=1&b=x`, or nothing. Members that are undefined or null are left out. */
export function toSearch(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * `{ price: { gte: 10 }, sku: 'A-1' }` → `{ 'fields[price][gte]': 10, 'fields[sku]': 'A-1' }`; lists are joined by commas.
 * Throws TypeError for a listed text that holds a comma itself, which the service would take for two.
 */
export function flattenFilter(filter: object | undefined): Record<string, QueryValue> {
  const flat: Record<string, QueryValue> = {};
  for (const [field, condition] of Object.entries(filter ?? {})) {
    if (typeof condition !== 'object' || condition === null) {
      flat[`fields[${field}]`] = condition;
      continue;
    }
    for (const [operator, operand] of Object.entries(condition as Record<string, QueryValue | QueryValue[]>)) {
      flat[`fields[${field}][${operator}]`] = Array.isArray(operand) ? joinOperands(field, operand) : operand;
    }
  }
  return flat;
}

function joinOperands(field: string, operands: unknown[]): string {
  const texts = operands.map(String);
  if (texts.some((text) => text.includes(','))) {
    throw new TypeError(`A filter on ${field} lists a text with a comma in it, which "in" cannot tell from two texts`);
  }
  return texts.join(',');
}

/** A path whose inserted parts are encoded: path`/forms/${slug}`. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeSegment));
}

function encodeSegment(text: string): string {
  // "." and ".." would be taken for steps in the path, however they are encoded; empty ones lead to the list.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" is no name or id`);
  return encodeURIComponent(text);
}
