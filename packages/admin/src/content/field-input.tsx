// The input of a custom field, by its kind.

import type { FieldDeclaration } from '@frontdesk/client';
import { Checkbox, MultiSelect, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { typesQuery } from '../types-query.ts';
import type { InputFault } from '../ui/saving.ts';
import type { InputValue } from './field-input-value.ts';
import { ItemPicker } from './item-picker.tsx';
import { MediaPicker } from './media-picker.tsx';

type FieldInputProps = {
  field: FieldDeclaration;
  value: InputValue;
  set(value: InputValue): void;
  /** From `saving.field`. */
  fault: InputFault;
};

export function FieldInput({ field, value, set, fault }: FieldInputProps) {
  const common = {
    label: field.label || field.name,
    description: describe(field),
    required: field.required === true,
    ...fault,
  };
  const text = typeof value === 'string' ? value : '';
  const texts = Array.isArray(value) ? value : [];
  switch (field.type) {
    case 'textarea':
      return <Textarea {...common} autosize minRows={3} maxRows={14} value={text} onChange={onText(set)} />;
    case 'richtext':
    case 'json':
      return (
        <Textarea
          {...common}
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
          value={text}
          onChange={onText(set)}
        />
      );
    case 'number':
    case 'integer':
      return (
        <NumberInput
          {...common}
          allowDecimal={field.type === 'number'}
          hideControls
          value={typeof value === 'number' ? value : text}
          onChange={set}
        />
      );
    case 'boolean':
      return (
        <Checkbox
          label={common.label}
          description={common.description}
          error={fault.error}
          data-pointer={fault['data-pointer']}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'select':
    case 'radio':
      return (
        <Select
          {...common}
          data={optionsOf(field)}
          value={text || null}
          onChange={set}
          searchable={optionsOf(field).length > 7}
          clearable={!field.required}
          clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
          placeholder="Select"
        />
      );
    case 'multiselect':
      return (
        <MultiSelect {...common} data={optionsOf(field)} value={texts} onChange={set} searchable hidePickedOptions />
      );
    case 'list':
      return <TagsInput {...common} value={texts} onChange={set} splitChars={[]} placeholder="Type and press Enter" />;
    case 'media':
      return <MediaPicker {...common} value={text || null} set={set} />;
    case 'reference':
      return <ReferenceInput {...common} value={text || null} set={set} />;
    default:
      return <TextInput {...common} type={inputTypes[field.type] ?? 'text'} value={text} onChange={onText(set)} />;
  }
}

const inputTypes: Record<string, string> = {
  date: 'date',
  datetime: 'datetime-local',
  url: 'url',
  email: 'email',
  phone: 'tel',
};

type ReferenceInputProps = InputFault & {
  label: string;
  description: string | undefined;
  required: boolean;
  value: string | null;
  set(value: string | null): void;
};

function ReferenceInput({ value, set, label, description, required, ...fault }: ReferenceInputProps) {
  const { data } = useQuery(typesQuery);
  const types = data?.items.map((type) => type.name) ?? [];
  const common = { label, required, fault, value, set, types };
  return <ItemPicker {...common} {...(description ? { description } : {})} />;
}

function onText(set: (value: string) => void) {
  return (event: { currentTarget: { value: string } }): void => set(event.currentTarget.value);
}

/** The help text and the limits. */
function describe(field: FieldDeclaration): string | undefined {
  const bounds = boundsInWords(field);
  return [field.help, bounds].filter(Boolean).join(' · ') || undefined;
}

function boundsInWords({ type, min, max }: FieldDeclaration): string {
  if (min === undefined && max === undefined) return '';
  const isCount = ['text', 'textarea', 'richtext', 'url', 'email', 'list'].includes(type);
  const unit = isCount ? (type === 'list' ? ' entries' : ' characters') : '';
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  return min !== undefined ? `At least ${min}${unit}` : `At most ${max}${unit}`;
}

function optionsOf(field: FieldDeclaration): { value: string; label: string }[] {
  return (field.options ?? []).map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
}
