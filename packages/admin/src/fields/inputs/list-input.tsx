// A list of what its field declares: rows with fields that can be collapsed, or single inputs.

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { firstInputValue } from '../field-input-value.ts';
import { inputOf, isWide } from '../field-kinds.ts';
import { entryOf, firstText } from '../inner-fields.ts';
import type { InputProps } from '../input-props.ts';
import { InnerFields } from './group-input.tsx';
import { RowList } from './row-list.tsx';

export function ListInput({ field, value, set, pointer, saving, common, Inner }: InputProps) {
  const entry = entryOf(field);
  const rows = Array.isArray(value) ? value : [];
  const name = field.of?.label ?? 'Row';
  const titleOf = (row: (typeof rows)[number], index: number): string =>
    [`${name} ${index + 1}`, firstText(entry, row)].filter(Boolean).join(': ');
  const isGroup = inputOf(entry) === 'group';
  return (
    <RowList
      {...{ common, pointer, saving, rows, set, titleOf }}
      isCollapsible={isWide(entry)}
      mayDuplicate
      render={(row, index, set) => {
        const at = `${pointer}/${index}`;
        const inner = { value: row, set, saving, pointer: at };
        // The row is the frame of the group.
        return isGroup && typeof row !== 'string' ? (
          <InnerFields {...inner} Inner={Inner} fields={entry.fields ?? []} />
        ) : (
          <Inner {...inner} field={{ ...entry, label: `${name} ${index + 1}` }} />
        );
      }}
      adder={(add) => (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add(firstInputValue(entry, true))}
        >
          Add {name.toLowerCase()} to {common.label}
        </Button>
      )}
    />
  );
}
