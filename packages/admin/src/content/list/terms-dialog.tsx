// Adds tags, categories and other terms to many items, and removes them.

import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import { taxonomiesQuery } from '../terms/taxonomies-query.ts';
import { TermsInput } from '../terms/terms-input.tsx';
import { type BulkAction, changingTerms, type TermChanges } from './bulk-actions.tsx';

type TermsDialogProps = {
  isOpen: boolean;
  close(): void;
  count: number;
  /** The taxonomies of the type. */
  taxonomies: readonly string[];
  apply(action: BulkAction): void;
};

export function TermsDialog({ isOpen, close, count, taxonomies, apply }: TermsDialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={`Tags and categories of ${formatCount(count, 'item')}`}>
      <TermsForm
        close={close}
        taxonomies={taxonomies}
        apply={(action) => {
          close();
          apply(action);
        }}
      />
    </Modal>
  );
}

const none: TermChanges = {
  ...{ addTags: [], removeTags: [], addCategories: [], removeCategories: [] },
  ...{ addTerms: {}, removeTerms: {} },
};

const inputs = [
  { name: 'addTags', taxonomy: 'tags', label: 'Add tags' },
  { name: 'removeTags', taxonomy: 'tags', label: 'Remove tags' },
  { name: 'addCategories', taxonomy: 'categories', label: 'Add categories' },
  { name: 'removeCategories', taxonomy: 'categories', label: 'Remove categories' },
] as const;

function TermsForm({ close, taxonomies, apply }: Pick<TermsDialogProps, 'close' | 'taxonomies' | 'apply'>) {
  const known = useQuery({ ...taxonomiesQuery, enabled: taxonomies.length > 0 });
  const labelOf = (name: string): string => known.data?.find((taxonomy) => taxonomy.name === name)?.label ?? name;
  const [changes, setChanges] = useState(none);
  const isEmpty = Object.values(changes).every((terms) => Object.values(terms).flat().length === 0);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) apply(changingTerms(changes));
      }}
    >
      <Stack>
        {inputs.map(({ name, taxonomy, label }) => (
          <TermsInput
            key={name}
            taxonomy={taxonomy}
            label={label}
            value={changes[name]}
            set={(terms) => setChanges({ ...changes, [name]: terms })}
            fault={{ 'data-pointer': `/${name}` }}
          />
        ))}
        {taxonomies.flatMap((taxonomy) =>
          (['addTerms', 'removeTerms'] as const).map((name) => (
            <TermsInput
              key={`${name} ${taxonomy}`}
              taxonomy={taxonomy}
              label={`${name === 'addTerms' ? 'Add' : 'Remove'} ${labelOf(taxonomy).toLowerCase()}`}
              value={changes[name][taxonomy] ?? []}
              set={(terms) => setChanges({ ...changes, [name]: { ...changes[name], [taxonomy]: terms } })}
              fault={{ 'data-pointer': `/${name}/${taxonomy}` }}
            />
          )),
        )}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={isEmpty}>
            Change
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
