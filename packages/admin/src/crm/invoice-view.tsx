// An invoice that is not edited: its lines, totals, payments and credit notes.

import type { Buyer, Invoice, Reminder, Tagged, VatIdCheck } from '@frontdesk/client';
import { Anchor, Box, Group, Progress, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { useInvoicing } from '../accounts/settings-query.ts';
import { api } from '../api/api.ts';
import { ContactLink } from '../records/contact-link.tsx';
import { buyerKinds } from '../records/tax-rates.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { countryName } from '../ui/country-select.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatDayOf, formatMoney, formatSiteDay } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { lastSearchOf } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { RecordLine } from '../ui/record-lines.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { TwoColumns } from '../ui/two-columns.tsx';
import { Lines, PaymentLine } from './contact-money.tsx';
import { DocumentLines } from './document-lines.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceMails } from './invoice-mails.tsx';
import { InvoiceStatusBadge, invoicePaymentsQuery, useRefundedAmount } from './invoice-status-badge.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';

export function InvoiceView({ invoice }: { invoice: Tagged<Invoice> }) {
  const { may } = useMe();
  const { amount, currency, lines, notes, seller, buyer, totals } = invoice;
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
        actions={<InvoiceActions invoice={invoice} />}
      />
      <TwoColumns
        side={
          <>
            <Section title="Related records">
              <Facts facts={[['Contact', <ContactLink key="contact" id={invoice.contactId} />]]} />
            </Section>
            <PartySection title="Buyer" party={buyer} />
            <PartySection title="Seller" party={seller} />
          </>
        }
      >
        <AmountSection invoice={invoice} />
        {currency !== null && lines.length > 0 && (
          <Section title="Lines">
            <Stack gap="md">
              <DocumentLines lines={lines} currency={currency} isGross={invoice.pricesIncludeTax} />
              <InvoiceTotals totals={totals} currency={currency} isIssued={invoice.status !== 'draft'} />
              {notes && <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{notes}</Text>}
            </Stack>
          </Section>
        )}
        {may('payments:read') && <InvoicePayments invoiceId={invoice.id} />}
        <CreditNotes invoiceId={invoice.id} />
        {may('admin') && <Mails invoiceId={invoice.id} />}
      </TwoColumns>
    </>
  );
}

/** The next one, or that there is none. */
function remindersOf({ status, dueAt, remindersPaused, reminderDays }: Invoice, all: readonly Reminder[]) {
  if (status !== 'open') return null;
  if (remindersPaused) return 'Paused';
  const days = all.map(({ days }) => days).filter((day) => day > (reminderDays ?? Number.NEGATIVE_INFINITY));
  if (dueAt === null || days.length === 0) return null;
  const dayMs = 24 * 3_600_000;
  const times = days.map((day) => Date.parse(dueAt) + day * dayMs).sort((a, b) => a - b);
  const next = times.find((time) => time >= Date.now() - dayMs) ?? Date.now();
  return `Next on ${formatSiteDay(new Date(next).toISOString())}`;
}

