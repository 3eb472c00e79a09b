// What can be done with the selected items.

import { ActionIcon, Button, Group, Paper, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchiveOff, IconEyeOff, IconTag, IconTrash, IconWorld, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useBottomBar } from '../../ui/bottom-bar.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { isTyping } from '../../ui/is-typing.ts';
import { toastError } from '../../ui/toast.tsx';
import type { AnyListedItem } from '../item-query.ts';
import {
  type BulkAction,
  deleteItems,
  publishing,
  restoring,
  runOnItems,
  trashing,
  unpublishing,
} from './bulk-actions.tsx';
import classes from './bulk-bar.module.css';
import { TermsDialog } from './terms-dialog.tsx';
import type { SelectedItems } from './use-selected-items.ts';

/** The most that one request can change. */
const maxItems = 1000;

type BulkBarProps = {
  type: string;
  /** Of the type. */
  taxonomies: readonly string[];
  selected: SelectedItems;
  /** How many items the list has on all pages. */
  total: number;
  isTrash: boolean;
  readFirst(count: number): Promise<AnyListedItem[]>;
};

export function BulkBar({ type, taxonomies, selected, total, isTrash, readFirst }: BulkBarProps) {
  const { items, clear } = selected;
  const [busy, setBusy] = useState<string | null>(null);
  const [isOpen, { open, close }] = useDisclosure(false);
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
  const run = (name: string, act: () => Promise<boolean>) =>
    during(name, async () => {
      if (await act()) clear();
    });
  const all = Math.min(total, maxItems);
  const isTooMany = items.length > maxItems;
  const button = (label: string, icon: ReactNode, act: () => Promise<boolean>) => (
    <Button
      key={label}
      variant="default"
      size="xs"
      leftSection={icon}
      loading={busy === label}
      disabled={isTooMany || (busy !== null && busy !== label)}
      onClick={() => run(label, act)}
    >
      {label}
    </Button>
  );
  const action = (action: BulkAction, icon: ReactNode) =>
    button(action.verb, icon, () => runOnItems(type, items, action));
  return (
    <Paper ref={bar} component="section" aria-label="Selected items" className={classes.bar} shadow="md" withBorder>
      <Group gap="xs" wrap="nowrap">
        <Tooltip label="Clear selection (Esc)">
          <ActionIcon size={28} onClick={clear} aria-label="Clear selection">
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Text size="sm" fw={550} className="tabular-numbers" aria-live="polite">
          {isTooMany
            ? `${formatCount(items.length, 'item')} selected: too many for one change`
            : `${formatNumber(items.length)} selected`}
        </Text>
        {items.length < all && (
          <Button
            variant="subtle"
            size="xs"
            loading={busy === 'all'}
            onClick={() => during('all', async () => selected.replace(await readFirst(all)))}
          >
            {total > maxItems
              ? `Select the first ${formatNumber(all)} of ${formatNumber(total)}`
              : `Select all ${formatNumber(total)}`}
          </Button>
        )}
      </Group>
      <Group gap={6}>
        {isTrash ? (
          <>
            {action(restoring, <IconArchiveOff size={16} aria-hidden />)}
            {button('Delete permanently', <IconTrash size={16} aria-hidden />, () => deleteItems(type, items))}
          </>
        ) : (
          <>
            {action(publishing, <IconWorld size={16} aria-hidden />)}
            {action(unpublishing, <IconEyeOff size={16} aria-hidden />)}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTag size={16} aria-hidden />}
              disabled={isTooMany || busy !== null}
              onClick={open}
            >
              Tags and categories
            </Button>
            {action(trashing, <IconTrash size={16} aria-hidden />)}
          </>
        )}
      </Group>
      <TermsDialog
        isOpen={isOpen}
        close={close}
        count={items.length}
        taxonomies={taxonomies}
        apply={(action) => run('terms', () => runOnItems(type, items, action))}
      />
    </Paper>
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
