// What was bought with a payment: its lines and its discount.

import type { Payment } from '@frontdesk/client';
import { Group, Stack, Text } from '@mantine/core';
import { formatMoney } from '../ui/format.ts';

export function BoughtLines({ payment }: { payment: Pick<Payment, 'lines' | 'discount' | 'currency'> }) {
  const { lines = [], discount, currency } = payment;
  return (
    <Stack component="ul" gap={4} p={0} m={0} aria-label="Bought" style={{ listStyle: 'none' }}>
      {lines.map(({ name, option, label, quantity, amount }) => (
        <Line key={`${name}/${option}`} label={quantity === 1 ? label : `${quantity} × ${label}`}>
          {formatMoney(amount, currency)}
        </Line>
      ))}
      {discount && <Line label={`Discount ${discount.code}`}>{`−${formatMoney(discount.amount, currency)}`}</Line>}
    </Stack>
  );
}

function Line({ label, children }: { label: string; children: string }) {
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" align="start">
      <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Text>
      <Text component="span" size="sm" className="tabular-numbers" style={{ whiteSpace: 'nowrap' }}>
        {children}
      </Text>
    </Group>
  );
}
