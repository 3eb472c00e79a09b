// The columns of a list of items.

import type { Editor, FieldDeclaration, PostType, Taxonomy } from '@frontdesk/client';
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { isColumnIn, kindOf } from '../../fields/field-kinds.ts';
import { formatField } from '../../fields/format-field.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Highlighted, hasMarks } from '../../ui/highlighted.tsx';
import { RowLink } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { deletePermanently, restoreItem, trashItem } from '../items/item-actions.tsx';
import type { AnyListedItem } from '../items/item-query.ts';
import { OtherEditors } from '../items/other-editors.tsx';
import { statusLabels } from '../items/status-labels.ts';
import { isTermColumn, termColumn, termColumnChoices } from './term-columns.tsx';

type Options = {
  isTrash: boolean;
  mayWrite: boolean;
  trashDays: number;
  editors: Editor[];
  taxonomies: readonly Taxonomy[];
};

/** What a list shows beside the titles: these columns in their own order, or its default ones. */
export type ShownColumns = readonly string[] | null;

/** The columns that can be chosen, and those that are shown by default. */
export function columnChoices(
  type: PostType | undefined,
  taxonomies: readonly Taxonomy[],
): { key: string; label: string; isDefault: boolean }[] {
  const fields = type?.fields ?? [];
  const byDefault = new Set(keyFields(fields).map(({ name }) => name));
  return [
    { key: 'status', label: 'Status', isDefault: true },
    ...columnFields(fields).map((field) => ({
      key: `fields.${field.name}`,
      label: field.label ?? field.name,
      isDefault: byDefault.has(field.name),
    })),
    ...termColumnChoices(type, taxonomies),
    { key: 'slug', label: 'Slug', isDefault: false },
    { key: 'language', label: 'Language', isDefault: false },
    { key: 'updatedAt', label: 'Updated', isDefault: false },
    { key: 'date', label: 'Date', isDefault: true },
  ];
}

export function itemColumns(
  type: PostType | undefined,
  shown: ShownColumns,
  { isTrash, mayWrite, trashDays, editors, taxonomies }: Options,
): Column<AnyListedItem>[] {
  const choices = columnChoices(type, taxonomies);
  const keys = new Set(shown ?? choices.filter(({ isDefault }) => isDefault).map(({ key }) => key));
  const fields = new Map((type?.fields ?? []).map((field) => [`fields.${field.name}`, field]));
  const chosen = choices
    .filter(({ key }) => keys.has(key))
    .map(({ key, label }) => {
      const field = fields.get(key);
      if (field) return fieldColumn(field);
      if (isTermColumn(key)) return { header: label, ...termColumn(key) };
      return key === 'date' && isTrash
        ? deletionColumn(trashDays)
        : { header: label, ...(ownColumns[key] as OwnColumn) };
    });
  return [
    { key: 'title', header: 'Title', sortBy: 'title', render: (item) => <ItemTitle item={item} editors={editors} /> },
    ...chosen,
    ...(mayWrite ? [isTrash ? trashColumn : menuColumn] : []),
  ];
}

type OwnColumn = Omit<Column<AnyListedItem>, 'header'>;

const ownColumns: Record<string, OwnColumn> = {
  status: {
    key: 'status',
    width: 120,
    render: ({ status }) => <StatusBadge status={status} label={statusLabels[status]} />,
  },
  slug: { key: 'slug', render: ({ slug }) => slug },
  language: { key: 'language', width: 110, render: ({ language }) => language ?? '' },
  updatedAt: { key: 'updatedAt', width: 150, render: ({ updatedAt }) => <Time value={updatedAt} isRelative /> },
  date: { key: 'date', sortBy: 'date', width: 190, render: (item) => <ItemTime item={item} /> },
};

function fieldColumn(field: FieldDeclaration): Column<AnyListedItem> {
  return {
    key: `fields.${field.name}`,
    header: field.label ?? field.name,
    ...(isColumnIn('items', field) ? { sortBy: `fields.${field.name}` } : {}),
    align: kindOf(field.type).isNumeric ? 'right' : 'left',
    render: (item) => formatCell(field, item.fields[field.name]),
  };
}

function deletionColumn(trashDays: number): Column<AnyListedItem> {
  return {
    key: 'date',
    header: 'Deleted permanently',
    width: 190,
    render: (item) => <DeletionTime item={item} trashDays={trashDays} />,
  };
}

function ItemTitle({ item, editors }: { item: AnyListedItem; editors: Editor[] }) {
  const { highlight } = item;
  return (
    <>
      <RowLink to="/content/$type/$id" params={{ type: item.type, id: item.id }}>
        {highlight ? <Highlighted html={highlight.title} /> : item.title}
      </RowLink>{' '}
      {item.drafted && <StatusBadge status="draft" tone="warn" label="Draft not live yet" />}{' '}
      <OtherEditors editors={editors.filter(({ itemId }) => itemId === item.id)} size={20} />
      {highlight && hasMarks(highlight.text) && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          <Highlighted html={highlight.text} />
        </Text>
      )}
    </>
  );
}

function ItemTime({ item }: { item: AnyListedItem }) {
  if (item.unpublishAt) {
    return (
      <>
        <Time value={item.publishedAt} />
        <Text size="xs" c="dimmed">
          until <Time value={item.unpublishAt} />
        </Text>
      </>
    );
  }
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

const maxLength = 60;

/** The fields that a table can show. */
function columnFields(fields: FieldDeclaration[]): FieldDeclaration[] {
  return fields.filter((field) =>
    (['items', 'submissions', 'chosen'] as const).some((list) => isColumnIn(list, field)),
  );
}

/** The fields to show in a table unless others are chosen: at most two, required ones first. */
function keyFields(fields: FieldDeclaration[]): FieldDeclaration[] {
  const shown = fields.filter((field) => isColumnIn('items', field));
  return [...shown.filter((field) => field.required), ...shown.filter((field) => !field.required)].slice(0, 2);
}

/** The value as text that fits in a table. */
function formatCell(field: FieldDeclaration, value: unknown): string {
  const text = formatField(field, value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
