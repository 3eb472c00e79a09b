// What an invoice says besides its lines: who owes it, when, and what else is on its document.

import { Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useInvoicing } from '../accounts/settings-query.ts';
import { contactQuery } from '../records/contact-link.tsx';
import { ContactPicker } from '../records/contact-picker.tsx';
import { PartyFields, withMember } from '../records/party-fields.tsx';
import { DateInput } from '../ui/date-input.tsx';
import type { Draft } from '../ui/draft.ts';
import { formatCount } from '../ui/format.ts';
import { type LanguageCode, languageChoices } from '../ui/language-names.ts';
import { toLocalInput } from '../ui/local-time.ts';
import { CurrencySelect } from '../ui/money-fields.tsx';
import type { InputFault } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { InvoiceLinesInput } from './invoice-lines-input.tsx';
import type { InvoiceValues } from './invoice-values.ts';

type PartProps = Pick<Draft<InvoiceValues>, 'values' | 'set'> & { field(pointer: string): InputFault };

export function InvoiceHead({ values, set, field }: PartProps) {
  const days = useInvoicing()?.dueDays ?? 14;
  return (
    <Section title="Invoice" description={`Without a due date, it is due ${formatCount(days, 'day')} after its issue.`}>
      <Stack gap="md">
        <Group align="start" gap="sm">
          <ContactPicker
            label="Contact"
            flex="1 1 240px"
            canAdd
            value={values.contactId}
            onChange={(id) => set('contactId', id)}
            {...field('/contactId')}
          />
          <CurrencySelect
            value={values.currency}
            set={(currency) => set('currency', currency)}
            {...field('/currency')}
          />
        </Group>
        <TextInput
          label="Subject"
          description="What it is for"
          autoComplete="off"
          value={values.subject}
          onChange={(event) => set('subject', event.currentTarget.value)}
          {...field('/description')}
        />
        <Group align="start" gap="sm" grow preventGrowOverflow={false}>
          <DateInput
            label="Due date"
            miw={160}
            value={values.dueDay}
            set={(day) => set('dueDay', day)}
            {...field('/dueAt')}
          />
          <DateInput
            label="Delivery"
            miw={160}
            value={values.deliveryFrom}
            set={(day) => set('deliveryFrom', day)}
            {...field('/deliveryFrom')}
          />
          <DateInput
            label="Delivery until"
            miw={160}
            value={values.deliveryUntil}
            set={(day) => set('deliveryUntil', day)}
            {...field('/deliveryUntil')}
          />
        </Group>
      </Stack>
    </Section>
  );
}

export function InvoiceLinesSection({ values, set, field }: PartProps) {
  const today = toLocalInput(new Date().toISOString()).slice(0, 10);
  return (
    <Section title="Lines" description="Enter goes to the next line, and adds one after the last.">
      <Stack gap="md">
        <InvoiceLinesInput
          lines={values.lines}
          set={(lines) => set('lines', lines)}
          field={field}
          day={values.deliveryUntil || values.deliveryFrom || today}
        />
        <Group gap="lg" align="end">
          <TextInput
            label="Overall discount"
            placeholder="10 %"
            w={180}
            autoComplete="off"
            value={values.discount}
            onChange={(event) => set('discount', event.currentTarget.value)}
            {...field('/discount')}
          />
          <Checkbox
            mb={8}
            label="Prices include tax"
            checked={values.pricesIncludeTax}
            onChange={(event) => set('pricesIncludeTax', event.currentTarget.checked)}
          />
        </Group>
      </Stack>
    </Section>
  );
}

export function BuyerSection({ values, set, field }: PartProps) {
  const { buyer, contactId } = values;
  const contact = useQuery({ ...contactQuery(contactId ?? ''), enabled: contactId !== null }).data;
  return (
    <Section title="Buyer" description="As on the document. What is blank comes from the contact.">
      <Stack gap="md">
        <PartyFields
          party={buyer}
          set={(buyer) => set('buyer', buyer)}
          field={(pointer) => field(`/buyer${pointer}`)}
          namePlaceholder={contact?.name ?? ''}
        />
        <TextInput
          label="Reference"
          description="What the buyer wants to see on it: an order number, or the Leitweg-ID of an authority"
          autoComplete="off"
          value={buyer.reference ?? ''}
          onChange={(event) => set('buyer', withMember(buyer, 'reference', event.currentTarget.value))}
          {...field('/buyer/reference')}
        />
        <Select
          label="Language"
          description="Of the document, its page and its mails"
          data={[{ value: '', label: 'That of the contact’s last form, or of the site' }, ...languageChoices]}
          value={buyer.language ?? ''}
          onChange={(code) => set('buyer', withMember(buyer, 'language', (code ?? '') as LanguageCode | ''))}
          allowDeselect={false}
          {...field('/buyer/language')}
        />
      </Stack>
    </Section>
  );
}

export function NotesSection({ values, set, field }: PartProps) {
  return (
    <Section title="Notes and number">
      <Stack gap="md">
        <Textarea
          label="Notes"
          description="A text below the lines"
          autosize
          minRows={3}
          value={values.notes}
          onChange={(event) => set('notes', event.currentTarget.value)}
          {...field('/notes')}
        />
        <TextInput
          label="Invoice number"
          description="Only for one from elsewhere. Otherwise, it gets the next number when it is issued."
          autoComplete="off"
          value={values.number}
          onChange={(event) => set('number', event.currentTarget.value)}
          {...field('/number')}
        />
      </Stack>
    </Section>
  );
}
