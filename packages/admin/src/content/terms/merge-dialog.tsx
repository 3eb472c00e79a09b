// Merges terms into another one of their taxonomy, and says before how many items that changes.

import { FrontdeskError, type Term } from '@frontdesk/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { BriefMultiSelect } from '../../ui/brief-multi-select.tsx';
import { describeError } from '../../ui/describe-error.ts';
import { formatCount } from '../../ui/format.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { refreshContent } from '../items/item-query.ts';
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
  const [isBusy, setBusy] = useState(false);
  const options = useTermOptions(taxonomy, search, chosen).filter(({ value }) => value !== into.slug);
  const terms = api.taxonomies.terms(taxonomy);
  // A term alone may have any number of items; several are merged together, or not at all.
  const mergeChosen = (dryRun: boolean) => {
    const [first] = chosen;
    if (first !== undefined && chosen.length === 1) return terms.merge(first, into.slug, { dryRun });
    return terms.mergeAll(chosen, into.slug, { dryRun });
  };
  const count = useQuery({
    queryKey: ['terms', taxonomy, 'merge', chosen, into.slug],
    queryFn: () => mergeChosen(true),
    enabled: chosen.length > 0,
    retry: false,
  });
  const merge = async (): Promise<void> => {
    setBusy(true);
    try {
      await mergeChosen(false);
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
      <BriefMultiSelect
        label="Merge these"
        description={`They are deleted. Their items, and the terms below them, get “${into.name}”. This cannot be undone`}
        data={options}
        value={chosen}
        onChange={setChosen}
        searchValue={search}
        onSearchChange={setSearch}
        nothingFoundMessage="No results"
        data-autofocus
      />
      <Text size="sm" aria-live="polite" c={count.error ? 'red' : undefined}>
        {count.error && reasonOf(count.error)}
        {chosen.length === 0 && ' '}
        {count.isFetching && !count.data && 'Counting items…'}
        {chosen.length > 0 && count.data && `${formatCount(count.data.items, 'item')} will change, drafts included.`}
      </Text>
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          color="red.8"
          disabled={chosen.length === 0 || !count.data}
          loading={isBusy}
          onClick={() => void merge()}
        >
          Merge
        </Button>
      </Group>
    </Stack>
  );
}

/** The fault of the terms says more than the title. */
function reasonOf(error: unknown): string {
  const fault = error instanceof FrontdeskError ? error.errors[0] : undefined;
  return fault ? `These ${fault.detail}` : describeError(error).title;
}
