// The lists of tags and categories.

import type { Tagged, Term } from '@frontdesk/client';
import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { IconDots, IconPlus, IconTag } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useDraft } from '../ui/draft.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, SearchInput } from '../ui/filter-bar.tsx';
import { formatNumber, humanize } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { changedMembers, saveUnlessChanged } from '../ui/save-changes.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { refreshContent } from './item-query.ts';
import type { Taxonomy } from './term-options.ts';

export function TagsScreen() {
  return <Terms taxonomy="tags" label="Tags" singular="tag" />;
}

export function CategoriesScreen() {
  return <Terms taxonomy="categories" label="Categories" singular="category" />;
}

type TermsProps = { taxonomy: Taxonomy; label: string; singular: string };

function Terms({ taxonomy, label, singular }: TermsProps) {
  const list = useListQuery({ search: '' });
  const { may } = useMe();
  const mayWrite = may('content:write');
  const [edited, setEdited] = useState<Tagged<Term> | 'new' | null>(null);
  // The list has no tags for saving.
  const edit = (term: Term): void => void api[taxonomy].get(term.id).then(setEdited, toastError);
  const terms = useQuery({
    queryKey: [taxonomy, 'list', list.query],
    queryFn: ({ signal }) => api[taxonomy].list(list.query, { signal }),
    placeholderData: keepPreviousData,
  });
  const newButton = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
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
        columns={columnsOf(mayWrite, edit, (term) => deleteTerm(taxonomy, singular, term))}
        rowKey={(term) => term.id}
        paging={list.paging}
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
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? `New ${singular}` : `Edit ${singular}`}
      >
        {edited && (
          <TermForm
            taxonomy={taxonomy}
            singular={singular}
            term={edited === 'new' ? null : edited}
            close={() => setEdited(null)}
          />
        )}
      </Modal>
    </>
  );
}

function columnsOf(mayWrite: boolean, edit: (term: Term) => void, remove: (term: Term) => void): Column<Term>[] {
  const columns: Column<Term>[] = [
    { key: 'name', header: 'Name', render: (term) => term.name },
    { key: 'slug', header: 'Slug', render: (term) => term.slug },
    {
      key: 'count',
      header: 'Published items',
      align: 'right',
      width: 160,
      render: (term) => formatNumber(term.count),
    },
  ];
  if (!mayWrite) return columns;
  const actions: Column<Term> = {
    key: 'actions',
    header: 'Actions',
    isAction: true,
    width: 80,
    render: (term) => (
      <Menu>
        <Menu.Target>
          <ActionIcon size={28} aria-label={`Actions for ${term.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => edit(term)}>Edit…</Menu.Item>
          <Menu.Item onClick={() => remove(term)}>Delete…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  };
  return [...columns, actions];
}

async function deleteTerm(taxonomy: Taxonomy, singular: string, term: Term): Promise<void> {
  const isSure = await askToConfirm({
    title: `Delete ${singular} “${term.name}”?`,
    children: 'It will be removed from all items. The items are kept.',
    confirm: `Delete ${singular}`,
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api[taxonomy].delete(term.id);
    toastSuccess(`${humanize(singular)} “${term.name}” deleted`);
    await refreshContent();
  } catch (error) {
    toastError(error);
  }
}

/** An empty slug is not sent: the server makes one, or keeps it. */
function withSlug<Values extends Partial<TermValues>>({ slug, ...rest }: Values) {
  return { ...rest, ...(slug ? { slug } : {}) };
}

type TermFormProps = { taxonomy: Taxonomy; singular: string; term: Tagged<Term> | null; close(): void };
type TermValues = { name: string; slug: string; description: string };

function TermForm({ taxonomy, singular, term, close }: TermFormProps) {
  const { name = '', slug = '', description = '' } = term ?? {};
  const { values, set } = useDraft<TermValues>({ name, slug, description });
  const saving = useSaving({
    save: (values: TermValues) => {
      if (!term) return api[taxonomy].create(withSlug(values));
      const { name, slug, description } = term;
      const change = withSlug(changedMembers({ name, slug, description }, values));
      return saveUnlessChanged({
        name: singular,
        opened: term,
        read: () => api[taxonomy].get(term.id),
        save: (ifMatch) => api[taxonomy].update(term.id, change, { ifMatch }),
      });
    },
    onSaved: async () => {
      close();
      await refreshContent();
    },
  });
  const text = (name: keyof TermValues, label: string, rest: object = {}) => (
    <TextInput
      label={label}
      value={values[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
      {...rest}
      {...saving.field(`/${name}`)}
    />
  );
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
      <Stack>
        {text('name', 'Name', { required: true, 'data-autofocus': true })}
        {text('slug', 'Slug', term ? {} : { description: 'Leave empty to generate it from the name' })}
        {text('description', 'Description')}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isSaving}>
            Save
          </Button>
        </Group>
      </Stack>
    </SaveForm>
  );
}
