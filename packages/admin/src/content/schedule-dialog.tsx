// Schedules the publication of an item, or of the draft of a published one.

import { Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatTime, timeZone } from '../ui/format.ts';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';
import { DialogForm } from './dialog-form.tsx';
import { usesDraft } from './item-query.ts';
import type { ItemEditor } from './use-item-editor.ts';

type ScheduleDialogProps = { editor: ItemEditor; close(): void };

export function ScheduleDialog({ editor, close }: ScheduleDialogProps) {
  return (
    <Modal opened onClose={close} title="Schedule">
      <ScheduleForm editor={editor} close={close} />
    </Modal>
  );
}

function ScheduleForm({ editor, close }: ScheduleDialogProps) {
  const { item } = editor;
  const planned = item?.draft?.publishAt ?? (item?.status === 'scheduled' ? item.publishedAt : null);
  const [text, setText] = useState(() => toLocalInput(planned ?? tomorrow()));
  const [fault, setFault] = useState<string | null>(null);
  const time = fromLocalInput(text);
  const schedule = (): unknown => {
    if (time === null) return setFault('Enter a date and a time');
    if (Date.parse(time) <= Date.now()) return setFault('Enter a time in the future');
    close();
    if (item && usesDraft(item)) return editor.save({ publish: { at: time } });
    return editor.save({ status: 'scheduled', publishedAt: time });
  };
  return (
    <DialogForm submit={schedule} close={close} label="Schedule">
      <TextInput
        type="datetime-local"
        label="Publish on"
        description={`In your time zone (${timeZone})`}
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
    </DialogForm>
  );
}

/** Tomorrow at 9:00. */
function tomorrow(): string {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  date.setHours(9, 0, 0, 0);
  return date.toISOString();
}
