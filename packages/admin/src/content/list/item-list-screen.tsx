// The list of items of one type.

import type { ItemQuery, Page, PostType, Taxonomy } from '@frontdesk/client';
import { Group, Text } from '@mantine/core';
import { IconArticle, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { useSelectedRows } from '../../records/use-selected-rows.ts';
import { ViewsMenu } from '../../records/views-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { type ListQuery, useListQuery } from '../../ui/list-query.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusTabs } from '../../ui/status-tabs.tsx';
import { type AnyListedItem, editorsQuery } from '../items/item-query.ts';
import { taxonomiesQuery } from '../terms/taxonomies-query.ts';
import { singularName, useType } from '../types/site-types.ts';
import { UnknownType } from '../types/unknown-type.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsMenu, shownColumns } from './columns-menu.tsx';
import { itemColumns } from './item-columns.tsx';
import { LanguageFilter, TermFilter } from './item-filters.tsx';
import { isTermColumn, membersWithTerms } from './term-columns.tsx';

const defaults = {
  search: '',
  status: 'any',
  tag: '',
  category: '',
  language: '',
  orderBy: 'date',
  order: 'desc',
  columns: '',
  view: '',
};
type Filters = typeof defaults & OwnFilters;
/** By the taxonomies of the type, named as in the API: `terms[brands]`. */
type OwnFilters = { [Name in `terms[${string}]`]: string };

function ownFilters(type: PostType | undefined): OwnFilters {
  return Object.fromEntries((type?.taxonomies ?? []).map((name) => [`terms[${name}]`, '']));
}

const refreshMs = 30_000;

const statuses = [
  { value: 'any', label: 'All' },
  { value: 'publish', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'trash', label: 'Trash' },
] as const;

export function ItemListScreen() {
  const { type: name } = useParams({ strict: false }) as { type: string };
  const { type, error, refetch } = useType(name);
  if (error && !type) return <ErrorState error={error} retry={refetch} />;
  if (type === null) return <UnknownType name={name} />;
  // The key resets the filters when the type changes.
  return <ItemList key={name} name={name} type={type} />;
}

function ItemList({ name, type }: { name: string; type: PostType | undefined }) {
  const { may, site } = useMe();
  const list = useListQuery<Filters>({ ...defaults, ...ownFilters(type) });
  const shown = shownColumns(list.filters.columns);
  const hasTerms = shown?.some(isTermColumn) ?? false;
  const taxonomies = useTaxonomiesOf(type);
  const items = useQuery({
    queryKey: ['content', name, 'list', list.query, hasTerms],
    queryFn: ({ signal }) => readList(name, withHighlights(list.query), hasTerms, signal),
    placeholderData: keepPreviousData,
    // Others change items as well.
    refetchInterval: refreshMs,
  });
  const { status, orderBy: _orderBy, order: _order, view: _view, columns: _columns, ...rest } = list.filters;
  const isTrash = status === 'trash';
  const mayWrite = may('content:write');
  const editors = useQuery({ ...editorsQuery(name), enabled: mayWrite });
  const selected = useSelectedRows<AnyListedItem>(JSON.stringify({ status, ...rest }), ({ title }) => title);
  const newButton = mayWrite && (
    <ButtonLink
      to="/content/$type/new"
      params={{ type: type?.name ?? name }}
      leftSection={<IconPlus size={16} aria-hidden />}
      // It takes its place until the type is known.
      style={type ? undefined : { visibility: 'hidden' }}
    >
      New {type ? singularName(type) : name}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={type?.label ?? '\u00a0'} actions={newButton} />
      <Filters name={name} list={list} type={type} />
      <DataTable
        label={type?.label ?? 'Items'}
        query={items}
        columns={itemColumns(type, shown, {
          isTrash,
          mayWrite,
          trashDays: site.trashDays,
          editors: editors.data ?? [],
          taxonomies,
        })}
        rowKey={(item) => item.id}
        sorting={list.sorting}
        paging={list.paging}
        selection={mayWrite ? selected.selection : undefined}
        empty={<EmptyList type={type} list={list} action={newButton} />}
      />
      {selected.rows.length > 0 && (
        <BulkBar
          type={name}
          taxonomies={type?.taxonomies ?? []}
          selected={selected}
          total={items.data?.total ?? 0}
          isTrash={isTrash}
          readFirst={(count) => readFirst(name, list.query as Query, count)}
        />
      )}
    </>
  );
}

type Query = ItemQuery<Record<string, unknown>, string>;

/** With the terms of the items if they are shown, which lists do not have otherwise. */
function readList(name: string, query: Query, hasTerms: boolean, signal: AbortSignal): Promise<Page<AnyListedItem>> {
  const select = hasTerms ? { select: membersWithTerms as never[] } : {};
  return api.content(name).list({ ...query, ...select }, { signal });
}

/** The taxonomies of the site that the type has. */
function useTaxonomiesOf(type: PostType | undefined): readonly Taxonomy[] {
  const names = type?.taxonomies;
  const { data = [] } = useQuery({ ...taxonomiesQuery, enabled: names !== undefined });
  return data.filter(({ name }) => names?.includes(name));
}

/** What was searched for is marked. */
function withHighlights(query: Partial<Filters>): Query {
  return (query.search ? { ...query, highlight: true } : query) as Query;
}

const largestPage = 100;

