// Gives money back, in whole or part. One opening of the dialog refunds once, however often it is sent.

import { FrontdeskError, type Payment, type RefundReason } from '@frontdesk/client';
import { Alert, Button, Group, Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { editableMoney, formatMoney, parseMoney } from '../ui/format.ts';
import { amountError, inputError } from '../ui/input-error.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastDone } from '../ui/toast.tsx';

type RefundDialogProps = { payment: Payment; left: number; isOpen: boolean; close(): void };

export function RefundDialog({ payment, left, isOpen, close }: RefundDialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title="Refund this payment">
      <RefundForm payment={payment} left={left} close={close} />
    </Modal>
  );
}

const reasons: { value: RefundReason; label: string }[] = [
  { value: 'requested_by_customer', label: 'The customer asked for it' },
  { value: 'duplicate', label: 'Paid twice' },
  { value: 'fraudulent', label: 'Fraud' },
];

function RefundForm({ payment, left, close }: Omit<RefundDialogProps, 'isOpen'>) {
  const { id, currency } = payment;
  // Kept while the dialog is open: what is left changes as soon as the refund is made.
  const [most] = useState(left);
  const [isPart, setPart] = useState(false);
  const [amount, setAmount] = useState(() => editableMoney(left, currency));
  const [reason, setReason] = useState<RefundReason>('requested_by_customer');
  const attempt = useRefundKey();
  const minor = isPart ? parseMoney(amount, currency) : most;

  const saving = useSaving({
    save: async () => {
      if (minor === null || minor < 1) throw amountError('/amount', currency);
      if (minor > most) throw tooMuch(most, currency);
      const body = { paymentIntentId: payment.paymentIntentId ?? id, amount: minor, reason };
      try {
        return await attempt((idempotencyKey) => api.payments.refund(body, { idempotencyKey }));
      } catch (error) {
        // Somebody else has refunded meanwhile; the server counts in the smallest unit.
        const amountLeft = error instanceof FrontdeskError && error.problem.amountLeft;
        throw typeof amountLeft === 'number' ? tooMuch(amountLeft, currency) : error;
      }
    },
    onSaved: ({ status, amount }) => {
      queries.invalidateQueries({ queryKey: ['payments'] });
      queries.invalidateQueries({ queryKey: ['forms'] });
      queries.invalidateQueries({ queryKey: ['deliveries'] });
      close();
      const money = formatMoney(amount, currency);
      toastDone(status === 'pending' ? `The refund of ${money} is on its way` : `${money} is refunded`);
    },
  });

  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(undefined)} label="Refund">
      <Radio.Group
        label="How much"
        value={isPart ? 'part' : 'whole'}
        onChange={(value) => {
          setPart(value === 'part');
          saving.forget('/amount');
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="whole" label={`All that is left: ${formatMoney(most, currency)}`} />
          <Radio value="part" label="A part of it" />
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
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="This blocks the payer">
          The processor puts the card and the e-mail address on its block list: this person can no longer pay here.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        The money goes back to the card or account it came from. That cannot be undone.
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

function tooMuch(left: number, currency: string): FrontdeskError {
  const detail = `Only ${formatMoney(left, currency)} is left of this payment`;
  return inputError([{ pointer: '/amount', code: 'maximum', detail }]);
}

/**
 * Runs one refund with one key. The key changes only after the server has said no for certain, so that a new amount may
 * be tried; where it is not known what became of a try, the same key asks again, and another amount is refused.
 */
function useRefundKey() {
  const key = useRef(newKey());
  return async <T,>(run: (key: string) => Promise<T>): Promise<T> => {
    try {
      return await run(key.current);
    } catch (error) {
      if (isRefusal(error)) key.current = newKey();
      throw error;
    }
  };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof FrontdeskError) || error.status < 400 || error.status >= 500) return false;
  return (
    !['idempotency_key_reused', 'request_in_progress', 'rate_limited'].includes(error.code) && error.status !== 429
  );
}

/** 128 random bits; `randomUUID` is missing on pages that came by plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
