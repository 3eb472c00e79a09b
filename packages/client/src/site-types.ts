// Post types and forms of a site → the TypeScript text of its `Site`. The same site gives the same bytes.

import { propertyName, textLiteral } from './literals.ts';
import type { FieldDeclaration, PostType } from './post-types.ts';

export type SiteDeclaration = {
  types: readonly Pick<PostType, 'name' | 'strict' | 'fields'>[];
  forms: readonly { slug: string; fields: readonly FieldDeclaration[] }[];
};

type Kind = {
  /** The type of an item's value; null where the kind is for forms only. */
  value: ((field: FieldDeclaration) => string) | null;
  /** The type of an answer, when it differs; null for a field that takes none. */
  answer?: ((field: FieldDeclaration) => string) | null;
  /** Lists can be sorted by it. */
  isSortable: boolean;
};

const text = { value: () => 'string', isSortable: true };
const number = { value: () => 'number', isSortable: true };
const choice = { value: optionUnion, isSortable: true };
const choices = { value: (field: FieldDeclaration) => listOf(optionUnion(field)), isSortable: false };
const tick = { value: null, answer: tickType, isSortable: false };

/** Every kind of field that the service knows. */
export const kinds: Record<string, Kind> = {
  text,
  textarea: text,
  richtext: { ...text, isSortable: false },
  number,
  integer: number,
  boolean: { value: () => 'boolean', isSortable: true },
  date: text,
  datetime: text,
  select: choice,
  radio: choice,
  multiselect: choices,
  checkbox: { ...tick, answer: (field) => (field.options ? choices.value(field) : tickType(field)) },
  url: text,
  email: text,
  phone: text,
  media: text,
  reference: text,
  list: { value: () => 'string[]', isSortable: false },
  json: { value: () => 'unknown', isSortable: false },
  consent: tick,
  hidden: { value: null, answer: () => 'string', isSortable: false },
  file: { value: null, answer: fileType, isSortable: false },
  payment: { value: null, answer: null, isSortable: false },
};

/** A kind younger than this client. */
const unknownKind: Kind = { value: () => 'unknown', isSortable: false };

const header = `// Written by \`frontdesk types\` from the post types and forms of the site: do not edit, run it again.
// Use it as createClient<Site>({ … }) of @frontdesk/client. Of each type, \`orderBy\` names the fields that lists can be
// sorted by, and \`defaulted\` those that are required but have a default, so that a new item need not give them.
`;

export function writeSiteTypes({ types, forms }: SiteDeclaration): string {
  const typeMembers = sortedBy(types, ({ name }) => name).map((type) => [type.name, typeText(type)] as const);
  const formMembers = sortedBy(forms, ({ slug }) => slug).map((form) => [form.slug, formText(form.fields)] as const);
  return `${header}
export interface Site {
  types: ${members(typeMembers, '  ')};
  forms: ${members(formMembers, '  ')};
}
`;
}

function typeText({ strict, fields }: SiteDeclaration['types'][number]): string {
  const known = sortedBy(fields, ({ name }) => name);
  const own = known.map((field) => {
    const type = kindOf(field).value?.(field) ?? 'unknown';
    return field.required ? `${propertyName(field.name)}: ${type};` : optional(field.name, type);
  });
  const lines = strict ? own : ['[key: string]: unknown;', ...own];
  const sortable = known.filter((field) => kindOf(field).isSortable);
  const defaulted = known.filter((field) => field.required && field.default !== undefined);
  return block(
    [`fields: ${block(lines, '      ')};`, `orderBy: ${nameUnion(sortable)};`, `defaulted: ${nameUnion(defaulted)};`],
    '    ',
  );
}

function formText(fields: readonly FieldDeclaration[]): string {
  const lines = sortedBy(fields, ({ name }) => name).flatMap((field) => {
    const kind = kindOf(field);
    const answer = kind.answer === undefined ? kind.value : kind.answer;
    if (!answer) return [];
    // What is shown only under a condition may have to be absent.
    const mustBeGiven = field.required && field.default === undefined && !field.visibleWhen;
    const type = answer(field);
    return mustBeGiven ? `${propertyName(field.name)}: ${type};` : optional(field.name, type);
  });
  return block(lines, '    ');
}

function kindOf(field: FieldDeclaration): Kind {
  return (Object.hasOwn(kinds, field.type) ? kinds[field.type] : undefined) ?? unknownKind;
}

function optional(name: string, type: string): string {
  return `${propertyName(name)}?: ${type === 'unknown' ? type : `${type} | null`};`;
}

function optionUnion(field: FieldDeclaration): string {
  const values = (field.options ?? []).map((option) => (typeof option === 'string' ? option : option.value));
  return values.length === 0
    ? 'string'
    : sortedBy(values, (value) => value)
        .map(textLiteral)
        .join(' | ');
}

function listOf(type: string): string {
  return type.includes(' ') ? `(${type})[]` : `${type}[]`;
}

/** A required box has to be ticked. */
function tickType(field: FieldDeclaration): string {
  return field.required ? 'true' : 'boolean';
}

function fileType(field: FieldDeclaration): string {
  return field.multiple ? 'File | Blob | readonly (File | Blob)[]' : 'File | Blob';
}

function nameUnion(fields: readonly FieldDeclaration[]): string {
  return fields.length === 0 ? 'never' : fields.map(({ name }) => textLiteral(name)).join(' | ');
}

function members(entries: readonly (readonly [string, string])[], indent: string): string {
  return block(
    entries.map(([name, type]) => `${propertyName(name)}: ${type};`),
    indent,
  );
}

/** An object type; one without members takes none (`{}` would take any). */
function block(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return 'Record<string, never>';
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`;
}

/** By code units, the same everywhere. */
function sortedBy<T>(list: readonly T[], key: (entry: T) => string): T[] {
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
