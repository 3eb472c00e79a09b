// Merges terms into another one of their taxonomy, and says before how many items that changes.

import type { Term } from '@frontdesk/client';
import { Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { describeError } from '../ui/describe-error.ts';
import { formatCount } from '../ui/format.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { refreshContent } from './item-query.ts';
import { useTermOptions } from './term-options.ts';

type MergeDialogProps = { taxonomy: string; singular: string; plural: string; into: Term | null; close(): void };

export function MergeDialog({ into, close, ...props }: MergeDialogProps) {
  return (
    <Modal opened={into !== null} onClose={close} title={`Merge into “${into?.name ?? ''}”`}>
      {into && <MergeForm key={into.id} {...props} into={into} close={close} />}
    </Modal>
  );
}

function MergeForm({ taxonomy, singular, plural, into, close }: MergeDialogProps & { into: Term }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
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
  const countError = counts.find(({ error }) => error !== null)?.error;
  const items = counts.reduce((sum, { data }) => sum + (data?.items ?? 0), 0);
  // An item can have several of the terms.
  const upTo = chosen.length > 1 ? 'Up to ' : '';
  const merge = async (): Promise<void> => {
    setBusy(true);
    try {
      for (const slug of chosen) {
        await terms.merge(slug, into.slug);
        // If another one fails, those that are left can be merged again.
        setChosen((slugs) => slugs.filter((one) => one !== slug));
      }
      toastSuccess(`${formatCount(chosen.length, singular, plural)} merged into “${into.name}”`);
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
        description={`They are deleted. Their items, and the terms below them, get “${into.name}”. This cannot be undone`}
        data={options}
        value={chosen}
        onChange={(slugs) => {
          setChosen(slugs);
          // Open, the options cover what is counted and the buttons.
          setOpen(false);
        }}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        hidePickedOptions
        nothingFoundMessage="No results"
        data-autofocus
      />
      <Text size="sm" aria-live="polite" c={countError ? 'red' : undefined}>
        {countError && describeError(countError).title}
        {chosen.length === 0 && ' '}
        {!countError && chosen.length > 0 && !isCounted && 'Counting items…'}
        {chosen.length > 0 && isCounted && `${upTo}${formatCount(items, 'item')} will change, drafts included.`}
      </Text>
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          color="red.8"
          disabled={chosen.length === 0 || !isCounted}
          loading={isBusy}
          onClick={() => void merge()}
        >
          Merge
        </Button>
      </Group>
    </Stack>
  );
}
