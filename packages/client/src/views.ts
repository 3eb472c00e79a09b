// Saved views of lists in the admin.

import type { Deleted, ListSavedViewsQuery, NewSavedView, SavedView, SavedViewChange } from './api-types.ts';
import { type CreateOptions, keyed } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Page } from './pages.ts';
import { path } from './query.ts';

/** Only for signed-in users. */
export type SavedViews = {
  /** Your views of a content type, and those that are shared. */
  list(query: ListSavedViewsQuery, options?: CallOptions): Promise<Page<SavedView>>;
  /** Saves a view. */
  create(body: NewSavedView, options?: CreateOptions): Promise<SavedView>;
  /** Changes the given members of a view. */
  update(id: string, change: SavedViewChange, options?: CallOptions): Promise<SavedView>;
  /** Deletes a view. */
  delete(id: string, options?: CallOptions): Promise<Deleted>;
};

export function savedViewsOf(connection: Connection): SavedViews {
  return {
    list: (query, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/views', { query, signal, timeoutSeconds }),
    create: (body, options) => connection.request('POST', '/views', { body, ...keyed(options) }),
    update: (id, body, { signal, timeoutSeconds } = {}) =>
      connection.request('PATCH', path`/views/${id}`, { body, signal, timeoutSeconds }),
    delete: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', path`/views/${id}`, { signal, timeoutSeconds }),
  };
}
