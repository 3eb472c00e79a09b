// A filter by an answer of a form: a field, how it is compared, and with what.

import type { FieldDeclaration } from '@frontdesk/client';
import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { isFileField, isPriceField, isShownOnly } from '../../fields/field-kinds.ts';

const operators = [
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'gte', label: 'is at least' },
  { value: 'lte', label: 'is at most' },
  { value: 'exists', label: 'was answered' },
];

/** As it stands in the URL: `guests gte 2`. */
export type AnswerCondition = { field: string; operator: string; value: string };

export function readCondition(text: string): AnswerCondition | null {
  const [field = '', operator = '', ...rest] = text.split(' ');
  return field && operator ? { field, operator, value: rest.join(' ') } : null;
}

type AnswerFilterProps = { fields: readonly FieldDeclaration[]; value: string; set(value: string): void };

export function AnswerFilter({ fields, value, set }: AnswerFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = fields.filter((field) => !isFileField(field) && !isPriceField(field) && !isShownOnly(field));
  const condition = readCondition(value);
  const [draft, setDraft] = useState<AnswerCondition>(condition ?? { field: '', operator: 'eq', value: '' });
  const field = shown.find(({ name }) => name === (draft.field || shown[0]?.name));
  if (!field) return null;
  const labelOf = ({ label, name }: FieldDeclaration) => label ?? name;
  const named = condition && shown.find(({ name }) => name === condition.field);
  const operator = operators.find(({ value }) => value === condition?.operator);
  const apply = (): void => {
    const compared = draft.operator === 'exists' ? 'true' : draft.value.trim();
    set(compared === '' ? '' : `${field.name} ${draft.operator} ${compared}`);
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant={condition ? 'light' : 'default'}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {named && condition
            ? `${labelOf(named)} ${operator?.label} ${condition.operator === 'exists' ? '' : condition.value}`.trim()
            : 'Answer'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <Stack gap="xs" w={240}>
            <NativeSelect
              label="Question"
              data={shown.map((one) => ({ value: one.name, label: labelOf(one) }))}
              value={field.name}
              onChange={(event) => setDraft({ ...draft, field: event.currentTarget.value })}
            />
            <NativeSelect
              label="Comparison"
              data={operators}
              value={draft.operator}
              onChange={(event) => setDraft({ ...draft, operator: event.currentTarget.value })}
            />
            {draft.operator !== 'exists' && (
              <TextInput
                label="Answer"
                value={draft.value}
                onChange={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
              />
            )}
            <Group justify="space-between">
              <Button variant="subtle" color="gray" onClick={() => [set(''), setOpen(false)]} disabled={!condition}>
                Remove
              </Button>
              <Button type="submit">Apply</Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
