// Where a webhook goes, and what it tells of.

import type { Subscriber } from '@frontdesk/client';
import { Button, Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import { queries } from '../queries.ts';
import { useDraft } from '../ui/draft.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastDone } from '../ui/toast.tsx';
import type { ShownSecret, SubscriberArea } from './subscriber-area.ts';

type SubscriberFormProps = {
  area: SubscriberArea;
  /** Null: a new one. */
  subscriber: Subscriber<string> | null;
  /** With the secret of a new one. */
  onSaved(secret: ShownSecret | null): void;
};

export function SubscriberForm({ area, subscriber, onSaved }: SubscriberFormProps) {
  const { values, set } = useDraft({
    url: subscriber?.url ?? '',
    events: subscriber?.events ?? area.events.map(({ name }) => name),
  });
  const saving = useSaving({
    save: async (body: typeof values): Promise<ShownSecret | null> => {
      if (subscriber === null) return area.subscribers.create(body);
      await area.subscribers.update(subscriber.id, body);
      return null;
    },
    onSaved: async (secret) => {
      onSaved(secret);
      toastDone(subscriber ? 'The webhook is changed' : 'The webhook is added');
      await queries.invalidateQueries({ queryKey: area.queryKey });
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
      <TextInput
        label="Address"
        description="Where the events are sent to, such as https://example.com/hooks/frontdesk"
        type="url"
        required
        data-autofocus
        value={values.url}
        onChange={(event) => set('url', event.currentTarget.value)}
        {...saving.field('/url')}
      />
      <Checkbox.Group
        label="Events"
        required
        value={values.events}
        onChange={(events) => {
          set('events', events);
          saving.forget('/events');
        }}
        {...saving.field('/events')}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
          {area.events.map(({ name, label }) => (
            <Checkbox key={name} value={name} label={label} description={name} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {subscriber ? 'Save' : 'Add webhook'}
        </Button>
      </Group>
    </SaveForm>
  );
}
