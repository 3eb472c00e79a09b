// Refunds a payment in full or in part. Each time the dialog is opened, it can create one refund only.

import { FrontdeskError, type Payment, type RefundReason } from '@frontdesk/client';
import { Alert, Button, Checkbox, Group, Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { formatMoney } from '../ui/format.ts';
import { useIdempotencyKey } from '../ui/idempotency-key.ts';
import { amountError, inputError } from '../ui/input-error.ts';
import { editableMoney, parseMoney } from '../ui/money-text.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';

type RefundDialogProps = { payment: Payment; remaining: number; isOpen: boolean; close(): void };

export function RefundDialog({ payment, remaining, isOpen, close }: RefundDialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title="Refund payment">
      <RefundForm payment={payment} remaining={remaining} close={close} />
    </Modal>
  );
}

const reasons: { value: RefundReason; label: string }[] = [
  { value: 'requested_by_customer', label: 'Requested by customer' },
  { value: 'duplicate', label: 'Duplicate' },
  { value: 'fraudulent', label: 'Fraudulent' },
];

/** Whether the payment has an invoice that was issued, which only a credit note corrects. */
function useIsInvoiced(invoiceId: string | null): boolean {
  const { data } = useQuery({
    queryKey: ['invoices', invoiceId],
    queryFn: ({ signal }) => api.invoices.get(invoiceId ?? '', { signal }),
    enabled: invoiceId !== null,
  });
  return typeof data?.issuedAt === 'string';
}

function RefundForm({ payment, remaining, close }: Omit<RefundDialogProps, 'isOpen'>) {
  const { id, currency } = payment;
  // Kept while the dialog is open: the remaining amount changes as soon as the refund is created.
  const [maxAmount] = useState(remaining);
  const [isPart, setPart] = useState(false);
  const [amount, setAmount] = useState(() => editableMoney(remaining, currency));
  const [reason, setReason] = useState<RefundReason>('requested_by_customer');
  const [restock, setRestock] = useState(false);
  const [creditNote, setCreditNote] = useState(true);
  const isInvoiced = useIsInvoiced(payment.invoiceId);
  const withKey = useIdempotencyKey();
  const minor = isPart ? parseMoney(amount, currency) : maxAmount;

  const saving = useSaving({
    save: async () => {
      if (minor === null || minor < 1) throw amountError('/amount', currency);
      if (minor > maxAmount) throw overMaximum(maxAmount, currency);
      const body = {
        paymentIntentId: payment.paymentIntentId ?? id,
        amount: minor,
        reason,
        ...(restock && { restock }),
        ...(isInvoiced && creditNote && { creditNote }),
      };
      try {
        return await withKey((idempotencyKey) => api.payments.refund(body, { idempotencyKey }));
      } catch (error) {
        // Another refund was created since the dialog was opened.
        const amountLeft = error instanceof FrontdeskError && error.problem.amountLeft;
        throw typeof amountLeft === 'number' ? overMaximum(amountLeft, currency) : error;
      }
    },
    onSaved: ({ status, amount }) => {
      queries.invalidateQueries({ queryKey: ['payments'] });
      queries.invalidateQueries({ queryKey: ['forms'] });
      queries.invalidateQueries({ queryKey: ['invoices'] });
      queries.invalidateQueries({ queryKey: ['deliveries'] });
      close();
      const money = formatMoney(amount, currency);
      toastSuccess(status === 'pending' ? `Refund of ${money} is pending` : `Refund of ${money} succeeded`);
    },
  });

  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(undefined)} label="Refund">
      <Radio.Group
        label="Amount"
        value={isPart ? 'part' : 'whole'}
        onChange={(value) => {
          setPart(value === 'part');
          saving.forget('/amount');
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="whole" label={`Full remaining amount: ${formatMoney(maxAmount, currency)}`} />
          <Radio value="part" label="Partial amount" />
        </Stack>
      </Radio.Group>
      {isPart && (
        <TextInput
          label={`Amount in ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          {...saving.field('/amount')}
        />
      )}
      <Select
        label="Reason"
        data={reasons}
        allowDeselect={false}
        value={reason}
        onChange={(value) => setReason((value ?? 'requested_by_customer') as RefundReason)}
        {...saving.field('/reason')}
      />
      {reason === 'fraudulent' && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The customer will be blocked">
          The processor adds the card and email address to its block list. The customer can no longer pay you with them.
        </Alert>
      )}
      {payment.reservation === 'sold' && (
        <Checkbox
          label="Return all that was bought to stock"
          checked={restock}
          onChange={(event) => setRestock(event.currentTarget.checked)}
        />
      )}
      {isInvoiced && (
        <Checkbox
          label="Issue a credit note for the invoice"
          checked={creditNote}
          onChange={(event) => setCreditNote(event.currentTarget.checked)}
          {...saving.field('/creditNote')}
        />
      )}
      <Text size="sm" c="dimmed">
        The money is returned to the original payment method. This cannot be undone.
      </Text>
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" color="red.8" loading={saving.isSaving}>
          {minor === null || minor < 1 ? 'Refund' : `Refund ${formatMoney(minor, currency)}`}
        </Button>
      </Group>
    </SaveForm>
  );
}

function overMaximum(maxAmount: number, currency: string): FrontdeskError {
  const detail = `Enter ${formatMoney(maxAmount, currency)} or less, the amount that can still be refunded`;
  return inputError([{ pointer: '/amount', code: 'maximum', detail }]);
}
