// The list of content types.

import type { PostType } from '@frontdesk/client';
import { Text } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { typesQuery } from '../../api/types-query.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ButtonLink, RowLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function TypeListScreen() {
  const { may } = useMe();
  const types = useQuery(typesQuery);
  const counts = useItemCounts(types.data?.items ?? []);
  return (
    <>
      <PageHeader
        title="Content types"
        description="The types of content on this site, each with its own fields."
        actions={
          <>
            <ButtonLink to="/tags" variant="default">
              Tags
            </ButtonLink>
            <ButtonLink to="/categories" variant="default">
              Categories
            </ButtonLink>
            <ButtonLink to="/taxonomies" variant="default">
              Taxonomies
            </ButtonLink>
            <ButtonLink to="/authors" variant="default">
              Authors
            </ButtonLink>
            {may('content:write') && (
              <ButtonLink to="/types/_new" leftSection={<IconPlus size={16} aria-hidden />}>
                New type
              </ButtonLink>
            )}
          </>
        }
      />
      <DataTable
        label="Content types"
        query={types}
        columns={columnsWith(counts)}
        rowKey={(type) => type.name}
        empty={<EmptyState icon={<IconStack2 aria-hidden />} title="No content types" />}
      />
    </>
  );
}

function columnsWith(counts: Map<string, number>): Column<PostType>[] {
  return [
    {
      key: 'label',
      header: 'Type',
      render: (type) => (
        <RowLink to="/types/$type" params={{ type: type.name }}>
          {type.label}
        </RowLink>
      ),
    },
    {
      key: 'name',
      header: 'Name',
      render: (type) => (
        <Text span inherit c="dimmed" ff="monospace" fz="0.8125rem">
          {type.name}
        </Text>
      ),
    },
    {
      key: 'items',
      header: 'Items',
      align: 'right',
      width: 100,
      render: ({ name }) => (counts.has(name) ? formatNumber(counts.get(name) ?? 0) : ' '),
    },
    {
      key: 'fields',
      header: 'Fields',
      align: 'right',
      width: 100,
      render: ({ fields }) => formatNumber(fields.length),
    },
    { key: 'read', header: 'Access', width: 160, render: (type) => (type.publicRead ? 'Public' : 'API keys') },
  ];
}

/** The number of items by type, without the trash. */
function useItemCounts(types: PostType[]): Map<string, number> {
  const found = useQueries({
    queries: types.map(({ name }) => ({
      queryKey: ['content', name, 'count', { status: 'any', limit: 1 }],
      queryFn: () => api.content(name).list({ status: 'any', limit: 1 }),
    })),
  });
  const known = types.flatMap(({ name }, index): [string, number][] => {
    const total = found[index]?.data?.total;
    return total === undefined ? [] : [[name, total]];
  });
  return new Map(known);
}
