// When an item goes out by itself.

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../ui/format.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import type { ItemEditor } from './use-item-editor.ts';

type ScheduleDialogProps = { editor: ItemEditor; isOpen: boolean; close(): void };

export function ScheduleDialog({ editor, isOpen, close }: ScheduleDialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title="Schedule">
      <ScheduleForm editor={editor} close={close} />
    </Modal>
  );
}

function ScheduleForm({ editor, close }: Omit<ScheduleDialogProps, 'isOpen'>) {
  const { item } = editor;
  const [text, setText] = useState(() => toLocalInput(item?.status === 'scheduled' ? item.publishedAt : tomorrow()));
  const [fault, setFault] = useState<string | null>(null);
  const time = fromLocalInput(text);
  const schedule = (): unknown => {
    if (time === null) return setFault('Give a day and a time');
    if (Date.parse(time) <= Date.now()) return setFault('This is in the past: publish it instead');
    close();
    return editor.save({ status: 'scheduled', publishedAt: time });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        schedule();
      }}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label="Goes out on"
          description={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          value={text}
          error={fault}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFault(null);
          }}
        />
        {time !== null && (
          <Text size="sm" c="dimmed">
            {formatTime(time)}
          </Text>
        )}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Schedule</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** At nine in the morning. */
function tomorrow(): string {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  date.setHours(9, 0, 0, 0);
  return date.toISOString();
}
