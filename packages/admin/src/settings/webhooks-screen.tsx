// All webhooks in one place: of content, which are created here, of forms and of payments.

import type { Subscriber, Subscribers, Webhook } from '@frontdesk/client';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { typesQuery } from '../api/types-query.ts';
import { eventLabel, formEvents, itemEvents, paymentEvents } from '../records/event-label.ts';
import type { Column } from '../ui/data-table.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { SubscriberArea } from './subscriber-area.ts';
import { SubscribersList } from './subscribers-list.tsx';

const eventsOf = { content: itemEvents, form: formEvents, payment: paymentEvents };
const scopeOf = { content: 'content:write', form: 'forms:write', payment: 'payments:write' } as const;

export function WebhooksScreen() {
  const { may } = useMe();
  const { data: types } = useQuery(typesQuery);
  const { data: forms } = useQuery({
    queryKey: ['forms', 'list', { limit: 100 }],
    queryFn: ({ signal }) => api.forms.list({ limit: 100 }, { signal }),
    enabled: may('forms:read'),
  });
  const areaFor = (kind: Webhook['kind']): SubscriberArea => ({
    subscribers: api.webhooks as unknown as Subscribers<string>,
    queryKey: ['webhooks'],
    events: eventsOf[kind].map((name) => ({ name, label: eventLabel(name) })),
    mayEdit: may(scopeOf[kind]),
    ...(kind === 'content' ? { types: (types?.items ?? []).map(({ name, label }) => ({ value: name, label })) } : {}),
  });
  const labelOf = (name: string): string => types?.items.find((type) => type.name === name)?.label ?? name;
  const about: Column<Subscriber<string>> = {
    key: 'about',
    header: 'About',
    render: (subscriber) => {
      const { kind, formId, types: chosen } = subscriber as Webhook;
      if (kind === 'payment') return 'Payments';
      if (kind === 'content') return chosen === null ? 'All content' : chosen.map(labelOf).join(', ');
      const form = forms?.items.find(({ id }) => id === formId);
      return (
        <TextLink to="/settings/form-webhooks" search={{ form: form?.slug } as never}>
          {form ? `Form ${form.name}` : 'A form'}
        </TextLink>
      );
    },
  };
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Services notified about content, forms and payments. Those that you add here are for content. Select a webhook to see its deliveries."
      />
      <SubscribersList
        area={{
          ...areaFor('content'),
          column: about,
          areaOf: (subscriber) => areaFor((subscriber as Webhook).kind),
        }}
      />
    </>
  );
}
