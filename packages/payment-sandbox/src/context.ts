// What every operation gets: the store, the clock and the request it answers.
import { missingResource } from './api-error.ts';
import type { Kind, Kinds, Store } from './store.ts';

export const apiVersion = '2026-10-28.endive';

export type Context = {
  store: Store;
  /** Unix time in seconds. */
  now: () => number;
  /** Where a browser reaches the hosted pages, without a slash at the end. */
  publicUrl: string;
  /** Whether events go to the receiver given at the start (besides endpoints made through the API). */
  hasReceiver: boolean;
  /** The API request that causes the events; both null for what payers and time do. */
  request: { id: string | null; idempotency_key: string | null };
};

/** The object, or `resource_missing`: 404 for the request's own object, 400 when `param` names where the id came from. */
export function fetchObject<K extends Kind>(ctx: Context, kind: K, id: string, param?: string): Kinds[K] {
  const found = ctx.store.find(kind, id);
  if (found === undefined) throw missingResource(kind, id, param);
  return found;
}

/** Stores changed fields and gives the object back as it is now. */
export function change<T extends Kinds[Kind]>(ctx: Context, object: T, fields: Partial<T>): T {
  const changed = { ...object, ...fields };
  ctx.store.update(changed);
  return changed;
}

/** The id of a field that holds an id or an expanded object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}
