// The operations of a site's own types and forms in the document, derived from those of every type and form.

import type { JsonSchema } from '../fields/field.ts';
import { notBlank } from '../lib/validation.ts';

export type NamedType = { name: string; label: string; fields: string };
export type NamedForm = { slug: string; name: string; body: string };

type Json = Record<string, unknown>;
type Operation = Json & { operationId: string; summary: string; parameters?: { in?: string; name?: string }[] };
type Paths = Record<string, Record<string, Operation>>;
type Part = { paths: Paths; webhooks: Json; schemas: Json };

/** Names of components have ASCII letters only. Slugs are in lower case, so the others can be escaped in upper case. */
export function schemaKey(kind: string, name: string): string {
  return `${kind}.${name.replace(/[^a-z0-9._-]/gu, (letter) => `X${letter.codePointAt(0)?.toString(16).toUpperCase()}Z`)}`;
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The schemas of items of one type and of their fields, by those of all types. */
const itemShapes = {
  Item: { kind: 'item', fields: 'content' },
  ListedItem: { kind: 'listed', fields: 'content' },
  NewItem: { kind: 'new', fields: 'newFields' },
  ItemChange: { kind: 'change', fields: 'changedFields' },
};

/** What refers to these, and so differs between types, too; each after those that it refers to. */
const holders = {
  ItemOrSelection: 'oneOrSelection',
  ListedItemOrSelection: 'listedOrSelection',
  TrashedOrDeleted: 'trashedOrDeleted',
  ItemList: 'list',
};

export function siteOperations(
  { paths, webhooks, named }: { paths: object; webhooks: object; named: Json },
  types: NamedType[],
  forms: NamedForm[],
  schemas: Json,
): Part {
  const part: Part = { paths: {}, webhooks: {}, schemas: {} };
  if (types.length > 0) showFilter(part, paths as Paths, types, schemas);
  for (const type of types) addType(part, { paths: paths as Paths, named }, type, schemas);
  for (const form of forms) addForm(part, { paths, webhooks } as Whole, form, schemas);
  return part;
}

function addType(
  part: Part,
  { paths, named }: { paths: Paths; named: Json },
  { name, label }: NamedType,
  schemas: Json,
): void {
  const refs: Record<string, string> = { [refTo('ItemFilters').$ref]: refTo(schemaKey('filters', name)).$ref };
  for (const [shape, { kind, fields }] of Object.entries(itemShapes)) {
    const key = schemaKey(kind, name);
    refs[refTo(shape).$ref] = refTo(key).$ref;
    part.schemas[key] = {
      description: `${label}: ${shape}`,
      allOf: [refTo(shape), { type: 'object', properties: { fields: refTo(schemaKey(fields, name)) } }],
    };
  }
  for (const [holder, kind] of Object.entries(holders)) {
    const key = schemaKey(kind, name);
    refs[refTo(holder).$ref] = refTo(key).$ref;
    part.schemas[key] = { ...(replaceRefs(named[holder], refs) as Json), description: `${label}: ${holder}` };
  }
  const derive = (path: string, methods: string[]): void => {
    const own = methods.flatMap((method) => {
      const operation = paths[path]?.[method];
      return operation ? [[method, derived(operation, name, label, { refs, without: 'type' })]] : [];
    });
    part.paths[path.replace('{type}', encodeURIComponent(name))] = Object.fromEntries(own);
  };
  derive('/content/{type}', ['get', 'post']);
  derive('/content/{type}/{id}', ['get', 'patch', 'delete']);
  const fields = exampleOf(schemas[schemaKey('newFields', name)] as Json);
  const path = `/content/${encodeURIComponent(name)}`;
  if (fields !== undefined) {
    showBody(part.paths[path]?.post, { title: label, status: 'publish', fields });
    showBody(part.paths[`${path}/{id}`]?.patch, { fields });
  }
}

/** Shows a filter of one of the types in the list of any type, whose own example may name a field that the site has not. */
function showFilter(part: Part, paths: Paths, types: NamedType[], schemas: Json): void {
  const list = paths['/content/{type}'];
  if (!list?.get) return;
  const filters = types.flatMap(({ name }) => {
    const { properties = {} } = schemas[schemaKey('filters', name)] as Parts;
    return Object.entries(properties);
  });
  const [name, schema] = filters.find(([name]) => name.endsWith('[gte]')) ?? filters[0] ?? [];
  const parameters = list.get.parameters?.map((parameter) => {
    if (parameter.name !== 'fields') return parameter;
    const { example: _, ...rest } = parameter as Json;
    return name !== undefined && schema ? { ...rest, example: { [name]: exampleOf(schema) } } : rest;
  });
  part.paths['/content/{type}'] = { ...list, get: { ...list.get, ...(parameters && { parameters }) } };
}

type Whole = { paths: Paths; webhooks: Paths };

/** Adds the example of a JSON body. */
function showBody(operation: Operation | undefined, example: unknown): void {
  const { content } = (operation?.requestBody ?? {}) as { content?: Record<string, Json> };
  if (content?.['application/json'] && example !== undefined) content['application/json'].example = example;
}

function addForm(part: Part, { paths, webhooks }: Whole, { slug, name, body }: NamedForm, schemas: Json): void {
  const submit = paths['/forms/{id}/submit']?.post;
  if (!submit) return;
  const own = derived(submit, slug, name, { refs: {}, without: 'id' });
  const content = Object.keys((submit.requestBody as { content: Json }).content).map((type) => [
    type,
    { schema: { $ref: body } },
  ]);
  own.requestBody = { required: true, content: Object.fromEntries(content) };
  showBody(own, exampleOf(schemas[schemaKey('forms', slug)] as Json));
  part.paths[`/forms/${encodeURIComponent(slug)}/submit`] = { post: own };
  const event = schemaKey('event', slug);
  part.schemas[event] = {
    description: `${name}: submitted or paid`,
    allOf: [
      refTo('FormEvent'),
      {
        type: 'object',
        properties: {
          form: { type: 'object', properties: { slug: { type: 'string', const: slug } } },
          submission: { type: 'object', properties: { data: refTo(schemaKey('answers', slug)) } },
        },
      },
    ],
  };
  const received = webhooks.event?.post;
  if (!received) return;
  const refs = { [refTo('WebhookEvent').$ref]: refTo(event).$ref };
  part.webhooks[schemaKey('event', slug)] = { post: derived(received, slug, name, { refs, without: '' }) };
}

type Changes = { refs: Record<string, string>; without: string };

/** The same operation for one type or form: without the parameter that names it. */
function derived(operation: Operation, name: string, label: string, { refs, without }: Changes): Operation {
  const copy = replaceRefs(operation, refs) as Operation;
  return {
    ...copy,
    operationId: schemaKey(operation.operationId, name),
    summary: `${label}: ${operation.summary}`,
    parameters: copy.parameters?.filter((parameter) => parameter.in !== 'path' || parameter.name !== without) ?? [],
  };
}

function replaceRefs(value: unknown, refs: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => replaceRefs(entry, refs));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'example');
  return Object.fromEntries(
    entries.map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' ? (refs[member] ?? member) : replaceRefs(member, refs),
    ]),
  );
}

