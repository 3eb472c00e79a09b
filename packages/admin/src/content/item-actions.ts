// Actions on an item that do not need the editor.

import { api } from '../api.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { type AnyListedItem, refreshContent } from './item-query.ts';

type Named = Pick<AnyListedItem, 'id' | 'type' | 'title'>;

export function trashItem(item: Named): Promise<boolean> {
  return run(() => api.content(item.type).delete(item.id), `“${item.title}” moved to trash`);
}

/** Restores the item as a draft, so that it is not published unexpectedly. */
export function restoreItem(item: Named): Promise<boolean> {
  return run(() => api.content(item.type).update(item.id, { status: 'draft' }), `“${item.title}” restored as a draft`);
}

/** Asks for confirmation. Resolves to whether the item was deleted. */
export async function deletePermanently(item: Named): Promise<boolean> {
  const isSure = await askToConfirm({
    title: `Delete “${item.title}” permanently?`,
    children: 'This cannot be undone.',
    confirm: 'Delete permanently',
    isDangerous: true,
  });
  return isSure && run(() => api.content(item.type).delete(item.id, { force: true }), `“${item.title}” deleted`);
}

async function run(act: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await act();
    toastSuccess(done);
    await refreshContent();
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}
