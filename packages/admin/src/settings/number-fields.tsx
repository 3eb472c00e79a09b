// How invoices and credit notes are numbered, each with the number that comes next, when they are due, and on which paper they are.

import type { Invoicing } from '@frontdesk/client';
import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { withMember } from '../records/party-fields.tsx';
import { toLocalInput } from '../ui/local-time.ts';
import type { InputFault } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { nextNumber } from './next-number.ts';

type NumberFieldsProps = {
  invoicing: Invoicing;
  set(invoicing: Invoicing): void;
  field(pointer: string): InputFault;
};

/** Enough to find one of the series: invoices can have numbers from elsewhere. */
const latest = { sort: '-issuedAt', limit: 50 } as const;

const issuedNumbers = {
  invoices: {
    queryKey: ['invoices', 'list', latest],
    queryFn: async () => (await api.invoices.list(latest)).items.flatMap(({ number }) => number ?? []),
  },
  creditNotes: {
    queryKey: ['credit-notes', 'list', latest],
    queryFn: async () => {
      const { items } = await api.creditNotes.list(latest);
      return items.map(({ number }) => number);
    },
  },
};

const series = [
  {
    name: 'invoiceNumbers',
    last: 'lastInvoiceNumber',
    label: 'Invoice numbers',
    standard: 'INV-{year}-{0000}',
    issued: issuedNumbers.invoices,
  },
  {
    name: 'creditNoteNumbers',
    last: 'lastCreditNoteNumber',
    label: 'Credit note numbers',
    standard: 'CN-{year}-{0000}',
    issued: issuedNumbers.creditNotes,
  },
] as const;

const papers = [
  { value: '', label: 'As in the country of the seller' },
  { value: 'a4', label: 'A4' },
  { value: 'letter', label: 'Letter' },
];

type Series = (typeof series)[number];

export function NumberFields(props: NumberFieldsProps) {
  const { invoicing, set, field } = props;
  return (
    <Section
      title="Numbers, terms and paper"
      description="{0000} is the count, in at least so many digits. With {year} and {month}, it begins anew."
    >
      <Stack maw={440}>
        {series.map((one) => (
          <SeriesFields key={one.name} {...props} series={one} />
        ))}
        <NumberInput
          label="Invoices are due after"
          suffix={invoicing.dueDays === 1 ? ' day' : ' days'}
          allowDecimal={false}
          clampBehavior="none"
          min={0}
          max={365}
          value={invoicing.dueDays ?? 14}
          onChange={(value) => set(withMember(invoicing, 'dueDays', value === '' ? '' : Number(value)))}
          {...field('/dueDays')}
        />
        <Select
          label="Paper size"
          data={papers}
          value={invoicing.paper ?? ''}
          onChange={(paper) => set(withMember(invoicing, 'paper', (paper ?? '') as Invoicing['paper'] | ''))}
          allowDeselect={false}
          {...field('/paper')}
        />
      </Stack>
    </Section>
  );
}

function SeriesFields({ invoicing, set, field, series }: NumberFieldsProps & { series: Series }) {
  const { name, last, label, standard, issued } = series;
  const numbers = useQuery(issued).data ?? [];
  const pattern = invoicing[name] ?? standard;
  const today = toLocalInput(new Date().toISOString()).slice(0, 10);
  const next = nextNumber(pattern, today, [...numbers, invoicing[last] ?? '']);
  return (
    <>
      <TextInput
        label={label}
        description={next === null ? 'Enter a count such as {0000}' : `The next one: ${next}`}
        autoComplete="off"
        spellCheck={false}
        value={pattern}
        onChange={(event) => set({ ...invoicing, [name]: event.currentTarget.value })}
        {...field(`/${name}`)}
      />
      <TextInput
        label={`${label}: last one from elsewhere`}
        description="If you come from another program: the next one follows it"
        autoComplete="off"
        spellCheck={false}
        value={invoicing[last] ?? ''}
        onChange={(event) => set(withMember(invoicing, last, event.currentTarget.value))}
        {...field(`/${last}`)}
      />
    </>
  );
}
