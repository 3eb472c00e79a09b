// The URL and the events of a webhook, the form of one that is for a form, and the content types of one with events of items.

import type { Webhook } from '@frontdesk/client/admin';
import { Button, Group, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { typesQuery } from '../api/types-query.ts';
import { formNamesQuery } from '../records/form-names-query.ts';
import { useDraft } from '../ui/draft.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import { EventPicker } from './event-picker.tsx';
import { type EventName, isAbout, subjectsFor } from './event-subjects.ts';
import { type ShownSecret, webhooksQuery } from './webhook-queries.ts';

/** What a new webhook begins with. */
export type FirstChoice = { formId: string | null; events: EventName[] };

type WebhookFormProps = {
  /** Of a webhook that exists, or the first choice for a new one. */
  initial: Webhook | FirstChoice;
  /** Receives the signing secret of a new webhook. */
  onSaved(secret: ShownSecret | null): void;
};

export function WebhookForm({ initial, onSaved }: WebhookFormProps) {
  const { may } = useMe();
  const webhook = 'id' in initial ? initial : null;
  const forms = useQuery({ ...formNamesQuery, enabled: may('forms:read') }).data ?? [];
  const types = useQuery(typesQuery).data?.items ?? [];
  const { values, set } = useDraft({
    url: webhook?.url ?? '',
    formId: initial.formId,
    events: initial.events as EventName[],
    types: webhook?.types ?? [],
  });
  const subjects = subjectsFor(may, values.formId);
  const hasItems = isAbout(values, 'item');
  const saving = useSaving({
    save: async ({ types, formId, ...rest }: typeof values): Promise<ShownSecret | null> => {
      const body = { ...rest, types: hasItems && types.length > 0 ? types : null };
      if (webhook === null) return api.webhooks.create({ ...body, formId });
      await api.webhooks.update(webhook.id, body);
      return null;
    },
    onSaved: async (secret) => {
      onSaved(secret);
      toastSuccess(webhook ? 'Webhook updated' : 'Webhook added');
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  const choose = (events: EventName[]): void => {
    set('events', events);
    saving.forget('/events');
  };
  const chooseForm = (formId: string | null): void => {
    const names = subjectsFor(may, formId).flatMap(({ events }) => events.map(({ name }) => name));
    set('formId', formId);
    choose(values.events.filter((name) => names.includes(name)));
  };
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
      {webhook ? (
        webhook.formId && (
          <Text size="sm">
            Only events of the form {forms.find(({ id }) => id === webhook.formId)?.name ?? webhook.formId}
          </Text>
        )
      ) : (
        <Select
          label="For"
          description="The whole site, or one form and its submissions"
          data={[
            { value: '', label: 'Whole site' },
            ...forms.map(({ id, name }) => ({ value: id, label: `Form ${name}` })),
          ]}
          value={values.formId ?? ''}
          onChange={(id) => chooseForm(id || null)}
          allowDeselect={false}
          searchable={forms.length > 8}
          {...saving.field('/formId')}
        />
      )}
      <EventPicker subjects={subjects} value={values.events} onChange={choose} fault={saving.field('/events')} />
      {hasItems && (
        <MultiSelect
          label="Content types"
          description="Only events of their items; none for all types"
          data={types.map(({ name, label }) => ({ value: name, label }))}
          placeholder={values.types.length === 0 ? 'All types' : ''}
          value={values.types}
          onChange={(types) => set('types', types)}
          {...saving.field('/types')}
        />
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {webhook ? 'Save' : 'Add webhook'}
        </Button>
      </Group>
    </SaveForm>
  );
}
