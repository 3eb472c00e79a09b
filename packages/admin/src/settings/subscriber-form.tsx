// The URL and the events of a webhook.

import type { Subscriber } from '@frontdesk/client';
import { Button, Checkbox, Group, SimpleGrid, TextInput } from '@mantine/core';
import { queries } from '../queries.ts';
import { useDraft } from '../ui/draft.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import type { ShownSecret, SubscriberArea } from './subscriber-area.ts';

type SubscriberFormProps = {
  area: SubscriberArea;
  /** Null for a new webhook. */
  subscriber: Subscriber<string> | null;
  /** Receives the signing secret of a new webhook. */
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
      toastSuccess(subscriber ? 'Webhook updated' : 'Webhook added');
      await queries.invalidateQueries({ queryKey: area.queryKey });
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
      <TextInput
        label="URL"
        description="Where to send the events, such as https://example.com/webhooks/frontdesk"
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
