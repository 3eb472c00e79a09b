// What `expand` in a query asks for: `content`, and `fields.` with the name of a field.

import { closestMatch } from 'leven';
import type { Fault } from '../../errors.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import type { PostType } from '../types/post-types.ts';

/** Names of fields, and whether the content is expanded. */
export type Expansion = { media: Set<string>; texts: Set<string>; content: boolean };

const prefix = 'fields.';
const maxDistance = 3;

/** Null without `expand`. `hasContent`: whether the response has the content of items. */
export function readExpand(
  type: PostType,
  expand: string | undefined,
  { hasContent }: { hasContent: boolean },
): { expansion: Expansion | null; faults: Fault[] } {
  const names = new Set(expand?.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) return { expansion: null, faults: [] };
  const expansion: Expansion = { media: new Set(), texts: new Set(), content: false };
  const wrong = [...names].flatMap((name) => {
    const detail = add(expansion, type, name, hasContent);
    return detail === null ? [] : [`\`${name.slice(0, 100)}\` ${detail}`];
  });
  if (wrong.length === 0) return { expansion, faults: [] };
  return { expansion: null, faults: [{ pointer: 'expand', code: 'invalid', detail: wrong.slice(0, 5).join('; ') }] };
}

/** Adds what is named, or returns why it cannot be expanded. */
function add(expansion: Expansion, type: PostType, name: string, hasContent: boolean): string | null {
  if (name === 'content') {
    expansion.content = true;
    return hasContent ? null : 'is not in the response: name it in `select`';
  }
  const key = name.startsWith(prefix) ? name.slice(prefix.length) : null;
  const field = type.fields.find((field) => field.name === key);
  if (key === null || field === undefined) {
    const meant = nameMeant(type, name, hasContent);
    if (meant) return `cannot be expanded (did you mean \`${meant}\`?)`;
    if (key === null || key === '' || type.strict) return `is not a field of the type ${type.name}`;
    // Imports leave the field of the featured image undeclared.
    expansion.media.add(key);
    return null;
  }
  const { refersTo, isHtml } = kindOf(field);
  if (refersTo === 'media') expansion.media.add(field.name);
  else if (isHtml) expansion.texts.add(field.name);
  else return `is a field of the kind ${field.type}: only media and rich texts can be expanded so far`;
  return null;
}

/** The name that can be expanded and is nearest to a wrong one. */
function nameMeant(type: PostType, name: string, hasContent: boolean): string | undefined {
  const fields = type.fields.filter((field) => kindOf(field).refersTo === 'media' || kindOf(field).isHtml);
  const known = [...(hasContent ? ['content'] : []), ...fields.map((field) => `${prefix}${field.name}`)];
  if (type.fields.some((field) => field.name === name)) return `${prefix}${name}`;
  return closestMatch(name.slice(0, 100), known, { maxDistance });
}
