// What was bought with a payment, and what a person decides about its stock: return it, or take it for a late payment.

import type { Payment } from '@frontdesk/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { BoughtLines } from '../records/bought-lines.tsx';
import { askToConfirm } from '../ui/confirm.tsx';
import { Section } from '../ui/section.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';

const texts: Record<NonNullable<Payment['reservation']>, string> = {
  held: 'Held while the checkout is open.',
  sold: 'Counted as sold.',
  released: 'Back in stock.',
  unavailable: 'It was paid late, and its stock was sold to others.',
};

export function Reservation({ payment }: { payment: Payment }) {
  const { may } = useMe();
  const { id, status, reservation } = payment;
  const decide = useMutation({
    mutationFn: (to: 'sold' | 'released') => api.payments.decideReservation(id, { status: to }),
    onSuccess: (_, to) => {
      queries.invalidateQueries({ queryKey: ['payments'] });
      queries.invalidateQueries({ queryKey: ['forms'] });
      toastSuccess(to === 'sold' ? 'Taken from stock' : 'Returned to stock');
    },
    onError: toastError,
  });
  if (!reservation) return null;
  const giveBack = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Return what was bought to stock?',
      children: 'Others can buy it then. The payment itself is not refunded.',
      confirm: 'Return to stock',
    });
    if (isSure) decide.mutate('released');
  };
  const mayDecide = may('payments:write') && status === 'succeeded';
  return (
    <Section title="Bought">
      <Stack gap="sm">
        <BoughtLines payment={payment} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {texts[reservation]}
          </Text>
          {mayDecide && reservation === 'sold' && (
            <Button variant="default" size="xs" loading={decide.isPending} onClick={giveBack}>
              Return to stock
            </Button>
          )}
          {mayDecide && (reservation === 'unavailable' || reservation === 'released') && (
            <Button variant="default" size="xs" loading={decide.isPending} onClick={() => decide.mutate('sold')}>
              Take from stock
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
