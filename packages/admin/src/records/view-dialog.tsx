// Names a saved view, and shares it.

import type { SavedView } from '@frontdesk/client';
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../ui/describe-error.ts';

type Named = Pick<SavedView, 'name' | 'shared'>;

type ViewDialogProps = {
  /** Null for a new view. */
  view: SavedView | null;
  isOpen: boolean;
  close(): void;
  save(view: Named): Promise<void>;
};

export function ViewDialog({ view, isOpen, close, save }: ViewDialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={view ? `View “${view.name}”` : 'Save as a new view'}>
      <ViewForm start={view ?? { name: '', shared: false }} close={close} save={save} />
    </Modal>
  );
}

function ViewForm({ start, close, save }: { start: Named } & Pick<ViewDialogProps, 'close' | 'save'>) {
  const [name, setName] = useState(start.name);
  const [shared, setShared] = useState(start.shared);
  const [fault, setFault] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const submit = async (): Promise<void> => {
    if (name.trim() === '') return setFault('This field is required');
    setSaving(true);
    try {
      await save({ name: name.trim(), shared });
      close();
    } catch (error) {
      const { title, detail } = describeError(error);
      setFault(detail ?? title);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          value={name}
          error={fault}
          maxLength={100}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault(null);
          }}
        />
        <Checkbox
          label="Share with all users"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save view
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
