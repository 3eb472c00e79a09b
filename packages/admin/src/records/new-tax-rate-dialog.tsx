// The dialog of a new tax rate.

import type { TaxCategory, TaxRate } from '@frontdesk/client';
import { Group, Modal, Select } from '@mantine/core';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { CountrySelect } from '../ui/country-select.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { useDraft } from '../ui/draft.ts';
import { inputError } from '../ui/input-error.ts';
import { readDecimal } from '../ui/number-text.ts';
import { SaveButtons, textInputs } from '../ui/record-form.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import { taxCategories, taxRatesQuery } from './tax-rates.ts';

const categories = Object.entries(taxCategories).map(([value, { label }]) => ({ value, label }));

type NewTaxRateValues = {
  name: string;
  percent: string;
  country: string;
  category: TaxCategory;
  reason: string;
  validFrom: string;
};

type NewTaxRateDialogProps = {
  /** The one that is proposed. */
  country: string;
  onAdded?(rate: TaxRate): void;
  close(): void;
};

export function NewTaxRateDialog(props: NewTaxRateDialogProps) {
  return (
    <Modal opened onClose={props.close} title="Add tax rate">
      <NewTaxRateForm {...props} />
    </Modal>
  );
}

function NewTaxRateForm({ country, onAdded, close }: NewTaxRateDialogProps) {
  const draft = useDraft<NewTaxRateValues>({
    ...{ name: '', percent: '', country, category: 'S', reason: '', validFrom: '' },
  });
  const { values, set } = draft;
  const saving = useSaving({
    save: async ({ name, percent: typed, country, category, reason, validFrom }: NewTaxRateValues) => {
      const percent = category === 'S' ? readPercent(typed) : '0';
      return api.taxRates.create({
        ...{ percent, country, category },
        name: name.trim() || (category === 'S' ? `${percent} %` : taxCategories[category].label),
        reason: reason.trim() || null,
        validFrom: validFrom || null,
      });
    },
    onSaved: async (rate) => {
      await queries.invalidateQueries({ queryKey: taxRatesQuery.queryKey });
      onAdded?.(rate);
      close();
      toastSuccess(`Tax rate “${rate.name}” added`);
    },
  });
  const text = textInputs(draft, saving);
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} label="Tax rate">
      <Select
        label="Category"
        data={categories}
        allowDeselect={false}
        value={values.category}
        onChange={(category) => category && set('category', category as TaxCategory)}
        {...saving.field('/category')}
      />
      {values.category === 'S' &&
        text('percent', 'Percent', {
          ...{ required: true, inputMode: 'decimal', autoComplete: 'off', 'data-autofocus': true },
        })}
      {taxCategories[values.category].needsReason &&
        text('reason', 'Reason', { description: 'Why no tax is due, as invoices say it', required: true })}
      {text('name', 'Name', {
        description: 'As people call it, such as VAT 19 %. If it is blank, the percentage or the category.',
        autoComplete: 'off',
      })}
      <Group grow align="start" gap="sm">
        <CountrySelect
          required
          value={values.country}
          set={(code) => set('country', code)}
          {...saving.field('/country')}
        />
        <DateInput
          label="Valid from"
          value={values.validFrom}
          set={(day) => set('validFrom', day)}
          {...saving.field('/validFrom')}
        />
      </Group>
      <SaveButtons isSaving={saving.isSaving} cancel={close} label="Add tax rate" />
    </SaveForm>
  );
}

/** "19.5", as in the API. */
function readPercent(text: string): string {
  const percent = readDecimal(text.replace('%', ''), 4);
  if (percent !== null) return percent;
  throw inputError([{ pointer: '/percent', code: 'invalid', detail: 'Enter a percentage, such as 19' }]);
}
