// How long what was deleted, changed or sent is kept.

import { NumberInput, Stack } from '@mantine/core';
import { Section } from '../ui/section.tsx';
import type { SettingsPartProps } from './settings-part.ts';

const fields = [
  {
    name: 'trashDays',
    label: 'Delete items in the trash permanently after',
    description: '0 keeps them until they are deleted by hand',
    min: 0,
    max: 3650,
  },
  {
    name: 'eventDays',
    label: 'Keep the feed of events for',
    description: 'Programs that follow it can read again what happened since',
    min: 1,
    max: 365,
  },
  {
    name: 'revisionsAllDays',
    label: 'Keep every earlier version of an item for',
    description: 'Versions with a name are always kept',
    min: 1,
    max: 36_500,
  },
  {
    name: 'revisionsDailyDays',
    label: 'After that, keep the last version of each day for',
    description: 'Counted from the change; 0 keeps none',
    min: 0,
    max: 36_500,
  },
  {
    name: 'deliveryDays',
    label: 'Keep deliveries to webhooks for',
    description: 'Those that wait are kept until they succeed or fail for good',
    min: 1,
    max: 3650,
  },
  {
    name: 'mailDays',
    label: 'Keep mails in the outbox for',
    description: 'Replies to submissions are kept with them',
    min: 1,
    max: 3650,
  },
  {
    name: 'processorEventDays',
    label: 'Keep events of the payment processor for',
    description: 'Payments and refunds themselves are always kept',
    min: 30,
    max: 3650,
  },
  {
    name: 'auditDays',
    label: 'Keep the audit log for',
    description: 'Who did what, when and from where',
    min: 30,
    max: 3650,
  },
] as const;

export function RetentionFields({ values, set, field }: SettingsPartProps) {
  return (
    <Section title="For how long things are kept">
      <Stack maw={440}>
        {fields.map(({ name, ...props }) => (
          <NumberInput
            key={name}
            {...props}
            suffix={values[name] === 1 ? ' day' : ' days'}
            required
            allowDecimal={false}
            clampBehavior="none"
            value={values[name]}
            onChange={(value) => set(name, value === '' ? ('' as never) : Number(value))}
            {...field(`/${name}`)}
          />
        ))}
      </Stack>
    </Section>
  );
}
