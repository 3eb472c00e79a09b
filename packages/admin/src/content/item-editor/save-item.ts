// Saves an existing item: in its draft if it is published, and otherwise the item itself.

import type { ItemStatus } from '@frontdesk/client';
import { api, background } from '../../api/api.ts';
import { type AnyItem, usesDraft } from '../items/item-query.ts';
import type { changeOf } from './item-values.ts';

/** A change of status that is saved together with the values. */
export type StatusChange = {
  status?: ItemStatus;
  publishedAt?: string | null;
  /** Null: the item stays published. */
  unpublishAt?: string | null;
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
    // Without a change, what was autosaved becomes a revision of its own.
    return content.update(item.id, { ...change, ...statusChange }, { ifMatch: item.etag });
  }
  let saved = item;
  if (hasChange) {
    saved = await content.updateDraft(item.id, draftChangeOf(change), { ifMatch: item.etag });
    if (publish || hasStatus) onDraft(saved);
  }
  if (hasStatus) await content.update(item.id, statusChange, { ifMatch: saved.etag });
  else if (publish) await content.publish(item.id, publish, { ifMatch: saved.etag });
  return hasStatus || publish ? content.get(item.id, { version: 'draft' }) : saved;
}

/** Whether an item can be saved while it is written. What waits for its time cannot: it may come in the middle of a sentence. */
export function mayAutosave(item: AnyItem | null): boolean {
  if (item === null) return true;
  return (item.status === 'draft' || item.status === 'publish') && !item.draft?.publishAt;
}

/** Saves what is being written, and publishes nothing. */
export function autosaveItem(item: AnyItem, change: Change): Promise<AnyItem> {
  const content = background.content(item.type);
  const options = { ifMatch: item.etag };
  if (!usesDraft(item)) return content.update(item.id, change, { ...options, autosave: true });
  return content.updateDraft(item.id, draftChangeOf(change), options);
}

/** A draft has no status, no end and no external ID, and its slug is one that was typed. */
function draftChangeOf({ status: _, unpublishAt: _end, externalId: _externalId, slug, ...members }: Change) {
  return slug == null ? members : { ...members, slug };
}
