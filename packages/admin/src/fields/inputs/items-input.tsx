// Several other items, in order.

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { typesQuery } from '../../api/types-query.ts';
import type { InputProps } from '../input-props.ts';
import { ItemPicker, useItemNamed } from './item-picker.tsx';
import { RowList } from './row-list.tsx';

export function ItemsInput({ field, value, set, pointer, saving, common }: InputProps) {
  const { data } = useQuery(typesQuery);
  const types = field.to ?? data?.items.map((type) => type.name) ?? [];
  const rows = Array.isArray(value) ? value : [];
  return (
    <RowList
      {...{ common, pointer, saving, rows, set }}
      titleOf={(_, index) => `${common.label} ${index + 1}`}
      render={(row, index) => <Row id={String(row)} types={types} fault={saving.field(`${pointer}/${index}`)} />}
      adder={(add) => (
        <ItemPicker
          label={`Add to ${common.label}`}
          types={types}
          value={null}
          set={(id) => id !== null && !rows.includes(id) && add(id)}
          fault={{ 'data-pointer': `${pointer}/${rows.length}` }}
          isAdding
        />
      )}
    />
  );
}

type RowProps = { id: string; types: string[]; fault: { error?: string; 'data-pointer': string } };

function Row({ id, types, fault: { error, ...place } }: RowProps) {
  const { data, isPending } = useItemNamed(types, id);
  return (
    <div {...place}>
      <Text size="sm" truncate>
        {data ? `${data.title}${types.length > 1 ? ` (${data.type})` : ''}` : isPending ? id : `${id} (not found)`}
      </Text>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  );
}
