// Writes the post types and forms of a site as TypeScript, from its OpenAPI document. The same site gives the same bytes.

import { propertyName, textLiteral } from './literals.ts';

/** The parts of the document that are used here. */
export type SiteDocument = {
  components: { schemas: Record<string, object> };
  'x-site': {
    types: readonly { name: string; strict: boolean; fields: string }[];
    forms: readonly { slug: string; body: string }[];
    /** What the token cannot read, so that the lists are not complete. */
    missingScopes?: readonly string[];
  };
};

/** The parts of JSON Schema that fields use. */
type Schema = {
  type?: string;
  enum?: readonly string[];
  const?: unknown;
  items?: Schema;
  anyOf?: readonly Schema[];
  contentMediaType?: string;
  default?: unknown;
};
type ObjectSchema = {
  properties?: Record<string, Schema>;
  required?: readonly string[];
  /** Names of the fields that lists can be sorted by. */
  'x-sortable'?: readonly string[];
};

const header = `// Written by \`frontdesk types\` from the post types and forms of the site: do not edit, run it again.
// Use it as createClient<Site>({ … }) of @frontdesk/client. Of each type, \`orderBy\` names the fields that lists can be
// sorted by, and \`defaulted\` those that are required but have a default, so that a new item need not give them.
`;

export function writeSiteTypes(document: SiteDocument): string {
  const { types, forms } = document['x-site'];
  const schemaAt = (ref: string) => (document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}) as ObjectSchema;
  const typeMembers = sortedBy(types, ({ name }) => name).map(
    ({ name, strict, fields }) => [name, typeText(schemaAt(fields), strict)] as const,
  );
  const formMembers = sortedBy(forms, ({ slug }) => slug).map(
    ({ slug, body }) => [slug, block(memberLines(schemaAt(body)), '    ')] as const,
  );
  return `${header}
export interface Site {
  types: ${members(typeMembers, '  ')};
  forms: ${members(formMembers, '  ')};
}
`;
}

function typeText(schema: ObjectSchema, isStrict: boolean): string {
  const lines = isStrict ? memberLines(schema) : ['[key: string]: unknown;', ...memberLines(schema)];
  const required = schema.required ?? [];
  const defaulted = required.filter((name) => schema.properties?.[name]?.default !== undefined);
  return block(
    [
      `fields: ${block(lines, '      ')};`,
      `orderBy: ${nameUnion(schema['x-sortable'] ?? [])};`,
      `defaulted: ${nameUnion(defaulted)};`,
    ],
    '    ',
  );
}

/** Values that are not required may be null. */
function memberLines({ properties = {}, required = [] }: ObjectSchema): string[] {
  return sortedBy(Object.entries(properties), ([name]) => name).map(([name, schema]) => {
    const type = valueText(schema);
    if (required.includes(name)) return `${propertyName(name)}: ${type};`;
    return `${propertyName(name)}?: ${type === 'unknown' ? type : `${type} | null`};`;
  });
}

/** The type of a value other than null; `unknown` for a schema that is newer than this client. */
function valueText(schema: Schema): string {
  const value = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (value.enum) return nameUnion(value.enum);
  if (value.const !== undefined) return JSON.stringify(value.const);
  if (value.contentMediaType) return 'File | Blob';
  if (value.type === 'array') return listText(value.items ?? {});
  return scalars.get(value.type ?? '') ?? 'unknown';
}

const scalars = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
]);

/** One file can be given without a list. */
function listText(items: Schema): string {
  const type = valueText(items);
  if (items.contentMediaType) return `${type} | readonly (${type})[]`;
  return type.includes(' ') ? `(${type})[]` : `${type}[]`;
}

function nameUnion(names: readonly string[]): string {
  return names.length === 0
    ? 'never'
    : sortedBy(names, (name) => name)
        .map(textLiteral)
        .join(' | ');
}

function members(entries: readonly (readonly [string, string])[], indent: string): string {
  return block(
    entries.map(([name, type]) => `${propertyName(name)}: ${type};`),
    indent,
  );
}

/** An object type. One without members allows none, unlike `{}`, which allows any. */
function block(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return 'Record<string, never>';
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`;
}

/** Sorts by code units, the same everywhere. */
function sortedBy<T>(list: readonly T[], key: (entry: T) => string): T[] {
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
