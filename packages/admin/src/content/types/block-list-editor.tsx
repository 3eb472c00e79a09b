// The kinds of blocks of a field: add, name, move and remove them.

import { ActionIcon, Button, Group, Input, SimpleGrid, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import type { FieldSaving } from '../../fields/input-props.ts';
import { moved } from '../../fields/inputs/row-order.ts';
import { faultText } from '../../ui/fault-text.ts';
import classes from './field-editor.module.css';
import { type BlockValues, type FieldValues, nameFrom, newBlock } from './type-values.ts';

type InnerFieldsProps = {
  fields: FieldValues[];
  set(fields: FieldValues[]): void;
  saving: FieldSaving;
  pointer: string;
  inside?: string;
};

type BlockListEditorProps = {
  blocks: BlockValues[];
  set(blocks: BlockValues[]): void;
  saving: FieldSaving;
  pointer: string;
  inside: string;
  InnerFields: ComponentType<InnerFieldsProps>;
};

export function BlockListEditor({ blocks, set, saving, pointer, inside, InnerFields }: BlockListEditorProps) {
  const [announcement, setAnnouncement] = useState('');
  const fault = saving.faults.find((fault) => fault.pointer === pointer);
  // Faults refer to the previous places of the blocks.
  const rearrange = (blocks: BlockValues[], announcement: string): void => {
    saving.forget(pointer);
    set(blocks);
    setAnnouncement(announcement);
  };
  return (
    <Stack gap="sm" data-pointer={pointer}>
      {blocks.map((block, index) => {
        const title = block.label || block.name || `Block ${index + 1}`;
        const at = `${pointer}/${index}`;
        const change = (members: Partial<BlockValues>): void => set(blocks.with(index, { ...block, ...members }));
        const isNameMade = block.storedName === null && (block.name === '' || block.name === nameFrom(block.label));
        const move = (to: number): void =>
          rearrange(moved(blocks, index, to), `${title} is now ${to + 1} of ${blocks.length}`);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this
          <div key={block.key} role="group" aria-label={`Block ${title}`} className={classes.inner}>
            <Stack gap="sm">
              <Group align="end" gap={4} wrap="nowrap">
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" flex={1}>
                  <TextInput
                    label="Label of the block"
                    value={block.label}
                    onChange={(event) => {
                      const label = event.currentTarget.value;
                      change({ label, ...(isNameMade ? { name: nameFrom(label) } : {}) });
                    }}
                    {...saving.field(`${at}/label`)}
                  />
                  <TextInput
                    label="Name of the block"
                    required
                    value={block.name}
                    onChange={(event) => change({ name: event.currentTarget.value })}
                    {...saving.field(`${at}/name`)}
                  />
                </SimpleGrid>
                <ActionIcon
                  size={32}
                  disabled={index === 0}
                  onClick={() => move(index - 1)}
                  aria-label={`Move ${title} up`}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={32}
                  disabled={index === blocks.length - 1}
                  onClick={() => move(index + 1)}
                  aria-label={`Move ${title} down`}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={32}
                  onClick={() => rearrange(blocks.toSpliced(index, 1), `${title} removed`)}
                  aria-label={`Remove ${title}`}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
              <InnerFields
                fields={block.fields}
                set={(fields) => change({ fields })}
                saving={saving}
                pointer={`${at}/fields`}
                inside={title}
              />
            </Stack>
          </div>
        );
      })}
      {fault && <Input.Error>{faultText(fault)}</Input.Error>}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set([...blocks, newBlock()])}
        >
          Add block to {inside}
        </Button>
      </Group>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  );
}
