// The list of taxonomies, and what they are.

import type { PostType, Tagged, Taxonomy } from '@frontdesk/client';
import { ActionIcon, Button, Checkbox, Menu, Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconDots, IconPlus, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { typesQuery } from '../../api/types-query.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useDraft } from '../../ui/draft.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RowLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useRecordDialog } from '../../ui/record-dialog.ts';
import { SaveButtons, textInputs } from '../../ui/record-form.tsx';
import { changedMembers, saveUnlessChanged } from '../../ui/save-changes.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { refreshContent } from '../items/item-query.ts';
import { atNameInput } from '../types/name-taken.ts';
import { nameFrom } from '../types/type-values.ts';
import { taxonomiesQuery } from './taxonomies-query.ts';

export function TaxonomyListScreen() {
  const { may } = useMe();
  const mayWrite = may('content:write');
  const taxonomies = useQuery({ ...taxonomiesQuery, select: (items) => ({ items, total: items.length }) });
  const types = useQuery(typesQuery).data?.items ?? [];
  const dialog = useRecordDialog<Tagged<Taxonomy>>();
  const edit = ({ name }: Taxonomy): void => dialog.edit(name, () => api.taxonomies.get(name));
  return (
    <>
      <PageHeader
        title="Taxonomies"
        description="What items are sorted into: tags, categories and others of your own, such as brands or regions."
        back={<TextLink to="/types">Content types</TextLink>}
        actions={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.create}>
              New taxonomy
            </Button>
          )
        }
      />
      <DataTable
        label="Taxonomies"
        query={taxonomies}
        columns={columnsOf(types, mayWrite, edit, dialog.reading)}
        rowKey={({ name }) => name}
        empty={<EmptyState icon={<IconTag aria-hidden />} title="No taxonomies" />}
      />
      <Modal
        opened={dialog.shown !== null}
        onClose={dialog.close}
        title={dialog.shown === 'new' ? 'New taxonomy' : 'Edit taxonomy'}
      >
        {dialog.shown && (
          <TaxonomyForm taxonomy={dialog.shown === 'new' ? null : dialog.shown} types={types} close={dialog.close} />
        )}
      </Modal>
    </>
  );
}

function columnsOf(
  types: readonly PostType[],
  mayWrite: boolean,
  edit: (taxonomy: Taxonomy) => void,
  reading: string | null,
): Column<Taxonomy>[] {
  const labelOf = (name: string): string => types.find((type) => type.name === name)?.label ?? name;
  const columns: Column<Taxonomy>[] = [
    {
      key: 'label',
      header: 'Taxonomy',
      render: ({ name, label, builtIn }) =>
        builtIn ? (
          <RowLink to={name === 'tags' ? '/tags' : '/categories'}>{label}</RowLink>
        ) : (
          <RowLink to="/taxonomies/$taxonomy" params={{ taxonomy: name }}>
            {label}
          </RowLink>
        ),
    },
    {
      key: 'name',
      header: 'Name',
      render: ({ name }) => (
        <Text span inherit c="dimmed" ff="monospace" fz="0.8125rem">
          {name}
        </Text>
      ),
    },
    {
      key: 'types',
      header: 'Content types',
      render: ({ builtIn, types }) => (builtIn ? 'All' : types.map(labelOf).join(', ')),
    },
    { key: 'nested', header: 'Nested', width: 100, render: ({ nested }) => (nested ? 'Yes' : 'No') },
  ];
  if (!mayWrite) return columns;
  const actions: Column<Taxonomy> = {
    key: 'actions',
    header: 'Actions',
    isAction: true,
    width: 80,
    render: (taxonomy) =>
      !taxonomy.builtIn && (
        <Menu>
          <Menu.Target>
            <ActionIcon size={28} aria-label={`Actions for ${taxonomy.label}`} loading={reading === taxonomy.name}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => edit(taxonomy)}>Edit…</Menu.Item>
            <Menu.Item onClick={() => void deleteTaxonomy(taxonomy)}>Delete…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
  };
  return [...columns, actions];
}

