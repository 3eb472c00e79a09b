// Actions on many items at once. Each is one request: all items change, or none.

import type { BulkOperation, BulkResult } from '@frontdesk/client/admin';
import { api } from '../../api/api.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatCount } from '../../ui/format.ts';
import { toastError, toastSuccess, toastUndo } from '../../ui/toast.tsx';
import { type AnyListedItem, refreshContent } from '../items/item-query.ts';
import { BulkFaults, faultsByItem } from './bulk-faults.tsx';

type Operation = BulkOperation<Record<string, unknown>>;
type Item = Pick<AnyListedItem, 'id' | 'title'>;

export type BulkAction = {
  /** The button that leaves out items with faults: "Publish". */
  verb: string;
  /** What was done: "12 items published". */
  done(count: string): string;
  operation(id: string): Operation;
  /** The operation that undoes a result; null if nothing can. */
  undo?(result: Changed): Operation | null;
};

type Changed = BulkResult & { id: string; previous: NonNullable<BulkResult['previous']> };

export const publishing: BulkAction = {
  verb: 'Publish',
  done: (count) => `${count} published`,
  operation: (id) => ({ action: 'publish', id }),
  // What was live before has lost its draft, which nothing brings back.
  undo: (result) => (result.previous.status === 'publish' ? null : toStatus(result)),
};

export const unpublishing: BulkAction = {
  verb: 'Unpublish',
  done: (count) => `${count} unpublished`,
  operation: (id) => ({ action: 'update', id, status: 'draft' }),
  undo: toStatus,
};

export const trashing: BulkAction = {
  verb: 'Move to trash',
  done: (count) => `${count} moved to trash`,
  operation: (id) => ({ action: 'trash', id }),
  undo: ({ id, previous: { status } }) => (status === 'trash' ? null : { action: 'restore', id, status }),
};

export const restoring: BulkAction = {
  verb: 'Restore',
  done: (count) => `${count} restored as drafts`,
  operation: (id) => ({ action: 'restore', id }),
  undo: ({ id }) => ({ action: 'trash', id }),
};

const deleting: BulkAction = {
  verb: 'Delete permanently',
  done: (count) => `${count} deleted`,
  operation: (id) => ({ action: 'delete', id }),
};

export type TermChanges = {
  addTags: string[];
  removeTags: string[];
  addCategories: string[];
  removeCategories: string[];
  /** By the taxonomies of the type. */
  addTerms: Record<string, string[]>;
  removeTerms: Record<string, string[]>;
};

export function changingTerms(changes: TermChanges): BulkAction {
  const isGiven = ([, terms]: [string, string[] | Record<string, string[]>]) => Object.values(terms).flat().length > 0;
  const filled = Object.fromEntries(Object.entries(changes).filter(isGiven));
  return {
    verb: 'Change',
    done: (count) => `Tags and categories of ${count} changed`,
    operation: (id) => ({ action: 'update', id, ...filled }),
    undo: ({ id, previous: { tags, categories, terms } }) => ({
      ...{ action: 'update', id, tags, categories },
      ...(terms ? { terms } : {}),
    }),
  };
}

function toStatus({ id, previous: { status, publishedAt } }: Changed): Operation {
  return { action: 'update', id, status, publishedAt };
}

/** Asks for confirmation. Resolves to whether the items were deleted. */
export async function deleteItems(type: string, items: readonly Item[]): Promise<boolean> {
  const count = formatCount(items.length, 'item');
  const isSure = await askToConfirm({
    title: `Delete ${count} permanently?`,
    children: 'This cannot be undone.',
    confirm: `Delete ${count}`,
    isDangerous: true,
  });
  return isSure && runOnItems(type, items, deleting);
}

/**
 * Runs the action and offers to undo it. If some items have faults, shows them and offers to leave those items out. Resolves
 * to whether it was done.
 */
export async function runOnItems(type: string, items: readonly Item[], action: BulkAction): Promise<boolean> {
  try {
    const { results } = await api.content(type).bulk(items.map(({ id }) => action.operation(id)));
    const changed = results.filter(({ changed }) => changed);
    announce(type, changed, action);
    await refreshContent();
    return true;
  } catch (error) {
    const faults = faultsByItem(items, error);
    if (faults.length === 0) {
      toastError(error);
      return false;
    }
    const faulty = new Set(faults.map(({ item }) => item));
    const others = items.filter((item) => !faulty.has(item));
    const mayGoOn = await askToConfirm({
      title: `${formatCount(faults.length, 'item')} cannot be changed`,
      children: <BulkFaults faults={faults} others={others.length} />,
      confirm: others.length === 0 ? 'Close' : `${action.verb} the other ${formatCount(others.length, 'item')}`,
    });
    return mayGoOn && others.length > 0 && runOnItems(type, others, action);
  }
}

function announce(type: string, changed: readonly BulkResult[], { done, undo }: BulkAction): void {
  const message = changed.length === 0 ? 'Nothing had to be changed' : done(formatCount(changed.length, 'item'));
  const undone = changed.map((result) => undo?.(result as Changed) ?? null);
  const operations = undone.filter((operation) => operation !== null);
  if (operations.length === 0 || operations.length < undone.length) toastSuccess(message);
  else toastUndo(message, () => changeBack(type, operations));
}

async function changeBack(type: string, operations: readonly Operation[]): Promise<void> {
  try {
    await api.content(type).bulk(operations);
    toastSuccess(`${formatCount(operations.length, 'item')} changed back`);
    await refreshContent();
  } catch (error) {
    toastError(error);
  }
}
