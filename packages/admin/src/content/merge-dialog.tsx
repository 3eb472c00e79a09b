// Merges terms into another one of their taxonomy, and says before how many items that changes.

import type { Term } from '@frontdesk/client';
import { Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { formatCount } from '../ui/format.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { refreshContent } from './item-query.ts';
import { useTermOptions } from './term-options.ts';

type MergeDialogProps = { taxonomy: string; singular: string; into: Term | null; close(): void };

export function MergeDialog({ taxonomy, singular, into, close }: MergeDialogProps) {
  return (
    <Modal opened={into !== null} onClose={close} title={`Merge into “${into?.name ?? ''}”`}>
      {into && <MergeForm key={into.id} taxonomy={taxonomy} singular={singular} into={into} close={close} />}
    </Modal>
  );
}

function MergeForm({ taxonomy, singular, into, close }: MergeDialogProps & { into: Term }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const [isBusy, setBusy] = useState(false);
  const options = useTermOptions(taxonomy, search, chosen).filter(({ value }) => value !== into.slug);
  const terms = api.taxonomies.terms(taxonomy);
  const counts = useQueries({
    queries: chosen.map((slug) => ({
      queryKey: ['terms', taxonomy, 'merge', slug, into.slug],
      queryFn: () => terms.merge(slug, into.slug, { dryRun: true }),
    })),
  });
  const isCounted = counts.every(({ data }) => data !== undefined);
  const items = counts.reduce((sum, { data }) => sum + (data?.items ?? 0), 0);
  const merge = async (): Promise<void> => {
    setBusy(true);
    try {
      for (const slug of chosen) await terms.merge(slug, into.slug);
      toastSuccess(`${formatCount(chosen.length, singular)} merged into “${into.name}”`);
      close();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      await refreshContent();
    }
  };
  return (
    <Stack>
      <MultiSelect
        label="Merge these"
        description={`They are removed. Their items, and the terms below them, get “${into.name}”`}
        data={options}
        value={chosen}
        onChange={setChosen}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        hidePickedOptions
        nothingFoundMessage="No results"
        data-autofocus
      />
      <Text size="sm" aria-live="polite">
        {chosen.length > 0 && isCounted ? `${formatCount(items, 'item')} will change, drafts included.` : ' '}
      </Text>
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0 || !isCounted} loading={isBusy} onClick={() => void merge()}>
          Merge
        </Button>
      </Group>
    </Stack>
  );
}
