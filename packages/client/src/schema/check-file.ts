// Reads and checks a file with the shape of a site: its YAML, its members, and what its parts say about each other.

import type { AdminClient } from '../admin.ts';
import { CommandError } from '../cli/command-error.ts';
import { notFrontdesk } from '../cli/explain-error.ts';
import { readInput } from '../cli/read-input.ts';
import { checkSchema, type Schema, type SchemaFault } from './check-schema.ts';
import {
  canonicalEntry,
  type Entry,
  invoicingNames,
  pick,
  recordSections,
  type Shape,
  sections,
  settingNames,
} from './shape.ts';
import { faultsIn, fileVersion, parseShape, type ShapeFile, sectionsIn } from './yaml-file.ts';

export type CheckedFile = ShapeFile & {
  /** How messages name it. */
  source: string;
  shape: Shape;
};

export type ApiDocument = {
  components: { schemas: Record<string, Schema> };
};

/** Reads a file. Throws with every fault and its line. */
export async function readShapeFile(client: AdminClient, file: string): Promise<CheckedFile> {
  const source = file === '-' ? 'standard input' : file;
  const parsed = await parseShape(await readInput(file));
  if (parsed.faults.length > 0) throw faultsIn(source, parsed.faults);
  const document = await client.request<Partial<ApiDocument>>('GET', '/openapi.json');
  if (!document.components?.schemas.NewPostType) throw new CommandError(notFrontdesk);
  const { components } = document;
  const resolve = (reference: string): Schema => components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  const faults = checkSchema(parsed.value, schemaOfFile(document as ApiDocument), resolve);
  if (faults.length === 0) faults.push(...checkNames(parsed.value as Entry));
  if (faults.length > 0) {
    throw faultsIn(
      source,
      faults.map(({ place, what, text }) => ({ ...parsed.locate(place, what), text })),
    );
  }
  return { ...parsed, source, shape: toShape(parsed.value as Entry) };
}

/** What the API accepts for new records, with the names by which they are found: of a site, or of every site. */
export function schemaOfFile({ components: { schemas } }: ApiDocument): Schema {
  const settings = schemas.Settings?.properties ?? {};
  const term = membersOf(schemas.NewTerm, ['slug', 'name']);
  const { parent: _, ...ofTag } = term.properties ?? {};
  const termOfTaxonomy = membersOf(schemas.NewTaxonomyTerm, ['slug', 'name']);
  const webhook: Schema = {
    type: 'object',
    required: ['url', 'events'],
    additionalProperties: false,
    properties: {
      form: { type: 'string' },
      ...membersOf(schemas.NewWebhook, []).properties,
      events: { type: 'array', items: { $ref: 'WebhookEventName' }, minItems: 1, uniqueItems: true },
      status: { enum: ['active', 'paused'] },
      secretEnv: {
        type: 'string',
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        maxLength: 200,
        description: 'The environment variable with the secret that a new webhook gets',
      },
    },
  };
  const listOf = (items: Schema): Schema => ({ type: 'array', items });
  return {
    type: 'object',
    required: ['version'],
    additionalProperties: false,
    properties: {
      version: { enum: [fileVersion] },
      settings: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...Object.fromEntries(settingNames.map((name) => [name, settings[name] ?? {}])),
          invoicing: {
            type: 'object',
            additionalProperties: false,
            properties: pick(schemas.Invoicing?.properties ?? {}, invoicingNames) as Record<string, Schema>,
          },
        },
      },
      taxRates: listOf(membersOf(schemas.NewTaxRate, schemas.NewTaxRate?.required ?? [])),
      types: listOf(membersOf(schemas.NewPostType, ['name'])),
      taxonomies: listOf(withMember(membersOf(schemas.NewTaxonomy, ['name']), 'terms', listOf(termOfTaxonomy))),
      categories: listOf(term),
      tags: listOf({ ...term, properties: ofTag }),
      forms: listOf(membersOf(schemas.NewForm, ['slug', 'name'])),
      webhooks: listOf(webhook),
    },
  };
}

function withMember(schema: Schema, name: string, member: Schema): Schema {
  return { ...schema, properties: { ...schema.properties, [name]: member } };
}

/** Secrets are never in a file. */
function membersOf(schema: Schema | undefined, required: readonly string[]): Schema {
  const { secret: _, ...properties } = schema?.properties ?? {};
  return { type: 'object', additionalProperties: false, properties, required };
}

/** Names that are there twice, and terms in a circle. */
function checkNames(value: Entry): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const add = (place: SchemaFault['place'], text: string): void => void faults.push({ place, what: 'value', text });
  for (const name of recordSections) {
    const { one, nameOf } = sections[name];
    const seen = new Set<string>();
    for (const [index, entry] of ((value[name] ?? []) as Entry[]).entries()) {
      const own = nameOf(entry);
      if (seen.has(own) && name !== 'webhooks') add([name, index], `the ${one} "${own}" is there twice`);
      seen.add(own);
    }
  }
  const checkTree = (place: SchemaFault['place'], terms: readonly Entry[], one: string): void => {
    const parents = new Map(terms.map(({ slug, parent }) => [slug, parent]));
    for (const [index, { slug }] of terms.entries()) {
      let above = parents.get(slug);
      for (let depth = 0; above !== slug && above != null && depth < parents.size; depth++) above = parents.get(above);
      if (above === slug) add([...place, index, 'parent'], `the ${one} "${slug}" would be below itself`);
    }
  };
  checkTree(['categories'], (value.categories ?? []) as Entry[], 'category');
  for (const [index, { terms = [] }] of ((value.taxonomies ?? []) as Entry[]).entries()) {
    const [place, entries] = [['taxonomies', index, 'terms'], terms as Entry[]];
    const isRepeated = ({ slug }: Entry, at: number) => entries.findIndex((other) => other.slug === slug) < at;
    for (const [at, entry] of entries.entries())
      if (isRepeated(entry, at)) add([...place, at], `the term "${entry.slug}" is there twice`);
    checkTree(place, entries, 'term');
  }
  return faults;
}

function toShape(value: Entry): Shape {
  const shape: Shape = {};
  for (const name of sectionsIn(value)) {
    if (name === 'settings') shape.settings = value.settings as Entry;
    else {
      const section = name as (typeof recordSections)[number];
      shape[section] = (value[section] as Entry[]).map((entry) => canonicalEntry(section, entry));
    }
  }
  const taxonomies = ((value.taxonomies ?? []) as Entry[]).filter(({ terms }) => terms !== undefined);
  if (taxonomies.length > 0) {
    shape.taxonomiesWithTerms = taxonomies.map(({ name }) => String(name));
    shape.terms = taxonomies.flatMap(termsIn);
  }
  return shape;
}

function termsIn({ name, terms }: Entry): Entry[] {
  return (terms as Entry[]).map((term) => canonicalEntry('terms', { ...term, taxonomy: name }));
}
