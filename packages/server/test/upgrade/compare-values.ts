// What is missing or different in the values that a service has, of those that it had.

import type { Values } from './read-values.ts';

/** Changes with each request or sign-in. */
const moving = new Set(['lastUsedAt', 'lastSeenAt', 'current']);
/** The link to an invoice is sealed anew each time that it is written. */
const sealedLink = /\/i\/v1\.\S+/g;
/** What the version brings. */
const ofTheVersion = new Set(['original']);

/** Members and entries may be added; none may be lost or changed. */
export function differences(before: Values, after: Values): string[] {
  return Object.entries(before).flatMap(([path, value]) =>
    path in after ? compare(path, value, after[path]) : [`${path} cannot be read`],
  );
}

function compare(place: string, before: unknown, after: unknown): string[] {
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(place, before, after);
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) =>
      compareMember(`${place} ${name}`, name, value, after[name]),
    );
  return Object.is(before, after) ? [] : [`${place}: ${show(before)} became ${show(after)}`];
}

function compareMember(place: string, name: string, before: unknown, after: unknown): string[] {
  if (moving.has(name) || ofTheVersion.has(name)) return [];
  // Lists may have got longer, and so may exports.
  if (name === 'total' && Number(after) >= Number(before)) return [];
  if (name === 'nextCursor' && before === null) return [];
  if (name === 'text' && typeof before === 'string' && typeof after === 'string' && before.includes('\n')) {
    const [had, has] = [before, after].map((text) => text.replace(sealedLink, '/i/…').split('\n')) as [
      string[],
      string[],
    ];
    const lines = new Set(has);
    return had.filter((line) => !lines.has(line)).map((line) => `${place}: the line ${line} is missing`);
  }
  // A role may get more of them.
  if (name === 'scopes' && Array.isArray(before) && Array.isArray(after))
    return before.every((scope) => after.includes(scope)) ? [] : [`${place}: ${show(before)} became ${show(after)}`];
  return compare(place, before, after);
}

function compareLists(place: string, before: unknown[], after: unknown[]): string[] {
  if (before.every(hasId) && after.every(hasId)) {
    const found = new Map(after.map((entry) => [entry.id, entry]));
    return before.flatMap((entry) =>
      found.has(entry.id)
        ? compare(`${place} ${entry.id}`, entry, found.get(entry.id))
        : [`${place}: ${entry.id} is missing`],
    );
  }
  // What happened at the same time has no order.
  if (sorted(before) === sorted(after)) return [];
  if (before.length !== after.length) return [`${place}: ${show(before)} became ${show(after)}`];
  return before.flatMap((entry, index) => compare(`${place} ${index}`, entry, after[index]));
}

function sorted(list: unknown[]): string {
  return list
    .map((entry) => JSON.stringify(entry))
    .sort()
    .join();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hasId(entry: unknown): entry is { id: string } {
  return isObject(entry) && typeof entry.id === 'string';
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}
