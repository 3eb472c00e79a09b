// Adds tags and categories to many items, and removes them.

import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import { TermsInput } from '../terms-input.tsx';
import { type BulkAction, changingTerms, type TermChanges } from './bulk-actions.tsx';

type TermsDialogProps = { isOpen: boolean; close(): void; count: number; apply(action: BulkAction): void };

export function TermsDialog({ isOpen, close, count, apply }: TermsDialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={`Tags and categories of ${formatCount(count, 'item')}`}>
      <TermsForm
        close={close}
        apply={(action) => {
          close();
          apply(action);
        }}
      />
    </Modal>
  );
}

const none: TermChanges = { addTags: [], removeTags: [], addCategories: [], removeCategories: [] };

const inputs = [
  { name: 'addTags', taxonomy: 'tags', label: 'Add tags' },
  { name: 'removeTags', taxonomy: 'tags', label: 'Remove tags' },
  { name: 'addCategories', taxonomy: 'categories', label: 'Add categories' },
  { name: 'removeCategories', taxonomy: 'categories', label: 'Remove categories' },
] as const;

function TermsForm({ close, apply }: Pick<TermsDialogProps, 'close' | 'apply'>) {
  const [changes, setChanges] = useState(none);
  const isEmpty = Object.values(changes).every((terms) => terms.length === 0);
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
