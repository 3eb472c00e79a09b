// The name that is nearest to a wrong one.

import { closestMatch } from 'leven';

const maxLength = 100;

export function nearestName(name: string, names: readonly string[], maxDistance = 3): string | null {
  return closestMatch(name.slice(0, maxLength), [...names], { maxDistance }) ?? null;
}

/** ` (did you mean …?)`, or nothing. */
export function nearestHint(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === null ? '' : ` (did you mean \`${nearest}\`?)`;
}
