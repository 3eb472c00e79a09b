// Content types.

import type {
  ChangedPostType,
  Deleted,
  ListTypeChangesQuery,
  NewPostType,
  PostType,
  PostTypeChange,
  TypeChange,
} from './api-types.ts';
import {
  type Collection,
  collectionAt,
  type DeleteOptions,
  matching,
  type Tagged,
  type UpdateOptions,
} from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Page, PageQuery } from './pages.ts';
import { path } from './query.ts';

/** How a content type is changed. */
export type TypeUpdateOptions = UpdateOptions & {
  /** Convert stored values to the new kinds of their fields. */
  convert?: boolean;
  /** Remove fields that are left out although items have values in them. Fails with 409 without it. */
  allowDestructive?: boolean;
  /** Change nothing; `plan` says what the change means for each field. */
  dryRun?: boolean;
};

type PostTypeShape = {
  listed: PostType;
  one: Tagged<PostType>;
  created: Tagged<PostType>;
  query: PageQuery;
  fresh: NewPostType;
  change: PostTypeChange;
};

/** The content types. */
export type PostTypes = Omit<Collection<PostTypeShape>, 'update' | 'delete'> & {
  /** Changes the given members of a type; `fields` are all that it then has. */
  update(name: string, patch: PostTypeChange, options?: TypeUpdateOptions): Promise<Tagged<ChangedPostType>>;
  /** Deletes a type without items. */
  delete(name: string, options?: Pick<DeleteOptions, 'ifMatch' | 'signal' | 'timeoutSeconds'>): Promise<Deleted>;
  /** The changes of a type that are kept, the newest first. */
  changes(name: string, query?: ListTypeChangesQuery, options?: CallOptions): Promise<Page<TypeChange>>;
  /** A change with its progress, while items are converted. */
  change(name: string, id: string, options?: CallOptions): Promise<TypeChange>;
  /** Goes on with a failed change from where it stopped. Fails with 409 if it has not failed. */
  retryChange(name: string, id: string, options?: UpdateOptions): Promise<Tagged<TypeChange>>;
  /** Makes a type and the values that were converted what they were before its last change. Fails with 409 if it has none. */
  undo(name: string, options?: UpdateOptions): Promise<Tagged<TypeChange>>;
};

export function postTypesOf(connection: Connection): PostTypes {
  const types = collectionAt(connection, '/types') as unknown as PostTypes;
  return {
    ...types,
    update: (name, body, { convert, allowDestructive, dryRun, ifMatch, signal, timeoutSeconds } = {}) =>
      connection.requestTagged('PATCH', `/types${path`/${name}`}`, {
        query: { convert, allowDestructive, dryRun },
        body,
        headers: matching(ifMatch),
        signal,
        timeoutSeconds,
      }),
    changes: (name, query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', `/types${path`/${name}`}/changes`, { query, signal, timeoutSeconds }),
    change: (name, id, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', `/types${path`/${name}/changes/${id}`}`, { signal, timeoutSeconds }),
    retryChange: (name, id, { ifMatch, signal, timeoutSeconds } = {}) =>
      connection.requestTagged('POST', `/types${path`/${name}/changes/${id}`}/retry`, {
        headers: matching(ifMatch),
        signal,
        timeoutSeconds,
      }),
    undo: (name, { ifMatch, signal, timeoutSeconds } = {}) =>
      connection.requestTagged('POST', `/types${path`/${name}`}/undo`, {
        headers: matching(ifMatch),
        signal,
        timeoutSeconds,
      }),
  };
}
