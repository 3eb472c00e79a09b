// The columns of a list of items.

import type { Editor, PostType } from '@frontdesk/client';
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { kindOf } from '../fields/field-kinds.ts';
import type { Column } from '../ui/data-table.tsx';
import { RowLink } from '../ui/links.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { deletePermanently, restoreItem, trashItem } from './item-actions.ts';
import type { AnyListedItem } from './item-query.ts';
import { formatCell, keyFields } from './key-fields.ts';
import { OtherEditors } from './other-editors.tsx';
import { statusLabels } from './status-labels.ts';

type Options = { isTrash: boolean; mayWrite: boolean; trashDays: number; editors: Editor[] };

export function itemColumns(
  type: PostType | undefined,
  { isTrash, mayWrite, trashDays, editors }: Options,
): Column<AnyListedItem>[] {
  return [
    { key: 'title', header: 'Title', sortBy: 'title', render: (item) => <ItemTitle item={item} editors={editors} /> },
    {
      key: 'status',
      header: 'Status',
      width: 120,
      render: ({ status }) => <StatusBadge status={status} label={statusLabels[status]} />,
    },
    ...keyFields(type?.fields ?? []).map(
      (field): Column<AnyListedItem> => ({
        key: `fields.${field.name}`,
        header: field.label ?? field.name,
        sortBy: `fields.${field.name}`,
        align: kindOf(field.type).isNumeric ? 'right' : 'left',
        render: (item) => formatCell(field, item.fields[field.name]),
      }),
    ),
    isTrash
      ? {
          key: 'date',
          header: 'Deleted permanently',
          width: 190,
          render: (item) => <DeletionTime item={item} trashDays={trashDays} />,
        }
      : { key: 'date', header: 'Date', sortBy: 'date', width: 190, render: (item) => <ItemTime item={item} /> },
    ...(mayWrite ? [isTrash ? trashColumn : menuColumn] : []),
  ];
}

function ItemTitle({ item, editors }: { item: AnyListedItem; editors: Editor[] }) {
  return (
    <>
      <RowLink to="/content/$type/$id" params={{ type: item.type, id: item.id }}>
        {item.title}
      </RowLink>{' '}
      {item.hasDraft && <StatusBadge status="draft" tone="warn" label="Draft not live yet" />}{' '}
      <OtherEditors editors={editors.filter(({ itemId }) => itemId === item.id)} size={20} />
    </>
  );
}

function ItemTime({ item }: { item: AnyListedItem }) {
  if (item.status === 'publish' || item.status === 'scheduled') return <Time value={item.publishedAt} />;
  return (
    <Text span inherit c="dimmed">
      Updated <Time value={item.updatedAt} isRelative />
    </Text>
  );
}

const dayMs = 86_400_000;

/** When an item leaves the trash for good. One whose time is over is kept while other items refer to it. */
function DeletionTime({ item, trashDays }: { item: AnyListedItem; trashDays: number }) {
  if (trashDays === 0 || !item.trashedAt) return <Time value={null} none="Never" />;
  const at = Date.parse(item.trashedAt) + trashDays * dayMs;
  if (at > Date.now()) return <Time value={new Date(at).toISOString()} isRelative />;
  return (
    <Text span inherit c="dimmed">
      Soon, unless other items refer to it
    </Text>
  );
}

const trashColumn: Column<AnyListedItem> = {
  key: 'actions',
  header: 'Actions',
  isAction: true,
  width: 230,
  render: (item) => (
    <Group gap={6} justify="end" wrap="nowrap">
      <Button variant="default" size="xs" onClick={() => restoreItem(item)} aria-label={`Restore ${item.title}`}>
        Restore
      </Button>
      <Button
        variant="default"
        size="xs"
        onClick={() => deletePermanently(item)}
        aria-label={`Delete ${item.title} permanently`}
      >
        Delete
      </Button>
    </Group>
  ),
};

const menuColumn: Column<AnyListedItem> = {
  key: 'actions',
  header: 'Actions',
  isAction: true,
  width: 80,
  render: (item) => (
    <Menu>
      <Menu.Target>
        <ActionIcon size={28} aria-label={`Actions for ${item.title}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => trashItem(item)}>
          Move to trash
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  ),
};
