// The names of what is sold in a limited number.

/** Names the stock of a line or an option. */
export function stockKey(line: string, option: string | null): string {
  return option === null ? line : `${line}/${option}`;
}

/** Names the stock of places. No line has this name. */
export const placesKey = '*';
