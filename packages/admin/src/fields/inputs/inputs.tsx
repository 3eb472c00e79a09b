// The inputs of custom fields in the editors of items and types. field-kinds.ts names the input of each kind.

import type { FieldDeclaration } from '@frontdesk/client';
import { Checkbox, Select, Skeleton, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../../api/load-part.tsx';
import { typesQuery } from '../../api/types-query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import type { InputName, InputProps, InputValue, NestedName } from '../input-props.ts';
import { ItemPicker } from './item-picker.tsx';
import { MediaPicker } from './media-picker.tsx';

const ChoicesInput = lazyPart(() => import('./choices-input.tsx'), 'ChoicesInput');

/** What few types have: groups, lists, blocks and values of several parts. */
const NestedInput = lazyPart(() => import('./nested-input.tsx'), 'NestedInput');

export const inputs: Record<InputName, ComponentType<InputProps>> = {
  text: line('text'),
  email: line('email'),
  tel: line('tel'),
  url: line('url'),
  day: ({ common, value, set }: InputProps) => <DateInput {...common} value={textOf(value)} set={set} />,
  time: ({ common, value, set }: InputProps) => <DateInput {...common} hasTime value={textOf(value)} set={set} />,
  lines: ({ common, value, set }: InputProps) => (
    <Textarea {...common} autosize minRows={3} maxRows={14} value={textOf(value)} onChange={onText(set)} />
  ),
  html: CodeInput,
  json: CodeInput,
  decimal: number('decimal'),
  whole: number('numeric'),
  box: ({ common: { required: _, ...common }, value, set }: InputProps) => (
    <Checkbox {...common} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
  ),
  choice: ({ common, field, value, set }: InputProps) => (
    <Select
      {...common}
      data={optionsOf(field)}
      value={textOf(value) || null}
      onChange={set}
      searchable={optionsOf(field).length > 7}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
      placeholder="Select"
    />
  ),
  choices: ({ common, field, value, set }: InputProps) => (
    <Suspense fallback={<Skeleton height={60} />}>
      <ChoicesInput common={common} options={optionsOf(field)} value={textsOf(value)} set={set} />
    </Suspense>
  ),
  entries: ({ common, value, set }: InputProps) => (
    <TagsInput {...common} value={textsOf(value)} onChange={set} splitChars={[]} placeholder="Type and press Enter" />
  ),
  media: ({ common, value, set }: InputProps) => <MediaPicker {...common} value={textOf(value) || null} set={set} />,
  item: ItemInput,
  group: nested('group'),
  rows: nested('rows'),
  blocks: nested('blocks'),
  items: nested('items'),
  files: nested('files'),
  money: nested('money'),
  place: nested('place'),
  color: nested('color'),
  clock: line('time'),
};

function line(type: string) {
  return ({ common, value, set }: InputProps) => (
    <TextInput {...common} type={type} value={textOf(value)} onChange={onText(set)} />
  );
}

function nested(name: NestedName) {
  return (props: InputProps) => (
    <Suspense fallback={<Skeleton height={60} aria-busy role="status" aria-label={`Loading ${props.common.label}`} />}>
      <NestedInput {...props} name={name} />
    </Suspense>
  );
}

/** A text input, because the browser's own input for numbers hides what it cannot read. */
function number(inputMode: 'decimal' | 'numeric') {
  return ({ common, value, set }: InputProps) => (
    <TextInput {...common} inputMode={inputMode} value={textOf(value)} onChange={onText(set)} />
  );
}

function CodeInput({ common, value, set }: InputProps) {
  return (
    <Textarea
      {...common}
      autosize
      minRows={4}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
      value={textOf(value)}
      onChange={onText(set)}
    />
  );
}

function ItemInput({ field, common: { label, description, required, ...fault }, value, set }: InputProps) {
  const { data } = useQuery(typesQuery);
  const types = field.to ?? data?.items.map((type) => type.name) ?? [];
  const shown = { label, required, fault, set, types, ...(description ? { description } : {}) };
  return <ItemPicker {...shown} value={textOf(value) || null} />;
}

function textOf(value: InputValue): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: InputValue): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function onText(set: (value: string) => void) {
  return (event: { currentTarget: { value: string } }): void => set(event.currentTarget.value);
}

function optionsOf(field: FieldDeclaration): { value: string; label: string }[] {
  return (field.options ?? []).map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
}
