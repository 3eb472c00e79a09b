// The parts of the OpenAPI document that depend on the site: the fields of its content types and the bodies of its forms.

import { readFile } from 'node:fs/promises';
import { filtersOf } from '../content/conditions/condition-schema.ts';
import { isScoped, typeFor } from '../content/types/hidden-fields.ts';
import { type Limitable, may, mayForSome } from '../context/access.ts';
import type { ReadContext } from '../context/context.ts';
import { countryCodes } from '../fields/answer-parts.ts';
import { schemaOf } from '../fields/compile.ts';
import { type FieldDeclaration, hasInner, type JsonSchema } from '../fields/field.ts';
import { isFileField, isPriceField, kindOf, scalarOf } from '../fields/field-kinds.ts';
import { needsOrder, orderSchemaOf } from '../fields/order-schema.ts';
import { namesIn } from '../fields/places.ts';
import { apiPrefix } from '../http/typed-app.ts';
import { type NamedForm, type NamedType, schemaKey, siteOperations, withExamples } from './site-operations.ts';

type Part = { schemas: Record<string, JsonSchema>; list: object[] };
type Document = { components?: { schemas?: object }; paths?: object; webhooks?: object };

/**
 * Adds `components.schemas`
 *   `content.<type>`  the `fields` of an item of the type; `x-sortable` names those that lists can be sorted by,
 *                     `x-media`, `x-texts`, `x-references` (with the types they lead to) and `x-structures` (groups, lists and
 *                     blocks with one of these inside, which `x-inside` names) those that can be expanded
 *   `newFields.<type>`, `changedFields.<type>`  the same in requests that create and change items
 *   `filters.<type>`  the filters of its list; `ItemFilters` refers to those of all types
 *   `forms.<slug>`    the body of POST /forms/<slug>/submit, and `answers.<slug>` what is stored of it
 * the operations and events of these types and forms (site-operations.ts),
 * `Country`, if any field has one,
 * and `x-site`, the list of both, and of the taxonomies beside tags and categories. Of types and forms, only those that the caller may read; `missingScopes` names
 * the scopes that it does not have for all of them. The same site always has the same
 * document.
 */
export async function describeSite(ctx: ReadContext, document: object): Promise<object> {
  const types = mayForSome(ctx.actor, 'content:read') ? await describeTypes(ctx) : none;
  const taxonomies = may(ctx.actor, 'content:read') ? await describeTaxonomies(ctx) : [];
  const forms = mayForSome(ctx.actor, 'forms:read') ? await describeForms(ctx) : none;
  const missingScopes = neededScopes.filter((scope) => !may(ctx.actor, scope));
  const { components, paths = {}, webhooks = {} } = document as Document;
  const fields = mapValues({ ...types.schemas, ...forms.schemas }, (schema, key) =>
    isOfFilters(key) ? schema : withExamples(schema),
  );
  const own = siteOperations(
    { paths, webhooks, named: (components?.schemas ?? {}) as Record<string, unknown> },
    types.list as NamedType[],
    forms.list as NamedForm[],
    fields,
  );
  const schemas = { ...components?.schemas, ...asComponents(fields), ...own.schemas };
  return {
    ...document,
    paths: { ...paths, ...own.paths },
    webhooks: { ...webhooks, ...own.webhooks },
    components: { ...components, schemas },
    'x-site': {
      types: types.list,
      taxonomies,
      forms: forms.list,
      ...(missingScopes.length > 0 ? { missingScopes } : {}),
    },
  };
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}

const country = { type: 'string', enum: countryCodes, description: 'A country (ISO 3166-1 alpha-2)' };

/**
 * The schemas, in which the long list of countries has a name; `Country` with them if one of them has it. Blocks have no
 * discriminator, as OpenAPI allows one between named schemas only: which block it is follows from its `type`.
 */
function asComponents(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  let isUsed = false;
  const text = JSON.stringify(schemas, (key, value) => {
    if (key === 'discriminator' && typeof value.propertyName === 'string') return undefined;
    if (
      value?.enum?.length !== countryCodes.length ||
      value.enum.some((code: string, at: number) => code !== countryCodes[at])
    )
      return value;
    isUsed = true;
    const { enum: _codes, type: _type, ...rest } = value;
    return { $ref: refTo('Country'), ...rest };
  });
  return { ...JSON.parse(text), ...(isUsed ? { Country: country } : {}) };
}

