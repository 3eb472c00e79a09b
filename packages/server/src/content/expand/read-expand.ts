// What `expand` in a query asks for: `content`, `author`, and `fields.` with the name of a field or a path of them, such as
// `fields.brand.country`.

import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { namesIn } from '../../fields/places.ts';
import type { Fault } from '../../lib/errors.ts';
import { nearestHint, nearestName } from '../../lib/names.ts';
import { type ExpandableTerms, expandableTerms, isExpandableTerms } from '../model/expand.schemas.ts';
import { mayReadType } from '../model/visibility.ts';
import { typeFor } from '../types/hidden-fields.ts';
import { listPostTypes, type PostType } from '../types/post-types.ts';

/** Names of fields, and what to expand in each: in a reference, the fields of the item; in a group, those of the group. */
export type Paths = Map<string, Paths>;

export type Expansion = {
  type: PostType;
  fields: Paths;
  content: boolean;
  author: boolean;
  terms: ReadonlySet<ExpandableTerms>;
  /** The types that the caller may read by name, as the caller sees them, if items are expanded. */
  types: ReadonlyMap<string, PostType>;
  /** The names of all others. */
  unreadable: ReadonlySet<string>;
  /** The IDs of items that are null in the response, because the caller may not see them: filled by expandItems. */
  hidden: Set<string>;
};

const prefix = 'fields.';
const maxLevels = 3;
const maxFaults = 5;

/** Null without `expand`. `hasContent`: whether the response has the content of items. */
export async function readExpand(
  ctx: ReadContext,
  type: PostType,
  expand: string | undefined,
  { hasContent }: { hasContent: boolean },
): Promise<{ expansion: Expansion | null; faults: Fault[] }> {
  const names = new Set(expand?.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) return { expansion: null, faults: [] };
  const paths = [...names]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length).split('.'));
  const types = paths.some((path) => hasReference(type, path)) ? await listPostTypes(ctx) : [];
  const readable = types.filter((type) => mayReadType(ctx, type));
  const expansion: Expansion = {
    type,
    fields: new Map(),
    content: names.has('content'),
    author: names.has('author'),
    terms: new Set([...names].filter(isExpandableTerms)),
    types: new Map(readable.map((type) => [type.name, typeFor(ctx, type)])),
    unreadable: new Set(types.filter((type) => !readable.includes(type)).map(({ name }) => name)),
    hidden: new Set<string>(),
  };
  const wrong = [...names].flatMap((name) => {
    const detail = add(expansion, name, hasContent);
    return detail === null ? [] : [`\`${name.slice(0, 100)}\` ${detail}`];
  });
  if (wrong.length === 0) return { expansion, faults: [] };
  const detail = wrong.slice(0, maxFaults).join('; ');
  return { expansion: null, faults: [{ pointer: 'expand', code: 'invalid', detail }] };
}

/** Adds what is named, or returns why it cannot be expanded. */
function add(expansion: Expansion, name: string, hasContent: boolean): string | null {
  const { type } = expansion;
  if (name === 'content') return hasContent ? null : 'is not in the response: name it in `select`';
  if (name === 'author' || isExpandableTerms(name)) return null;
  if (!name.startsWith(prefix) || name === prefix) {
    const meant = nameMeant(type, name, hasContent);
    return meant ? `cannot be expanded (did you mean \`${meant}\`?)` : `is not a field of the type ${type.name}`;
  }
  const path = name.slice(prefix.length).split('.');
  const detail = faultOf(expansion, { types: [type], hasOthers: false }, path, 1);
  if (detail === null) addPath(expansion.fields, path);
  if (detail !== unknown) return detail;
  const meant = nameMeant(type, name, hasContent);
  if (meant) return `cannot be expanded (did you mean \`${meant}\`?)`;
  if (type.strict) return `is not a field of the type ${type.name}`;
  // Imports leave the field of the featured image undeclared.
  expansion.fields.set(path.join('.'), new Map());
  return null;
}

