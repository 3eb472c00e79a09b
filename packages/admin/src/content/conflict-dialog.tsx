// Somebody saved the item since it was opened here: nothing is overwritten before the person has decided.

import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { inWords } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import classes from './conflict-dialog.module.css';
import type { AnyItem } from './item-query.ts';
import { type ItemValues, same, valuesOf } from './item-values.ts';
import type { ItemEditor } from './use-item-editor.ts';

export function ConflictDialog({ editor }: { editor: ItemEditor }) {
  const { conflict, decideLater } = editor;
  return (
    <Modal opened={conflict !== null} onClose={decideLater} title="Somebody changed this meanwhile" size="lg">
      {conflict && <Choice editor={editor} theirs={conflict.theirs} />}
    </Modal>
  );
}

function Choice({ editor, theirs }: { editor: ItemEditor; theirs: AnyItem }) {
  const [isSeen, setSeen] = useState(false);
  const { keepMine, takeTheirs, decideLater, saving } = editor;
  return (
    <Stack>
      <Text size="sm">
        It was saved <Time value={theirs.updatedAt} isRelative />, after you opened it. What you typed is still here and
        has not been saved.
      </Text>
      {isSeen && <Differences editor={editor} theirs={theirs} />}
      <Group justify="end" gap="xs">
        <Button variant="subtle" color="gray" onClick={decideLater}>
          Go on editing
        </Button>
        {isSeen ? (
          <Button variant="default" onClick={takeTheirs}>
            Use theirs
          </Button>
        ) : (
          <Button variant="default" onClick={() => setSeen(true)}>
            See theirs
          </Button>
        )}
        <Button onClick={keepMine} loading={saving.isSaving} data-autofocus>
          Keep mine (overwrite)
        </Button>
      </Group>
    </Stack>
  );
}

function Differences({ editor, theirs }: { editor: ItemEditor; theirs: AnyItem }) {
  const differences = findDifferences(valuesOf(editor.type, theirs), editor.values);
  if (differences.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Theirs and yours say the same.
      </Text>
    );
  }
  return (
    <div className={classes.list}>
      {differences.map(({ name, theirs, mine }) => (
        <div key={name}>
          <Text fw={600} size="sm" mb={4}>
            {inWords(name)}
          </Text>
          <div className={classes.sides}>
            <Side label="Theirs" of={inWords(name)} text={theirs} />
            <Side label="Yours" of={inWords(name)} text={mine} />
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
      {/* What scrolls has to be reached by the keyboard. */}
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
    .filter((name) => !same(theirs[name], mine[name]))
    .map((name) => ({ name, theirs: textOf(theirs[name]), mine: textOf(mine[name]) }));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
