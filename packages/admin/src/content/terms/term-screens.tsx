// The terms of a taxonomy: tags, categories and those of others.

import type { Fault, Page, PostType, Tagged, TaxonomyTerm } from '@frontdesk/client';
import { ActionIcon, Button, Menu, Modal, Select, Stack } from '@mantine/core';
import { IconDots, IconPlus, IconTag } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { typesQuery } from '../../api/types-query.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useDraft } from '../../ui/draft.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar, SearchInput } from '../../ui/filter-bar.tsx';
import { humanize } from '../../ui/format.ts';
import { inputError, readOrFault } from '../../ui/input-error.ts';
import { TextLink } from '../../ui/links.tsx';
import { useListQuery } from '../../ui/list-query.ts';
import { parseNumber, writeNumber } from '../../ui/number-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useRecordDialog } from '../../ui/record-dialog.ts';
import { SaveButtons, textInputs } from '../../ui/record-form.tsx';
import { changedMembers, saveUnlessChanged } from '../../ui/save-changes.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { type InputFault, useSaving } from '../../ui/saving.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { refreshContent } from '../items/item-query.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { taxonomiesQuery } from './taxonomies-query.ts';
import { TermCount } from './term-count.tsx';

export function TagsScreen() {
  return <Terms taxonomy="tags" label="Tags" singular="tag" isNested={false} />;
}

export function CategoriesScreen() {
  return <Terms taxonomy="categories" label="Categories" singular="category" isNested />;
}

/** Of a taxonomy of the site. */
export function TermsScreen() {
  const { taxonomy: name } = useParams({ strict: false }) as { taxonomy: string };
  const taxonomies = useQuery(taxonomiesQuery);
  const found = taxonomies.data?.find((taxonomy) => taxonomy.name === name);
  if (taxonomies.error) return <ErrorState error={taxonomies.error} retry={() => void taxonomies.refetch()} />;
  if (!taxonomies.data) return null;
  if (!found) {
    return (
      <>
        <PageHeader title="Taxonomy not found" back={<TextLink to="/taxonomies">Taxonomies</TextLink>} />
        <EmptyState icon={<IconTag aria-hidden />} title={`No taxonomy is named “${name}”`} />
      </>
    );
  }
  const { label, singular, nested } = found;
  return <Terms key={name} taxonomy={name} label={label} singular={singular.toLowerCase()} isNested={nested} />;
}

type TermsProps = { taxonomy: string; label: string; singular: string; isNested: boolean };
/** In a tree with its depth. */
type ShownTerm = TaxonomyTerm & { depth?: number };

function Terms({ taxonomy, label, singular, isNested }: TermsProps) {
  const list = useListQuery({ search: '' });
  const { may } = useMe();
  const mayWrite = may('content:write');
  const dialog = useRecordDialog<Tagged<TaxonomyTerm>>();
  const [into, setInto] = useState<TaxonomyTerm | null>(null);
  const isTree = isNested && !list.isFiltered;
  const client = api.taxonomies.terms(taxonomy);
  const types = useQuery(typesQuery);
  const isOfAll = taxonomy === 'tags' || taxonomy === 'categories';
  const having = (types.data?.items ?? []).filter((type) => isOfAll || type.taxonomies?.includes(taxonomy));
  const edit = ({ id }: TaxonomyTerm): void => dialog.edit(id, () => client.get(id));
  const terms = useQuery({
    queryKey: ['terms', taxonomy, 'list', isTree ? 'tree' : list.query],
    queryFn: ({ signal }): Promise<Page<ShownTerm>> =>
      isTree ? client.tree({}, { signal }) : client.list(list.query, { signal }),
    placeholderData: keepPreviousData,
  });
  const newButton = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.create}>
      New {singular}
    </Button>
  );
  return (
    <>
      <PageHeader title={label} back={<TextLink to="/types">Content types</TextLink>} actions={newButton} />
      <FilterBar
        list={list}
        search={<SearchInput label="Search" value={list.filters.search} set={(search) => list.set({ search })} />}
      />
      <DataTable
        label={label}
        query={terms}
        columns={columnsOf({ taxonomy, types: having, reading: dialog.reading }, mayWrite, {
          'Edit…': edit,
          'Merge others into it…': setInto,
          'Delete…': (term) => void deleteTerm(taxonomy, singular, term),
        })}
        rowKey={(term) => term.id}
        paging={isTree ? undefined : list.paging}
        empty={
          list.isFiltered ? (
            <EmptyState icon={<IconTag aria-hidden />} title={`No matching ${label.toLowerCase()}`} />
          ) : (
            <EmptyState icon={<IconTag aria-hidden />} title={`No ${label.toLowerCase()} yet`} action={newButton}>
              You can also add {label.toLowerCase()} while editing an item.
            </EmptyState>
          )
        }
      />
      <Modal
        opened={dialog.shown !== null}
        onClose={dialog.close}
        title={dialog.shown === 'new' ? `New ${singular}` : `Edit ${singular}`}
      >
        {dialog.shown && (
          <TermForm
            taxonomy={taxonomy}
            singular={singular}
            isNested={isNested}
            term={dialog.shown === 'new' ? null : dialog.shown}
            close={dialog.close}
          />
        )}
      </Modal>
      <MergeDialog
        taxonomy={taxonomy}
        singular={singular}
        plural={label.toLowerCase()}
        into={into}
        close={() => setInto(null)}
      />
    </>
  );
}

