// What every operation receives: the store, the clock and the current request.
import { missingResource } from './api-error.ts';
import type { Kind, Kinds, Store } from './store.ts';

export const apiVersion = '2026-10-28.endive';

/** Who is paid, as the hosted pages show it. Colors are written as #rrggbb. */
export type Business = {
  name: string;
  logoUrl?: string | null;
  /** Whose conventions amounts follow (BCP 47). */
  locale?: string;
  /** Of buttons and marks, and of the text on them, on these backgrounds. */
  colors?: Record<'light' | 'dark', { accent: string; onAccent: string }> | null;
};

export type Context = {
  store: Store;
  /** Unix time in seconds. */
  now: () => number;
  /** The base URL of the hosted pages, without a trailing slash. */
  publicUrl: string;
  /** Who is paid, for the hosted pages; null if unknown. */
  business: () => Promise<Business | null>;
  /** Whether events of this type are sent to the receiver in the options, in addition to endpoints created through the API. */
  receives: (type: string) => boolean;
  /** The API request that causes events; both null for events caused by payers or by time. */
  request: { id: string | null; idempotency_key: string | null };
};

/** The object, or `resource_missing`: 404 if it is the object of the request, 400 if the ID was sent as `param`. */
export function fetchObject<K extends Kind>(ctx: Context, kind: K, id: string, param?: string): Kinds[K] {
  const found = ctx.store.find(kind, id);
  if (found === undefined) throw missingResource(kind, id, param);
  return found;
}

/** Updates fields of a stored object and returns the updated object. */
export function change<T extends Kinds[Kind]>(ctx: Context, object: T, fields: Partial<T>): T {
  const changed = { ...object, ...fields };
  ctx.store.update(changed);
  return changed;
}

/** The ID in a field that contains an ID or an expanded object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}
