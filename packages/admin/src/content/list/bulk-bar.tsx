// What can be done with the selected items.

import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchiveOff, IconEyeOff, IconTag, IconTrash, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type BulkRun, SelectionBar } from '../../records/selection-bar.tsx';
import type { SelectedRows } from '../../records/use-selected-rows.ts';
import type { AnyListedItem } from '../items/item-query.ts';
import {
  type BulkAction,
  deleteItems,
  publishing,
  restoring,
  runOnItems,
  trashing,
  unpublishing,
} from './bulk-actions.tsx';
import { TermsDialog } from './terms-dialog.tsx';

type BulkBarProps = {
  type: string;
  /** Of the type. */
  taxonomies: readonly string[];
  selected: SelectedRows<AnyListedItem>;
  /** How many items the list has on all pages. */
  total: number;
  isTrash: boolean;
  readFirst(count: number): Promise<AnyListedItem[]>;
};

export function BulkBar({ selected, total, readFirst, ...rest }: BulkBarProps) {
  return (
    <SelectionBar name="item" selected={selected} total={total} readFirst={readFirst}>
      {(bulk) => <ItemActions items={selected.rows} bulk={bulk} {...rest} />}
    </SelectionBar>
  );
}

type ItemActionsProps = Pick<BulkBarProps, 'type' | 'taxonomies' | 'isTrash'> & {
  items: AnyListedItem[];
  bulk: BulkRun;
};

function ItemActions({ type, taxonomies, isTrash, items, bulk: { busy, isTooMany, run } }: ItemActionsProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
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
    <>
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
    </>
  );
}
