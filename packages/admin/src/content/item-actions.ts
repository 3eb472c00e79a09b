// What is done to a listed item without opening it.

import { api } from '../api.ts';
import { askToConfirm } from '../ui/confirm.tsx';
import { toastDone, toastError } from '../ui/toast.tsx';
import { type AnyListedItem, refreshContent } from './item-query.ts';

type Named = Pick<AnyListedItem, 'id' | 'type' | 'title'>;

export function trashItem(item: Named): Promise<boolean> {
  return run(() => api.content(item.type).delete(item.id), `“${item.title}” is in the trash`);
}

/** As a draft: nobody is surprised by what appears on the site. */
export function restoreItem(item: Named): Promise<boolean> {
  return run(() => api.content(item.type).update(item.id, { status: 'draft' }), `“${item.title}” is a draft again`);
}

/** Asks first. Resolves with whether it is gone. */
export async function deleteForEver(item: Named): Promise<boolean> {
  const isSure = await askToConfirm({
    title: 'Delete for ever?',
    children: `“${item.title}” will be gone. This cannot be taken back.`,
    confirm: 'Delete for ever',
    isDangerous: true,
  });
  return isSure && run(() => api.content(item.type).delete(item.id, { force: true }), `“${item.title}” is deleted`);
}

async function run(act: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await act();
    toastDone(done);
    await refreshContent();
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}
