// The inputs for a party of an invoice: who sells, in the settings, and who buys.

import type { Address, Seller } from '@frontdesk/client';
import { Group, Stack, TextInput } from '@mantine/core';
import { CountrySelect } from '../ui/country-select.tsx';
import type { InputFault } from '../ui/saving.ts';

/** What seller and buyer have in common. */
type Party = Pick<Seller, 'name' | 'address' | 'vatId' | 'email'>;

type PartyFieldsProps<P extends Party> = {
  party: P;
  set(party: P): void;
  /** The fault of a member such as `/address/city`. */
  field(pointer: string): InputFault;
  /** Marks what an invoice cannot be issued without. */
  isRequired?: boolean;
  /** Shown while it is blank: what is used then. */
  namePlaceholder?: string;
};

/** The record with a member, or without it if that is blank. */
export function withMember<R extends object, Name extends keyof R>(record: R, name: Name, value: R[Name] | ''): R {
  const { [name]: _, ...rest } = record;
  return value === '' ? (rest as R) : ({ ...record, [name]: value } as R);
}

export function PartyFields<P extends Party>(props: PartyFieldsProps<P>) {
  const { party, set, field, isRequired = false, namePlaceholder } = props;
  const { address = {} } = party;
  const setAddress = (name: keyof Address, value: string): void =>
    set({ ...party, address: withMember(address, name, value) });
  const addressInput = (name: keyof Address, label: string, rest: object = {}) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={address[name] ?? ''}
      onChange={(event) => setAddress(name, event.currentTarget.value)}
      {...rest}
      {...field(`/address/${name}`)}
    />
  );
  return (
    <Stack gap="md">
      <TextInput
        label="Legal name"
        autoComplete="off"
        required={isRequired}
        placeholder={namePlaceholder ?? ''}
        value={party.name ?? ''}
        onChange={(event) => set(withMember(party, 'name', event.currentTarget.value))}
        {...field('/name')}
      />
      {addressInput('line1', 'Street and number')}
      {addressInput('line2', 'Address line 2')}
      <Group grow align="start" gap="sm">
        {addressInput('postalCode', 'Postal code')}
        {addressInput('city', 'City', { required: isRequired })}
      </Group>
      <CountrySelect
        required={isRequired}
        value={address.country ?? ''}
        set={(code) => setAddress('country', code)}
        {...field('/address/country')}
      />
      <TextInput
        label="VAT ID"
        description="With its country, such as DE123456789"
        autoComplete="off"
        value={party.vatId ?? ''}
        onChange={(event) => set(withMember(party, 'vatId', event.currentTarget.value))}
        {...field('/vatId')}
      />
    </Stack>
  );
}
