// Further controls in the preview of a form, loaded when a form has one of them.

import {
  Box,
  Checkbox,
  Code,
  Fieldset,
  Group,
  Input,
  NativeSelect,
  Radio,
  Rating,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { parseNumber } from '../ui/number-text.ts';
import type { Answer, PreviewProps } from './preview-props.ts';

export function StarsPreview(props: PreviewProps) {
  const { field, value, set } = props;
  return (
    <Input.Wrapper {...common(props)} labelElement="div">
      <Rating
        mt={4}
        size="lg"
        count={Math.max(2, Math.min(10, numberOr(field.max, 5)))}
        value={Number(value ?? 0)}
        onChange={(stars) => set(String(stars))}
      />
    </Input.Wrapper>
  );
}

export function ScalePreview(props: PreviewProps) {
  const { field, value, set } = props;
  const min = numberOr(field.min, 0);
  const count = Math.max(2, Math.min(21, numberOr(field.max, 10) - min + 1));
  const steps = Array.from({ length: count }, (_, index) => String(min + index));
  return (
    <Input.Wrapper {...common(props)} labelElement="div">
      <SegmentedControl
        mt={4}
        fullWidth
        aria-label={field.label || field.name}
        data={steps}
        value={typeof value === 'string' ? value : ''}
        onChange={set}
      />
      {(field.minLabel || field.maxLabel) && (
        <Group justify="space-between" mt={4}>
          <Text size="xs" c="dimmed">
            {field.minLabel}
          </Text>
          <Text size="xs" c="dimmed">
            {field.maxLabel}
          </Text>
        </Group>
      )}
    </Input.Wrapper>
  );
}

/** The page works it out. */
export function CalculationPreview({ field }: PreviewProps) {
  return (
    <div>
      <Text fw={550} size="sm">
        {field.label || field.name}
      </Text>
      {field.help && (
        <Text size="xs" c="dimmed">
          {field.help}
        </Text>
      )}
      <Code>= {field.formula}</Code>
    </div>
  );
}

export function MatrixPreview(props: PreviewProps) {
  const { field } = props;
  const [chosen, setChosen] = useState<Record<string, readonly string[]>>({});
  const isNamed = ({ label }: { label: string }): boolean => label.trim() !== '';
  const [rows, columns] = [field.rows.filter(isNamed), field.options.filter(isNamed)];
  const toggle = (row: string, column: string): void => {
    const before = chosen[row] ?? [];
    const without = before.filter((one) => one !== column);
    const next = !field.isMultiple ? [column] : without.length < before.length ? without : [...before, column];
    setChosen({ ...chosen, [row]: next });
  };
  const Choice = field.isMultiple ? Checkbox : Radio;
  return (
    <Input.Wrapper {...common(props)} {...reportingParts(props)} labelElement="div">
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {columns.map(({ key, label }) => (
                <Table.Th key={key}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Th scope="row">{row.label}</Table.Th>
                {columns.map((column) => (
                  <Table.Td key={column.key}>
                    <Choice
                      aria-label={`${row.label}: ${column.label}`}
                      checked={chosen[row.key]?.includes(column.key) ?? false}
                      onChange={() => toggle(row.key, column.key)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Input.Wrapper>
  );
}

export function DaysPreview(props: PreviewProps) {
  const { min, max } = props.field;
  return (
    <Input.Wrapper {...common(props)} {...reportingParts(props)} labelElement="div">
      <SimpleGrid cols={2} mt={4}>
        <TextInput type="date" label="From" min={min} max={max} />
        <TextInput type="date" label="To" min={min} max={max} />
      </SimpleGrid>
    </Input.Wrapper>
  );
}

export function AddressPreview(props: PreviewProps) {
  return (
    <Input.Wrapper {...common(props)} {...reportingParts(props)} labelElement="div">
      <AddressLines />
    </Input.Wrapper>
  );
}

export function BuyerPreview(props: PreviewProps) {
  return (
    <Input.Wrapper {...common(props)} {...reportingParts(props)} labelElement="div">
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt={4}>
        <TextInput label="Company or full name" />
        <TextInput label="VAT ID, if there is one" />
      </SimpleGrid>
      <AddressLines />
    </Input.Wrapper>
  );
}

function AddressLines() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} mt={4}>
      <TextInput label="Street and number" />
      <TextInput label="Postal code" />
      <TextInput label="City" />
      <TextInput label="State or region" />
      <NativeSelect label="Country" data={['']} />
    </SimpleGrid>
  );
}

export function SignaturePreview(props: PreviewProps) {
  return (
    <Input.Wrapper {...common(props)} {...reportingParts(props)} labelElement="div">
      <Box h={90} my={4} style={{ border: '1px solid var(--mantine-color-default-border)', borderRadius: 6 }} />
      <TextInput aria-label="Typed name" placeholder="Visitors draw their signature, or type their name" />
    </Input.Wrapper>
  );
}

/** One entry; visitors add others. */
export function RepeatedPreview(props: PreviewProps) {
  const { field, renderInner } = props;
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const change = (key: string, value: Answer): void => {
    const next = { ...answers, [key]: value };
    setAnswers(next);
    props.set(Object.values(next).flat().filter(Boolean).map(String));
  };
  return (
    <Input.Wrapper {...common(props)} labelElement="div">
      <Fieldset legend="Entry 1" mt={4}>
        <Stack gap="xs">
          {field.inner.map((inner) =>
            renderInner({
              field: inner,
              value: answers[inner.key],
              set: (value) => change(inner.key, value),
            }),
          )}
        </Stack>
      </Fieldset>
      <Text size="xs" c="dimmed" mt={4}>
        Visitors add and remove entries.
      </Text>
    </Input.Wrapper>
  );
}

/** Its answer is what is filled in of its parts. */
function reportingParts({ set }: PreviewProps) {
  return {
    onChange: ({ currentTarget }: FormEvent<HTMLElement>) => {
      const inputs = [...currentTarget.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
      const isFilledIn = (input: HTMLInputElement | HTMLSelectElement): boolean =>
        'checked' in input && /radio|checkbox/.test(input.type) ? input.checked : input.value !== '';
      set(inputs.filter(isFilledIn).map(({ value }) => value));
    },
  };
}

function numberOr(text: string, other: number): number {
  try {
    return text.trim() === '' ? other : parseNumber(text, { isWhole: true });
  } catch {
    return other;
  }
}

function common({ field: { label, name, isRequired, help } }: PreviewProps) {
  return { label: label || name, required: isRequired, ...(help ? { description: help } : {}) };
}
