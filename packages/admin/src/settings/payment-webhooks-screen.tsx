// Payments → Webhooks: who is told of payments, subscriptions and invoices.

import type { PaymentEventName, Subscribers } from '@frontdesk/client';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SubscribersList } from './subscribers-list.tsx';

const events: { name: PaymentEventName; label: string }[] = [
  { name: 'payment.succeeded', label: 'A payment succeeded' },
  { name: 'payment.failed', label: 'A payment failed' },
  { name: 'payment.refunded', label: 'A payment was refunded' },
  { name: 'subscription.created', label: 'A subscription began' },
  { name: 'subscription.updated', label: 'A subscription changed' },
  { name: 'subscription.canceled', label: 'A subscription ended' },
  { name: 'invoice.paid', label: 'An invoice was paid' },
  { name: 'invoice.payment_failed', label: 'Paying an invoice failed' },
];

export function PaymentWebhooksScreen() {
  const { may } = useMe();
  return (
    <>
      <PageHeader
        title="Payment webhooks"
        description="Services that are told of payments, subscriptions and invoices. Choose one to see its deliveries."
      />
      <SubscribersList
        area={{
          subscribers: api.payments.webhooks as Subscribers<string>,
          queryKey: ['payments', 'webhooks'],
          events,
          mayChange: may('payments:write'),
        }}
      />
    </>
  );
}
