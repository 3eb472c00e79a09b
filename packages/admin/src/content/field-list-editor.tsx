// The fields of a type: add, move and remove.

import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { askToConfirm } from '../ui/confirm.tsx';
import type { Saving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import classes from './field-editor.module.css';
import { FieldEditor } from './field-editor.tsx';
import { type FieldValues, newField } from './type-values.ts';

type FieldListEditorProps = {
  fields: FieldValues[];
  set(fields: FieldValues[]): void;
  saving: Pick<Saving<never>, 'field' | 'faults' | 'clear'>;
};

export function FieldListEditor({ fields, set, saving }: FieldListEditorProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);

  // Faults refer to the previous positions of the fields.
  const rearrange = (fields: FieldValues[]): void => {
    if (saving.faults.length > 0) saving.clear();
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
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-field="${field.key}"] input`)?.focus(), 50);
  };

  return (
    <Section
      title="Fields"
      description="In addition to title, content, excerpt, tags and categories, which every type has."
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add field
        </Button>
      }
    >
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
            pointer={`/fields/${index}`}
            saving={saving}
            isOpen={open === field.key || saving.faults.some(({ pointer }) => isWithin(pointer, `/fields/${index}`))}
            toggle={() => setOpen(open === field.key ? null : field.key)}
            set={(field) => set(fields.map((old, at) => (at === index ? field : old)))}
            remove={() => remove(field)}
            {...(index > 0 ? { moveUp: () => move(index, -1) } : {})}
            {...(index < fields.length - 1 ? { moveDown: () => move(index, 1) } : {})}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Section>
  );
}

function isWithin(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`);
}
