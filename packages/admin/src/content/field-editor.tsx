// One field of a type: a row that opens to show the field's settings.

import {
  ActionIcon,
  Checkbox,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { FieldInput } from '../fields/field-input.tsx';
import { toInputValue } from '../fields/field-input-value.ts';
import { type Bounds, isBox, kindOf, type Setting } from '../fields/field-kinds.ts';
import type { InputFault, Saving } from '../ui/saving.ts';
import classes from './field-editor.module.css';
import { declarationOf, type FieldValues, kindOptions, nameFrom } from './type-values.ts';

type FieldEditorProps = {
  field: FieldValues;
  /** The pointer to this field in the request body. */
  pointer: string;
  saving: Pick<Saving<never>, 'field'>;
  isOpen: boolean;
  toggle(): void;
  set(field: FieldValues): void;
  remove(): void;
  moveUp?: () => void;
  moveDown?: () => void;
};

export function FieldEditor(props: FieldEditorProps) {
  const { field, isOpen, toggle, remove, moveUp, moveDown } = props;
  const id = useId();
  const title = field.label || field.name || 'New field';
  const kind = kindOptions.find(({ value }) => value === field.type)?.label ?? field.type;
  return (
    <li className={classes.field} data-field={field.key}>
      <div className={classes.head}>
        <UnstyledButton className={classes.toggle} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
          <span className={classes.title}>
            <span className={classes.label}>{title}</span>
            <span className={classes.kind}>
              {kind}
              {field.required && ' · required'}
              {field.unique && ' · unique'}
            </span>
          </span>
        </UnstyledButton>
        <ActionIcon size={32} onClick={moveUp} disabled={!moveUp} aria-label={`Move ${title} up`}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon size={32} onClick={moveDown} disabled={!moveDown} aria-label={`Move ${title} down`}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon size={32} onClick={remove} aria-label={`Remove ${title}`}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div id={id} hidden={!isOpen} className={classes.body}>
        {isOpen && <Members {...props} />}
      </div>
    </li>
  );
}

function Members({ field, pointer, saving, set }: FieldEditorProps) {
  const { bounds, inTypes } = kindOf(field.type);
  const has = (setting: Setting): boolean => inTypes?.settings.includes(setting) ?? false;
  const change = (members: Partial<FieldValues>): void => set({ ...field, ...members });
  const at = (member: string) => saving.field(`${pointer}/${member}`);
  const isNameMade = field.storedName === null && (field.name === '' || field.name === nameFrom(field.label));
  const isRenamed = field.storedName !== null && field.name !== field.storedName;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <TextInput
          label="Label"
          value={field.label}
          onChange={(event) => {
            const label = event.currentTarget.value;
            change({ label, ...(isNameMade ? { name: nameFrom(label) } : {}) });
          }}
          {...at('label')}
        />
        <TextInput
          label="Name"
          required
          value={field.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          {...at('name')}
        />
        <Select
          label="Kind"
          data={kindOptions}
          value={field.type}
          allowDeselect={false}
          searchable
          maxDropdownHeight={320}
          onChange={(type) =>
            type && change({ type, hasDefault: false, default: toInputValue({ name: '', type }, null) })
          }
          {...at('type')}
        />
      </SimpleGrid>
      {isRenamed && (
        <Text size="sm" c="dimmed" role="status">
          Existing items keep their values under the old name, {field.storedName}. The new name has no values yet.
        </Text>
      )}
      <TextInput
        label="Help text"
        description="Shown above the input"
        value={field.help}
        onChange={(event) => change({ help: event.currentTarget.value })}
        {...at('help')}
      />
      {has('options') && (
        <Textarea
          label="Options"
          description="One per line. To show a different label, enter “value = Label”"
          required
          autosize
          minRows={3}
          value={field.options}
          onChange={(event) => change({ options: event.currentTarget.value })}
          {...at('options')}
        />
      )}
      {bounds && has('bounds') && (
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <Bound which="min" bounds={bounds} field={field} change={change} fault={at('min')} />
          <Bound which="max" bounds={bounds} field={field} change={change} fault={at('max')} />
          {has('pattern') && (
            <TextInput
              label="Pattern"
              placeholder="Regular expression"
              value={field.pattern}
              ff="monospace"
              onChange={(event) => change({ pattern: event.currentTarget.value })}
              {...at('pattern')}
            />
          )}
        </SimpleGrid>
      )}
      {has('default') && (
        <FieldInput
          field={{ ...shownDeclaration(field), name: 'default', label: 'Default', help: '', required: false }}
          value={field.default}
          set={(value) => change({ default: value, hasDefault: !isBox({ type: field.type }) || value === true })}
          fault={at('default')}
        />
      )}
      <Checkbox
        label="Required"
        checked={field.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      {has('unique') && (
        <Checkbox
          label="Unique"
          description="No two items of this type can have the same value"
          checked={field.unique}
          onChange={(event) => change({ unique: event.currentTarget.checked })}
          {...at('unique')}
        />
      )}
      {has('indexed') && (
        <Checkbox
          label="Indexed"
          description="Keeps lists that filter or sort by this field fast with many items"
          checked={field.indexed}
          onChange={(event) => change({ indexed: event.currentTarget.checked })}
          {...at('indexed')}
        />
      )}
    </Stack>
  );
}

type BoundProps = {
  which: 'min' | 'max';
  bounds: Bounds;
  field: FieldValues;
  change(members: Partial<FieldValues>): void;
  fault: InputFault;
};

function Bound({ which, bounds, field, change, fault }: BoundProps) {
  const isTime = bounds === 'day' || bounds === 'time';
  const [min, max] = isTime ? ['Earliest', 'Latest'] : ['Minimum', 'Maximum'];
  return (
    <TextInput
      label={`${which === 'min' ? min : max} ${bounds === 'day' ? 'date' : bounds}`}
      type={bounds === 'day' ? 'date' : 'text'}
      inputMode={isTime ? 'text' : 'decimal'}
      placeholder={bounds === 'time' ? '2026-11-20T09:00:00Z' : ''}
      value={field[which]}
      onChange={(event) => change({ [which]: event.currentTarget.value })}
      {...fault}
    />
  );
}

/** The declaration for the default's input, without the bounds, which are shown above it. */
function shownDeclaration(field: FieldValues) {
  return declarationOf({ ...field, min: '', max: '', hasDefault: false }, '', []);
}
