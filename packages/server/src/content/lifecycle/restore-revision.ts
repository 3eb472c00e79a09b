// What restoring a revision changes: the texts and their language, the custom fields and the terms. Where the item is stays:
// its slug, status, time, parent, place and author.

import { convertValue } from '../../fields/convert-value.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { PostType } from '../types/post-types.ts';
import type { ItemInput } from './create-item.ts';
import type { ItemState } from './states.ts';

/**
 * The change that makes an item with these fields what it was. Values of fields that have another kind now are converted;
 * those that cannot be are a fault of the change.
 */
export function restoringChange(
  state: ItemState,
  fields: FieldValues,
  { fields: declared, taxonomies }: Pick<PostType, 'fields' | 'taxonomies'>,
): ItemInput {
  const removed = Object.keys(fields).filter((name) => !Object.hasOwn(state.fields, name));
  return {
    title: state.title,
    content: state.content,
    excerpt: state.excerptIsMade ? null : state.excerpt,
    language: state.language ?? null,
    fields: { ...asDeclared(state.fields, declared), ...Object.fromEntries(removed.map((name) => [name, null])) },
    tags: state.tags,
    categories: state.categories,
    ...(taxonomies ? { terms: Object.fromEntries(taxonomies.map((name) => [name, state.terms?.[name] ?? []])) } : {}),
  };
}

function asDeclared(values: FieldValues, declared: readonly FieldDeclaration[]): FieldValues {
  const converted = declared.flatMap((field): [string, unknown][] => {
    if (!Object.hasOwn(values, field.name)) return [];
    const conversion = convertValue(field, values[field.name]);
    return conversion.is === 'converted' ? [[field.name, conversion.value]] : [];
  });
  return { ...values, ...Object.fromEntries(converted) };
}
