// One field of a type: a row that opens to show the field's settings.

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useId } from 'react';
import { toInputValue } from '../../fields/field-input-value.ts';
import { type Bounds, isBox, kindOf, type Setting } from '../../fields/field-kinds.ts';
import type { FieldSaving } from '../../fields/input-props.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import type { InputFault } from '../../ui/saving.ts';
import { BlockListEditor } from './block-list-editor.tsx';
import classes from './field-editor.module.css';
import { hasOtherSettings, OtherSettings } from './other-settings.tsx';
import { declarationOf, type FieldValues, isDefaultShown, kindOptions, nameFrom, newField } from './type-values.ts';

/** By the scope that reading the field requires. */
const readers = [
  { value: '', label: 'Everyone who can read the item' },
  { value: 'content:read', label: 'Users and API keys that read content, not visitors' },
  { value: 'content:write', label: 'Only those who can change the items' },
];

type FieldEditorProps = {
  field: FieldValues;
  /** The pointer to this field in the request body. */
  pointer: string;
  saving: FieldSaving;
  isOpen: boolean;
  toggle(): void;
  set(field: FieldValues): void;
  remove(): void;
  moveUp?: () => void;
  moveDown?: () => void;
  /** The editor of fields inside this one. */
  InnerFields: ComponentType<FieldRowsProps>;
  /** Whether it is inside another field, and has no settings that concern whole items. */
  isInside: boolean;
};

export type FieldRowsProps = {
  fields: FieldValues[];
  set(fields: FieldValues[]): void;
  saving: FieldSaving;
  /** The pointer to the list of fields. */
  pointer: string;
  /** What people call the field, block or entry that they are in. */
  inside?: string;
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
              {field.scope && ' · hidden from some'}
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

type MembersProps = Pick<FieldEditorProps, 'field' | 'pointer' | 'saving' | 'set' | 'InnerFields' | 'isInside'> & {
  /** Whether it is what the entries of a list are, which have no name. */
  isEntry?: boolean;
};

function Members(props: MembersProps) {
  const { field, pointer, saving, set, isInside, isEntry = false } = props;
  const { bounds, inTypes } = kindOf(field.type);
  const has = (setting: Setting): boolean => inTypes?.settings.includes(setting) ?? false;
  const change = (members: Partial<FieldValues>): void => set({ ...field, ...members });
  const at = (member: string) => saving.field(`${pointer}/${member}`);
  const isNameMade = field.storedName === null && (field.name === '' || field.name === nameFrom(field.label));
  const isRenamed = !isEntry && field.storedName !== null && field.name !== field.storedName;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: isEntry ? 2 : 3 }} spacing="sm">
        <TextInput
          label={isEntry ? 'Label of an entry' : 'Label'}
          placeholder={isEntry ? 'Row' : ''}
          value={field.label}
          onChange={(event) => {
            const label = event.currentTarget.value;
            change({ label, ...(isNameMade ? { name: nameFrom(label) } : {}) });
          }}
          {...at('label')}
        />
        {!isEntry && (
          <TextInput
            label="Name"
            required
            value={field.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            {...at('name')}
          />
        )}
        <Select
          label={isEntry ? 'Kind of an entry' : 'Kind'}
          data={kindOptions}
          value={field.type}
          allowDeselect={false}
          searchable
          maxDropdownHeight={320}
          onChange={(type) => type && change(ofKind(field, type))}
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
      {hasOtherSettings(field) && <OtherSettings field={field} pointer={pointer} saving={saving} change={change} />}
      {bounds && has('bounds') && (bounds !== 'entries' || !has('multiple') || field.multiple) && (
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
      {isDefaultShown(shownDeclaration(field)) && (
        <FieldInput
          field={{ ...shownDeclaration(field), name: 'default', label: 'Default', help: '', required: false }}
          value={field.default}
          set={(value) => change({ default: value, hasDefault: !isBox({ type: field.type }) || value === true })}
          pointer={`${pointer}/default`}
          saving={saving}
        />
      )}
      <Inner {...props} change={change} />
      <Checkbox
        label="Required"
        checked={field.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      {has('unique') && !isInside && (
        <Checkbox
          label="Unique"
          description="No two items of this type can have the same value"
          checked={field.unique}
          onChange={(event) => change({ unique: event.currentTarget.checked })}
          {...at('unique')}
        />
      )}
      {has('indexed') && !isInside && (
        <Checkbox
          label="Indexed"
          description="Keeps lists that filter or sort by this field fast with many items"
          checked={field.indexed}
          onChange={(event) => change({ indexed: event.currentTarget.checked })}
          {...at('indexed')}
        />
      )}
      {!isInside && (
        <Select
          label="Who can read it"
          description="For others the field does not exist. The search does not find words of a field that some cannot read"
          data={readers}
          value={field.scope}
          allowDeselect={false}
          onChange={(value) => change({ scope: (value ?? '') as FieldValues['scope'] })}
          {...at('scope')}
        />
      )}
    </Stack>
  );
}

/** The same field with another kind, without the values that it would misread. */
function ofKind(field: FieldValues, type: FieldValues['type']): Partial<FieldValues> {
  const { default: _, ...rest } = field.rest;
  return { type, rest, hasDefault: false, default: toInputValue({ name: '', type }, null) };
}

/** What is declared inside the field. */
function Inner({ field, pointer, saving, change, InnerFields, isEntry = false }: MembersProps & InnerProps) {
  const { inner } = kindOf(field.type);
  const title = (isEntry ? field.label : field.label || field.name) || (isEntry ? 'the entries' : 'this field');
  if (inner === 'fields') {
    return (
      <InnerFields
        fields={field.fields}
        set={(fields) => change({ fields })}
        saving={saving}
        pointer={`${pointer}/fields`}
        inside={title}
      />
    );
  }
  if (inner === 'blocks') {
    return (
      <BlockListEditor
        blocks={field.blocks}
        set={(blocks) => change({ blocks })}
        saving={saving}
        pointer={`${pointer}/blocks`}
        inside={title}
        InnerFields={InnerFields}
      />
    );
  }
  if (inner !== 'entry') return null;
  if (field.entry === null) {
    return (
      <Group gap="sm">
        <Text size="sm">Each entry is a short text.</Text>
        <Button variant="default" size="xs" onClick={() => change({ ...ofKind(field, field.type), entry: newField() })}>
          Declare the entries
        </Button>
      </Group>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like this
    <div role="group" aria-label={`Entries of ${title}`} className={classes.inner}>
      <Members
        field={field.entry}
        pointer={`${pointer}/of`}
        saving={saving}
        set={(entry) => change({ entry })}
        InnerFields={InnerFields}
        isInside
        isEntry
      />
      <Button variant="subtle" size="compact-xs" mt="xs" onClick={() => change({ entry: null })}>
        Use texts without settings
      </Button>
    </div>
  );
}

type InnerProps = { change(members: Partial<FieldValues>): void };

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
