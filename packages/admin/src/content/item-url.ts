// Where an item is on the site, as its type says.

import type { PostType } from '@frontdesk/client';
import type { AnyListedItem } from './item-query.ts';

/** Null if the type does not say it, or visitors do not see the item. */
export function urlOnSite(
  { url, name, plural }: PostType,
  { id, slug, status }: Pick<AnyListedItem, 'id' | 'slug' | 'status'>,
): string | null {
  if (url === undefined || status !== 'publish') return null;
  const values: Record<string, string> = { type: name, plural, slug, id };
  return url.replace(/\{(\w+)\}/g, (placeholder, name) => encodeURIComponent(values[name] ?? placeholder));
}
