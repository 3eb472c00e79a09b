// A contact's payments and invoices.

import type { Invoice, Payment } from '@frontdesk/client';
import { Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/api.ts';
import { paymentMethods } from '../records/payment-methods.ts';
import { PaymentStatusBadge } from '../records/payment-status-badge.tsx';
import { formatMoney } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { RecordLine, RecordLines } from '../ui/record-lines.tsx';
import { Section } from '../ui/section.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

const maxShown = 50;

export function ContactPayments({ contactId }: { contactId: string }) {
  const query = useQuery({
    queryKey: ['payments', 'list', { contactId }],
    queryFn: ({ signal }) => api.payments.list({ contactId, limit: maxShown }, { signal }),
  });
  return (
    <Section title="Payments">
      <Lines query={query} label="Payments" empty="No payments yet.">
        {(payment) => <PaymentLine key={payment.id} payment={payment} />}
      </Lines>
    </Section>
  );
}

export function PaymentLine({ payment }: { payment: Payment }) {
  const { id, amount, currency, paidAt, createdAt, amountRefunded, method, reference } = payment;
  const refunded = amountRefunded > 0 && `${formatMoney(amountRefunded, currency)} refunded`;
  return (
    <RecordLine
      note={[method && paymentMethods[method], reference, refunded].filter(Boolean).join(' · ')}
      status={<PaymentStatusBadge payment={payment} />}
      time={paidAt ?? createdAt}
    >
      <TextLink to="/payments/$payment" params={{ payment: id }} className="tabular-numbers">
        {formatMoney(amount, currency)}
      </TextLink>
    </RecordLine>
  );
}

export function ContactInvoices({ contactId }: { contactId: string }) {
  const query = useQuery({
    queryKey: ['invoices', 'list', { contactId }],
    queryFn: ({ signal }) => api.invoices.list({ contactId, limit: maxShown }, { signal }),
  });
  return (
    <Section title="Invoices">
      <Lines query={query} label="Invoices" empty="No invoices yet.">
        {(invoice) => <InvoiceLine key={invoice.id} invoice={invoice} />}
      </Lines>
    </Section>
  );
}

function InvoiceLine({ invoice }: { invoice: Invoice }) {
  const { id, number, description, amount, currency, createdAt } = invoice;
  return (
    <RecordLine status={<InvoiceStatusBadge invoice={invoice} />} time={createdAt}>
      <TextLink to="/invoices/$invoice" params={{ invoice: id }}>
        {number ?? description ?? 'Invoice'}
      </TextLink>{' '}
      {amount !== null && currency !== null && <span className="tabular-numbers">{formatMoney(amount, currency)}</span>}
    </RecordLine>
  );
}

type LinesProps<T> = {
  query: UseQueryResult<{ items: T[]; total: number }>;
  label: string;
  empty: string;
  children(item: T): ReactNode;
};

export function Lines<T>({ query, label, empty, children }: LinesProps<T>) {
  return (
    <QueryView query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Text c="dimmed">{empty}</Text>
        ) : (
          <RecordLines label={label}>{items.map(children)}</RecordLines>
        )
      }
    </QueryView>
  );
}
