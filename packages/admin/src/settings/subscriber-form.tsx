// The URL and the events of a webhook, and the content types of one for content.

import type { Subscriber, Webhook } from '@frontdesk/client';
import { Button, Checkbox, Group, MultiSelect, SimpleGrid, TextInput } from '@mantine/core';
import { queries } from '../api/queries.ts';
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
    types: (subscriber as Webhook | null)?.types ?? [],
  });
  const saving = useSaving({
    save: async ({ types, ...rest }: typeof values): Promise<ShownSecret | null> => {
      const body = area.types ? { ...rest, types: types.length > 0 ? types : null } : rest;
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
      {area.types && (
        <MultiSelect
          label="Content types"
          description="Only events of their items; none for all types"
          data={area.types}
          placeholder={values.types.length === 0 ? 'All types' : ''}
          value={values.types}
          onChange={(types) => set('types', types)}
          {...saving.field('/types')}
        />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {subscriber ? 'Save' : 'Add webhook'}
        </Button>
      </Group>
    </SaveForm>
  );
}
