// One field in the preview of a form.

import { Checkbox, FileInput, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { formatMoney, parseMoney } from '../ui/format.ts';
import type { FieldDraft } from './field-draft.ts';
import type { Answers } from './visible-fields.ts';

type PreviewFieldProps = {
  field: FieldDraft;
  value: Answers[string] | undefined;
  set(value: Answers[string]): void;
};

const inputTypes: Record<string, string> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  date: 'date',
  datetime: 'datetime-local',
  number: 'number',
  integer: 'number',
};

export function PreviewField({ field, value, set }: PreviewFieldProps) {
  const { type, isRequired, help } = field;
  const common = { label: field.label || field.name, required: isRequired, ...(help ? { description: help } : {}) };
  const options = field.options
    .filter(({ label }) => label.trim() !== '')
    .map(({ key, label, value }) => ({ key, label, value: value || label }));
  // Duplicates are rejected when the form is saved. Until then, the preview shows the first.
  const choices = options.filter(({ value }, index) => options.findIndex((other) => other.value === value) === index);
  const text = typeof value === 'string' ? value : field.initial;

  if (type === 'payment') return <Price field={field} />;
  if (type === 'textarea') {
    return <Textarea {...common} rows={4} value={text} onChange={(event) => set(event.currentTarget.value)} />;
  }
  if (type === 'select') {
    return (
      <Select
        {...common}
        data={choices.map(({ value, label }) => ({ value, label }))}
        placeholder={isRequired ? 'Choose…' : ''}
        value={text || null}
        onChange={(value) => set(value ?? '')}
      />
    );
  }
  if (type === 'radio') {
    return (
      <Radio.Group {...common} value={text || null} onChange={set}>
        <Stack gap={8} mt={6}>
          {choices.map(({ key, value, label }) => (
            <Radio key={key} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    );
  }
  if (type === 'multiselect' || (type === 'checkbox' && choices.length > 0)) {
    return (
      <Checkbox.Group {...common} value={Array.isArray(value) ? value : []} onChange={set}>
        <Stack gap={8} mt={6}>
          {choices.map(({ key, value, label }) => (
            <Checkbox key={key} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  }
  if (['checkbox', 'consent', 'boolean'].includes(type)) {
    return <Checkbox {...common} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
  }
  if (type === 'file') {
    const accept = field.accept.join(',');
    return (
      <FileInput {...common} placeholder="Choose a file" {...(accept ? { accept } : {})} multiple={field.isMultiple} />
    );
  }
  return (
    <TextInput
      {...common}
      type={inputTypes[type] ?? 'text'}
      value={text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function Price({ field }: { field: FieldDraft }) {
  const minor = parseMoney(field.amount, field.currency);
  return (
    <div>
      <Text fw={550} size="sm">
        {field.label || field.name}
      </Text>
      {field.description && (
        <Text size="xs" c="dimmed">
          {field.description}
        </Text>
      )}
      <Text fz="xl" fw={650} className="tabular-numbers">
        {minor === null ? '–' : formatMoney(minor, field.currency)}
      </Text>
      <Text size="xs" c="dimmed">
        You pay on the next page.
      </Text>
    </div>
  );
}
