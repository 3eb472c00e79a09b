// The fields of a repeated group in the form builder.

import { ActionIcon, Box, Button, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { canBeInRows, fieldKinds, kindOf } from '../../fields/field-kinds.ts';
import { type FieldDraft, newField, withName } from '../draft/field-draft.ts';
import type { FieldEditorProps } from './field-editor-props.ts';
import classes from './form-builder.module.css';

const kinds = Object.keys(fieldKinds).filter((type) => canBeInRows({ type }));

type RowFieldsProps = Pick<FieldEditorProps, 'pointer' | 'saving' | 'change'> & {
  group: FieldDraft;
  Editor: ComponentType<FieldEditorProps>;
};

export function RowFields({ group, pointer, saving, change, Editor }: RowFieldsProps) {
  const { inner } = group;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const arrange = (next: FieldDraft[]): void => change({ inner: next });
  const add = (type: string): void => {
    const field = newField(type, group.currency);
    arrange([...inner, withName(field, inner)]);
    setOpenKey(field.key);
  };
  const move = (index: number, by: -1 | 1): void => {
    const [field, other] = [inner[index], inner[index + by]];
    if (field && other) arrange(inner.with(index, other).with(index + by, field));
  };
  return (
    <Box role="group" aria-label={`Fields of ${group.label || group.name}`}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          Fields of each entry
        </Text>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
              Add to entry
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {kinds.map((type) => (
              <Menu.Item key={type} onClick={() => add(type)}>
                {kindOf(type).label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Stack gap="xs">
        {inner.map((field, index) => {
          const label = field.label || field.name;
          const isOpen = openKey === field.key;
          return (
            <Box key={field.key} className={classes.field ?? ''} p="xs">
              <Group gap={4} wrap="nowrap">
                <UnstyledButton flex={1} aria-expanded={isOpen} onClick={() => setOpenKey(isOpen ? null : field.key)}>
                  <Text span fw={550}>
                    {label}
                  </Text>{' '}
                  <Text span size="xs" c="dimmed">
                    {kindOf(field.type).label}
                    {field.isRequired && ', required'}
                  </Text>
                </UnstyledButton>
                <ActionIcon
                  aria-label={`Move ${label} of the entry up`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move ${label} of the entry down`}
                  disabled={index === inner.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Remove ${label} of the entry`}
                  onClick={() => arrange(inner.filter(({ key }) => key !== field.key))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
              {isOpen && (
                <Editor
                  field={field}
                  fields={inner}
                  isInRow
                  pointer={`${pointer}/fields/${index}`}
                  saving={saving}
                  change={(changed) =>
                    arrange(inner.map((one) => (one.key === field.key ? withName({ ...one, ...changed }, inner) : one)))
                  }
                />
              )}
            </Box>
          );
        })}
      </Stack>
      {inner.length === 0 && (
        <Text size="sm" c="red">
          {saving.field(`${pointer}/fields`).error ?? 'Add at least one field.'}
        </Text>
      )}
    </Box>
  );
}
