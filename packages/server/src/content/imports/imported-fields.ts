// The custom fields of an imported item: which of them its type shows, and as what.

import { convertValue } from '../../fields/convert-value.ts';
import { mergeByName } from '../../lib/merge-by-name.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { PostType } from '../types/post-types.ts';

/**
 * Values of declared fields are converted to their kinds where that is possible. What the other system hides is shown if
 * the type declares it, and is kept apart otherwise.
 */
export function divideFields(
  type: PostType,
  item: { fields: FieldValues; hiddenFields: FieldValues },
): { shown: FieldValues; hidden: string | null } {
  const declared = new Map(type.fields.map((field) => [field.name, field]));
  const revealed = Object.entries(item.hiddenFields).filter(([name]) => declared.has(name));
  const hidden = Object.entries(item.hiddenFields).filter(([name]) => !declared.has(name));
  const values = Object.entries({ ...item.fields, ...Object.fromEntries(revealed) }).map(([name, value]) => {
    const field = declared.get(name);
    const conversion = field && convertValue(field, value);
    return [name, conversion?.is === 'converted' ? conversion.value : value];
  });
  return {
    shown: mergeByName({}, Object.fromEntries(values)),
    hidden: hidden.length === 0 ? null : JSON.stringify(Object.fromEntries(hidden)),
  };
}
