// The webhooks for payments, subscriptions and invoices.

import type { Subscribers } from '@frontdesk/client';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { eventLabel, paymentEvents } from '../records/event-label.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SubscribersList } from './subscribers-list.tsx';

export function PaymentWebhooksScreen() {
  const { may } = useMe();
  return (
    <>
      <PageHeader
        title="Payment webhooks"
        description="Services notified about payments, subscriptions and invoices. Select a webhook to see its deliveries."
      />
      <SubscribersList
        area={{
          subscribers: api.payments.webhooks as Subscribers<string>,
          queryKey: ['payments', 'webhooks'],
          events: paymentEvents.map((name) => ({ name, label: eventLabel(name) })),
          mayEdit: may('payments:write'),
        }}
      />
    </>
  );
}
