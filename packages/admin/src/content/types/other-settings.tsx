// Settings of fields that few kinds have: what is referred to, how many, and the currency.

import { Checkbox, Select, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../api/load-part.tsx';
import { typesQuery } from '../../api/types-query.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import type { FieldSaving } from '../../fields/input-props.ts';
import { currencies } from '../../ui/money-fields.tsx';
import type { FieldValues } from './type-values.ts';

const ChoicesInput = lazyPart(() => import('../../fields/inputs/choices-input.tsx'), 'ChoicesInput');

const others = ['to', 'multiple', 'onDelete', 'currency'] as const;

export function hasOtherSettings({ type }: Pick<FieldValues, 'type'>): boolean {
  return others.some((setting) => kindOf(type).inTypes?.settings.includes(setting));
}

const deletions = [
  { value: 'refuse', label: 'Refuse, unless the references are cleared as well' },
  { value: 'clear', label: 'Clear the reference' },
  { value: 'keep', label: 'Keep the ID' },
];

type OtherSettingsProps = {
  field: FieldValues;
  pointer: string;
  saving: FieldSaving;
  change(members: Partial<FieldValues>): void;
};

export function OtherSettings({ field, pointer, saving, change }: OtherSettingsProps) {
  const settings = kindOf(field.type).inTypes?.settings ?? [];
  const at = (member: string) => saving.field(`${pointer}/${member}`);
  return (
    <>
      {settings.includes('to') && <TypesInput field={field} change={change} fault={at('to')} />}
      {settings.includes('multiple') && (
        <Checkbox
          label="Several"
          description="The value is a list, in an order of your own"
          checked={field.multiple}
          onChange={(event) => change({ multiple: event.currentTarget.checked })}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {settings.includes('onDelete') && (
          <Select
            label="When it is deleted permanently"
            data={deletions}
            value={field.onDelete}
            allowDeselect={false}
            onChange={(value) => value && change({ onDelete: value as FieldValues['onDelete'] })}
            {...at('onDelete')}
          />
        )}
        {settings.includes('currency') && (
          <Select
            label="Currency"
            description="Minimum and maximum are in its minor unit, such as cents"
            data={currencies()}
            value={field.currency || null}
            searchable
            limit={60}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear currency' }}
            placeholder="Each value has its own"
            onChange={(value) => change({ currency: value ?? '' })}
            {...at('currency')}
          />
        )}
      </SimpleGrid>
    </>
  );
}

type TypesInputProps = Pick<OtherSettingsProps, 'field' | 'change'> & {
  fault: ReturnType<FieldSaving['field']>;
};

function TypesInput({ field, change, fault }: TypesInputProps) {
  const { data } = useQuery(typesQuery);
  const options = (data?.items ?? []).map(({ name, label }) => ({ value: name, label: label || name }));
  const common = { label: 'Content types', description: 'Without any, items of all types', required: false, ...fault };
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <ChoicesInput common={common} options={options} value={field.to} set={(to) => change({ to })} />
    </Suspense>
  );
}
