// What a form sells: how much is held and sold, and its discount codes.

import { type Discount, type Form, FrontdeskError, type Stock } from '@frontdesk/client';
import { Button, Group, Modal, NumberInput, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { queries } from '../../queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { formatMoney } from '../../ui/format.ts';
import { amountError, inputError } from '../../ui/input-error.ts';
import { parseMoney } from '../../ui/money-text.ts';
import { parseNumber } from '../../ui/number-text.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

const stockKeyOf = (form: Form) => ['forms', form.id, 'stock'];
const discountsKeyOf = (form: Form) => ['forms', form.id, 'discounts'];

export function SalesDialog({ form, close }: { form: Form; close(): void }) {
  const stock = useQuery({
    queryKey: stockKeyOf(form),
    queryFn: ({ signal }) => api.forms(form.id).stock({ signal }),
  });
  const discounts = useQuery({
    queryKey: discountsKeyOf(form),
    queryFn: ({ signal }) => api.forms(form.id).discounts.list({ signal }),
  });
  return (
    <Modal opened onClose={close} title={`Stock and discounts of “${form.name}”`} size="xl">
      <Stack gap="xl">
        <QueryView query={stock}>{({ items }) => <StockTable form={form} items={items} />}</QueryView>
        <QueryView query={discounts}>{({ items }) => <Discounts form={form} items={items} />}</QueryView>
      </Stack>
    </Modal>
  );
}

function StockTable({ form, items }: { form: Form; items: Stock[] }) {
  if (items.length === 0)
    return (
      <Text c="dimmed">Nothing is limited. Enter stock or places in the payment field to count what is sold.</Text>
    );
  return (
    <Stack gap="xs">
      <Text component="h2" fw={600}>
        Stock
      </Text>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Total</Table.Th>
              <Table.Th>Held</Table.Th>
              <Table.Th>Sold</Table.Th>
              <Table.Th>Left</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <StockRow key={`${item.line}/${item.option}`} form={form} item={item} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        Held is what visitors are about to pay. Correct what is sold if you sell elsewhere, too.
      </Text>
    </Stack>
  );
}

function StockRow({ form, item }: { form: Form; item: Stock }) {
  const { may } = useMe();
  const { line, option, label, total, held, sold, available } = item;
  const [typed, setTyped] = useState<number | null>(null);
  const name = line === null ? `${label} (places)` : label;
  const save = async (): Promise<void> => {
    if (typed === null || typed === sold) return setTyped(null);
    try {
      queries.setQueryData(stockKeyOf(form), await api.forms(form.id).correctStock({ line, option, sold: typed }));
      toastSuccess('Stock corrected');
    } catch (error) {
      toastError(error);
    }
    setTyped(null);
  };
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{total}</Table.Td>
      <Table.Td>{held}</Table.Td>
      <Table.Td>
        {may('forms:write') ? (
          <NumberInput
            aria-label={`Sold of ${name}`}
            size="xs"
            w={100}
            min={0}
            allowDecimal={false}
            value={typed ?? sold}
            onChange={(value) => setTyped(typeof value === 'number' ? value : null)}
            onBlur={save}
          />
        ) : (
          sold
        )}
      </Table.Td>
      <Table.Td>{available}</Table.Td>
    </Table.Tr>
  );
}

function Discounts({ form, items }: { form: Form; items: Discount[] }) {
  const { may } = useMe();
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text component="h2" fw={600}>
          Discount codes
        </Text>
        {may('forms:write') && !isAdding && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            Create discount code
          </Button>
        )}
      </Group>
      {isAdding && <NewDiscount form={form} close={() => setAdding(false)} />}
      {items.length === 0 && !isAdding && (
        <Text c="dimmed">No discount codes yet. Create one, and let the payment field ask for it.</Text>
      )}
      {items.map((discount) => (
        <DiscountLine key={discount.id} form={form} discount={discount} />
      ))}
    </Stack>
  );
}

