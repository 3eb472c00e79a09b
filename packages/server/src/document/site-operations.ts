// The operations of a site's own types and forms in the document, derived from those of every type and form.

import { exampleOf } from './site-examples.ts';

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

export function siteOperations(
  { paths, webhooks }: { paths: object; webhooks: object },
  types: NamedType[],
  forms: NamedForm[],
  schemas: Json,
): Part {
  const part: Part = { paths: {}, webhooks: {}, schemas: {} };
  for (const type of types) addType(part, paths as Paths, type, schemas);
  for (const form of forms) addForm(part, { paths, webhooks } as Whole, form, schemas);
  return part;
}

function addType(part: Part, paths: Paths, { name, label }: NamedType, schemas: Json): void {
  const refs: Record<string, string> = { [refTo('ItemFilters').$ref]: refTo(schemaKey('filters', name)).$ref };
  for (const [shape, { kind, fields }] of Object.entries(itemShapes)) {
    const key = schemaKey(kind, name);
    refs[refTo(shape).$ref] = refTo(key).$ref;
    part.schemas[key] = {
      description: `${label}: ${shape}`,
      allOf: [refTo(shape), { type: 'object', properties: { fields: refTo(schemaKey(fields, name)) } }],
    };
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
