// An example for the pattern of a series: the number that comes next, from those that are known.

const count = /\{(0+)\}/;

/** "INV-2027-0013" for `INV-{year}-{0000}` after "INV-2027-0012"; null for a pattern without a count. */
export function nextNumber(pattern: string, day: string, known: readonly string[]): string | null {
  const [year = '', month = ''] = day.split('-');
  const series = pattern.replace('{year}', year).replace('{month}', month);
  const digits = count.exec(series)?.[1]?.length;
  if (digits === undefined) return null;
  const [before = '', after = ''] = series.split(count).filter((_, at) => at !== 1);
  const positions = known
    .filter((number) => number.startsWith(before) && number.endsWith(after))
    .map((number) => number.slice(before.length, number.length - after.length))
    .filter((position) => /^\d+$/.test(position) && position.length >= digits);
  const last = Math.max(0, ...positions.map(Number));
  return `${before}${String(last + 1).padStart(digits, '0')}${after}`;
}
