// The slugs that an item had while it was public, below its slug.

import { CloseButton, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import type { AnyItem } from './item-query.ts';

export function FormerSlugs({ item: { id, type } }: { item: Pick<AnyItem, 'id' | 'type'> }) {
  // It reloads with all content, so after each save.
  const queryKey = ['content', type, 'former-slugs', id];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.content(type).formerSlugs(id, { signal }) });
  if (!data || data.items.length === 0) return null;
  const remove = async (slug: string): Promise<void> => {
    try {
      await api.content(type).deleteFormerSlug(id, slug);
      toastSuccess(`Former slug “${slug}” deleted`);
    } catch (error) {
      toastError(error);
    }
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <div>
      <Text size="sm" c="dimmed">
        Also answers at
      </Text>
      {data.items.map(({ slug }) => (
        <Group key={slug} gap={4} wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{slug}</Code>
          <CloseButton size="sm" aria-label={`Delete the former slug ${slug}`} onClick={() => remove(slug)} />
        </Group>
      ))}
    </div>
  );
}
