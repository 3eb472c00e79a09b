// Values of several parts, and colors.

import { ColorInput, Group, Input, Text, TextInput } from '@mantine/core';
import { useMe } from '../../accounts/me.ts';
import { MoneyFields } from '../../ui/money-fields.tsx';
import { type InputProps, type InputRecord, type InputValue, isRecord } from '../input-props.ts';
import { ownFault } from './faults-inside.ts';
import { inMajorUnits } from './money-fault.ts';

/** An amount in major units, such as euros, with its currency unless the field says which it is. */
export function MoneyInput({ field, value, set, pointer, saving, common }: InputProps) {
  const { site } = useMe();
  const { amount, currency } = partsOf(value, ['amount', 'currency']);
  const error = ownFault(saving.faults, pointer, (name) => name === 'amount' || name === 'currency');
  const change = (parts: InputRecord): void => {
    set({ amount, currency: currency || site.currency, ...parts });
    for (const name of Object.keys(parts)) saving.forget(`${pointer}/${name}`);
  };
  const at = (name: string) => saving.field(`${pointer}/${name}`);
  const isFixed = field.currency !== undefined && (currency === '' || currency === field.currency);
  if (isFixed) {
    const { error: wrongCurrency } = at('currency');
    const fault = at('amount');
    return (
      <TextInput
        label={common.label}
        description={common.description}
        required={common.required}
        inputMode="decimal"
        rightSection={
          <Text size="xs" c="dimmed">
            {field.currency?.toUpperCase()}
          </Text>
        }
        rightSectionWidth={48}
        value={amount}
        onChange={(event) => change({ amount: event.currentTarget.value, currency: field.currency ?? '' })}
        {...withError(fault, inMajorUnits(fault.error, field.currency) ?? wrongCurrency ?? error)}
      />
    );
  }
  const fault = at('amount');
  return (
    <Parts label={common.label} description={common.description} pointer={pointer}>
      <MoneyFields
        label={common.label}
        required={common.required}
        amount={amount}
        currency={currency || site.currency}
        setAmount={(amount) => change({ amount })}
        setCurrency={(currency) => change({ currency })}
        amountProps={withError(fault, inMajorUnits(fault.error, currency) ?? error)}
        currencyProps={at('currency')}
      />
    </Parts>
  );
}

/** A place on Earth, in degrees. */
export function PlaceInput({ value, set, pointer, saving, common }: InputProps) {
  const parts = partsOf(value, ['lat', 'lng']);
  const error = ownFault(saving.faults, pointer, (name) => name === 'lat' || name === 'lng');
  const input = (name: 'lat' | 'lng', label: string, placeholder: string) => {
    const fault = saving.field(`${pointer}/${name}`);
    return (
      <TextInput
        label={`${common.label}, ${label}`}
        flex={1}
        miw={120}
        inputMode="decimal"
        placeholder={placeholder}
        required={common.required}
        value={parts[name]}
        onChange={(event) => {
          set({ ...parts, [name]: event.currentTarget.value });
          saving.forget(`${pointer}/${name}`);
        }}
        {...withError(fault, fault.error ?? (name === 'lat' ? error : undefined))}
      />
    );
  };
  return (
    <Parts label={common.label} description={common.description} pointer={pointer}>
      <Group align="start" gap="sm">
        {input('lat', 'latitude', '−90 to 90')}
        {input('lng', 'longitude', '−180 to 180')}
      </Group>
    </Parts>
  );
}

export function ColorField({ value, set, common }: InputProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <ColorInput
      {...common}
      value={text}
      onChange={set}
      format={text.length > 7 ? 'hexa' : 'hex'}
      fixOnBlur={false}
      placeholder="#1a73e8"
      popoverProps={{ withinPortal: true }}
      eyeDropperButtonProps={{ 'aria-label': `Pick ${common.label} from the screen` }}
    />
  );
}

type PartsProps = { label: string; description: string | undefined; pointer: string; children: React.ReactNode };

function Parts({ label, description, pointer, children }: PartsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this
    <div role="group" aria-label={label} data-pointer={pointer}>
      {children}
      {description && <Input.Description mt={4}>{description}</Input.Description>}
    </div>
  );
}

function partsOf<Name extends string>(value: InputValue, names: readonly Name[]): Record<Name, string> {
  const parts = isRecord(value) ? value : {};
  const entries = names.map((name) => [name, typeof parts[name] === 'string' ? parts[name] : '']);
  return Object.fromEntries(entries) as Record<Name, string>;
}

function withError(fault: { 'data-pointer': string }, error: string | undefined) {
  return { 'data-pointer': fault['data-pointer'], ...(error ? { error } : {}) };
}
