// The tax rates: a list, a dialog to add one, and one to end it.

import type { TaxRate } from '@frontdesk/client';
import { Button, Modal } from '@mantine/core';
import { IconPlus, IconReceiptTax } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NewTaxRateDialog } from '../records/new-tax-rate-dialog.tsx';
import { taxCategories, taxRatesQuery } from '../records/tax-rates.ts';
import { countryName } from '../ui/country-select.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDayOf } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { EndTaxRateForm } from './end-tax-rate-form.tsx';

/** `country` is the one of new rates. */
export function TaxRates({ country }: { country: string }) {
  const rates = useQuery(taxRatesQuery);
  const [shown, setShown] = useState<TaxRate | 'new' | null>(null);
  const ended = shown === 'new' ? null : shown;
  const close = (): void => setShown(null);
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} variant="default" onClick={() => setShown('new')}>
      Add tax rate
    </Button>
  );
  const isEmpty = rates.data?.items.length === 0;
  return (
    <Section
      title="Tax rates"
      description="A percentage never changes: end a rate, and add the next one. Invoices keep what they have."
      actions={!isEmpty && add}
    >
      <DataTable
        label="All tax rates"
        query={rates}
        columns={columnsOf(setShown)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<IconReceiptTax aria-hidden />} title="No tax rates yet" action={add}>
            Lines without one are not taxed.
          </EmptyState>
        }
      />
      {shown === 'new' && <NewTaxRateDialog country={country} close={close} />}
      <Modal opened={ended !== null} onClose={close} title={`End ${ended?.name}`}>
        {ended && <EndTaxRateForm rate={ended} close={close} />}
      </Modal>
    </Section>
  );
}

const columnsOf = (end: (rate: TaxRate) => void): Column<TaxRate>[] => [
  { key: 'name', header: 'Name', render: ({ name }) => name },
  { key: 'percent', header: 'Percent', align: 'right', render: ({ percent }) => `${percent} %` },
  { key: 'category', header: 'Category', render: ({ category }) => taxCategories[category].label },
  { key: 'country', header: 'Country', render: ({ country }) => countryName(country) },
  {
    key: 'valid',
    header: 'Valid',
    render: ({ validFrom, validUntil }) =>
      [validFrom && `from ${formatDayOf(validFrom)}`, validUntil && `until ${formatDayOf(validUntil)}`]
        .filter(Boolean)
        .join(' ') || 'Always',
  },
  {
    key: 'end',
    header: '',
    align: 'right',
    isAction: true,
    render: (rate) => (
      <Button variant="default" size="xs" aria-label={`End ${rate.name}`} onClick={() => end(rate)}>
        End…
      </Button>
    ),
  },
];
