// The lines of an invoice or a credit note as on the document: a table, or cards on phones.

import type { CreditNote, Invoice, InvoiceLine } from '@frontdesk/client';
import { Text } from '@mantine/core';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatMoney } from '../ui/format.ts';
import { quantityText } from './invoice-values.ts';

type Line = Pick<InvoiceLine, 'position' | 'description' | 'unit' | 'tax' | 'netAmount' | 'grossAmount'> & {
  quantity: string | null;
} & Partial<Pick<InvoiceLine, 'unitAmount' | 'discountAmount'>>;

type DocumentLinesProps = {
  lines: Invoice['lines'] | CreditNote['lines'];
  currency: string;
  /** Shows amounts with tax. */
  isGross: boolean;
};

export function DocumentLines({ lines, currency, isGross }: DocumentLinesProps) {
  const money = (amount: number | undefined) => (amount === undefined ? null : formatMoney(amount, currency));
  const columns: Column<Line>[] = [
    {
      key: 'description',
      header: 'Description',
      render: ({ description, discountAmount = 0 }) => (
        <>
          <Text component="span" size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {description || 'No description'}
          </Text>
          {discountAmount > 0 && (
            <Text size="xs" c="dimmed">
              {money(discountAmount)} discount
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'right',
      render: ({ quantity, unit }) => quantity && quantityText(quantity, unit),
    },
    { key: 'price', header: 'Unit price', align: 'right', render: ({ unitAmount }) => money(unitAmount) },
    {
      key: 'tax',
      header: 'Tax',
      align: 'right',
      render: ({ tax }) => (tax === null || tax.category === 'O' ? 'None' : `${tax.percent} %`),
    },
    {
      key: 'amount',
      header: isGross ? 'Amount with tax' : 'Amount',
      align: 'right',
      render: ({ netAmount, grossAmount }) => money(isGross ? grossAmount : netAmount),
    },
  ];
  const hasPrices = lines.some((line) => 'unitAmount' in line);
  const items: Line[] = lines;
  return (
    <DataTable
      label="All lines"
      query={{ data: { items, total: items.length }, error: null, refetch: never, isPlaceholderData: false }}
      columns={columns.filter(({ key }) => key !== 'price' || hasPrices)}
      rowKey={({ position }) => String(position)}
      empty={<EmptyState icon={null} title="No lines" />}
    />
  );
}

/** They are there. */
const never = () => new Promise<never>(() => {});