function DiscountLine({ form, discount }: { form: Form; discount: Discount }) {
  const { may } = useMe();
  const { id, code, percentOff, amountOff, currency, maxUses, used, held, validUntil } = discount;
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: `Delete discount code “${code}”?`,
      children: 'It can no longer be used. Open checkouts keep their price.',
      confirm: 'Delete discount code',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.forms(form.id).discounts.delete(id);
      queries.invalidateQueries({ queryKey: discountsKeyOf(form) });
      toastSuccess('Discount code deleted');
    } catch (error) {
      toastError(error);
    }
  };
  const off = percentOff !== null ? `${percentOff} %` : formatMoney(amountOff ?? 0, currency ?? 'eur');
  return (
    <Group justify="space-between" gap="sm" align="start">
      <div>
        <Text fw={550}>{code}</Text>
        <Text size="xs" c="dimmed">
          {`${off} off, used ${used}${maxUses === null ? '' : ` of ${maxUses}`} times${held > 0 ? `, held ${held}` : ''}`}
          {validUntil && (
            <>
              , until <Time value={validUntil} />
            </>
          )}
        </Text>
      </div>
      {may('forms:write') && (
        <Button variant="default" size="xs" aria-label={`Delete ${code}`} onClick={remove}>
          Delete
        </Button>
      )}
    </Group>
  );
}

function NewDiscount({ form, close }: { form: Form; close(): void }) {
  const field = form.fields.find(isPriceField);
  const currency = field?.currency ?? 'eur';
  const [values, setValues] = useState({
    code: '',
    kind: 'percent',
    off: '',
    maxUses: '',
    validUntil: '',
    appliesTo: '',
  });
  const set = (changed: Partial<typeof values>): void => setValues({ ...values, ...changed });
  const saving = useSaving({
    save: async () => {
      const { code, kind, off, maxUses, validUntil, appliesTo } = values;
      const amountOff = kind === 'amount' ? parseMoney(off, currency) : null;
      if (kind === 'amount' && amountOff === null) throw amountError('/amountOff', currency);
      return api.forms(form.id).discounts.create({
        code,
        ...(kind === 'amount' ? { amountOff } : { percentOff: wholeNumber('/percentOff', off) }),
        ...(maxUses.trim() !== '' && { maxUses: wholeNumber('/maxUses', maxUses) }),
        ...(validUntil !== '' && { validUntil: new Date(validUntil).toISOString() }),
        ...(appliesTo !== '' && { appliesTo: [appliesTo] }),
      });
    },
    onSaved: () => {
      queries.invalidateQueries({ queryKey: discountsKeyOf(form) });
      toastSuccess('Discount code created');
      close();
    },
  });
  const sold = (field?.lines ?? []).flatMap(({ name, label = name, options = [] }) => [
    { value: name, label },
    ...options.map((option) => ({ value: `${name}/${option.value}`, label: `${label}: ${option.label}` })),
  ]);
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(undefined)} label="New discount code">
      <Group grow align="start" gap="sm">
        <TextInput
          label="Code"
          required
          autoFocus
          value={values.code}
          onChange={(event) => set({ code: event.currentTarget.value })}
          {...saving.field('/code')}
        />
        <Select
          label="Takes off"
          allowDeselect={false}
          data={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: `Amount in ${currency.toUpperCase()}` },
          ]}
          value={values.kind}
          onChange={(kind) => kind && set({ kind })}
        />
        <TextInput
          label={values.kind === 'percent' ? 'Percent' : 'Amount'}
          inputMode="decimal"
          required
          value={values.off}
          onChange={(event) => set({ off: event.currentTarget.value })}
          {...saving.field(values.kind === 'percent' ? '/percentOff' : '/amountOff')}
        />
      </Group>
      <Group grow align="start" gap="sm">
        <TextInput
          label="Maximum uses"
          placeholder="No limit"
          inputMode="numeric"
          value={values.maxUses}
          onChange={(event) => set({ maxUses: event.currentTarget.value })}
          {...saving.field('/maxUses')}
        />
        <DateInput
          label="Valid until"
          hasTime
          value={values.validUntil}
          set={(validUntil) => set({ validUntil })}
          {...saving.field('/validUntil')}
        />
        {sold.length > 0 && (
          <Select
            label="For"
            placeholder="Everything"
            clearable
            data={sold}
            value={values.appliesTo || null}
            onChange={(appliesTo) => set({ appliesTo: appliesTo ?? '' })}
            {...saving.field('/appliesTo')}
          />
        )}
      </Group>
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={saving.isSaving}>
          Create discount code
        </Button>
      </Group>
    </SaveForm>
  );
}

/** Throws what to enter. */
function wholeNumber(pointer: string, text: string): number {
  try {
    return parseNumber(text, { isWhole: true });
  } catch (error) {
    if (!(error instanceof SyntaxError) || error instanceof FrontdeskError) throw error;
    throw inputError([{ pointer, code: 'invalid', detail: error.message }]);
  }
}
