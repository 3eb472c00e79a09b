// Builds URLs: query strings, filters on custom fields and path segments.

type QueryValue = string | number | boolean | null | undefined;

/** `?a=1&b=x`, or an empty string. Undefined and null are skipped. */
export function toSearch(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * `{ price: { gte: 10 }, sku: 'A-1' }` → `{ 'fields[price][gte]': 10, 'fields[sku]': 'A-1' }`. Lists are joined with
 * commas, and commas within an entry are escaped. `terms` are filtered the same way, by taxonomy.
 */
export function flattenFilter(
  filter: object | undefined,
  group: 'fields' | 'terms' | 'answers' = 'fields',
): Record<string, QueryValue> {
  const flat: Record<string, QueryValue> = {};
  for (const [field, condition] of Object.entries(filter ?? {})) {
    if (typeof condition !== 'object' || condition === null) {
      flat[`${group}[${field}]`] = condition;
      continue;
    }
    for (const [operator, operand] of Object.entries(condition as Record<string, QueryValue | QueryValue[]>)) {
      flat[`${group}[${field}][${operator}]`] = Array.isArray(operand) ? joinOperands(operand) : operand;
    }
  }
  return flat;
}

function joinOperands(operands: unknown[]): string {
  return operands.map((operand) => String(operand).replace(/[\\,]/g, '\\$&')).join(',');
}

/** A path with encoded values: path`/forms/${slug}`. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeSegment));
}

function encodeSegment(text: string): string {
  // Even encoded, "." and ".." would change the path; an empty segment would address the whole list.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" is not a valid name or ID`);
  return encodeURIComponent(text);
}
