// A value with others inside it as lines that people can read and compare: "2, Price: €12.00".

import { formatMoney, humanize } from '../../ui/format.ts';

/** One line for each value inside; empty ones are left out. */
export function linesInside(value: unknown, path: readonly string[] = []): string[] {
  if (value === null || value === undefined || value === '') return [];
  const short = shortText(value);
  if (short !== null) return [path.length > 0 ? `${path.join(', ')}: ${short}` : short];
  if (Array.isArray(value)) return value.flatMap((entry, index) => linesInside(entry, [...path, `${index + 1}`]));
  return Object.entries(value as object).flatMap(([name, inner]) => linesInside(inner, [...path, humanize(name)]));
}

/** What is one value to people; null for what has several. */
function shortText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value))
    return value.every((entry) => typeof entry === 'string') && value.length > 0 ? value.join(', ') : null;
  const { amount, currency, lat, lng } = value as Record<string, unknown>;
  const count = Object.keys(value).length;
  if (count === 2 && amount !== undefined && typeof currency === 'string') {
    if (amount === '') return null;
    return typeof amount === 'number' ? formatMoney(amount, currency) : `${amount} ${currency.toUpperCase()}`;
  }
  return count === 2 && lat !== undefined && lng !== undefined && lat !== '' ? `${lat}, ${lng}` : null;
}
