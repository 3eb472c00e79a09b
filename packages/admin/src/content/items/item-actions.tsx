// Actions on an item that do not need the editor.

import { FrontdeskError } from '@frontdesk/client';
import { Text } from '@mantine/core';
import { api } from '../../api/api.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { formatNumber } from '../../ui/format.ts';
import { type Referrer, ReferrerList } from '../../ui/referrer-list.tsx';
import { toastError, toastSuccess, toastUndo } from '../../ui/toast.tsx';
import { type AnyItem, type AnyListedItem, refreshContent } from './item-query.ts';

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

/** If other items refer to the item, asks whether the references may be removed. Throws every other error. */
function askAboutReferrers(title: string, error: unknown): Promise<boolean> {
  if (!(error instanceof FrontdeskError) || error.code !== 'still_referenced') throw error;
  const { referrers, referrersTotal } = error.problem as { referrers: Referrer[]; referrersTotal: number };
  return askToConfirm({
    title: `Other items refer to “${title}”`,
    children: <Referrers items={referrers} total={referrersTotal} />,
    confirm: 'Delete and remove references',
    isDangerous: true,
  });
}

function Referrers({ items, total }: { items: Referrer[]; total: number }) {
  return (
    <>
      <Text size="sm">If you delete it, these fields become empty, and links in texts lead nowhere:</Text>
      <ReferrerList items={items} my="xs" />
      {total > items.length && <Text size="sm">And {formatNumber(total - items.length)} more.</Text>}
    </>
  );
}
