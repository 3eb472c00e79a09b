// Chooses the tax rate of a line, or adds one.

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { useInvoicing } from '../accounts/settings-query.ts';
import { lazyPart } from '../api/load-part.tsx';
import type { InputFault } from '../ui/saving.ts';
import { isValidOn, taxRatesQuery } from './tax-rates.ts';

const NewTaxRateDialog = lazyPart(() => import('./new-tax-rate-dialog.tsx'), 'NewTaxRateDialog');

type TaxRateSelectProps = {
  value: string | null;
  set(id: string | null): void;
  /** What it means that none is chosen. */
  none: string;
  /** The day for which rates are offered. */
  day: string;
  fault: InputFault;
};

/** No ID. */
const toAdd = '+';

export function TaxRateSelect({ value, set, none, day, fault }: TaxRateSelectProps) {
  const { may } = useMe();
  const rates = useQuery(taxRatesQuery).data?.items ?? [];
  const country = useInvoicing()?.seller?.address?.country ?? '';
  const [isAdding, setAdding] = useState(false);
  const offered = rates.filter((rate) => rate.id === value || isValidOn(rate, day));
  const input = useRef<HTMLInputElement>(null);
  const close = (): void => {
    setAdding(false);
    input.current?.focus();
  };
  return (
    <>
      <Select
        ref={input}
        label="Tax rate"
        data={[
          { value: '', label: none },
          ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ...(may('crm:write') ? [{ value: toAdd, label: 'Add tax rate…' }] : []),
        ]}
        allowDeselect={false}
        value={value ?? ''}
        onChange={(id) => (id === toAdd ? setAdding(true) : set(id || null))}
        {...fault}
      />
      {isAdding && (
        <Suspense>
          <NewTaxRateDialog country={country} onAdded={({ id }) => set(id)} close={close} />
        </Suspense>
      )}
    </>
  );
}
