// Opens the preview of an item in a new tab.

import { api } from '../api.ts';
import { toastError } from '../ui/toast.tsx';
import type { AnyItem } from './item-query.ts';

const hourSeconds = 3600;

/** Opens what is saved. The tab is opened with the click, because browsers block one that opens later. */
export async function openPreview({ id, type }: Pick<AnyItem, 'id' | 'type'>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { url } = await api.content(type).preview(id, { expiresIn: hourSeconds });
    if (!tab) return window.location.assign(url);
    // The site must not reach the admin.
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    toastError(error);
  }
}
