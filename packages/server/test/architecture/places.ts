// Where in a package something may be used.

import path from 'node:path';

/** Globs inside a package's `src`. */
export type Places = readonly string[];

export function isIn(name: string, places: Places): boolean {
  return places.some((place) => path.matchesGlob(name, place));
}

export function onlyIn(places: Places): string {
  return places.length === 0 ? 'which no file may' : `which is for ${places.join(', ')}`;
}
