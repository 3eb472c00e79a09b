// The post types, by name and in words.

import type { PostType } from '@frontdesk/client';
import { useQuery } from '@tanstack/react-query';
import { typesQuery } from '../types-query.ts';
import { inWords } from '../ui/format.ts';

/** The type of this singular or plural name: undefined while it is being read, null where there is none. */
export function useType(name: string): { type: PostType | null | undefined; error: unknown; refetch(): unknown } {
  const { data, error, refetch } = useQuery(typesQuery);
  const type = data && (data.items.find((type) => type.name === name || type.plural === name) ?? null);
  return { type, error, refetch };
}

/** "tea_room" → "tea room", within a sentence. */
export function nameOfOne(type: Pick<PostType, 'name'>): string {
  return inWords(type.name).toLowerCase();
}