function columnsOf(
  { taxonomy, types, reading }: { taxonomy: string; types: readonly PostType[]; reading: string | null },
  mayWrite: boolean,
  actionsOf: Record<string, (term: TaxonomyTerm) => void>,
): Column<ShownTerm>[] {
  const columns: Column<ShownTerm>[] = [
    {
      key: 'name',
      header: 'Name',
      render: ({ name, depth = 0 }) => <span style={{ paddingInlineStart: `${depth * 1.5}rem` }}>{name}</span>,
    },
    { key: 'slug', header: 'Slug', render: (term) => term.slug },
    {
      key: 'count',
      header: 'Published items',
      align: 'right',
      width: 160,
      render: (term) => <TermCount taxonomy={taxonomy} term={term} types={types} />,
    },
  ];
  if (!mayWrite) return columns;
  const actions: Column<ShownTerm> = {
    key: 'actions',
    header: 'Actions',
    isAction: true,
    width: 80,
    render: (term) => (
      <Menu>
        <Menu.Target>
          <ActionIcon size={28} aria-label={`Actions for ${term.name}`} loading={reading === term.id}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(actionsOf).map(([label, run]) => (
            <Menu.Item key={label} onClick={() => run(term)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    ),
  };
  return [...columns, actions];
}

async function deleteTerm(taxonomy: string, singular: string, term: TaxonomyTerm): Promise<void> {
  const isSure = await askToConfirm({
    title: `Delete ${singular} “${term.name}”?`,
    children:
      'It will be removed from all items, drafts included. The items are kept, and terms below it move up. This cannot be undone.',
    confirm: `Delete ${singular}`,
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api.taxonomies.terms(taxonomy).delete(term.id);
    toastSuccess(`${humanize(singular)} “${term.name}” deleted`);
    await refreshContent();
  } catch (error) {
    toastError(error);
  }
}

/** An empty slug is not sent: the server makes one, or keeps it. Throws a FrontdeskError if the order is not a number. */
function bodyOf({ slug, parent, menuOrder, ...rest }: Partial<TermValues>) {
  const faults: Fault[] = [];
  const order = readOrFault('/menuOrder', faults, () => menuOrder?.trim() && parseNumber(menuOrder, { isWhole: true }));
  if (faults.length > 0) throw inputError(faults);
  return {
    ...rest,
    ...(slug ? { slug } : {}),
    ...(parent === undefined ? {} : { parent: parent || null }),
    ...(menuOrder === undefined ? {} : { menuOrder: order || 0 }),
  };
}

type TermFormProps = {
  taxonomy: string;
  singular: string;
  isNested: boolean;
  term: Tagged<TaxonomyTerm> | null;
  close(): void;
};
/** The parent is an ID, or empty. */
type TermValues = { name: string; slug: string; description: string; parent: string; menuOrder: string };

function valuesOf(term: TaxonomyTerm | null): TermValues {
  const { name = '', slug = '', description = '', parentId, menuOrder = 0 } = term ?? {};
  return { name, slug, description, parent: parentId ?? '', menuOrder: writeNumber(menuOrder) };
}

function TermForm({ taxonomy, singular, isNested, term, close }: TermFormProps) {
  const draft = useDraft<TermValues>(valuesOf(term));
  const { values, set } = draft;
  const terms = api.taxonomies.terms(taxonomy);
  const saving = useSaving({
    save: async (values: TermValues) => {
      if (!term) return terms.create({ ...bodyOf(changedMembers(valuesOf(null), values)), name: values.name });
      const change = bodyOf(changedMembers(valuesOf(term), values));
      return saveUnlessChanged({
        name: singular,
        opened: term,
        read: () => terms.get(term.id),
        save: (ifMatch) => terms.update(term.id, change, { ifMatch }),
      });
    },
    onSaved: async ({ name }) => {
      close();
      toastSuccess(`${humanize(singular)} “${name}” saved`);
      await refreshContent();
    },
  });
  const text = textInputs(draft, saving);
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} labels={{ '/menuOrder': 'Order' }}>
      <Stack>
        {text('name', 'Name', { required: true, 'data-autofocus': true })}
        {text('slug', 'Slug', term ? {} : { description: 'Leave empty to generate it from the name' })}
        {text('description', 'Description')}
        {isNested && (
          <>
            <ParentSelect
              taxonomy={taxonomy}
              own={term?.id ?? null}
              value={values.parent}
              set={(parent) => set('parent', parent)}
              fault={saving.field('/parent')}
            />
            {text('menuOrder', 'Order', { inputMode: 'numeric', description: 'Among those with the same parent' })}
          </>
        )}
        <SaveButtons isSaving={saving.isSaving} cancel={close} />
      </Stack>
    </SaveForm>
  );
}

type ParentSelectProps = {
  taxonomy: string;
  own: string | null;
  value: string;
  set(id: string): void;
  fault: InputFault;
};

function ParentSelect({ taxonomy, own, value, set, fault }: ParentSelectProps) {
  const tree = useQuery({
    queryKey: ['terms', taxonomy, 'list', 'tree'],
    queryFn: ({ signal }) => api.taxonomies.terms(taxonomy).tree({}, { signal }),
  });
  const options = (tree.data?.items ?? []).filter(({ id }) => id !== own);
  return (
    <Select
      label="Parent"
      placeholder="None"
      data={options.map(({ id, name, depth }) => ({ value: id, label: `${'– '.repeat(depth)}${name}` }))}
      value={value || null}
      onChange={(id) => set(id ?? '')}
      searchable
      clearable
      nothingFoundMessage="No results"
      {...fault}
    />
  );
}
