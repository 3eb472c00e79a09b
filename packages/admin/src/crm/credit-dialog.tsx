// Credits an invoice: all that is left of it, quantities or amounts of its lines, or an amount of the whole. Each time it is opened, it issues one credit note.

import type { CreditedLine, Fault, Invoice, NewCreditNote } from '@frontdesk/client';
import { Fieldset, Group, Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useDraft } from '../ui/draft.ts';
import { formatMoney } from '../ui/format.ts';
import { useIdempotencyKey } from '../ui/idempotency-key.ts';
import { amountError, amountHint, inputError } from '../ui/input-error.ts';
import { parseMoney } from '../ui/money-text.ts';
import { readDecimal } from '../ui/number-text.ts';
import { SaveButtons } from '../ui/record-form.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import { quantityText } from './invoice-values.ts';

type DialogProps = { invoice: Invoice; isOpen: boolean; close(): void };

export function CreditDialog({ invoice, isOpen, close }: DialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={`Credit ${invoice.number}`} size="lg">
      <CreditForm invoice={invoice} close={close} />
    </Modal>
  );
}

type Values = {
  part: 'all' | 'lines' | 'amount';
  amount: string;
  lines: TypedLine[];
  reason: string;
};

/** What is typed for a line: one of both, or blank for none of it. */
type TypedLine = { quantity: string; amount: string };

function CreditForm({ invoice, close }: Omit<DialogProps, 'isOpen'>) {
  const { id, lines, totals } = invoice;
  const currency = invoice.currency ?? '';
  const { values, set } = useDraft<Values>({
    part: 'all',
    amount: '',
    lines: lines.map(() => ({ quantity: '', amount: '' })),
    reason: '',
  });
  const withKey = useIdempotencyKey();
  const saving = useSaving({
    save: (values: Values) => {
      const body = creditBodyOf(values, invoice);
      return withKey((idempotencyKey) => api.invoices.credit(id, body, { idempotencyKey }));
    },
    onSaved: ({ number, amount }) => {
      queries.invalidateQueries({ queryKey: ['invoices'] });
      queries.invalidateQueries({ queryKey: ['credit-notes'] });
      close();
      toastSuccess(`Credit note ${number} for ${formatMoney(amount, currency)} issued`);
    },
  });
  const left = (totals?.gross ?? 0) - (totals?.credited ?? 0);
  const setLine = (at: number, change: Partial<TypedLine>): void =>
    set('lines', values.lines.with(at, { quantity: '', amount: '', ...values.lines[at], ...change }));
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} label="Credit note" labels={{ '/lines': 'Lines' }}>
      <Radio.Group
        label="What is credited"
        value={values.part}
        onChange={(part) => {
          saving.clear();
          set('part', part as Values['part']);
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={`All that is left: ${formatMoney(left, currency)}`} />
          <Radio value="lines" label="Quantities or amounts of lines" />
          <Radio value="amount" label="An amount, shared over all lines" />
        </Stack>
      </Radio.Group>
      {values.part === 'lines' &&
        lines.map(({ position, description, quantity, unit }, at) => (
          <Fieldset key={position} legend={description}>
            <Group grow align="start">
              <TextInput
                label="Quantity"
                description={`Of ${quantityText(quantity, unit)}`}
                inputMode="decimal"
                autoComplete="off"
                value={values.lines[at]?.quantity ?? ''}
                onChange={(event) => setLine(at, { quantity: event.currentTarget.value })}
                {...saving.field(`/lines/${sentIndex(values.lines, at)}/quantity`)}
              />
              <TextInput
                label={`Or amount in ${currency.toUpperCase()}`}
                description="With tax"
                inputMode="decimal"
                autoComplete="off"
                value={values.lines[at]?.amount ?? ''}
                onChange={(event) => setLine(at, { amount: event.currentTarget.value })}
                {...saving.field(`/lines/${sentIndex(values.lines, at)}/amount`)}
              />
            </Group>
          </Fieldset>
        ))}
      {values.part === 'amount' && (
        <TextInput
          label={`Amount in ${currency.toUpperCase()}`}
          description="With tax"
          inputMode="decimal"
          autoComplete="off"
          value={values.amount}
          onChange={(event) => set('amount', event.currentTarget.value)}
          {...saving.field('/amount')}
        />
      )}
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        value={values.reason}
        onChange={(event) => set('reason', event.currentTarget.value)}
        {...saving.field('/reason')}
      />
      <Text size="sm" c="dimmed">
        A credit note gets its own number, and does not change any more. It sends no money back: refund the payment for
        that.
      </Text>
      <SaveButtons isSaving={saving.isSaving} cancel={close} label="Issue credit note" />
    </SaveForm>
  );
}

function isBlank({ quantity, amount }: TypedLine): boolean {
  return !quantity.trim() && !amount.trim();
}

/** Blank lines are not sent. */
function sentIndex(lines: readonly TypedLine[], at: number): number | string {
  const line = lines[at];
  return line && !isBlank(line) ? lines.slice(0, at).filter((one) => !isBlank(one)).length : `blank${at}`;
}

/** Throws the faults of what cannot be read. */
function creditBodyOf({ part, amount: text, lines: typed, reason }: Values, invoice: Invoice): NewCreditNote {
  const currency = invoice.currency ?? '';
  const body = { reason: reason.trim() || null };
  if (part === 'all') return body;
  if (part === 'amount') {
    const amount = parseMoney(text, currency);
    if (amount === null || amount < 1) throw amountError('/amount', currency);
    const left = (invoice.totals?.gross ?? 0) - (invoice.totals?.credited ?? 0);
    if (amount <= left) return { ...body, amount };
    const detail = `Enter ${formatMoney(left, currency)} or less, which is left to credit`;
    throw inputError([{ pointer: '/amount', code: 'maximum', detail }]);
  }
  const faults: Fault[] = [];
  const lines = invoice.lines.flatMap(({ position }, at): CreditedLine[] => {
    const line = typed[at];
    if (!line || isBlank(line)) return [];
    const read = readLine(line, currency);
    if (!('fault' in read)) return [{ position, ...read }];
    const pointer = `/lines/${sentIndex(typed, at)}/${read.name}`;
    faults.push({ pointer, code: 'invalid', detail: read.fault });
    return [];
  });
  if (lines.length === 0 && faults.length === 0)
    faults.push({ pointer: '/lines', code: 'required', detail: 'Enter how much of a line is credited' });
  if (faults.length > 0) throw inputError(faults);
  return { ...body, lines };
}

type ReadLine = { quantity: string } | { amount: number } | { name: keyof TypedLine; fault: string };

function readLine(line: TypedLine, currency: string): ReadLine {
  const [typedQuantity, typedAmount] = [line.quantity.trim(), line.amount.trim()];
  if (typedQuantity && typedAmount) return { name: 'amount', fault: 'Enter a quantity or an amount, not both' };
  if (typedQuantity) {
    const quantity = readDecimal(typedQuantity, 6);
    if (quantity !== null && Number(quantity) > 0) return { quantity };
    return { name: 'quantity', fault: 'Enter a quantity, such as 1' };
  }
  const amount = parseMoney(typedAmount, currency);
  return amount !== null && amount > 0 ? { amount } : { name: 'amount', fault: amountHint(currency) };
}
