// When open invoices are reminded of by mail.

import type { Invoicing } from '@frontdesk/client';
import { ActionIcon, Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { InputFault } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';

type ReminderFieldsProps = {
  invoicing: Invoicing;
  set(invoicing: Invoicing): void;
  field(pointer: string): InputFault;
};

const maxReminders = 10;
const sides = [
  { value: 'after', label: 'days after it is due' },
  { value: 'before', label: 'days before it is due' },
];

export function ReminderFields({ invoicing, set, field }: ReminderFieldsProps) {
  const reminders = invoicing.reminders ?? [];
  const setAt = (at: number, days: number): void =>
    set({ ...invoicing, reminders: reminders.map((one, index) => (index === at ? { days } : one)) });
  const add = (): void => {
    const last = Math.max(0, ...reminders.map(({ days }) => days));
    set({ ...invoicing, reminders: [...reminders, { days: last + 7 }] });
  };
  const remove = (at: number): void => set({ ...invoicing, reminders: reminders.filter((_, index) => index !== at) });
  return (
    <Section
      title="Reminders"
      description="Each is sent once by mail while something is left to pay. Overdue invoices get the last one that is due."
    >
      <Stack maw={440} gap="sm">
        {reminders.map(({ days }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reminder is its place in the list
          <Group key={at} gap="xs" wrap="nowrap" align="start" role="group" aria-label={`Reminder ${at + 1}`}>
            <NumberInput
              aria-label="Days"
              w={90}
              allowDecimal={false}
              allowNegative={false}
              max={365}
              value={Math.abs(days)}
              onChange={(value) => setAt(at, days < 0 ? -Number(value) : Number(value))}
              {...field(`/${at}/days`)}
            />
            <Select
              aria-label="Before or after"
              style={{ flex: 1 }}
              data={sides}
              allowDeselect={false}
              value={days < 0 ? 'before' : 'after'}
              onChange={(side) => setAt(at, side === 'before' ? -Math.max(1, Math.abs(days)) : Math.abs(days))}
            />
            <ActionIcon variant="subtle" size="lg" aria-label={`Remove reminder ${at + 1}`} onClick={() => remove(at)}>
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {reminders.length < maxReminders && (
          <Group>
            <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              Add reminder
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
