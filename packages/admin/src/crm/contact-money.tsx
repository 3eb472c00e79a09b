// A contact's payments and invoices.

import type { Invoice, Payment } from '@frontdesk/client';
import { Group, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api.ts';
import { formatMoney } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';

const shown = 50;

export function ContactPayments({ contactId }: { contactId: string }) {
  const query = useQuery({
    queryKey: ['payments', 'list', { contactId }],
    queryFn: ({ signal }) => api.payments.list({ contactId, limit: shown }, { signal }),
  });
  return (
    <Section title="Payments">
      <Lines query={query} none="No payments yet.">
        {(payment) => <PaymentLine key={payment.id} payment={payment} />}
      </Lines>
    </Section>
  );
}

export function PaymentLine({ payment }: { payment: Payment }) {
  const { id, amount, currency, status, paidAt, createdAt, amountRefunded } = payment;
  return (
    <Line status={<StatusBadge status={status} />} time={paidAt ?? createdAt}>
      <TextLink to="/payments/$payment" params={{ payment: id }} className="desk-number">
        {formatMoney(amount, currency)}
      </TextLink>
      {amountRefunded > 0 && (
        <Text component="span" size="xs" c="dimmed">
          {' '}
          {formatMoney(amountRefunded, currency)} refunded
        </Text>
      )}
    </Line>
  );
}

export function ContactInvoices({ contactId }: { contactId: string }) {
  const query = useQuery({
    queryKey: ['invoices', 'list', { contactId }],
    queryFn: ({ signal }) => api.invoices.list({ contactId, limit: shown }, { signal }),
  });
  return (
    <Section title="Invoices">
      <Lines query={query} none="No invoices yet.">
        {(invoice) => <InvoiceLine key={invoice.id} invoice={invoice} />}
      </Lines>
    </Section>
  );
}

function InvoiceLine({ invoice }: { invoice: Invoice }) {
  const { id, number, description, amount, currency, status, createdAt } = invoice;
  return (
    <Line status={<StatusBadge status={status} />} time={createdAt}>
      <TextLink to="/invoices/$invoice" params={{ invoice: id }}>
        {number ?? description ?? 'Invoice'}
      </TextLink>{' '}
      {amount !== null && currency !== null && <span className="desk-number">{formatMoney(amount, currency)}</span>}
    </Line>
  );
}

type LinesProps<T> = {
  query: UseQueryResult<{ items: T[]; total: number }>;
  none: string;
  children(item: T): ReactNode;
};

export function Lines<T>({ query, none, children }: LinesProps<T>) {
  return (
    <QueryView query={query}>
      {({ items }) =>
        items.length === 0 ? <Text c="dimmed">{none}</Text> : <Stack gap="sm">{items.map(children)}</Stack>
      }
    </QueryView>
  );
}

function Line({ children, status, time }: { children: ReactNode; status: ReactNode; time: string }) {
  return (
    <Group justify="space-between" gap="xs">
      <div>{children}</div>
      <Group gap="sm">
        {status}
        <Text component="span" size="sm" c="dimmed">
          <Time value={time} isRelative />
        </Text>
      </Group>
    </Group>
  );
}
