// Shown when the item was saved elsewhere since it was opened here. Nothing is overwritten until the user decides.

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Time } from '../../ui/time.tsx';
import type { AnyItem } from '../items/item-query.ts';
import { ItemComparison } from './item-comparison.tsx';
import { membersOfValues } from './item-members.ts';
import { valuesOf } from './item-values.ts';
import type { ItemEditor } from './use-item-editor.ts';
import { useNameOfMaker } from './use-newer-version.ts';

export function ConflictDialog({ editor }: { editor: ItemEditor }) {
  const { newer, isDeciding, keepEditing } = editor;
  return (
    <Modal opened={isDeciding} onClose={keepEditing} title="This item was changed elsewhere" size="lg">
      {newer && <Choice editor={editor} theirs={newer.theirs} />}
    </Modal>
  );
}

function Choice({ editor, theirs }: { editor: ItemEditor; theirs: AnyItem }) {
  const [isComparing, setComparing] = useState(false);
  const who = useNameOfMaker(editor.item, theirs);
  const { overwriteTheirs, loadTheirs, keepEditing, saving } = editor;
  const keep = useRef<HTMLButtonElement>(null);
  const compare = (): void => {
    setComparing(true);
    // "Use their version" takes the place of this button.
    keep.current?.focus();
  };
  return (
    <Stack>
      <Text size="sm">
        {who} saved it <Time value={theirs.updatedAt} isRelative />, after you opened it. Your changes are still here,
        but not saved.
      </Text>
      {isComparing && (
        <ItemComparison
          before={membersOfValues(valuesOf(editor.type, theirs))}
          after={membersOfValues(editor.values)}
          labels={{ before: 'Their version', after: 'Your version' }}
        />
      )}
      <Group justify="end" gap="xs">
        {/* Enter, pressed without reading, must not discard anyone's changes. */}
        <Button variant="subtle" color="gray" onClick={keepEditing} ref={keep} data-autofocus>
          Keep editing
        </Button>
        {isComparing ? (
          <Button variant="default" onClick={loadTheirs}>
            Use their version
          </Button>
        ) : (
          <Button variant="default" onClick={compare}>
            Compare versions
          </Button>
        )}
        <Button onClick={overwriteTheirs} loading={saving.isSaving}>
          Overwrite with my version
        </Button>
      </Group>
    </Stack>
  );
}
