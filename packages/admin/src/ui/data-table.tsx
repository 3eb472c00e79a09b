// A list of records: a table on wide screens, cards on phones. Handles the loading, empty and failed states.

import { Box, Group, Skeleton, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';
import { ErrorState } from './error-state.tsx';
import { isTyping } from './is-typing.ts';
import { Pager } from './pager.tsx';
import { type Selection, SelectPage, SelectRow, useRangeSelection } from './row-selection.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

export type Column<Row> = {
  key: string;
  header: string;
  render(row: Row): ReactNode;
  /** The API's name for sorting by this column. */
  sortBy?: string;
  align?: 'left' | 'right';
  width?: number | string;
  /** Hidden in the cards on phones. */
  wideOnly?: boolean;
  /** Contains buttons: placed above the link that covers the row, with a hidden header. */
  isAction?: boolean;
};

export type Sorting = { by: string; order: 'asc' | 'desc'; set(by: string, order: 'asc' | 'desc'): void };
export type Paging = {
  page: number;
  pageSize: number;
  set(page: number): void;
  /** For lists whose page size can be chosen. */
  setSize?: ((size: number) => void) | undefined;
};

type DataTableProps<Row> = {
  /** Names the list for screen readers: "Payments". */
  label: string;
  query: Pick<UseQueryResult<{ items: Row[]; total: number }>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
  /** The first column is the title of the card on phones; it should contain a RowLink. */
  columns: Column<Row>[];
  rowKey(row: Row): string;
  /** Shown for an empty list: an EmptyState with a call to action. */
  empty: ReactNode;
  sorting?: Sorting;
  paging?: Paging;
  /** For lists whose rows can be selected. */
  selection?: Selection<Row> | undefined;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, label, empty, paging } = props;
  const frame = useRef<HTMLElement>(null);
  useRowKeys(frame);
  useKeptFocus(frame);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { data, error } = query;
  if (error && !data) return <ErrorState error={error} retry={() => query.refetch()} />;
  if (data && data.items.length === 0 && (paging === undefined || paging.page === 1)) {
    return (
      <section ref={frame} className={classes.frame}>
        {empty}
      </section>
    );
  }
  const Body = isPhone ? Cards : Rows;
  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={label}
      aria-busy={data === undefined || query.isPlaceholderData}
    >
      <Body {...props} />
      {paging && data && <Pager {...paging} total={data.total} className={classes.foot} />}
    </section>
  );
}

function Rows<Row>({ query, columns, rowKey, sorting, label, selection }: DataTableProps<Row>) {
  const rows = query.data?.items ?? [];
  const select = useRangeSelection(rows, rowKey, selection);
  const [scroller, isStop] = useScrollStop();
  return (
    <div
      ref={scroller}
      className={classes.scroll}
      {...(isStop && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrollable` })}
    >
      <Table aria-label={label}>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {selection && (
              <Table.Th w={44}>
                <SelectPage rows={rows} selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sorting={sorting} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {query.data
            ? rows.map((row) => (
                <Table.Tr
                  key={rowKey(row)}
                  className={classes.row}
                  data-row={rowKey(row)}
                  data-selected={selection?.has(row) || undefined}
                >
                  {selection && (
                    <Table.Td className={classes.select}>
                      <SelectRow row={row} selection={selection} select={select} />
                    </Table.Td>
                  )}
                  {columns.map((column, index) => (
                    <Table.Td
                      key={column.key}
                      ta={column.align}
                      className={`${index === 0 ? classes.main : ''} ${column.align === 'right' ? 'tabular-numbers' : ''}`}
                    >
                      <Cell column={column} row={row} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            : placeholders.map((n) => (
                <Table.Tr key={n}>
                  {selection && <Table.Td />}
                  {columns.map((column) => (
                    <Table.Td key={column.key}>
                      <Skeleton height={14} my={4} width={column === columns[0] ? '70%' : '50%'} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Whether it scrolls and has nothing to focus: Safari scrolls it by keyboard only if it is a tab stop itself. */
function useScrollStop(): [RefObject<HTMLDivElement | null>, boolean] {
  const scroller = useRef<HTMLDivElement>(null);
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Rows that arrive make it higher.
    const observer = new ResizeObserver(() =>
      setStop(element.scrollWidth > element.clientWidth && element.querySelector('a, button, input') === null),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [scroller, isStop];
}

function HeaderCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { header, align, width, sortBy, isAction } = column;
  if (!sorting || !sortBy) {
    return (
      <Table.Th ta={align} w={width}>
        {isAction ? <VisuallyHidden>Actions</VisuallyHidden> : header}
      </Table.Th>
    );
  }
  const isSorted = sorting.by === sortBy;
  const next = isSorted && sorting.order === 'asc' ? 'desc' : 'asc';
  const Icon = !isSorted ? IconArrowsSort : sorting.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th
      ta={align}
      w={width}
      aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton className={classes.sort} onClick={() => sorting.set(sortBy, next)}>
        {header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function Cards<Row>({ query, columns, rowKey, selection }: DataTableProps<Row>) {
  const select = useRangeSelection(query.data?.items ?? [], rowKey, selection);
  const [main, ...rest] = columns;
  const facts = rest.filter((column) => !column.wideOnly && !column.isAction);
  const actions = rest.filter((column) => column.isAction);
  if (!query.data) return placeholders.map((n) => <Skeleton key={n} height={48} m="md" w="auto" />);
  return (
    <ul className={classes.cards}>
      {query.data.items.map((row) => (
        <li
          key={rowKey(row)}
          className={classes.card}
          data-row={rowKey(row)}
          data-selected={selection?.has(row) || undefined}
        >
          <Group justify="space-between" wrap="nowrap" align="start">
            {selection && (
              <div className={classes.above}>
                <SelectRow row={row} selection={selection} select={select} />
              </div>
            )}
            <Box miw={0} flex={1}>
              {main?.render(row)}
            </Box>
            {actions.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </Group>
          <dl className={classes.facts}>
            {facts.map((column) => (
              <Fact key={column.key} column={column} row={row} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = column.render(row);
  if (value === null || value === undefined || value === '' || value === false) return null;
  return (
    <>
      <Text component="dt" size="xs">
        {column.header}
      </Text>
      <dd>{value}</dd>
    </>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return column.isAction ? <div className={classes.above}>{column.render(row)}</div> : column.render(row);
}

const placeholders = [1, 2, 3, 4, 5, 6];

/**
 * Moves through the rows of a list with the keyboard: `j` and `k`, or the arrows in a row; `x` selects the row. Enter opens
 * it, because its link or button has the focus. The arrow down leads from the search into the list.
 */
function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isFromSearch = event.key === 'ArrowDown' && isSearch(event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || (isTyping(event.target) && !isFromSearch)) return;
      const rows = [...(frame.current?.querySelectorAll('[data-row]') ?? [])];
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      const step = steps[event.key];
      if (step !== undefined && (current >= 0 || event.key === 'j' || isFromSearch)) {
        event.preventDefault();
        focusRow(rows[Math.max(0, current + step)]);
      } else if (event.key === 'x') {
        rows[current]?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [frame]);
}

/** Of the screen: a dialog has a list of its own. */
function isSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.closest('[role="dialog"]') === null;
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>('a, button')?.focus();
}
