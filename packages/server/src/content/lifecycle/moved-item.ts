// Where an item is that was found at a slug that it no longer has.

import Type from 'typebox';
import { isFormerSlug } from '../model/find-item.ts';

/** The schema of a 308. */
export const MovedPermanently = Type.Null({
  description: 'With `redirect=308`: the item has another slug now. `Location` is its present URL',
});

/** Thrown where an item is read, so that a redirect is sent instead. */
export class Moved extends Error {
  readonly url: string;
  constructor(url: string) {
    super(`Moved to ${url}`);
    this.url = url;
  }
}

/** The present URL of an item that was found at a former slug, else null. `url` is any that differs in the slug only. */
export function movedFrom(url: string, item: { id: string; slug: string }, slugOrId: string): string | null {
  if (!isFormerSlug(item, slugOrId)) return null;
  const [path = ''] = url.split('?');
  return `${path.replace(/\/[^/]*\/?$/, '')}/${encodeURIComponent(item.slug)}`;
}
