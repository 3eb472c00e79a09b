// The lines of an invoice as inputs. Enter goes to the next line, and adds one after the last.

import { ActionIcon, Button, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { TaxRateSelect } from '../records/tax-rate-select.tsx';
import type { InputFault } from '../ui/saving.ts';
import classes from './invoice-lines-input.module.css';
import { type LineValues, newLine } from './invoice-values.ts';

type InvoiceLinesInputProps = {
  lines: LineValues[];
  set(lines: LineValues[]): void;
  field(pointer: string): InputFault;
  /** The day for which tax rates are offered. */
  day: string;
};

export function InvoiceLinesInput({ lines, set, field, day }: InvoiceLinesInputProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that was added is there after the next rendering
  useEffect(() => {
    if (focused === null) return;
    frame.current?.querySelector<HTMLElement>(`[data-line="${focused}"] input`)?.focus();
    setFocused(null);
  }, [focused, lines.length]);
  const goTo = (at: number): void => {
    const next = lines[at] ?? newLine(lines.at(-1));
    if (at >= lines.length) set([...lines, next]);
    setFocused(next.key);
  };
  const remove = (at: number): void => {
    setFocused((lines[at - 1] ?? lines[at + 1])?.key ?? null);
    set(lines.toSpliced(at, 1));
  };
  return (
    <Stack gap="sm" align="start">
      <div className={classes.lines} ref={frame} style={{ width: '100%' }}>
        {lines.map((line, at) => (
          <LineInputs
            key={line.key}
            line={line}
            number={at + 1}
            set={(change) => set(lines.with(at, { ...line, ...change }))}
            field={(name) => field(`/lines/${at}/${name}`)}
            day={day}
            next={() => goTo(at + 1)}
            remove={lines.length > 1 ? () => remove(at) : null}
          />
        ))}
      </div>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        aria-keyshortcuts="Enter"
        onClick={() => goTo(lines.length)}
      >
        Add line
      </Button>
    </Stack>
  );
}

type LineInputsProps = {
  line: LineValues;
  number: number;
  set(change: Partial<LineValues>): void;
  field(name: string): InputFault;
  day: string;
  next(): void;
  remove: (() => void) | null;
};

function LineInputs({ line, number, set, field, day, next, remove }: LineInputsProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    // In React, the dialog of a new tax rate is inside the line.
    if (!event.currentTarget.contains(target as Node)) return;
    const isInput = target instanceof HTMLInputElement && target.getAttribute('aria-expanded') !== 'true';
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isInput) return;
    event.preventDefault();
    next();
  };
  const text = (name: 'description' | 'quantity' | 'unit' | 'discount', label: string, rest: object = {}) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={line[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      {...rest}
      {...field(name)}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-label={`Line ${number}`} className={classes.line} data-line={line.key} onKeyDown={onKeyDown}>
      {text('description', 'Description', { className: classes.description })}
      {text('quantity', 'Quantity', { inputMode: 'decimal' })}
      {text('unit', 'Unit', { placeholder: 'hour' })}
      <TextInput
        label="Unit price"
        inputMode="decimal"
        autoComplete="off"
        value={line.unitPrice}
        onChange={(event) => set({ unitPrice: event.currentTarget.value })}
        {...field('unitAmount')}
      />
      {text('discount', 'Discount', { placeholder: '10 %' })}
      <TaxRateSelect
        none="No tax"
        value={line.taxRateId}
        set={(taxRateId) => set({ taxRateId })}
        day={day}
        fault={field('taxRateId')}
      />
      <ActionIcon
        className={classes.remove}
        size={36}
        aria-label={`Remove line ${number}`}
        disabled={remove === null}
        onClick={() => remove?.()}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
