// What WordPress's values become here: statuses, post types, custom fields, media types.

import { typeOfEnding } from '../files/file-endings.ts';
import type { WordpressItem } from './wordpress-records.ts';

/** The status here, and a note for the report where it differs. */
export function mapStatus(
  item: WordpressItem,
  now: string,
): { status: 'draft' | 'publish' | 'trash'; note: string | null } {
  if (item.status === 'trash') return { status: 'trash', note: null };
  if (item.password !== null) return { status: 'draft', note: 'protected by a password: imported as drafts' };
  switch (item.status) {
    case 'publish':
      return { status: 'publish', note: null };
    case 'future': {
      const isDue = item.publishedAt === null || item.publishedAt <= now;
      return { status: 'publish', note: isDue ? 'scheduled for a time in the past: published' : null };
    }
    case 'draft':
    case 'auto-draft':
      return { status: 'draft', note: null };
    default:
      return { status: 'draft', note: `with the status “${item.status}”: imported as drafts` };
  }
}

const internalKey =
  /^_(edit_last|edit_lock|wp_.*|oembed_.*|menu_item_.*|publicize_.*|pingme|encloseme|thumbnail_id|attachment_.*)$/;
/** Advanced Custom Fields stores beside each value which field it belongs to. */
const fieldReference = /^field_[0-9a-z_]+$/;

/** Custom fields as texts; a repeated key becomes a list. WordPress hides keys that begin with `_`. */
export function mapFields(meta: WordpressItem['meta']): Record<'fields' | 'hiddenFields', FieldTexts> {
  const values = new Map<string, string[]>();
  for (const { key, value } of meta) {
    const isInternal = internalKey.test(key) || (key.startsWith('_') && fieldReference.test(value));
    if (key === '' || isInternal) continue;
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const all = [...values].map(([key, list]) => [key, list.length === 1 ? (list[0] as string) : list] as const);
  return {
    fields: Object.fromEntries(all.filter(([key]) => !key.startsWith('_'))),
    hiddenFields: Object.fromEntries(all.filter(([key]) => key.startsWith('_'))),
  };
}

type FieldTexts = Record<string, string | string[]>;

export function metaValue(item: WordpressItem, key: string): string | null {
  return item.meta.find((entry) => entry.key === key)?.value ?? null;
}

/** By the file extension in the address; null when it is not known. */
export function guessMimeType(url: string): string | null {
  const extension = /\.([A-Za-z0-9]{2,5})(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  return typeOfEnding(extension);
}