// Examples of the values of a site's fields, for its document.

const formats: Record<string, string> = {
  date: '2027-02-19',
  'date-time': '2027-02-19T09:30:00Z',
  'time-local': '14:30',
  currency: 'eur',
  'idn-email': 'ada@example.com',
  iri: 'https://example.com/',
};

/** A value that the schema accepts; undefined if it would have to be guessed, such as one that matches a pattern. */
function exampleOf(schema: JsonSchema): unknown {
  const { examples, enum: values, anyOf, oneOf, type, properties } = schema as Parts;
  if ('const' in schema) return schema.const;
  const known = examples ?? values;
  if (known) return known[0];
  const branch = (anyOf ?? oneOf)?.find((one) => one.type !== 'null');
  if (branch) return exampleOf(branch);
  if (properties) return objectOf(schema as Parts);
  if (type === 'boolean') return true;
  if (type === 'array') return listOf(schema as Parts);
  if (type === 'number' || type === 'integer') return numberOf(schema as Parts);
  return type === 'string' ? textOf(schema as Parts) : undefined;
}

/** The schema with an example of each of its properties that has a value which need not be guessed. */
export function withExamples(schema: JsonSchema): JsonSchema {
  const { properties } = schema as Parts;
  if (!properties) return schema;
  const shown = Object.entries(properties).map(([name, property]) => {
    const isExact = 'examples' in property || 'enum' in property || 'const' in property || property.type === 'boolean';
    const example = isExact ? undefined : exampleOf(property);
    return [name, example === undefined ? property : { ...property, examples: [example] }];
  });
  return { ...schema, properties: Object.fromEntries(shown) };
}

type Parts = {
  examples?: unknown[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  formatMinimum?: string;
  formatMaximum?: string;
  pattern?: string;
  allOf?: { pattern?: string }[];
  contentMediaType?: string;
};

/** With the members that have an example, which all required ones must have. */
function objectOf({ properties = {}, required = [] }: Parts): unknown {
  const entries = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)] as const);
  const shown = entries.filter(([, value]) => value !== undefined);
  return required.every((name) => shown.some(([known]) => known === name)) ? Object.fromEntries(shown) : undefined;
}

function listOf({ items = {}, minItems = 0 }: Parts): unknown {
  const entry = exampleOf(items);
  return entry === undefined || minItems > 1 ? undefined : [entry];
}

function numberOf({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Parts): number {
  return Math.min(Math.max(10, Math.ceil(minimum)), maximum);
}

function textOf(schema: Parts): string | undefined {
  const {
    format,
    formatMinimum,
    formatMaximum,
    pattern,
    allOf = [],
    minLength = 0,
    maxLength,
    contentMediaType,
  } = schema;
  // Declared patterns are in `else` (bounds.ts); that of URLs asks for what the example is.
  const hasPattern =
    pattern !== undefined || 'else' in schema || allOf.some((part) => part.pattern !== notBlank && format !== 'iri');
  if (contentMediaType !== undefined || hasPattern) return undefined;
  const text = formatMinimum ?? formatMaximum ?? (format === undefined ? 'Text' : formats[format]);
  const isTooShort = text !== undefined && text.length < minLength;
  if (isTooShort && format === undefined) return text.padEnd(minLength, 't');
  return isTooShort || (text?.length ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY) ? undefined : text;
}
