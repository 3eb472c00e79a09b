// The webhooks for payments, subscriptions and invoices.

import type { PaymentEventName, Subscribers } from '@frontdesk/client';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { eventLabel } from '../records/event-label.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SubscribersList } from './subscribers-list.tsx';

const names: PaymentEventName[] = [
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'invoice.paid',
  'invoice.payment_failed',
];

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
          events: names.map((name) => ({ name, label: eventLabel(name) })),
          mayEdit: may('payments:write'),
        }}
      />
    </>
  );
}
