// Saves an existing item: in its draft if it is published, and otherwise the item itself.

import type { ItemStatus } from '@frontdesk/client';
import { api } from '../api.ts';
import { type AnyItem, usesDraft } from './item-query.ts';
import type { changeOf } from './item-values.ts';

/** A change of status that is saved together with the values. */
export type StatusChange = {
  status?: ItemStatus;
  publishedAt?: string | null;
  /** Publishes the draft of the item, or sets the time when it will be published; null takes it back. */
  publish?: { at?: string | null };
};
type Change = ReturnType<typeof changeOf>;

/** Returns the item as the editor shows it. `onDraft` gets it as well when its draft is saved but not published yet. */
export async function saveItem(
  item: AnyItem,
  change: Change,
  { publish, ...statusChange }: StatusChange,
  onDraft: (saved: AnyItem) => void,
): Promise<AnyItem> {
  const content = api.content(item.type);
  const hasStatus = Object.keys(statusChange).length > 0;
  const hasChange = Object.keys(change).length > 0;
  if (!usesDraft(item) && !publish) {
    if (!hasChange && !hasStatus) return item;
    return content.update(item.id, { ...change, ...statusChange }, { ifMatch: item.etag });
  }
  let saved = item;
  if (hasChange) {
    const { status: _, unpublishAt: _end, slug, ...members } = change;
    // The slug of a draft is one that was typed.
    const named = slug == null ? members : { ...members, slug };
    saved = await content.updateDraft(item.id, named, { ifMatch: item.etag });
    if (publish || hasStatus) onDraft(saved);
  }
  if (hasStatus) await content.update(item.id, statusChange, { ifMatch: saved.etag });
  else if (publish) await content.publish(item.id, publish, { ifMatch: saved.etag });
  return hasStatus || publish ? content.get(item.id, { version: 'draft' }) : saved;
}