/** What shows or names taxonomies is read again. */
async function refreshTaxonomies(): Promise<void> {
  await Promise.all([
    ...['taxonomies', 'types'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    refreshContent(),
  ]);
}

async function deleteTaxonomy({ name, label }: Taxonomy): Promise<void> {
  const isSure = await askToConfirm({
    title: `Delete taxonomy “${label}”?`,
    children: 'Only a taxonomy without terms can be deleted. This cannot be undone.',
    confirm: 'Delete taxonomy',
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await api.taxonomies.delete(name);
    toastSuccess(`Taxonomy “${label}” deleted`);
    await refreshTaxonomies();
  } catch (error) {
    toastError(error);
  }
}

const blank = {
  label: '',
  singular: '',
  name: '',
  description: '',
  types: [] as string[],
  nested: false,
  publicRead: false,
};
type TaxonomyValues = typeof blank;

function pickValues({ label, singular, name, description, types, nested, publicRead }: Taxonomy): TaxonomyValues {
  return { label, singular, name, description, types, nested, publicRead };
}

type TaxonomyFormProps = { taxonomy: Tagged<Taxonomy> | null; types: readonly PostType[]; close(): void };

function TaxonomyForm({ taxonomy, types, close }: TaxonomyFormProps) {
  const draft = useDraft<TaxonomyValues>(taxonomy ? pickValues(taxonomy) : blank);
  const { values, set } = draft;
  const [isNameTyped, setNameTyped] = useState(taxonomy !== null);
  const saving = useSaving({
    save: (values: TaxonomyValues) => {
      if (!taxonomy) {
        const { singular, ...rest } = values;
        const body = { ...rest, ...(singular ? { singular } : {}) };
        return api.taxonomies.create(body).catch((error) => {
          throw atNameInput(error);
        });
      }
      const { name } = taxonomy;
      const change = changedMembers(pickValues(taxonomy), values);
      return saveUnlessChanged({
        name: 'taxonomy',
        opened: taxonomy,
        read: () => api.taxonomies.get(name),
        save: (ifMatch) => api.taxonomies.update(name, change, { ifMatch }),
      });
    },
    onSaved: async ({ label }) => {
      close();
      toastSuccess(`Taxonomy “${label}” saved`);
      await refreshTaxonomies();
    },
  });
  const text = textInputs(draft, saving);
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
      <Stack>
        {text('label', 'Label', {
          required: true,
          description: 'In the plural, such as “Brands”',
          'data-autofocus': true,
          onChange: (event: { currentTarget: { value: string } }) => {
            const label = event.currentTarget.value;
            set('label', label);
            if (!isNameTyped) set('name', nameFrom(label));
          },
        })}
        {text('singular', 'Singular', { description: 'Such as “Brand”' })}
        {!taxonomy && (
          <TextInput
            label="Name"
            description="Used in URLs, such as “brands”. Cannot be changed later"
            required
            value={values.name}
            onChange={(event) => {
              setNameTyped(true);
              set('name', event.currentTarget.value);
            }}
            {...saving.field('/name')}
          />
        )}
        <MultiSelect
          label="Content types"
          description="Whose items have its terms"
          data={types.map(({ name, label }) => ({ value: name, label }))}
          value={values.types}
          onChange={(types) => set('types', types)}
          searchable
          hidePickedOptions
          {...saving.field('/types')}
        />
        <Checkbox
          label="Nested"
          description="Terms can be below others, like categories"
          checked={values.nested}
          onChange={(event) => set('nested', event.currentTarget.checked)}
          {...saving.field('/nested')}
        />
        <Checkbox
          label="Public"
          description="Anyone can read its terms without an API key"
          checked={values.publicRead}
          onChange={(event) => set('publicRead', event.currentTarget.checked)}
        />
        {text('description', 'Description')}
        <SaveButtons isSaving={saving.isSaving} cancel={close} />
      </Stack>
    </SaveForm>
  );
}