/** The first items of a list, whatever the page. */
async function readFirst(name: string, query: Query, count: number): Promise<AnyListedItem[]> {
  const offsets = Array.from({ length: Math.ceil(count / largestPage) }, (_, index) => index * largestPage);
  const read = (offset: number) => api.content(name).list({ ...query, limit: largestPage, offset });
  const pages = await Promise.all(offsets.map(read));
  return pages.flatMap(({ items }) => items).slice(0, count);
}

/** Statuses with the number of items, for the selected terms. */
function ItemStatusTabs({ name, list, type }: FiltersProps) {
  const { filters } = list;
  const chosen = ['tag', 'category', 'language', ...Object.keys(ownFilters(type))] as ('tag' | 'category')[];
  const terms = Object.fromEntries(chosen.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));
  const counts = useQueries({
    queries: statuses.map(({ value: status }) => {
      const query = { status, limit: 1, ...terms };
      return {
        queryKey: ['content', name, 'count', query],
        queryFn: () => api.content(name).list(query),
        placeholderData: keepPreviousData,
      };
    }),
  });
  const data = statuses.map(({ value, label }, index) => {
    const count = counts[index]?.data?.total;
    return {
      value,
      label: (
        <span>
          {label}
          <Text span inherit c="dimmed" ml={6} className="tabular-numbers">
            {count === undefined ? ' ' : formatNumber(count)}
          </Text>
        </span>
      ),
    };
  });
  return <StatusTabs options={data} value={list.filters.status} set={(status) => list.set({ status })} />;
}

type FiltersProps = { name: string; list: ListQuery<Filters>; type: PostType | undefined };

function Filters({ name, list, type }: FiltersProps) {
  const { filters, set } = list;
  const taxonomies = useTaxonomiesOf(type);
  const isByDate = filters.orderBy === 'date' && filters.order === 'desc';
  const search = (text: string): void => {
    // A search sorts by relevance, unless the user has chosen an order.
    if (text && !filters.search && isByDate) set({ search: text, orderBy: 'relevance', order: 'desc' });
    else if (!text && filters.orderBy === 'relevance') set({ search: text, orderBy: 'date', order: 'desc' });
    else set({ search: text });
  };
  return (
    <FilterBar
      list={list}
      search={<SearchInput label="Search" value={filters.search} set={search} />}
      tabs={<ItemStatusTabs name={name} list={list} type={type} />}
    >
      <TermFilter taxonomy="tags" label="Any tag" value={filters.tag} set={(tag) => set({ tag })} />
      <TermFilter
        taxonomy="categories"
        label="Any category"
        value={filters.category}
        set={(category) => set({ category })}
      />
      {type?.taxonomies?.map((name) => {
        const { singular = name } = taxonomies.find((taxonomy) => taxonomy.name === name) ?? {};
        return (
          <TermFilter
            key={name}
            taxonomy={name}
            label={`Any ${singular.toLowerCase()}`}
            value={filters[`terms[${name}]`] ?? ''}
            set={(slug) => set({ [`terms[${name}]`]: slug })}
          />
        );
      })}
      <LanguageFilter value={filters.language} set={(language) => set({ language })} />
      <FilterSelect
        label="Sort by"
        value={`${filters.orderBy} ${filters.order}`}
        set={(value) => {
          const [orderBy = 'date', order = 'desc'] = value.split(' ');
          set({ orderBy, order });
        }}
        options={sortOptions(filters)}
      />
      <ViewsMenu type={type?.name ?? name} active={filters.view} />
      <ColumnsMenu type={type} taxonomies={taxonomies} value={filters.columns} set={(columns) => set({ columns })} />
    </FilterBar>
  );
}

function sortOptions({ search, orderBy, order }: Filters): { value: string; label: string }[] {
  const options = [
    { value: 'date desc', label: 'Newest first' },
    { value: 'date asc', label: 'Oldest first' },
    { value: 'title asc', label: 'Title A–Z' },
    { value: 'title desc', label: 'Title Z–A' },
    { value: 'menu_order asc', label: 'Menu order' },
    ...(search ? [{ value: 'relevance desc', label: 'Best match first' }] : []),
  ];
  const current = `${orderBy} ${order}`;
  if (options.some((option) => option.value === current)) return options;
  const name = orderBy.replace('fields.', '').replaceAll('_', ' ');
  return [...options, { value: current, label: `By ${name}, ${order === 'asc' ? 'ascending' : 'descending'}` }];
}

type EmptyListProps = { type: PostType | undefined; list: ListQuery<Filters>; action: React.ReactNode };

function EmptyList({ type, list, action }: EmptyListProps) {
  const { status, search, tag, category, language } = list.filters;
  const isInOwn = Object.entries(list.filters).some(([name, value]) => name.startsWith('terms[') && value !== '');
  const label = type?.label.toLowerCase() ?? 'items';
  if (search || tag || category || language || isInOwn) {
    return (
      <EmptyState icon={<IconSearch aria-hidden />} title={`No matching ${label}`}>
        Try different words or clear the filters.
      </EmptyState>
    );
  }
  if (status === 'trash') {
    return <EmptyState icon={<IconTrash aria-hidden />} title="The trash is empty" />;
  }
  if (status !== 'any') return <EmptyState icon={<IconArticle aria-hidden />} title={`No ${label} with this status`} />;
  return (
    <EmptyState
      icon={<IconArticle aria-hidden />}
      title={`No ${label} yet`}
      action={<Group justify="center">{action}</Group>}
    >
      Your site reads published {label} through the API.
    </EmptyState>
  );
}
