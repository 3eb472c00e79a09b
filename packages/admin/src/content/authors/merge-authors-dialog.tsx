// Merges several authors into one, all or none of them.

import type { Author } from '@frontdesk/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { BriefMultiSelect } from '../../ui/brief-multi-select.tsx';
import { formatCount } from '../../ui/format.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { refreshAuthors } from './author-actions.tsx';

type MergeAuthorsProps = { into: Author | null; close(): void };

export function MergeAuthorsDialog({ into, close }: MergeAuthorsProps) {
  return (
    <Modal opened={into !== null} onClose={close} title={`Merge into “${into?.name ?? ''}”`}>
      {into && <MergeAuthorsForm key={into.id} into={into} close={close} />}
    </Modal>
  );
}

function MergeAuthorsForm({ into, close }: { into: Author; close(): void }) {
  const [chosen, setChosen] = useState<Author[]>([]);
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 200);
  const found = useQuery({
    queryKey: ['authors', 'options', typed],
    queryFn: ({ signal }) => api.authors.list({ limit: 20, ...(typed ? { search: typed } : {}) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const authors = new Map([...(found.data?.items ?? []), ...chosen].map((author) => [author.id, author]));
  authors.delete(into.id);
  const saving = useSaving({
    save: async (ids: string[]) => {
      const [first] = ids;
      // An author alone may have any number of items; several are merged together, or not at all.
      if (first !== undefined && ids.length === 1) await api.authors.delete(first, { replaceBy: into.id });
      else await api.authors.merge(ids, into.id);
    },
    onSaved: async () => {
      close();
      toastSuccess(`${formatCount(chosen.length, 'author')} merged into “${into.name}”`);
      await refreshAuthors();
    },
  });
  const published = chosen.reduce((sum, { count }) => sum + count, 0);
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(chosen.map(({ id }) => id))}>
      <Stack>
        <BriefMultiSelect
          label="Merge these"
          description={`They are deleted with name, text and picture. “${into.name}” gets all their items. This cannot be undone`}
          data={[...authors.values()].map(({ id, name, slug }) => ({ value: id, label: `${name} (${slug})` }))}
          value={chosen.map(({ id }) => id)}
          onChange={(ids) => setChosen(ids.flatMap((id) => authors.get(id) ?? []))}
          searchValue={search}
          onSearchChange={setSearch}
          // The server has already searched, in slugs and emails as well.
          filter={({ options }) => options}
          nothingFoundMessage="No authors found"
          data-autofocus
          {...saving.field('/authors')}
        />
        <Text size="sm" aria-live="polite">
          {chosen.length > 0
            ? `${formatCount(published, 'published item')} will change, and all drafts of ${chosen.length === 1 ? 'this author' : 'these authors'}.`
            : ' '}
        </Text>
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red.8" disabled={chosen.length === 0} loading={saving.isSaving}>
            Merge
          </Button>
        </Group>
      </Stack>
    </SaveForm>
  );
}
