// The discount codes of a form: how often each was used, and until when.

import type { Discount, Form } from '@frontdesk/client';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { choicesOf, discountStatus } from './discount-draft.ts';
import { DiscountEditor } from './discount-editor.tsx';
import { discountsQuery } from './sales-queries.ts';

export function DiscountList({ form, items }: { form: Form; items: Discount[] }) {
  const { may } = useMe();
  /** The ID of the one that is being changed; `new` for a new one. */
  const [open, setOpen] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text component="h2" fw={600}>
          Discount codes
        </Text>
        {may('forms:write') && open !== 'new' && (
          <Button variant="default" size="xs" onClick={() => setOpen('new')}>
            Create discount code
          </Button>
        )}
      </Group>
      {open === 'new' && <DiscountEditor form={form} discount={null} close={close} />}
      {items.length === 0 && open !== 'new' && (
        <Text c="dimmed">No discount codes yet. Create one, and let the payment field ask for it.</Text>
      )}
      {items.map((discount) =>
        discount.id === open ? (
          <DiscountEditor key={discount.id} form={form} discount={discount} close={close} />
        ) : (
          <DiscountLine key={discount.id} form={form} discount={discount} edit={() => setOpen(discount.id)} />
        ),
      )}
    </Stack>
  );
}

type DiscountLineProps = { form: Form; discount: Discount; edit(): void };

function DiscountLine({ form, discount, edit }: DiscountLineProps) {
  const { may } = useMe();
  const { id, code } = discount;
  const status = discountStatus(discount);
  const run = async (step: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await step();
      queries.invalidateQueries({ queryKey: discountsQuery(form.id).queryKey });
      toastSuccess(done);
    } catch (error) {
      toastError(error);
    }
  };
  const { discounts } = api.forms(form.id);
  const end = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: `End discount code “${code}”?`,
      children:
        'From now on it can no longer be used. Open checkouts keep their price, and you still see how often it was used.',
      confirm: 'End discount code',
    });
    if (!isSure) return;
    const now = new Date().toISOString();
    // One that has not begun yet must not end before it begins.
    const isEarly = discount.validFrom !== null && discount.validFrom >= now;
    const change = { validUntil: now, ...(isEarly && { validFrom: null }) };
    await run(() => discounts.update(id, change), 'Discount code ended');
  };
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: `Delete discount code “${code}”?`,
      children: 'It can no longer be used. Open checkouts keep their price.',
      confirm: 'Delete discount code',
      isDangerous: true,
    });
    if (isSure) await run(() => discounts.delete(id), 'Discount code deleted');
  };
  return (
    <Group justify="space-between" gap="sm" align="start">
      <div>
        <Group gap="xs">
          <Text fw={550}>{code}</Text>
          {status !== 'active' && (
            <Badge size="sm" variant="light" color="gray" autoContrast>
              {status}
            </Badge>
          )}
        </Group>
        <Facts form={form} discount={discount} />
      </div>
      {may('forms:write') && (
        <Group gap="xs">
          <Button variant="default" size="xs" aria-label={`Edit ${code}`} onClick={edit}>
            Edit
          </Button>
          {status !== 'ended' && (
            <Button variant="default" size="xs" aria-label={`End ${code}`} onClick={end}>
              End
            </Button>
          )}
          <Button variant="default" size="xs" aria-label={`Delete ${code}`} onClick={remove}>
            Delete
          </Button>
        </Group>
      )}
    </Group>
  );
}

function Facts({ form, discount }: Pick<DiscountLineProps, 'form' | 'discount'>) {
  const { percentOff, amountOff, currency, maxUses, used, held, validFrom, validUntil, appliesTo } = discount;
  const off = percentOff !== null ? `${percentOff} %` : formatMoney(amountOff ?? 0, currency ?? 'eur');
  const labels = new Map(choicesOf(form).map(({ value, label }) => [value, label]));
  return (
    <Text size="xs" c="dimmed">
      {`${off} off, used ${used}${maxUses === null ? '' : ` of ${maxUses}`} times${held > 0 ? `, held ${held}` : ''}`}
      {validFrom && (
        <>
          , from <Time value={validFrom} />
        </>
      )}
      {validUntil && (
        <>
          , until <Time value={validUntil} />
        </>
      )}
      {appliesTo && `, for ${appliesTo.map((name) => labels.get(name) ?? name).join(', ')}`}
    </Text>
  );
}
