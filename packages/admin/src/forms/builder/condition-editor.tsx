// The condition of a field: shown always, or depending on the answer to another field.

import { Group, Select, TextInput } from '@mantine/core';
import { isBox, isComparable, isFilledIn, kindOf } from '../../fields/field-kinds.ts';
import type { InputFault } from '../../ui/saving.ts';
import type { ConditionDraft, FieldDraft } from '../draft/field-draft.ts';

const always = '';

type ConditionEditorProps = {
  field: FieldDraft;
  fields: FieldDraft[];
  fault: InputFault;
  change(change: Partial<FieldDraft>): void;
};

export function ConditionEditor({ field, fields, fault, change }: ConditionEditorProps) {
  const { condition } = field;
  const others = fields.filter((other) => other.key !== field.key && isFilledIn(other));
  const other = others.find(({ key }) => key === condition?.fieldKey);
  if (others.length === 0 && !condition) return null;
  const set = (part: Partial<ConditionDraft>): void => {
    if (condition) change({ condition: { ...condition, ...part } });
  };
  const choose = (fieldKey: string): void => {
    const chosen = others.find(({ key }) => key === fieldKey);
    const value = chosen ? (isBox(chosen) ? 'true' : (chosen.options[0]?.value ?? '')) : '';
    const isChoice = chosen && isComparable(chosen) && (isBox(chosen) || chosen.options.length > 0);
    const test = isChoice ? 'equals' : 'answered';
    change({ condition: chosen ? { fieldKey, test, value } : null });
  };
  const choices = other && isBox(other) ? ticked : other?.options.map(({ value, label }) => ({ value, label }));
  return (
    <Group align="end" gap="sm">
      <Select
        label="Show this field"
        flex="1 1 160px"
        allowDeselect={false}
        data={[
          { value: always, label: 'Always' },
          ...others.map(({ key, label, name }) => ({ value: key, label: `If “${label || name}”…` })),
        ]}
        value={other?.key ?? always}
        onChange={(key) => choose(key ?? always)}
        {...fault}
      />
      {condition && other && (
        <Select
          aria-label="Comparison"
          w={130}
          allowDeselect={false}
          data={isComparable(other) ? tests : tests.slice(-1)}
          value={condition.test}
          onChange={(test) => set({ test: test as ConditionDraft['test'] })}
        />
      )}
      {condition && other && condition.test !== 'answered' && choices && choices.length > 0 && (
        <Select
          aria-label="Answer"
          flex="1 1 120px"
          allowDeselect={false}
          data={choices.filter(({ value }) => value !== '')}
          value={condition.value}
          onChange={(value) => set({ value: value ?? '' })}
        />
      )}
      {condition && other && condition.test !== 'answered' && !choices?.length && (
        <TextInput
          aria-label="Answer"
          type={inputTypes[kindOf(other.type).bounds ?? ''] ?? 'text'}
          flex="1 1 120px"
          value={condition.value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
      )}
    </Group>
  );
}

const inputTypes: Readonly<Record<string, string>> = { day: 'date', time: 'datetime-local' };

const tests = [
  { value: 'equals', label: 'is' },
  { value: 'notEquals', label: 'is not' },
  { value: 'answered', label: 'is answered' },
];

const ticked = [
  { value: 'true', label: 'checked' },
  { value: 'false', label: 'not checked' },
];
