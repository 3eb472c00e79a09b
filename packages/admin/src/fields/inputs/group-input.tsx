// A group of fields, which can be collapsed.

import type { FieldDeclaration } from '@frontdesk/client';
import { Input, Stack, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { type FieldInputProps, type InputProps, isRecord } from '../input-props.ts';
import { hasFault, ownFault } from './faults-inside.ts';
import classes from './nested.module.css';

export function GroupInput(props: InputProps) {
  const { field, common, pointer, saving } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const isWrong = hasFault(saving.faults, pointer);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  const names = new Set((field.fields ?? []).map(({ name }) => name));
  const error = ownFault(saving.faults, pointer, (name) => names.has(name));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this
    <div role="group" aria-label={common.label} className={classes.frame} data-pointer={pointer}>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.toggle}
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen || isWrong}
          aria-controls={id}
        >
          <IconChevronRight
            size={16}
            aria-hidden
            className={classes.chevron}
            data-open={isOpen || isWrong || undefined}
          />
          <span className={classes.title}>
            {common.label}
            {common.required && <span aria-hidden> *</span>}
          </span>
        </UnstyledButton>
      </div>
      {common.description && <Input.Description className={classes.note}>{common.description}</Input.Description>}
      {error && <Input.Error className={classes.note}>{error}</Input.Error>}
      <div id={id} hidden={!(isOpen || isWrong)} className={classes.body}>
        {(isOpen || isWrong) && <InnerFields {...props} fields={field.fields ?? []} />}
      </div>
    </div>
  );
}

type InnerFieldsProps = Pick<InputProps, 'value' | 'set' | 'pointer' | 'saving' | 'Inner'> & {
  fields: readonly FieldDeclaration[];
};

/** The inputs of the fields of a group or a block. */
export function InnerFields({ fields, value, set, pointer, saving, Inner }: InnerFieldsProps) {
  const values = isRecord(value) ? value : {};
  const propsOf = (field: FieldDeclaration): FieldInputProps => ({
    field,
    value: values[field.name] ?? null,
    set: (inner) => set({ ...values, [field.name]: inner }),
    pointer: `${pointer}/${field.name}`,
    saving,
  });
  return (
    <Stack gap="md">
      {fields.map((field) => (
        <Inner key={field.name} {...propsOf(field)} />
      ))}
    </Stack>
  );
}