function isOfFilters(key: string): boolean {
  return key === 'ItemFilters' || key.startsWith(schemaKey('filters', ''));
}

const neededScopes: Limitable[] = ['content:read', 'forms:read'];

const none: Part = { schemas: {}, list: [] };

async function describeTypes(ctx: ReadContext): Promise<Part> {
  const all = await ctx.db.selectFrom('postTypes').selectAll().orderBy('name').execute();
  const rows = all.filter(({ name }) => may(ctx.actor, 'content:read', name));
  const part: Part = { schemas: {}, list: [] };
  const fieldsByType = new Map(
    rows.map(({ name, fields }) => [
      name,
      typeFor(ctx, { name, fields: JSON.parse(fields) as FieldDeclaration[] }).fields,
    ]),
  );
  for (const { name, plural, label, strict } of rows) {
    const declared = fieldsByType.get(name) as FieldDeclaration[];
    const schema = schemaOf(declared.map(asRead), { strict: strict === 1 });
    const namesOf = (has: (field: FieldDeclaration) => boolean) => declared.filter(has).map((field) => field.name);
    part.schemas[schemaKey('content', name)] = {
      title: label,
      description: `Fields of ${plural}`,
      ...schema,
      'x-sortable': namesOf((field) => scalarOf(field) !== null),
      'x-media': namesOf((field) => kindOf(field).refersTo === 'media'),
      'x-texts': namesOf((field) => kindOf(field).isHtml === true),
      'x-references': Object.fromEntries(
        declared.flatMap((field) => (kindOf(field).refersTo === 'items' ? [[field.name, field.to ?? []]] : [])),
      ),
      'x-structures': namesOf(isStructure),
      'x-inside': insideOf(declared.filter(isStructure)),
    };
    const isStrict = { strict: strict === 1 };
    part.schemas[schemaKey('newFields', name)] = {
      title: label,
      description: `Fields of a new one of ${plural}`,
      ...schemaOf(declared.map(asSent).map(withoutDefault), isStrict),
    };
    part.schemas[schemaKey('changedFields', name)] = {
      title: label,
      description: `Fields of ${plural} to change; null removes one`,
      ...schemaOf(
        declared.map((field) => withoutDefault({ ...field, required: false })),
        isStrict,
      ),
    };
    part.schemas[schemaKey('filters', name)] = {
      title: `Filters of ${plural}`,
      ...filtersOf(declared, strict === 1, fieldsByType),
    };
    part.list.push({ name, plural, label, strict: strict === 1, fields: refTo(schemaKey('content', name)) });
  }
  const filters = rows.map(({ name }) => ({ $ref: refTo(schemaKey('filters', name)) }));
  if (filters.length > 0) part.schemas.ItemFilters = { anyOf: filters };
  return part;
}

/** What there is beside tags and categories. */
async function describeTaxonomies(ctx: ReadContext): Promise<object[]> {
  const types = await ctx.db.selectFrom('postTypes').select(['name', 'taxonomies']).orderBy('name').execute();
  const rows = await ctx.db.selectFrom('taxonomies').select(['name', 'label', 'nested']).orderBy('name').execute();
  const have = types.map((type) => ({ type: type.name, names: JSON.parse(type.taxonomies ?? '[]') as string[] }));
  return rows.map(({ name, label, nested }) => {
    const ofTypes = have.flatMap(({ type, names }) => (names.includes(name) ? [type] : []));
    return { name, label, nested: nested === 1, types: ofTypes };
  });
}

/** Whether something inside the field can be expanded. */
function isStructure(field: FieldDeclaration): boolean {
  return hasInner(field) && Object.keys(insideOf([field])).length > 0;
}

