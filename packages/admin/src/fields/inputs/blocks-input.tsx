// A list of blocks, each of one of the declared kinds.

import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { firstRecord } from '../field-input-value.ts';
import { blockOf, firstText } from '../inner-fields.ts';
import type { InputProps, InputValue } from '../input-props.ts';
import { InnerFields } from './group-input.tsx';
import { RowList } from './row-list.tsx';

export function BlocksInput({ field, value, set, pointer, saving, common, Inner }: InputProps) {
  const rows = Array.isArray(value) ? value : [];
  const blocks = field.blocks ?? [];
  const labelOf = (row: InputValue): string => {
    const block = blockOf(field, row);
    return block ? block.label || block.name : 'Unknown block';
  };
  const titleOf = (row: InputValue, index: number): string =>
    [`${index + 1}. ${labelOf(row)}`, firstText(field, row)].filter(Boolean).join(': ');
  return (
    <RowList
      {...{ common, pointer, saving, rows, set, titleOf }}
      isCollapsible
      mayDuplicate
      render={(row, index, set) => {
        const inner = { value: row, set, saving, pointer: `${pointer}/${index}` };
        const block = blockOf(field, row);
        if (block) return <InnerFields {...inner} Inner={Inner} fields={block.fields} />;
        // As it is stored: the type does not declare it any more.
        return <Inner {...inner} field={{ ...field, label: 'Stored value', help: '', min: '', max: '' }} />;
      }}
      adder={(add) => (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />}>
              Add block to {common.label}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {blocks.map(({ name, label, fields }) => (
              <Menu.Item key={name} onClick={() => add({ type: name, ...firstRecord(fields) })}>
                {label || name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    />
  );
}
