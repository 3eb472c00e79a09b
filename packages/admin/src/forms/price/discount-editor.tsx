// Creates a discount code, or changes one.

import type { Discount, Form } from '@frontdesk/client';
import { Button, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { choicesOf, currencyOf, type DiscountDraft, discountDraftOf, discountOf } from './discount-draft.ts';
import { discountsQuery } from './sales-queries.ts';

type DiscountEditorProps = {
  form: Form;
  /** Null for a new one. */
  discount: Discount | null;
  close(): void;
};

export function DiscountEditor({ form, discount, close }: DiscountEditorProps) {
  const currency = currencyOf(form);
  const [values, setValues] = useState(() => discountDraftOf(discount));
  const set = (changed: Partial<DiscountDraft>): void => setValues({ ...values, ...changed });
  const saving = useSaving({
    save: async () => {
      const { discounts } = api.forms(form.id);
      const body = discountOf(values, discount, currency);
      return discount ? discounts.update(discount.id, body) : discounts.create(body);
    },
    onSaved: () => {
      queries.invalidateQueries({ queryKey: discountsQuery(form.id).queryKey });
      toastSuccess(discount ? 'Discount code saved' : 'Discount code created');
      close();
    },
  });
  const choices = choicesOf(form);
  return (
    <SaveForm
      saving={saving}
      onSubmit={() => saving.save(undefined)}
      label={discount ? `Discount code ${discount.code}` : 'New discount code'}
    >
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
          onChange={(kind) => kind && set({ kind: kind as DiscountDraft['kind'] })}
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
          label="Valid from"
          hasTime
          value={values.validFrom}
          set={(validFrom) => set({ validFrom })}
          {...saving.field('/validFrom')}
        />
        <DateInput
          label="Valid until"
          hasTime
          value={values.validUntil}
          set={(validUntil) => set({ validUntil })}
          {...saving.field('/validUntil')}
        />
      </Group>
      {choices.length > 0 && (
        <MultiSelect
          label="For"
          placeholder={values.appliesTo.length === 0 ? 'Everything' : ''}
          clearable
          data={choices}
          value={values.appliesTo}
          onChange={(appliesTo) => set({ appliesTo })}
          {...saving.field('/appliesTo')}
        />
      )}
      <Group justify="end" gap="xs">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={saving.isSaving}>
          {discount ? 'Save discount code' : 'Create discount code'}
        </Button>
      </Group>
    </SaveForm>
  );
}
