// Actions on an item that do not need the editor.

import { api } from '../api.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastError, toastSuccess, toastUndo } from '../ui/toast.tsx';
import { type AnyItem, type AnyListedItem, refreshContent } from './item-query.ts';
import { askAboutReferrers } from './referrers.tsx';

type Named = Pick<AnyListedItem, 'id' | 'type' | 'title'>;

/** Offers to undo it, which restores the item with the status that it had, and the time when it will be unpublished. */
export function trashItem(item: Named & Pick<AnyListedItem, 'status' | 'unpublishAt'>): Promise<boolean> {
  const { id, type, title, status, unpublishAt } = item;
  const before = unpublishAt === undefined ? { status } : { status, unpublishAt };
  const undo = () =>
    run(
      () => api.content(type).update(id, before),
      () => toastSuccess(`“${title}” restored`),
    );
  return run(
    () => api.content(type).delete(id),
    () => toastUndo(`“${title}” moved to trash`, undo),
  );
}

/** Restores the item as a draft, so that it is not published unexpectedly. */
export function restoreItem(item: Named): Promise<boolean> {
  return run(
    () => api.content(item.type).update(item.id, { status: 'draft' }),
    () => toastSuccess(`“${item.title}” restored as a draft`),
  );
}

/** Asks for confirmation. Resolves to the item as it is live, or null. */
export async function discardDraft(item: Named): Promise<AnyItem | null> {
  const isSure = await askToConfirm({
    title: `Discard the draft of “${item.title}”?`,
    children: 'What is live stays as it is. The changes in the draft are lost.',
    confirm: 'Discard draft',
    isDangerous: true,
  });
  let live: AnyItem | null = null;
  const discard = async (): Promise<void> => {
    live = await api.content(item.type).discardDraft(item.id);
  };
  if (isSure) await run(discard, () => toastSuccess('Draft discarded'));
  return live;
}

/** Asks for confirmation. Resolves to whether the item was deleted. */
export async function deletePermanently(item: Named): Promise<boolean> {
  const isSure = await askToConfirm({
    title: `Delete “${item.title}” permanently?`,
    children: 'This cannot be undone.',
    confirm: 'Delete permanently',
    isDangerous: true,
  });
  const remove = (options: { references?: 'clear' } = {}) =>
    api.content(item.type).delete(item.id, { force: true, ...options });
  const removeOrAsk = async (): Promise<unknown> => {
    try {
      return await remove();
    } catch (error) {
      const mayClear = await askAboutReferrers(item.title, error);
      return mayClear && remove({ references: 'clear' });
    }
  };
  return isSure && run(removeOrAsk, () => toastSuccess(`“${item.title}” deleted`));
}

/** Resolves to whether it was done: `act` returns false if the user decided against it. */
async function run(act: () => Promise<unknown>, confirm: () => void): Promise<boolean> {
  try {
    if ((await act()) === false) return false;
    confirm();
    await refreshContent();
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}
