// One payment: what it is for, what became of it, what was given back.

import type { Payment, PaymentRefund } from '@frontdesk/client';
import { Alert, Button } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { ContactLink } from '../records/contact-link.tsx';
import { DeliveryList } from '../records/delivery-list.tsx';
import { submissionFormQuery } from '../records/submission-form-query.ts';
import { CopiedFact } from '../ui/copied-fact.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatMoney, inWords } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { RecordLine, RecordLines } from '../ui/record-lines.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { TwoColumns } from '../ui/two-columns.tsx';
import { PaymentState } from './payment-state.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const route = getRouteApi('/shell/payments/$payment');

type Whole = Payment & { refunds: PaymentRefund[] };

export function PaymentScreen() {
  const { payment: id } = route.useParams();
  const query = useQuery({
    queryKey: ['payments', id],
    queryFn: ({ signal }) => api.payments.get(id, { signal }),
    // What is pending is settled soon.
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 5000 : false),
  });
  return <QueryView query={query}>{(payment) => <PaymentView payment={payment} />}</QueryView>;
}

function isMoving({ status, refunds }: Whole): boolean {
  return status === 'processing' || refunds.some(({ status }) => status === 'pending');
}

/** What can still be given back: refunds that failed give their part free. */
function amountLeft({ amountReceived, refunds }: Whole): number {
  const given = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  return amountReceived - given.reduce((sum, { amount }) => sum + amount, 0);
}

function PaymentView({ payment }: { payment: Whole }) {
  const { may } = useMe();
  const navigate = useNavigate();
  const { refund } = useSearch({ strict: false }) as { refund?: string };
  const { amount, currency, status, disputed } = payment;
  const left = amountLeft(payment);
  const mayRefund = may('payments:write') && status === 'succeeded' && !disputed && left > 0;
  const showDialog = (isShown: boolean): void => {
    navigate({ to: '.', search: (isShown ? { refund: 'yes' } : {}) as never, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader
        title={formatMoney(amount, currency)}
        back={<TextLink to="/payments">Payments</TextLink>}
        aside={<PaymentState payment={payment} />}
        description={payment.description}
        actions={
          mayRefund && (
            <Button
              variant="default"
              leftSection={<IconReceiptRefund size={18} aria-hidden />}
              onClick={() => showDialog(true)}
            >
              Refund…
            </Button>
          )
        }
      />
      {mayRefund && (
        <RefundDialog payment={payment} left={left} isOpen={refund === 'yes'} close={() => showDialog(false)} />
      )}
      <TwoColumns side={<Connections payment={payment} />}>
        {disputed && (
          <Alert color="red" title="The payer disputes this payment">
            It cannot be refunded meanwhile. Answer the dispute at the processor.
          </Alert>
        )}
        {payment.failureMessage && status !== 'succeeded' && (
          <Alert color="red" title="The last try failed">
            {payment.failureMessage}
          </Alert>
        )}
        <Section title="Payment">
          <Facts facts={factsOf(payment, left)} />
        </Section>
        {payment.refunds.length > 0 && (
          <Section title="Refunds">
            <Refunds refunds={payment.refunds} />
          </Section>
        )}
        <DeliveryList subjects={payment.submissionId === null ? [payment.id] : [payment.id, payment.submissionId]} />
      </TwoColumns>
    </>
  );
}

function factsOf(payment: Whole, left: number): [string, React.ReactNode][] {
  const { amount, amountReceived, amountRefunded, currency, paidAt, createdAt } = payment;
  const isReceived = amountReceived > 0;
  return [
    ['Asked for', formatMoney(amount, currency)],
    ['Received', isReceived ? formatMoney(amountReceived, currency) : null],
    ['Refunded', amountRefunded > 0 ? formatMoney(amountRefunded, currency) : null],
    ['Left', amountRefunded > 0 ? formatMoney(left, currency) : null],
    ['Begun', <Time key="begun" value={createdAt} />],
    ['Paid', paidAt && <Time key="paid" value={paidAt} />],
    ['Payment', <CopiedFact key="id" value={payment.id} label="the payment’s id" />],
    [
      'Payment intent',
      payment.paymentIntentId && <CopiedFact key="pi" value={payment.paymentIntentId} label="the payment intent" />,
    ],
    [
      'Checkout session',
      payment.checkoutSessionId && (
        <CopiedFact key="cs" value={payment.checkoutSessionId} label="the checkout session" />
      ),
    ],
  ];
}

function Connections({ payment }: { payment: Payment }) {
  const { may } = useMe();
  const { contactId, invoiceId, submissionId } = payment;
  return (
    <Section title="Belongs to">
      <Facts
        facts={[
          ['Contact', <ContactLink key="contact" id={contactId} />],
          [
            'Invoice',
            invoiceId &&
              (may('crm:read') ? (
                <TextLink to="/invoices/$invoice" params={{ invoice: invoiceId }}>
                  See the invoice
                </TextLink>
              ) : (
                invoiceId
              )),
          ],
          ['Submission', submissionId && <SubmissionLink id={submissionId} contactId={contactId} />],
        ]}
      />
    </Section>
  );
}

function SubmissionLink({ id, contactId }: { id: string; contactId: string | null }) {
  const { data } = useQuery(submissionFormQuery(id, contactId));
  if (data === undefined) return '…';
  if (data === null) return 'Removed submission';
  return (
    <TextLink to="/forms/$form/submissions/$submission" params={{ form: data.formId, submission: id }}>
      See the submission
    </TextLink>
  );
}

function Refunds({ refunds }: { refunds: PaymentRefund[] }) {
  return (
    <RecordLines label="Refunds">
      {refunds.map(({ id, amount, currency, status, reason, failureMessage, createdAt }) => (
        <RecordLine
          key={id}
          note={[reason && inWords(reason), failureMessage].filter(Boolean).join(': ')}
          status={<StatusBadge status={status} />}
          time={createdAt}
        >
          <span className="desk-number">{formatMoney(amount, currency)}</span>
        </RecordLine>
      ))}
    </RecordLines>
  );
}
