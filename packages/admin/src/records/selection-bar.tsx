// What can be done with the selected rows of a list: stays in sight while the list scrolls.

import { ActionIcon, Button, Group, Menu, Paper, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { formatCount, formatNumber } from '../ui/format.ts';
import { isTyping } from '../ui/is-typing.ts';
import { toastError } from '../ui/toast.tsx';
import classes from './selection-bar.module.css';
import type { SelectedRows } from './use-selected-rows.ts';

/** The most that one request can change. */
const maxRows = 1000;

export type BulkRun = {
  /** The name of the action that runs; null if none does. */
  busy: string | null;
  isTooMany: boolean;
  /** Runs an action under its name, and clears the selection if it worked. */
  run(name: string, act: () => Promise<boolean>): void;
};

type SelectionBarProps<Row> = {
  /** What a row is: "item". */
  name: string;
  selected: SelectedRows<Row>;
  /** How many rows the list has on all pages. */
  total: number;
  readFirst(count: number): Promise<Row[]>;
  /** The actions. */
  children(run: BulkRun): ReactNode;
};

export function SelectionBar<Row>({ name, selected, total, readFirst, children }: SelectionBarProps<Row>) {
  const { rows, clear } = selected;
  const [busy, setBusy] = useState<string | null>(null);
  const bar = useBottomBar();
  useEscape(clear);
  const during = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    setBusy(name);
    try {
      await act();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(null);
    }
  };
  const all = Math.min(total, maxRows);
  const isTooMany = rows.length > maxRows;
  const run: BulkRun['run'] = (name, act) =>
    void during(name, async () => {
      if (await act()) clear();
    });
  return (
    <Paper
      ref={bar}
      component="section"
      data-of-rows
      aria-label={`Selected ${name}s`}
      className={classes.bar}
      shadow="md"
      withBorder
    >
      <Group gap="xs" wrap="nowrap">
        <Tooltip label="Clear selection (Esc)">
          <ActionIcon size={28} onClick={clear} aria-label="Clear selection">
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Text size="sm" fw={550} className="tabular-numbers" aria-live="polite">
          {isTooMany
            ? `${formatCount(rows.length, name)} selected: too many for one change`
            : `${formatNumber(rows.length)} selected`}
        </Text>
        {rows.length < all && (
          <Button
            variant="subtle"
            size="xs"
            loading={busy === 'all'}
            onClick={() => during('all', async () => selected.replace(await readFirst(all)))}
          >
            {total > maxRows
              ? `Select the first ${formatNumber(all)} of ${formatNumber(total)}`
              : `Select all ${formatNumber(total)}`}
          </Button>
        )}
      </Group>
      {children({ busy, isTooMany, run })}
    </Paper>
  );
}

/** A menu of actions in the bar. */
export function BulkMenu({ label, bulk, children }: { label: string; bulk: BulkRun; children: ReactNode }) {
  return (
    <Menu shadow="md">
      <Menu.Target>
        <Button variant="default" size="xs" disabled={bulk.isTooMany || bulk.busy !== null}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function useEscape(clear: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isOfDialog = document.querySelector('[role="dialog"], [role="menu"]') !== null;
      if (event.key === 'Escape' && !isOfDialog && !isTyping(event.target)) clear();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [clear]);
}

/** The room that notifications leave for the bar. Read by notification-list.module.css. */
const property = '--bottom-bar-room';
/** Between the bar and the notifications. In px. */
const gap = 8;

/** The reference of the bar. Notifications appear above it: they must not cover its buttons. */
function useBottomBar(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar: HTMLElement | null) => {
    if (bar === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight + gap}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, []);
}
