// What a form sells: how much is held and sold, and its discount codes.

import type { Form, Stock } from '@frontdesk/client';
import { Modal, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { DiscountList } from './discount-list.tsx';
import { discountsQuery, stockQuery } from './sales-queries.ts';

export function SalesDialog({ form, close }: { form: Form; close(): void }) {
  const stock = useQuery(stockQuery(form.id));
  const discounts = useQuery(discountsQuery(form.id));
  return (
    <Modal opened onClose={close} title={`Stock and discounts of “${form.name}”`} size="xl">
      <Stack gap="xl">
        <QueryView query={stock}>{({ items }) => <StockTable form={form} items={items} />}</QueryView>
        <QueryView query={discounts}>{({ items }) => <DiscountList form={form} items={items} />}</QueryView>
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
      queries.setQueryData(
        stockQuery(form.id).queryKey,
        await api.forms(form.id).correctStock({ line, option, sold: typed }),
      );
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
