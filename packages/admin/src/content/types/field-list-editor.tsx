// The fields of a type: add, move and remove.

import { Button, Group, Input, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { FieldSaving } from '../../fields/input-props.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { faultText } from '../../ui/fault-text.ts';
import { Section } from '../../ui/section.tsx';
import classes from './field-editor.module.css';
import { FieldEditor, type FieldRowsProps } from './field-editor.tsx';
import { type FieldValues, newField } from './type-values.ts';

type FieldListEditorProps = {
  fields: FieldValues[];
  set(fields: FieldValues[]): void;
  saving: FieldSaving;
};

/** Those of the items of the type. */
export function FieldListEditor(props: FieldListEditorProps) {
  return (
    <Section
      title="Fields"
      description="In addition to title, content, excerpt, tags and categories, which every type has."
    >
      <FieldRows {...props} pointer="/fields" />
    </Section>
  );
}

/** Also those inside another field, which is `inside`. */
function FieldRows({ fields, set, saving, pointer, inside }: FieldRowsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const fault = saving.faults.find((fault) => fault.pointer === pointer);

  // Faults refer to the previous positions of the fields.
  const rearrange = (fields: FieldValues[]): void => {
    saving.forget(pointer);
    set(fields);
  };
  const move = (index: number, by: -1 | 1): void => {
    const moved = [...fields];
    const [field] = moved.splice(index, 1);
    if (!field) return;
    moved.splice(index + by, 0, field);
    rearrange(moved);
    setAnnouncement(`${field.label || field.name || 'Field'} is now ${index + by + 1} of ${fields.length}`);
  };
  const remove = async (field: FieldValues): Promise<void> => {
    const isSure =
      field.storedName === null ||
      (await askToConfirm({
        title: `Remove field “${field.label || field.name}”?`,
        children:
          'Existing items keep their values, but the editor no longer shows them. Takes effect when you save the type.',
        confirm: 'Remove field',
        isDangerous: true,
      }));
    if (isSure) rearrange(fields.filter((other) => other !== field));
  };
  const add = (): void => {
    const field = newField();
    set([...fields, field]);
    setOpen(field.key);
    // After it has been rendered.
    setTimeout(
      () => list.current?.querySelector<HTMLElement>(`:scope > [data-field="${field.key}"] input`)?.focus(),
      50,
    );
  };

  return (
    <Stack gap="sm" data-pointer={pointer}>
      {fields.length === 0 && (
        <Text c="dimmed" size="sm">
          No fields yet.
        </Text>
      )}
      <ol className={classes.fields} ref={list}>
        {fields.map((field, index) => (
          <FieldEditor
            key={field.key}
            field={field}
            pointer={`${pointer}/${index}`}
            saving={saving}
            InnerFields={FieldRows}
            isInside={inside !== undefined}
            isOpen={open === field.key || saving.faults.some((fault) => isWithin(fault.pointer, `${pointer}/${index}`))}
            toggle={() => setOpen(open === field.key ? null : field.key)}
            set={(field) => set(fields.map((old, at) => (at === index ? field : old)))}
            remove={() => remove(field)}
            {...(index > 0 ? { moveUp: () => move(index, -1) } : {})}
            {...(index < fields.length - 1 ? { moveDown: () => move(index, 1) } : {})}
          />
        ))}
      </ol>
      {fault && <Input.Error>{faultText(fault)}</Input.Error>}
      <Group>
        <Button
          variant="default"
          size={inside === undefined ? 'sm' : 'xs'}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {inside === undefined ? 'Add field' : `Add field to ${inside}`}
        </Button>
      </Group>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  );
}

function isWithin(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`);
}
