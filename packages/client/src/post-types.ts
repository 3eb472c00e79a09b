// Content types.

import type { ChangedPostType, NewPostType, PostType, PostTypeChange } from './api-types.ts';
import {
  type Collection,
  collectionAt,
  type DeleteOptions,
  matching,
  type Tagged,
  type UpdateOptions,
} from './collection.ts';
import type { Connection } from './connection.ts';
import type { PageQuery } from './pages.ts';
import { path } from './query.ts';

export type TypeUpdateOptions = UpdateOptions & {
  /** Convert stored values to the new kinds of their fields. */
  convert?: boolean;
  /** Change nothing; `conversions` says what would be converted. */
  dryRun?: boolean;
};

export type PostTypes = Omit<
  Collection<{
    listed: PostType;
    one: Tagged<PostType>;
    created: Tagged<PostType>;
    query: PageQuery;
    fresh: NewPostType;
    change: PostTypeChange;
  }>,
  'update' | 'delete'
> & {
  update(name: string, patch: PostTypeChange, options?: TypeUpdateOptions): Promise<Tagged<ChangedPostType>>;
  delete(name: string, options?: Pick<DeleteOptions, 'ifMatch' | 'signal'>): Promise<{ name: string; deleted: true }>;
};

export function postTypesOf(connection: Connection): PostTypes {
  const types = collectionAt(connection, '/types') as unknown as PostTypes;
  return {
    ...types,
    update: (name, body, { convert, dryRun, ifMatch, signal } = {}) =>
      connection.requestTagged('PATCH', `/types${path`/${name}`}`, {
        query: { convert, dryRun },
        body,
        headers: matching(ifMatch),
        signal,
      }),
  };
}