/** In the paths of a group or a list: all that is inside it. */
export const allInside = '*';

function addPath(paths: Paths, [name, ...rest]: string[]): void {
  if (name === undefined) {
    paths.set(allInside, new Map());
    return;
  }
  const next = paths.get(name) ?? new Map();
  paths.set(name, next);
  addPath(next, rest);
}

const unknown = 'unknown';

/** What a reference leads to: types that the caller may read, and perhaps others, of which nothing may be said. */
type Targets = { types: readonly PostType[]; hasOthers: boolean };

/** Why a path cannot be expanded in items of these types; null if it can in one of them, `unknown` for a wrong first name. */
function faultOf(
  expansion: Pick<Expansion, 'types' | 'unreadable'>,
  { types, hasOthers }: Targets,
  path: readonly string[],
  level: number,
): string | null {
  const found = types.flatMap((type) => stepsOf(type.fields, path));
  if (found.length === 0) {
    if (level === 1) return unknown;
    if (hasOthers) return null;
    const [name = ''] = path;
    const names = types.flatMap(({ fields }) => expandableNames(fields));
    return `has no field ${name} in ${types.map(({ name }) => name).join(' or ')}${nearestHint(name, names)}`;
  }
  if (level > maxLevels) return `is too deep: at most ${maxLevels} levels can be expanded`;
  const faults = found.map(({ field, rest }) => {
    const { refersTo, isHtml } = kindOf(field);
    if (rest.length === 0) {
      const isExpandable = refersTo !== undefined || isHtml || expandableIn([field]).length > 0;
      return isExpandable
        ? null
        : `is a field of the kind ${field.type}: only references, media and rich texts can be expanded`;
    }
    if (refersTo !== 'items') return `has nothing in ${field.name} that can be expanded`;
    return faultOf(expansion, targetsOf(expansion, field), rest, level + 1);
  });
  return faults.includes(null) ? null : (faults[0] ?? null);
}

function targetsOf({ types, unreadable }: Pick<Expansion, 'types' | 'unreadable'>, { to }: FieldDeclaration): Targets {
  if (to === undefined) return { types: [...types.values()], hasOthers: unreadable.size > 0 };
  return { types: to.flatMap((name) => types.get(name) ?? []), hasOthers: to.some((name) => unreadable.has(name)) };
}

/** The field that the first names of a path lead to, and what is left of it; none for a wrong name. */
function stepsOf(
  fields: readonly FieldDeclaration[],
  path: readonly string[],
): { field: FieldDeclaration; rest: readonly string[] }[] {
  const names = namesIn(fields);
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.');
    const declared = names.filter((inner) => inner.name === name);
    const rest = path.slice(length);
    if (declared[0]) return declared.slice(0, 1).map(({ field }) => ({ field, rest }));
  }
  return [];
}

function hasReference(type: PostType, path: readonly string[]): boolean {
  return stepsOf(type.fields, path).some(({ field }) =>
    [field, ...expandableIn([field])].some((field) => kindOf(field).refersTo === 'items'),
  );
}

/** The fields that can be expanded, those inside others included. */
function expandableIn(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return namesIn(fields)
    .map(({ field }) => field)
    .filter((field) => kindOf(field).refersTo !== undefined || kindOf(field).isHtml);
}

/** The name that can be expanded and is nearest to a wrong one. */
function nameMeant(type: PostType, name: string, hasContent: boolean): string | null {
  const fields = expandableNames(type.fields).map((inner) => prefix + inner);
  const known = [...(hasContent ? ['content'] : []), 'author', ...expandableTerms, ...fields];
  if (type.fields.some((field) => field.name === name)) return `${prefix}${name}`;
  return nearestName(name, known);
}

function expandableNames(fields: readonly FieldDeclaration[]): string[] {
  return namesIn(fields)
    .filter(({ field }) => expandableIn([field]).length > 0)
    .map(({ name }) => name);
}
