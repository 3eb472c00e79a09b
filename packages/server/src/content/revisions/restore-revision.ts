// What restoring a revision changes: the texts, the custom fields and the terms. Where the item is stays: its slug, status,
// time, parent, place and author.

import type { ItemInput } from '../items/create-item.ts';
import type { FieldValues } from '../items/item-fields.ts';
import type { ItemState } from './states.ts';

/** The change that makes an item with these fields what it was. */
export function restoringChange(state: ItemState, fields: FieldValues): ItemInput {
  const removed = Object.keys(fields).filter((name) => !Object.hasOwn(state.fields, name));
  return {
    title: state.title,
    content: state.content,
    excerpt: state.excerptIsMade ? null : state.excerpt,
    fields: { ...state.fields, ...Object.fromEntries(removed.map((name) => [name, null])) },
    tags: state.tags,
    categories: state.categories,
  };
}
