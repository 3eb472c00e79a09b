// The webhooks of each form.

import type { Subscribers } from '@frontdesk/client';
import { Select } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { eventLabel, formEvents } from '../records/event-label.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { useListQuery } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SubscribersList } from './subscribers-list.tsx';

export function FormWebhooksScreen() {
  const { may } = useMe();
  const { filters, set } = useListQuery({ form: '' });
  const forms = useQuery({
    queryKey: ['forms', 'list', { limit: 100 }],
    queryFn: ({ signal }) => api.forms.list({ limit: 100 }, { signal }),
  });
  return (
    <>
      <PageHeader title="Form webhooks" description="Services notified when a form is submitted or paid." />
      <QueryView query={forms}>
        {({ items }) => {
          const chosen = items.find(({ slug }) => slug === filters.form) ?? items[0];
          if (!chosen) {
            return (
              <EmptyState
                icon={<IconForms aria-hidden />}
                title="No forms yet"
                action={<ButtonLink to="/forms">Go to forms</ButtonLink>}
              />
            );
          }
          return (
            <>
              <Select
                label="Form"
                data={items.map(({ slug, name }) => ({ value: slug, label: name }))}
                value={chosen.slug}
                onChange={(slug) => slug && set({ form: slug })}
                allowDeselect={false}
                searchable={items.length > 8}
                maw={400}
                mb="md"
              />
              <SubscribersList
                key={chosen.id}
                area={{
                  subscribers: api.forms(chosen.id).webhooks as Subscribers<string>,
                  queryKey: ['forms', chosen.id, 'webhooks'],
                  events: formEvents.map((name) => ({ name, label: eventLabel(name) })),
                  mayEdit: may('forms:write'),
                }}
              />
            </>
          );
        }}
      </QueryView>
    </>
  );
}
