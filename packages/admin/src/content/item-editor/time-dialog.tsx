// A dialog that asks for a time in the future.

import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '../../ui/date-input.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { formatTime, shownTimeZone } from '../../ui/format.ts';
import { fromLocalInput, toLocalInput } from '../../ui/local-time.ts';

type TimeDialogProps = {
  close(): void;
  title: string;
  /** Of the input. */
  label: string;
  submit: string;
  /** The time that is offered first; tomorrow at 9:00 if null. */
  initial: string | null;
  onTime(time: string): unknown;
  /** What is wrong with a time in the future; null if nothing. */
  findFault?(time: string): string | null;
};

export function TimeDialog({ close, title, ...form }: TimeDialogProps) {
  return (
    <Modal opened onClose={close} title={title}>
      <TimeForm close={close} {...form} />
    </Modal>
  );
}

function TimeForm({ close, label, submit, initial, onTime, findFault }: Omit<TimeDialogProps, 'title'>) {
  const [text, setText] = useState(() => (initial === null ? tomorrow() : toLocalInput(initial)));
  const [fault, setFault] = useState<string | null>(null);
  const time = fromLocalInput(text);
  const send = (): unknown => {
    if (time === null) return setFault('Enter a date and a time');
    if (Date.parse(time) <= Date.now()) return setFault('Enter a time in the future');
    const found = findFault?.(time) ?? null;
    if (found !== null) return setFault(found);
    close();
    return onTime(time);
  };
  return (
    <DialogForm submit={send} close={close} label={submit}>
      <DateInput
        hasTime
        label={label}
        description={`In the time zone ${shownTimeZone()}`}
        value={text}
        error={fault}
        data-autofocus
        set={(text) => {
          setText(text);
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

/** Tomorrow at 9:00, as the input has it. */
function tomorrow(): string {
  const inOneDay = new Date(Date.now() + 24 * 3_600_000);
  return `${toLocalInput(inOneDay.toISOString()).slice(0, 10)}T09:00`;
}
