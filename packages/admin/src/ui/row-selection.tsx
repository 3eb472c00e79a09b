// Selecting rows of a list: one by one, all between two with Shift, or all on the page.

import { Checkbox } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';

export type Selection<Row> = {
  has(row: Row): boolean;
  set(rows: readonly Row[], isSelected: boolean): void;
  /** What a row is called: "Walking tour". */
  nameOf(row: Row): string;
};

type Select<Row> = (row: Row, event: ChangeEvent<HTMLInputElement>) => void;

/** Handles the box of a row. With Shift, the rows since the one before are selected as well. */
export function useRangeSelection<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  selection: Selection<Row> | undefined,
): Select<Row> {
  const last = useRef<string | null>(null);
  return (row, event) => {
    const { shiftKey } = event.nativeEvent as MouseEvent;
    const from = rows.findIndex((other) => rowKey(other) === last.current);
    const to = rows.indexOf(row);
    const isRange = shiftKey && from >= 0;
    const range = isRange ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
    selection?.set(range, event.currentTarget.checked);
    last.current = rowKey(row);
  };
}

type SelectRowProps<Row> = { row: Row; selection: Selection<Row>; select: Select<Row> };

export function SelectRow<Row>({ row, selection, select }: SelectRowProps<Row>) {
  return (
    <Checkbox
      size="md"
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={selection.has(row)}
      onChange={(event) => select(row, event)}
    />
  );
}

export function SelectPage<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const count = rows.filter((row) => selection.has(row)).length;
  const isAll = rows.length > 0 && count === rows.length;
  return (
    <Checkbox
      size="md"
      aria-label="Select all on this page"
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => selection.set(rows, !isAll)}
    />
  );
}