/** What can be expanded inside these, by names such as `rows.photo`. Two blocks may have different fields of one name. */
function insideOf(structures: readonly FieldDeclaration[]): Record<string, object> {
  const inside: Record<string, object> = {};
  for (const { name, field } of namesIn(structures)) {
    const { refersTo, isHtml } = kindOf(field);
    if (refersTo === 'media') inside[name] = { ...inside[name], media: true };
    if (isHtml) inside[name] = { ...inside[name], text: true };
    if (refersTo === 'items') inside[name] = { ...inside[name], items: field.to ?? [] };
  }
  return inside;
}

async function describeForms(ctx: ReadContext): Promise<Part> {
  const all = await ctx.db.selectFrom('forms').selectAll().orderBy('slug').execute();
  const rows = all.filter(({ id }) => may(ctx.actor, 'forms:read', id));
  const part: Part = { schemas: {}, list: [] };
  for (const { id, slug, name, strict, fields } of rows) {
    const declared = JSON.parse(fields) as FieldDeclaration[];
    const sent = schemaOf(declared.map(asSent).map(withoutDefault), { strict: strict === 1 });
    const schema = withOrders(withFiles(sent, declared), declared);
    part.schemas[schemaKey('forms', slug)] = { title: name, description: `Body of a submission to ${slug}`, ...schema };
    // What is stored may be older than a field that is required now.
    const { required: _, ...stored } = schemaOf(declared.map(withoutDefault), { strict: false });
    part.schemas[schemaKey('answers', slug)] = { title: name, description: `Stored answers to ${slug}`, ...stored };
    part.list.push({ id, slug, name, strict: strict === 1, body: refTo(schemaKey('forms', slug)) });
  }
  return part;
}

/** Fields that may be hidden or have a default are not required in a submission. */
function asSent(field: FieldDeclaration): FieldDeclaration {
  return field.visibleWhen || field.default !== undefined ? { ...field, required: false } : field;
}

/** From a default, generators of types conclude that a member is always there: not so in requests. */
function withoutDefault({ default: _, ...field }: FieldDeclaration): FieldDeclaration {
  return field;
}

/** A program that reads the items with another key may not see a field with a scope. */
function asRead(field: FieldDeclaration): FieldDeclaration {
  return isScoped(field) ? { ...field, required: false } : field;
}

/** File fields are stored as IDs but submitted as files: one or several under the same name (multipart). */
function withFiles(schema: JsonSchema, fields: readonly FieldDeclaration[]): JsonSchema {
  const properties = { ...(schema.properties as Record<string, JsonSchema>) };
  for (const { name, label, help, multiple } of fields.filter(isFileField)) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    properties[name] = {
      ...(multiple ? { type: 'array', items: file } : file),
      ...(label === undefined ? {} : { title: label }),
      ...(help === undefined ? {} : { description: help }),
    };
  }
  return { ...schema, properties };
}

/** What is bought is not stored as an answer, but it is sent like one. */
function withOrders(schema: JsonSchema, fields: readonly FieldDeclaration[]): JsonSchema {
  const { properties, required = [] } = schema as { properties: Record<string, JsonSchema>; required?: string[] };
  const priced = fields.filter(isPriceField).flatMap((field) => {
    const order = orderSchemaOf(field);
    return order ? [{ field, order: { ...(field.label && { title: field.label }), ...order } }] : [];
  });
  const needed = priced.filter(({ field }) => needsOrder(field) && !field.visibleWhen);
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(priced.map(({ field, order }) => [field.name, order])) },
    required: [...required, ...needed.map(({ field }) => field.name)],
  };
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

// The OpenAPI document that the service sends. It is generated beforehand (scripts/generate.ts): describing all routes would
// block the event loop.

type Servers = { servers?: { url: string }[] };
export type ApiDocument = Servers & { paths: Record<string, Servers> };

const file = new URL('../../../../docs/openapi.json', import.meta.url);

/** Reads the document, for a service at `origin`; empty if that is not known yet. */
export async function readApiDocument(origin: string): Promise<ApiDocument> {
  return atOrigin(JSON.parse(await readFile(file, 'utf8')), origin);
}

/** The receiver of the processor's events is relative to the origin, all other paths to the API. */
export function atOrigin(document: ApiDocument, origin: string): ApiDocument {
  document.servers = [{ url: `${origin}${apiPrefix}` }];
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('/api/public/')) item.servers = [{ url: origin || '/' }];
  }
  return document;
}
