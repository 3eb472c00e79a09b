// Shown when the item was saved elsewhere since it was opened here. Nothing is overwritten until the user decides.

import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { humanize } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import classes from './conflict-dialog.module.css';
import type { AnyItem } from './item-query.ts';
import { type ItemValues, isEqual, valuesOf } from './item-values.ts';
import type { ItemEditor } from './use-item-editor.ts';

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
        Someone saved it <Time value={theirs.updatedAt} isRelative />, after you opened it. Your changes are still here,
        but not saved.
      </Text>
      {isComparing && <Differences theirs={valuesOf(editor.type, theirs)} mine={editor.values} />}
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

type DifferencesProps = { theirs: ItemValues; mine: ItemValues; labels?: [theirs: string, mine: string] };

export function Differences({ theirs, mine, labels = ['Their version', 'Your version'] }: DifferencesProps) {
  const differences = findDifferences(theirs, mine);
  if (differences.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Both versions are the same.
      </Text>
    );
  }
  return (
    <div className={classes.list}>
      {differences.map(({ name, theirs, mine }) => (
        <div key={name}>
          <Text fw={600} size="sm" mb={4}>
            {humanize(name)}
          </Text>
          <div className={classes.sides}>
            <Side label={labels[0]} of={humanize(name)} text={theirs} />
            <Side label={labels[1]} of={humanize(name)} text={mine} />
          </div>
        </div>
      ))}
    </div>
  );
}

function Side({ label, of, text }: { label: string; of: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={2}>
        {label}
      </Text>
      {/* A scrollable area has to be reachable by keyboard. */}
      <Code block className={classes.text} tabIndex={0} role="group" aria-label={`${label}: ${of}`}>
        {text || '–'}
      </Code>
    </div>
  );
}

type Difference = { name: string; theirs: string; mine: string };

function findDifferences(theirs: ItemValues, mine: ItemValues): Difference[] {
  const { fields: theirFields, ...theirRest } = theirs;
  const { fields: myFields, ...myRest } = mine;
  return [...differencesOf(theirRest, myRest), ...differencesOf(theirFields, myFields)];
}

function differencesOf(theirs: Record<string, unknown>, mine: Record<string, unknown>): Difference[] {
  return Object.keys(theirs)
    .filter((name) => !isEqual(theirs[name], mine[name]))
    .map((name) => ({ name, theirs: textOf(theirs[name]), mine: textOf(mine[name]) }));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
