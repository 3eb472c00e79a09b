// Records money that arrived for an invoice without the payment processor. Each time it is opened, it records one payment.

import type { Invoice, PaymentMethod } from '@frontdesk/client';
import { Group, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { paymentMethods } from '../records/payment-methods.ts';
import { DateInput } from '../ui/date-input.tsx';
import { useDraft } from '../ui/draft.ts';
import { formatMoney } from '../ui/format.ts';
import { useIdempotencyKey } from '../ui/idempotency-key.ts';
import { amountError } from '../ui/input-error.ts';
import { startOfDay, toLocalInput } from '../ui/local-time.ts';
import { editableMoney, parseMoney } from '../ui/money-text.ts';
import { SaveButtons, textInputs } from '../ui/record-form.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';

type DialogProps = { invoice: Invoice; isOpen: boolean; close(): void };

export function RecordPaymentDialog({ invoice, isOpen, close }: DialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title="Record payment">
      <RecordPaymentForm invoice={invoice} close={close} />
    </Modal>
  );
}

const methods = Object.entries(paymentMethods).map(([value, label]) => ({ value, label }));

type Values = { amount: string; method: PaymentMethod; day: string; reference: string };

function RecordPaymentForm({ invoice, close }: Omit<DialogProps, 'isOpen'>) {
  const { id, totals } = invoice;
  const currency = invoice.currency ?? '';
  const [today] = useState(() => toLocalInput(new Date().toISOString()).slice(0, 10));
  const draft = useDraft<Values>({
    ...{ amount: editableMoney(totals?.open ?? 0, currency), method: 'transfer', day: today, reference: '' },
  });
  const { values, set } = draft;
  const withKey = useIdempotencyKey();
  const saving = useSaving({
    save: ({ amount: text, method, day, reference }: Values) => {
      const amount = parseMoney(text, currency);
      if (amount === null || amount < 1) throw amountError('/amount', currency);
      const paidAt = day === '' || day === today ? {} : { paidAt: startOfDay(day) };
      const body = { amount, method, ...paidAt, reference: reference.trim() || null };
      return withKey((idempotencyKey) => api.invoices.recordPayment(id, body, { idempotencyKey }));
    },
    onSaved: ({ amount, currency }) => {
      queries.invalidateQueries({ queryKey: ['invoices'] });
      queries.invalidateQueries({ queryKey: ['payments'] });
      close();
      toastSuccess(`Payment of ${formatMoney(amount, currency)} recorded`);
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} label="Payment">
      <TextInput
        label={`Amount in ${currency.toUpperCase()}`}
        inputMode="decimal"
        data-autofocus
        autoComplete="off"
        value={values.amount}
        onChange={(event) => set('amount', event.currentTarget.value)}
        {...saving.field('/amount')}
      />
      <Group grow align="start" gap="sm">
        <Select
          label="Method"
          data={methods}
          allowDeselect={false}
          value={values.method}
          onChange={(method) => method && set('method', method as PaymentMethod)}
          {...saving.field('/method')}
        />
        <DateInput
          label="Received on"
          max={today}
          value={values.day}
          set={(day) => set('day', day)}
          {...saving.field('/paidAt')}
        />
      </Group>
      {textInputs(draft, saving)('reference', 'Reference', {
        description: 'Where to find it, such as on the bank statement',
        autoComplete: 'off',
      })}
      <SaveButtons isSaving={saving.isSaving} cancel={close} label="Record payment" />
    </SaveForm>
  );
}
