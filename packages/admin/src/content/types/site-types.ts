// Finds a content type by name.

import type { PostType } from '@frontdesk/client';
import { useQuery } from '@tanstack/react-query';
import { typesQuery } from '../../api/types-query.ts';
import { humanize } from '../../ui/format.ts';

/** The type with this singular or plural name; undefined while loading, null if there is none. */
export function useType(name: string): { type: PostType | null | undefined; error: unknown; refetch(): unknown } {
  const { data, error, refetch } = useQuery(typesQuery);
  const type = data && (data.items.find((type) => type.name === name || type.plural === name) ?? null);
  return { type, error, refetch };
}

/** "tea_room" → "tea room", for use in a sentence. */
export function singularName(type: Pick<PostType, 'name'>): string {
  return humanize(type.name).toLowerCase();
}
