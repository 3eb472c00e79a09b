// Post types.

import type { NewPostType, PostType, PostTypeChange } from './api-types.ts';
import { type Collection, collectionAt, type DeleteOptions, type Tagged } from './collection.ts';
import type { Connection } from './connection.ts';
import type { PageQuery } from './pages.ts';

export type PostTypes = Omit<
  Collection<{
    listed: PostType;
    one: Tagged<PostType>;
    created: Tagged<PostType>;
    query: PageQuery;
    fresh: NewPostType;
    change: PostTypeChange;
  }>,
  'delete'
> & {
  delete(name: string, options?: Pick<DeleteOptions, 'ifMatch' | 'signal'>): Promise<{ name: string; deleted: true }>;
};

export function postTypesOf(connection: Connection): PostTypes {
  return collectionAt(connection, '/types') as unknown as PostTypes;
}
