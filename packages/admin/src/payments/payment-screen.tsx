// One payment: its details, refunds and related records.

import type { Payment, PaymentRefund } from '@frontdesk/client';
import { Alert, Button, Stack } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ContactLink } from '../records/contact-link.tsx';
import { DeliveryList } from '../records/delivery-list.tsx';
import { paymentMethods } from '../records/payment-methods.ts';
import { PaymentStatusBadge } from '../records/payment-status-badge.tsx';
import { submissionFormQuery } from '../records/submission-form-query.ts';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatMoney, humanize } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { lastSearchOf } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { RecordLine, RecordLines } from '../ui/record-lines.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { toastError } from '../ui/toast.tsx';
import { TwoColumns } from '../ui/two-columns.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { Reservation } from './reservation.tsx';

const route = getRouteApi('/shell/payments/$payment');

type PaymentWithRefunds = Payment & { refunds: PaymentRefund[] };

export function PaymentScreen() {
  const { payment: id } = route.useParams();
  const query = useQuery({
    queryKey: ['payments', id],
    queryFn: ({ signal }) => api.payments.get(id, { signal }),
    // Pending payments and refunds change soon.
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? 5000 : false),
  });
  return <QueryView query={query}>{(payment) => <PaymentView payment={payment} />}</QueryView>;
}

function isPending({ status, refunds }: PaymentWithRefunds): boolean {
  return status === 'processing' || refunds.some(({ status }) => status === 'pending');
}

/** The amount that can still be refunded; failed refunds do not count. */
function refundableAmount({ amountReceived, refunds }: PaymentWithRefunds): number {
  const refunded = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  return amountReceived - refunded.reduce((sum, { amount }) => sum + amount, 0);
}

function PaymentView({ payment }: { payment: PaymentWithRefunds }) {
  const { may } = useMe();
  const navigate = useNavigate();
  const { refund } = useSearch({ strict: false }) as { refund?: string };
  const { amount, currency, status, disputed, underpaid, review } = payment;
  const endReview = useMutation({
    mutationFn: () => api.payments.update(payment.id, { review: null }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['payments'] }),
    onError: toastError,
  });
  const remaining = refundableAmount(payment);
  // The processor cannot return what a person has recorded.
  const isByProcessor = payment.method === null;
  const mayRefund = may('payments:write') && isByProcessor && status === 'succeeded' && !disputed && remaining > 0;
  const showDialog = (isShown: boolean): void => {
    navigate({ to: '.', search: (isShown ? { refund: 'yes' } : {}) as never, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader
        title={formatMoney(amount, currency)}
        back={
          <TextLink to="/payments" search={lastSearchOf('/payments')}>
            Payments
          </TextLink>
        }
        aside={<PaymentStatusBadge payment={payment} />}
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
        <RefundDialog
          payment={payment}
          remaining={remaining}
          isOpen={refund === 'yes'}
          close={() => showDialog(false)}
        />
      )}
      <TwoColumns side={<RelatedRecords payment={payment} />}>
        {disputed && (
          <Alert color="red" title="This payment is disputed">
            It cannot be refunded during the dispute. Respond to the dispute at the payment processor.
          </Alert>
        )}
        {underpaid && (
          <Alert color="red" title="Less was received than requested">
            {`${formatMoney(payment.amountReceived, currency)} of ${formatMoney(amount, currency)} was received, so the form and the invoice are not marked as paid. Check the payment at the payment processor, then refund it or ask the payer for the rest.`}
          </Alert>
        )}
        {review && (
          <Alert color="red" title="This payment needs a review">
            <Stack gap="xs" align="flex-start">
              {`${review}. Check it at the payment processor, then refund it or correct the records.`}
              {may('payments:write') && (
                <Button variant="default" size="xs" loading={endReview.isPending} onClick={() => endReview.mutate()}>
                  Mark as reviewed
                </Button>
              )}
            </Stack>
          </Alert>
        )}
        {payment.failureMessage && status !== 'succeeded' && (
          <Alert color="red" title="The last payment attempt failed">
            {payment.failureMessage}
          </Alert>
        )}
        <Section title="Payment">
          <Facts facts={factsOf(payment, remaining)} />
        </Section>
        <Reservation payment={payment} />
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

function factsOf(payment: PaymentWithRefunds, remaining: number): [string, React.ReactNode][] {
  const { amount, amountReceived, amountRefunded, currency, method, paidAt, createdAt } = payment;
  const isReceived = amountReceived > 0;
  return [
    ['Amount', formatMoney(amount, currency)],
    ['Received', isReceived ? formatMoney(amountReceived, currency) : null],
    ['Refunded', amountRefunded > 0 ? formatMoney(amountRefunded, currency) : null],
    ['Remaining', amountRefunded > 0 ? formatMoney(remaining, currency) : null],
    ['Method', method && paymentMethods[method]],
    ['Reference', payment.reference],
    ['Created', <Time key="created" value={createdAt} />],
    ['Paid', paidAt && <Time key="paid" value={paidAt} />],
    ['Payment ID', <CopyableValue key="id" value={payment.id} label="payment ID" />],
    [
      'Payment intent',
      payment.paymentIntentId && <CopyableValue key="pi" value={payment.paymentIntentId} label="payment intent ID" />,
    ],
    [
      'Checkout session',
      payment.checkoutSessionId && (
        <CopyableValue key="cs" value={payment.checkoutSessionId} label="checkout session ID" />
      ),
    ],
  ];
}

function RelatedRecords({ payment }: { payment: Payment }) {
  const { may } = useMe();
  const { contactId, invoiceId, submissionId } = payment;
  return (
    <Section title="Related records">
      <Facts
        facts={[
          ['Contact', <ContactLink key="contact" id={contactId} />],
          [
            'Invoice',
            invoiceId &&
              (may('crm:read') ? (
                <TextLink to="/invoices/$invoice" params={{ invoice: invoiceId }}>
                  View invoice
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
  if (data === null) return 'Deleted submission';
  return (
    <TextLink to="/forms/$form/submissions/$submission" params={{ form: data.formId, submission: id }}>
      View submission
    </TextLink>
  );
}

function Refunds({ refunds }: { refunds: PaymentRefund[] }) {
  return (
    <RecordLines label="Refunds">
      {refunds.map(({ id, amount, currency, status, reason, failureMessage, createdAt }) => (
        <RecordLine
          key={id}
          note={[reason && humanize(reason), failureMessage].filter(Boolean).join(': ')}
          status={<StatusBadge status={status} />}
          time={createdAt}
        >
          <span className="tabular-numbers">{formatMoney(amount, currency)}</span>
        </RecordLine>
      ))}
    </RecordLines>
  );
}
