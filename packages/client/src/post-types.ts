// Post types.

import type { NewPostType, PostType, PostTypeChange } from './api-types.ts';
import { type Collection, collectionAt } from './collection.ts';
import type { Connection } from './connection.ts';
import type { PageQuery } from './pages.ts';

export type PostTypes = Omit<
  Collection<{
    listed: PostType;
    one: PostType;
    created: PostType;
    query: PageQuery;
    fresh: NewPostType;
    change: PostTypeChange;
  }>,
  'delete'
> & { delete(name: string): Promise<{ name: string; deleted: true }> };

export function postTypesOf(connection: Connection): PostTypes {
  return collectionAt(connection, '/types') as unknown as PostTypes;
}
