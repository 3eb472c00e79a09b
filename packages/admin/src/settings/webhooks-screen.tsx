// All webhooks: of the whole site and of single forms, filtered by a form and by what their events are about.

import type { Webhook } from '@frontdesk/client/admin';
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { typesQuery } from '../api/types-query.ts';
import { formNamesQuery } from '../records/form-names-query.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { searchedPage } from '../ui/local-list.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SecretBox } from '../ui/secret-box.tsx';
import { eventSubjects, isAbout, isForForm, mayChange, subjectsFor } from './event-subjects.ts';
import { webhookColumns } from './webhook-columns.tsx';
import { type FirstChoice, WebhookForm } from './webhook-form.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { type ShownSecret, webhooksQuery } from './webhook-queries.ts';

const urlOf = ({ url }: Webhook): string => url;

export function WebhooksScreen() {
  const { may } = useMe();
  const [edited, setEdited] = useState<Webhook | FirstChoice>({ formId: null, events: [] });
  const [isOpen, { open, close }] = useDisclosure(false);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const edit = (webhook: typeof edited): void => {
    setEdited(webhook);
    open();
  };
  const list = useListQuery({ form: '', subject: '' });
  const { form, subject } = list.filters;
  const forms = useQuery({ ...formNamesQuery, enabled: may('forms:read') }).data ?? [];
  const types = useQuery(typesQuery).data?.items ?? [];
  const all = useQuery(webhooksQuery);
  const found = all.data?.items.filter(
    (webhook) => (form === '' || isForForm(webhook, form)) && (subject === '' || isAbout(webhook, subject)),
  );
  const webhooks = searchedPage(
    { ...all, data: found && { items: found } },
    { search: '', paging: list.paging },
    urlOf,
  );
  const columns = webhookColumns({
    form: (id) => forms.find((form) => form.id === id)?.name,
    type: (name) => types.find((type) => type.name === name)?.label ?? name,
  });
  const actions: Column<Webhook> = {
    key: 'menu',
    header: '',
    align: 'right',
    width: 60,
    isAction: true,
    render: (webhook) =>
      mayChange(may, webhook.events) && <WebhookMenu webhook={webhook} edit={() => edit(webhook)} show={setShown} />,
  };
  /** Of what is shown. */
  const first = (): FirstChoice => {
    const formId = forms.some(({ id }) => id === form) ? form : null;
    const chosen = subjectsFor(may, formId).filter(({ name }) => name === subject);
    return { formId, events: chosen.flatMap(({ events }) => events.map(({ name }) => name)) };
  };
  const add = subjectsFor(may, null).length > 0 && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit(first())}>
      Add webhook
    </Button>
  );
  const isEmpty = webhooks.data?.total === 0;
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Services notified about what happens on the site. Select a webhook to see its deliveries."
        actions={!isEmpty && add}
      />
      {shown && (
        <SecretBox title="Signing secret" secret={shown.secret} mb="md">
          Use it to verify deliveries to {shown.url}. Copy it now. You will not be able to see it again.
        </SecretBox>
      )}
      <FilterBar list={list}>
        <FilterSelect
          label="Form"
          options={[{ value: '', label: 'Any form' }, ...forms.map(({ id, name }) => ({ value: id, label: name }))]}
          value={form}
          set={(form) => list.set({ form })}
        />
        <FilterSelect
          label="Events"
          options={[
            { value: '', label: 'Any events' },
            ...eventSubjects.map(({ name, label }) => ({ value: name, label })),
          ]}
          value={subject}
          set={(subject) => list.set({ subject })}
        />
      </FilterBar>
      <DataTable
        label="Webhooks"
        query={webhooks}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
        paging={list.paging}
        empty={
          <EmptyState
            icon={<IconWebhook aria-hidden />}
            title={list.isFiltered ? 'No matching webhooks' : 'No webhooks yet'}
            action={add}
          >
            {list.isFiltered
              ? 'Clear the filters to see all webhooks.'
              : 'A webhook notifies another service about events, with signed requests.'}
          </EmptyState>
        }
      />
      <Modal opened={isOpen} onClose={close} title={'id' in edited ? 'Edit webhook' : 'Add webhook'} size="lg">
        <WebhookForm
          initial={edited}
          onSaved={(secret) => {
            if (secret) setShown(secret);
            close();
          }}
        />
      </Modal>
    </>
  );
}
