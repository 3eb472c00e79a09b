// The items that refer to an item, below its other facts.

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { ReferrerList } from '../ui/referrer-list.tsx';
import type { AnyItem } from './item-query.ts';

export function ItemUses({ item: { id, type } }: { item: Pick<AnyItem, 'id' | 'type'> }) {
  const { data } = useQuery({
    queryKey: ['content', type, 'uses', id],
    queryFn: ({ signal }) => api.content(type).uses(id, { signal }),
  });
  if (!data || data.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed">
        Used in
      </Text>
      <ReferrerList items={data} />
    </div>
  );
}
