// Lists by name, and the name that is nearest to a wrong one.

import { closestMatch } from 'leven';

const maxLength = 100;

export function nearestName(name: string, names: readonly string[], maxDistance = reachOf(name)): string | null {
  return closestMatch(name.slice(0, maxLength), [...names], { maxDistance }) ?? null;
}

/** Less for a short name, which is soon near to any other. What is before its last dot is usually right. */
function reachOf(name: string): number {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return Math.min(3, Math.ceil(last.length / 2));
}

/** ` (did you mean …?)`, or nothing. */
export function nearestHint(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === null ? '' : ` (did you mean \`${nearest}\`?)`;
}

/** The members of `change` over those of `stored`; null removes one. */
export function mergeByName(
  stored: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null));
}