function AmountSection({ invoice }: { invoice: Invoice }) {
  const reminders = useInvoicing()?.reminders ?? [];
  const { amount, amountPaid, currency, totals } = invoice;
  const refunded = useRefundedAmount(invoice);
  const open = totals?.open ?? 0;
  return (
    <Section title="Amount">
      <Stack gap="md">
        {amount !== null && currency !== null && (
          <div>
            <Text fz="xl" fw={650} className="tabular-numbers" mb={4}>
              {formatMoney(amount, currency)}
            </Text>
            <Progress
              value={amount === 0 ? 0 : Math.min(100, ((amountPaid - refunded) / amount) * 100)}
              color="teal"
              aria-label="Amount paid"
            />
            <Text size="sm" c="dimmed" mt={4}>
              {formatMoney(amountPaid, currency)} paid
              {refunded > 0 && `, ${formatMoney(refunded, currency)} refunded`}
              {totals !== null && totals.credited > 0 && `, ${formatMoney(totals.credited, currency)} credited`}
              {open > 0 && `, ${formatMoney(open, currency)} remaining`}
            </Text>
          </div>
        )}
        <Facts
          facts={[
            ['Issued', invoice.issueDay && formatDayOf(invoice.issueDay)],
            ['Due', invoice.dueAt && formatSiteDay(invoice.dueAt)],
            ['Delivery', deliveryOf(invoice)],
            ['Taxed as', invoice.taxedAs && buyerKinds[invoice.taxedAs]],
            ['Taxed differently', invoice.taxOverride],
            ['VAT ID in use', invoice.vatIdCheck && <VatIdProof key="vat-id" check={invoice.vatIdCheck} />],
            ['Sent', invoice.sentAt && <Time key="sent" value={invoice.sentAt} />],
            ['Reminders', remindersOf(invoice, reminders)],
            ['Paid', invoice.paidAt && <Time key="paid" value={invoice.paidAt} />],
            ['Created', <Time key="created" value={invoice.createdAt} />],
            ['Page', invoice.pageUrl && <PageLink key="page" url={invoice.pageUrl} />],
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
  );
}

/** What the EU said of the VAT ID of the buyer, and when. */
function VatIdProof({ check }: { check: VatIdCheck }) {
  const { vatId, checkedAt, consultationNumber, name, address } = check;
  const said = [vatId, name, address, consultationNumber && `Consultation number ${consultationNumber}`].filter(
    Boolean,
  );
  return (
    <>
      <Text size="sm">
        Checked <Time value={checkedAt} />
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {said.join('\n')}
      </Text>
    </>
  );
}

/** Where the buyer sees and pays it. */
function PageLink({ url }: { url: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor inherit underline="always" href={url} target="_blank">
        View page
      </Anchor>
      <Box my={-8}>
        <CopyButton value={url} label="Copy the URL of the page" />
      </Box>
    </Group>
  );
}

function deliveryOf({ deliveryFrom, deliveryUntil }: Invoice): string | null {
  const days = [deliveryFrom, deliveryUntil].flatMap((day) => (day === null ? [] : [formatDayOf(day)]));
  return days.length === 0 ? null : [...new Set(days)].join(' – ');
}

/** As on the document; nothing for a party that it does not name. */
export function PartySection({ title, party }: { title: string; party: Buyer | null }) {
  if (party === null || Object.keys(party).length === 0) return null;
  const { name, address = {}, vatId, email, reference } = party;
  const { line1, line2, postalCode, city, region, country } = address;
  const lines = [name, line1, line2, [postalCode, city].filter(Boolean).join(' '), region];
  const shown = [...lines, country && countryName(country)].filter((line) => line);
  return (
    <Section title={title}>
      <Stack gap="sm">
        <Text component="address" size="sm" style={{ fontStyle: 'normal', whiteSpace: 'pre-line' }}>
          {shown.join('\n')}
        </Text>
        <Facts
          facts={[
            ['VAT ID', vatId],
            ['Email', email],
            ['Reference', reference],
          ]}
        />
      </Stack>
    </Section>
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

function creditNotesQuery(invoiceId: string) {
  const query = { invoiceId, limit: 50 };
  return queryOptions({
    queryKey: ['credit-notes', 'list', query],
    queryFn: ({ signal }) => api.creditNotes.list(query, { signal }),
  });
}

function Mails({ invoiceId }: { invoiceId: string }) {
  const notes = useQuery(creditNotesQuery(invoiceId)).data?.items ?? [];
  return <InvoiceMails invoiceId={invoiceId} noteIds={notes.map(({ id }) => id)} />;
}

/** Nothing without one. */
function CreditNotes({ invoiceId }: { invoiceId: string }) {
  const query = useQuery(creditNotesQuery(invoiceId));
  if (!query.data?.items.length) return null;
  return (
    <Section title="Credit notes">
      <Lines query={query} label="Credit notes" empty="">
        {({ id, number, amount, currency, reason, issuedAt }) => (
          <RecordLine
            key={id}
            note={reason}
            status={<StatusBadge status="issued" label={formatMoney(amount, currency)} />}
            time={issuedAt}
          >
            <TextLink to="/credit-notes/$note" params={{ note: id }}>
              {number}
            </TextLink>
          </RecordLine>
        )}
      </Lines>
    </Section>
  );
}
