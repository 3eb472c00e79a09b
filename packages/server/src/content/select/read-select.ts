// What `select` in a query asks for: members of items, and `fields.` with the name of a field.

import Type from 'typebox';
import type { Fault } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { isExpandableTerms } from '../model/expand.schemas.ts';
import type { PostType } from '../types/post-types.ts';
import { type Member, memberNames } from './selected-members.ts';

export type Selected = {
  members: ReadonlySet<Member>;
  /** The names of fields that are shown; null for all. */
  fields: ReadonlySet<string> | null;
};

const prefix = 'fields.';
const maxFaults = 5;
/** Lists say only whether there is a draft. */
const ofLists: readonly Member[] = ['drafted'];
const ofSingleItems: readonly Member[] = ['draft', 'redirect'];

const nothing: Fault = {
  pointer: 'select',
  code: 'invalid',
  detail: 'must name what to show, such as title,fields.price: leave it out to get everything',
};

/** Null without `select`. */
export function readSelect(
  type: PostType,
  select: string | undefined,
  shownIn: 'list' | 'item',
): { selected: Selected | null; faults: Fault[] } {
  if (select === undefined) return { selected: null, faults: [] };
  const names = new Set(select.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) return { selected: null, faults: [nothing] };
  const left = shownIn === 'list' ? ofSingleItems : ofLists;
  const known = memberNames.filter((name) => !left.includes(name));
  const members = new Set<Member>();
  const fields = new Set<string>();
  const wrong = [...names].flatMap((name) => {
    const member = known.find((member) => member === name);
    const key = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const isField = key !== '' && (!type.strict || type.fields.some((field) => field.name === key));
    if (member) members.add(member);
    else if (isField) fields.add(key);
    else if (name !== 'id') return [`\`${name.slice(0, 100)}\` ${describeUnknown(type, name, known)}`];
    return [];
  });
  if (wrong.length > 0)
    return {
      selected: null,
      faults: [{ pointer: 'select', code: 'invalid', detail: wrong.slice(0, maxFaults).join('; ') }],
    };
  const hasAll = members.has('fields');
  if (fields.size > 0) members.add('fields');
  return { selected: { members, fields: hasAll ? null : fields }, faults: [] };
}

function describeUnknown(type: PostType, name: string, known: readonly string[]): string {
  if (type.fields.some((field) => field.name === name))
    return `is not a member of items (did you mean \`${prefix}${name}\`?)`;
  const fields = type.fields.map((field) => prefix + field.name);
  if (name.startsWith(prefix)) return `is not a field of the type ${type.name}${nearestHint(name, fields)}`;
  return `is not a member of items${nearestHint(name, [...known, ...fields]) || `; ${known.join(', ')} and fields.NAME are`}`;
}

/** What is wrong with expanding what is not shown. */
export function checkExpanded(selected: Selected | null, expand: string | undefined): Fault[] {
  if (selected === null) return [];
  const names = (expand ?? '').split(',').map((name) => name.trim());
  const missing = names.filter((name) =>
    name === 'author' || isExpandableTerms(name)
      ? !selected.members.has(name)
      : name.startsWith(prefix) && !showsField(selected, name.slice(prefix.length)),
  );
  return missing.slice(0, 1).map((name) => ({
    pointer: 'expand',
    code: 'not_allowed',
    detail: `\`${name.slice(0, 100)}\` is not in \`select\``,
  }));
}

function showsField({ members, fields }: Selected, name: string): boolean {
  // Of a path through a reference, the first field counts.
  return members.has('fields') && (fields === null || fields.has(name) || fields.has(name.split('.')[0] ?? ''));
}

// `select` in the query of items.

export const selectQuery = {
  select: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'Members of items, separated by commas: exactly these are in the response (SelectedItem), and `id`. `fields.` and a name for one field. Lists can have `content`, `tags`, `categories`, `author` and all else that single items have, too',
      examples: ['title,slug,fields.price,tags,author'],
    }),
  ),
};
