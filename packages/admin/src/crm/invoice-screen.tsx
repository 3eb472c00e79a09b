// One invoice: its amount, payments and actions.

import type { Invoice, Tagged } from '@frontdesk/client';
import { Button, Progress, Stack, Text } from '@mantine/core';
import { IconBan, IconLink, IconMail, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ContactLink } from '../records/contact-link.tsx';
import { askToConfirm } from '../ui/confirm.tsx';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatDay, formatMoney } from '../ui/format.ts';
import { ButtonLink, TextLink } from '../ui/links.tsx';
import { lastSearchOf } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { TwoColumns } from '../ui/two-columns.tsx';
import { Lines, PaymentLine } from './contact-money.tsx';
import { InvoiceStatusBadge, invoicePaymentsQuery, useRefundedAmount } from './invoice-status-badge.tsx';

const route = getRouteApi('/shell/invoices/$invoice');

export function InvoiceScreen() {
  const { invoice: id } = route.useParams();
  // Of the invoice when its mail was put in the outbox: it changes when the mail is sent.
  const [mailedAs, setMailedAs] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['invoices', id],
    queryFn: ({ signal }) => api.invoices.get(id, { signal }),
    refetchInterval: ({ state }) => (mailedAs !== null && state.data?.etag === mailedAs ? 2000 : false),
  });
  return (
    <QueryView query={query}>
      {(invoice) => <InvoiceView invoice={invoice} onMailed={() => setMailedAs(invoice.etag)} />}
    </QueryView>
  );
}

type InvoiceProps = { invoice: Tagged<Invoice>; onMailed: () => void };

function InvoiceView({ invoice, onMailed }: InvoiceProps) {
  const { may } = useMe();
  const { amount, amountPaid, currency } = invoice;
  const refunded = useRefundedAmount(invoice);
  const money = amount !== null && currency !== null ? formatMoney(amount, currency) : null;
  return (
    <>
      <PageHeader
        title={invoice.number ?? (money ? `Invoice for ${money}` : 'Invoice')}
        back={
          <TextLink to="/invoices" search={lastSearchOf('/invoices')}>
            Invoices
          </TextLink>
        }
        aside={<InvoiceStatusBadge invoice={invoice} />}
        description={invoice.description}
        actions={<Actions {...{ invoice, onMailed }} />}
      />
      <TwoColumns
        side={
          <Section title="Related records">
            <Facts facts={[['Contact', <ContactLink key="contact" id={invoice.contactId} />]]} />
          </Section>
        }
      >
        <Section title="Amount">
          <Stack gap="md">
            {amount !== null && currency !== null && (
              <div>
                <Text fz="xl" fw={650} className="tabular-numbers" mb={4}>
                  {money}
                </Text>
                <Progress
                  value={amount === 0 ? 0 : Math.min(100, ((amountPaid - refunded) / amount) * 100)}
                  color="teal"
                  aria-label="Amount paid"
                />
                <Text size="sm" c="dimmed" mt={4}>
                  {formatMoney(amountPaid, currency)} paid
                  {refunded > 0 && `, ${formatMoney(refunded, currency)} refunded`}
                  {amountPaid < amount && `, ${formatMoney(amount - amountPaid, currency)} remaining`}
                </Text>
              </div>
            )}
            <Facts
              facts={[
                ['Due', invoice.dueAt && formatDay(invoice.dueAt)],
                ['Sent', invoice.sentAt && <Time key="sent" value={invoice.sentAt} />],
                ['Paid', invoice.paidAt && <Time key="paid" value={invoice.paidAt} />],
                ['Created', <Time key="created" value={invoice.createdAt} />],
                ['Invoice ID', <CopyableValue key="id" value={invoice.id} label="invoice ID" />],
                [
                  'Processor’s invoice ID',
                  invoice.processorInvoiceId && (
                    <CopyableValue key="in" value={invoice.processorInvoiceId} label="the processor’s invoice ID" />
                  ),
                ],
              ]}
            />
          </Stack>
        </Section>
        {may('payments:read') && <InvoicePayments invoiceId={invoice.id} />}
      </TwoColumns>
    </>
  );
}

function InvoicePayments({ invoiceId }: { invoiceId: string }) {
  const query = useQuery(invoicePaymentsQuery(invoiceId));
  return (
    <Section title="Payments">
      <Lines query={query} label="Payments" empty="No payments yet.">
        {(payment) => <PaymentLine key={payment.id} payment={payment} />}
      </Lines>
    </Section>
  );
}

function Actions({ invoice, onMailed }: InvoiceProps) {
  const { may } = useMe();
  const navigate = useNavigate();
  const { id, status, etag, amount, amountPaid, currency, contactId, description, number } = invoice;
  const setStatus = async (next: 'open' | 'void', message: string): Promise<void> => {
    try {
      await api.invoices.update(id, { status: next }, { ifMatch: etag });
      toastSuccess(message);
    } catch (error) {
      toastError(error);
    }
    queries.invalidateQueries({ queryKey: ['invoices'] });
  };
  const voidInvoice = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Void this invoice?',
      children: 'Voiding cancels the invoice. Payments already received are not refunded.',
      confirm: 'Void invoice',
      isDangerous: true,
    });
    if (isSure) await setStatus('void', 'Invoice voided');
  };
  const mail = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Send this invoice by mail?',
      children: 'Its contact gets the invoice with a link to pay what is left.',
      confirm: 'Send invoice',
    });
    if (!isSure) return;
    try {
      const { recipient, status } = await api.invoices.mail(id);
      toastSuccess(`The invoice to ${recipient} is in the outbox`);
      if (status === 'queued') onMailed();
    } catch (error) {
      toastError(error);
    }
  };
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Delete this draft invoice?',
      children: 'This cannot be undone.',
      confirm: 'Delete draft',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.invoices.delete(id, { ifMatch: etag });
      await navigate({ to: '/invoices' });
      queries.invalidateQueries({ queryKey: ['invoices'] });
      toastSuccess('Draft invoice deleted');
    } catch (error) {
      toastError(error);
    }
  };
  const remaining = (amount ?? 0) - amountPaid;
  const start = {
    invoice: id,
    amount: String(remaining),
    ...(currency ? { currency } : {}),
    ...(contactId ? { contact: contactId } : {}),
    ...(description || number ? { description: description ?? `Invoice ${number}` } : {}),
  };
  const mayWrite = may('crm:write');
  return (
    <>
      {status === 'open' && remaining > 0 && may('payments:write') && (
        <ButtonLink to="/payments/new" search={start as never} leftSection={<IconLink size={18} aria-hidden />}>
          Create payment link
        </ButtonLink>
      )}
      {mayWrite && status === 'open' && remaining > 0 && contactId && !invoice.processorInvoiceId && (
        <Button variant="default" leftSection={<IconMail size={18} aria-hidden />} onClick={mail}>
          Send by mail
        </Button>
      )}
      {mayWrite && status === 'draft' && (
        <>
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            onClick={() => setStatus('open', 'Invoice marked as open')}
          >
            Mark as open
          </Button>
          <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
            Delete draft
          </Button>
        </>
      )}
      {mayWrite && (status === 'open' || status === 'draft') && (
        <Button variant="default" leftSection={<IconBan size={18} aria-hidden />} onClick={voidInvoice}>
          Void invoice
        </Button>
      )}
    </>
  );
}
