// Inputs for an amount, in major units such as euros, and its currency.

import { Group, Select, TextInput } from '@mantine/core';
import type { InputFault } from './saving.ts';

type MoneyFieldsProps = {
  amount: string;
  currency: string;
  setAmount(text: string): void;
  setCurrency(currency: string): void;
  amountProps?: InputFault;
  currencyProps?: InputFault;
  label?: string;
  required?: boolean;
  /** Focuses the amount when it appears. */
  autoFocus?: boolean;
};

export function MoneyFields(props: MoneyFieldsProps) {
  const {
    amount,
    currency,
    setAmount,
    setCurrency,
    amountProps,
    currencyProps,
    label = 'Amount',
    required,
    autoFocus,
  } = props;
  return (
    <Group align="start" gap="sm" wrap="nowrap">
      <TextInput
        label={label}
        inputMode="decimal"
        flex={1}
        required={required ?? false}
        autoFocus={autoFocus ?? false}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        {...amountProps}
      />
      <CurrencySelect value={currency} set={setCurrency} required={required ?? false} {...currencyProps} />
    </Group>
  );
}

type CurrencySelectProps = Partial<InputFault> & { value: string; set(currency: string): void; required?: boolean };

export function CurrencySelect({ value, set, required = false, ...fault }: CurrencySelectProps) {
  return (
    <Select
      label="Currency"
      data={currencies()}
      searchable
      limit={60}
      w={150}
      allowDeselect={false}
      required={required}
      value={value}
      onChange={(value) => value && set(value)}
      {...fault}
    />
  );
}

const common = ['eur', 'usd', 'gbp', 'chf', 'sek', 'nok', 'dkk', 'pln', 'czk', 'jpy', 'cad', 'aud'];
const notMoney = /^X(A[GUX]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/;
let known: { value: string; label: string }[] | null = null;

/** The most common currencies first, then all others that the browser supports. */
export function currencies(): { value: string; label: string }[] {
  if (known) return known;
  const all = Intl.supportedValuesOf('currency')
    .filter((code) => !notMoney.test(code))
    .map((code) => code.toLowerCase());
  known = [...new Set([...common, ...all])].map((code) => ({ value: code, label: code.toUpperCase() }));
  return known;
}
