// Says until when a tax rate applies.

import type { TaxRate } from '@frontdesk/client';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { taxRatesQuery } from '../records/tax-rates.ts';
import { DateInput } from '../ui/date-input.tsx';
import { useDraft } from '../ui/draft.ts';
import { toLocalInput } from '../ui/local-time.ts';
import { SaveButtons } from '../ui/record-form.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';

export function EndTaxRateForm({ rate, close }: { rate: TaxRate; close(): void }) {
  const draft = useDraft({ validUntil: rate.validUntil ?? toLocalInput(new Date().toISOString()).slice(0, 10) });
  const saving = useSaving({
    save: ({ validUntil }: { validUntil: string }) => api.taxRates.update(rate.id, { validUntil: validUntil || null }),
    onSaved: () => {
      queries.invalidateQueries({ queryKey: taxRatesQuery.queryKey });
      close();
      toastSuccess('Tax rate saved');
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(draft.values)} label="End tax rate">
      <DateInput
        label="Last day"
        description="Invoices for what is supplied later cannot be issued with it. Leave it blank for a rate without an end."
        value={draft.values.validUntil}
        set={(day) => draft.set('validUntil', day)}
        {...saving.field('/validUntil')}
      />
      <SaveButtons isSaving={saving.isSaving} cancel={close} />
    </SaveForm>
  );
}
