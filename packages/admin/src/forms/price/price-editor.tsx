// What a payment field sells: a fixed price, or lines with prices, quantities and stock.

import { Button, Checkbox, Fieldset, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { TaxRateSelect } from '../../records/tax-rate-select.tsx';
import { toLocalInput } from '../../ui/local-time.ts';
import { currencies, MoneyFields } from '../../ui/money-fields.tsx';
import type { Saving } from '../../ui/saving.ts';
import type { FieldDraft } from '../draft/field-draft.ts';
import { newLine, type PriceDraft } from '../draft/price-draft.ts';
import { LineEditor } from './line-editor.tsx';

export type PriceEditorProps = {
  field: FieldDraft;
  pointer: string;
  saving: Pick<Saving<never>, 'field'>;
  change(change: Partial<FieldDraft>): void;
};

export function PriceEditor({ field, pointer, saving, change }: PriceEditorProps) {
  const { price, currency } = field;
  const { lines } = price;
  const set = (changed: Partial<PriceDraft>): void => change({ price: { ...price, ...changed } });
  const day = toLocalInput(new Date().toISOString()).slice(0, 10);
  const at = (member: string) => saving.field(`${pointer}/${member}`);
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Price"
        data={[
          { value: 'fixed', label: 'Fixed price' },
          { value: 'lines', label: 'What is chosen' },
        ]}
        value={lines === null ? 'fixed' : 'lines'}
        onChange={(value) => set({ lines: value === 'fixed' ? null : [newLine('choice')] })}
      />
      {lines === null ? (
        <MoneyFields
          amount={field.amount}
          currency={currency}
          setAmount={(amount) => change({ amount })}
          setCurrency={(currency) => change({ currency })}
          amountProps={at('amount')}
          currencyProps={at('currency')}
          required
        />
      ) : (
        <>
          <Select
            label="Currency"
            data={currencies()}
            searchable
            limit={60}
            allowDeselect={false}
            value={currency}
            onChange={(value) => value && change({ currency: value })}
            {...at('currency')}
          />
          {lines.map((line, index) => (
            <LineEditor
              key={line.key}
              line={line}
              number={index + 1}
              currency={currency}
              taxDay={price.issuesInvoice ? day : null}
              pointer={`${pointer}/lines/${index}`}
              saving={saving}
              change={(changed) =>
                set({ lines: lines.map((other) => (other === line ? { ...line, ...changed } : other)) })
              }
              remove={() => set({ lines: lines.filter((other) => other !== line) })}
            />
          ))}
          <Group gap="xs" data-pointer={`${pointer}/lines`}>
            {(['choice', 'item', 'custom'] as const).map((type) => (
              <Button
                key={type}
                variant="default"
                size="xs"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => set({ lines: [...lines, newLine(type)] })}
              >
                {addLabels[type]}
              </Button>
            ))}
          </Group>
        </>
      )}
      <Fieldset legend="Invoice" data-pointer={`${pointer}/invoice`}>
        <Stack gap="sm">
          <Checkbox
            label="Issue an invoice when it is paid"
            checked={price.issuesInvoice}
            onChange={(event) => set({ issuesInvoice: event.currentTarget.checked })}
            error={at('invoice').error}
          />
          {price.issuesInvoice && (
            <>
              <TaxRateSelect
                none="No tax"
                value={price.taxRateId}
                set={(taxRateId) => set({ taxRateId })}
                day={day}
                fault={at('invoice/taxRateId')}
              />
              <Checkbox
                label="Prices include tax"
                description="Otherwise it is added to them."
                checked={price.pricesIncludeTax}
                onChange={(event) => set({ pricesIncludeTax: event.currentTarget.checked })}
              />
            </>
          )}
        </Stack>
      </Fieldset>
      <Fieldset legend="Limits and discounts">
        <Stack gap="sm">
          <Group grow align="start" gap="sm">
            <TextInput
              label="Places"
              description="For all submissions together. Leave empty for no limit."
              inputMode="numeric"
              value={price.places}
              onChange={(event) => set({ places: event.currentTarget.value })}
              {...at('places')}
            />
            <TextInput
              label="Hold for (minutes)"
              description="How long stock and places are held for a payer: 30 to 1380."
              placeholder="60"
              inputMode="numeric"
              value={price.holdMinutes}
              onChange={(event) => set({ holdMinutes: event.currentTarget.value })}
              {...at('holdMinutes')}
            />
          </Group>
          <Checkbox
            label="Show visitors how many are left"
            checked={price.showAvailable}
            onChange={(event) => set({ showAvailable: event.currentTarget.checked })}
          />
          <Checkbox
            label="Ask for a discount code"
            checked={price.discountCodes}
            onChange={(event) => set({ discountCodes: event.currentTarget.checked })}
          />
          <Text size="xs" c="dimmed">
            What is held and sold, and the discount codes, are in “Stock and discounts” at the top of this screen.
          </Text>
        </Stack>
      </Fieldset>
    </Stack>
  );
}

const addLabels = { choice: 'Add choice', item: 'Add item', custom: 'Add amount to enter' };
