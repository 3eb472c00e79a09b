// Generates the OpenAPI document of the service (scripts/generate.ts). It registers all routes again, on an app that records
// their schemas.

import { isDeepStrictEqual } from 'node:util';
import swagger from '@fastify/swagger';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { conditionsParameter, filtersParameter, termsParameter } from './content/conditions/condition-schema.ts';
import type { Context } from './context/context.ts';
import { addExamples } from './document/examples.ts';
import { routeRecorder } from './document/routes.ts';
import { type ApiDocument, atOrigin } from './document/site-document.ts';
import { WebhookEvent } from './document/webhook-events.schemas.ts';
import { BlockDeclaration } from './fields/field.ts';
import { fieldKinds } from './fields/field-kinds.ts';
import { answersParameter } from './forms/inbox/answer-conditions.ts';
import { apiPrefix } from './http/typed-app.ts';

const description = `Content, forms, payments and a light CRM for business websites.

Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`. POST requests can be repeated with the same \`Idempotency-Key\`, except those that handle passwords or keys: users, sessions, API keys and the keys of the payment processor.

A JSON body can have up to 1 MiB, and every body up to 10,000 keys and list elements, nested up to 32 levels. Requests with many operations can have more, as they say.
The full-text index holds the first 100,000 words of an item, and at most 20,000 different ones.`;

/** The tags, in the order of the contract. */
const tags = Object.entries({
  Content: 'Items of every content type',
  'Content types': 'Types of content and their custom fields',
  'Saved views': 'Filters, order and columns of lists in the admin',
  Tags: 'Flat groups of items',
  Categories: 'Nested groups of items',
  Taxonomies: 'Taxonomies of the site beside tags and categories, and the terms of all of them',
  Authors: 'Authors of imported items',
  Media: 'Images and other files used in content',
  Forms: 'Forms and their fields',
  Submissions: 'Submissions with their answers, files and payments',
  Inbox: 'Submissions across all forms: read, starred, in charge, notes',
  Payments: 'Hosted checkout, refunds and the payment processor',
  Contacts: 'People, one per email address',
  Invoices: 'Invoices and their payment status',
  Privacy: 'All about one person: export and erasure',
  Mail: 'The outbox, the texts of mails, and the server that sends them',
  Webhooks: 'Webhooks, deliveries and delivery attempts',
  'API keys': 'API keys and their scopes',
  'Audit log': 'Who did what, when and from where',
  Imports: 'Imports from other systems',
  Export: 'The content of the site as files',
  Backups: 'Backups that the service makes',
  Account: 'Sign-in, sessions and the current user',
  Users: 'Users of the admin',
  Settings: 'Settings of the site',
  Service: 'Overview and this document',
}).map(([name, description]) => ({ name, description }));

/** The request that receivers get. */
const webhook = {
  operationId: 'receiveEvent',
  tags: ['Webhooks'],
  summary: 'Receive an event',
  description:
    'Sent to every webhook that chose the event, at least once. `X-Service-Signature` is the HMAC-SHA256 of the raw body in hex; the `webhook-…` headers follow Standard Webhooks.',
  security: [],
  parameters: [
    receivedHeader('webhook-id', 'ID of the event, the same on every attempt', 'evt_01m81qmw2m', true),
    receivedHeader('webhook-timestamp', 'Unix time of this attempt in seconds', '1798761600', true),
    receivedHeader(
      'webhook-signature',
      'Standard Webhooks: `v1,` and the HMAC-SHA256 of ID, time and body in base64; two after a rotation',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      true,
    ),
    receivedHeader('X-Service-Signature', 'HMAC-SHA256 of the raw body in hex', 'a'.repeat(64), true),
    receivedHeader(
      'X-Service-Signature-Previous',
      'The same with the previous secret, for a day',
      'b'.repeat(64),
      false,
    ),
    receivedHeader('X-Service-Delivery-Attempt', 'Number of this attempt', '1', true),
  ],
  requestBody: { required: true, content: { 'application/json': { schema: WebhookEvent } } },
  responses: {
    '2XX': { description: 'Delivered' },
    '410': { description: 'The webhook is disabled' },
    default: { description: 'Sent again later' },
  },
};

function receivedHeader(name: string, description: string, example: string, required: boolean) {
  return { name, in: 'header', required, description, schema: { type: 'string' }, example };
}

/** Generates the document (OpenAPI 3.1) from the schemas of the routes, for a service at `origin`. */
export async function describeApi(context: Context, config: Config, origin: string): Promise<ApiDocument> {
  const routes = routeRecorder(apiPrefix);
  const app = await createApp(context, config, {
    prepare: async (app) => {
      await app.register(swagger, {
        openapi: {
          openapi: '3.1.0',
          info: { title: 'Frontdesk', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
          servers: [{ url: apiPrefix }],
          tags,
          components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API key' } } },
          security: [{ token: [] }],
        },
        stripBasePath: true,
        transform: routes.transform,
        refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`) },
      });
    },
  });
  await app.ready();
  const document = routes.complete(app.swagger() as Parameters<typeof routes.complete>[0]);
  await app.close();
  // The schemas of routes cannot describe parameters whose names follow a pattern.
  document.paths?.['/content/{type}']?.get?.parameters?.push(filtersParameter, conditionsParameter, termsParameter);
  document.paths?.['/submissions']?.get?.parameters?.push(answersParameter);
  foldConditions(document.paths as Paths);
  nameResponses(document.paths as Paths);
  describeOperations(document.paths as Paths);
  const named: Document = nameSchemas({ ...document, webhooks: { event: { post: webhook } } });
  describeDeclarations(named.components?.schemas as NamedSchemas);
  allowMissingBodies(named.paths as BodyPaths);
  mapDiscriminators((named.components?.schemas ?? {}) as Record<string, Union & Branch>);
  describeDefaults(named.components?.schemas as NamedSchemas);
  addExamples(named);
  return atOrigin(named as ApiDocument, origin);
}

type Parameter = { name: string; in: string; description?: string; schema: object; example?: unknown };
type Schema = { title?: string; properties?: Record<string, Schema>; items?: Schema };
type Paths = Record<
  string,
  Record<
    string,
    {
      summary?: string;
      description?: string;
      parameters?: Parameter[];
      responses?: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
    }
  >
>;

/** Conditions with operators, such as `createdAt[gte]`, are the members of one parameter, as those of items are. */
function foldConditions(paths: Paths): void {
  for (const [path, item] of Object.entries(paths)) {
    // An export and a report have the conditions of the list that they are of.
    const page =
      paths[path.replace(/^\/reports|\.\w+$/g, '')]?.get?.responses?.[200]?.content?.['application/json']?.schema;
    const record = page?.properties?.items?.items?.title;
    for (const operation of Object.values(item)) {
      const { parameters = [] } = operation;
      const conditions = parameters.filter(({ name }) => /^[\w.]+\[\w+\]$/.test(name));
      // `status[eq]` is the same as `status`.
      const others = conditions.filter(({ name }) => !name.endsWith('[eq]'));
      if (others.length === 0) continue;
      const properties = others.map(({ name, description, schema, example }) => [
        name,
        { ...schema, description, ...(example !== undefined && { examples: [example] }) },
      ]);
      const shown = others.findLast(({ name, example }) => name.endsWith('[gte]') && example !== undefined);
      const title = `${record}Filters`;
      const description = 'Conditions on members of the records, by name and operator';
      operation.parameters = [
        ...parameters.filter((parameter) => !conditions.includes(parameter)),
        {
          ...{ name: 'conditions', in: 'query', required: false, style: 'form', explode: true },
          description:
            'Conditions on members: `name[operator]=value`, or `name=value`. They must all be met. A day is its first moment in UTC',
          schema: {
            title,
            description,
            type: 'object',
            properties: Object.fromEntries(properties),
            additionalProperties: false,
          },
          ...(shown && { example: { [shown.name]: shown.example } }),
        } as Parameter,
      ];
    }
  }
}

/** Responses without a description of their own are described as a success. */
function nameResponses(paths: Paths): void {
  for (const { responses = {} } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const response of Object.values(responses))
      if (response.description === 'Default Response') response.description = 'Success';
  }
}

/** Generators of clients read descriptions, so an operation that needs no more than its summary has it as such. */
function describeOperations(paths: Paths): void {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item)))
    if (operation.summary !== undefined) operation.description ??= operation.summary;
}

type RequestBody = { required?: boolean; content: Record<string, { schema?: { anyOf?: object[] } }> };
type BodyPaths = Record<string, Record<string, { requestBody?: RequestBody }>>;

/** A body that may be null may be missing, which is what callers do. */
function allowMissingBodies(paths: BodyPaths): void {
  for (const { requestBody } of Object.values(paths).flatMap((item) => Object.values(item))) {
    const json = requestBody?.content['application/json'];
    const [schema, other, ...more] = json?.schema?.anyOf ?? [];
    if (!requestBody || !json || !schema || more.length > 0 || !isDeepStrictEqual(other, { type: 'null' })) continue;
    json.schema = schema;
    requestBody.required = false;
  }
}

type Declaration = { properties: Json; required?: string[] };
type NamedSchemas = Record<string, Declaration>;

/**
 * The schema of a declaration has no list of the kinds, because which ones it accepts depends on where it is, and does not
 * say what declarations inside it are.
 */
function describeDeclarations(schemas: NamedSchemas): void {
  const { FieldDeclaration: field } = schemas;
  if (!field) return;
  const { properties } = field;
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const listOf = (list: unknown, name: string) => ({ ...(list as object), items: refTo(name) });
  const { description } = properties.of as { description: string };
  Object.assign(properties, {
    type: { ...(properties.type as object), enum: Object.keys(fieldKinds) },
    fields: listOf(properties.fields, 'FieldDeclaration'),
    blocks: listOf(properties.blocks, 'BlockDeclaration'),
    of: { description, ...refTo('EntryDeclaration') },
  });
  const { name: _, ...rest } = properties;
  const required = (field.required ?? []).filter((name) => name !== 'name');
  schemas.EntryDeclaration = {
    ...field,
    description: 'What an entry of a list is',
    properties: rest,
    required,
  } as never;
  const { title: _title, ...block } = JSON.parse(JSON.stringify(BlockDeclaration));
  block.properties.fields = listOf(block.properties.fields, 'FieldDeclaration');
  schemas.BlockDeclaration = block;
}

/**
 * Says in words what the default of a member is. From the keyword, generators of types conclude that the member is always
 * there: that is true of responses, but these are shapes of requests.
 */
function describeDefaults(schemas: NamedSchemas): void {
  for (const { properties = {}, required = [] } of Object.values(schemas)) {
    for (const [name, schema] of Object.entries(properties)) {
      const { default: value, ...rest } = schema as Json;
      if (value === undefined || required.includes(name)) continue;
      properties[name] = { ...rest, description: `${rest.description}. By default \`${value}\`` };
    }
  }
}

type Union = { discriminator?: { propertyName: string; mapping?: object }; oneOf?: { $ref: string }[] };
type Branch = { properties?: Record<string, { enum?: unknown[] }> };

/** Says which value of a discriminator names which schema. The validator finds that out itself, and accepts no mapping. */
function mapDiscriminators(schemas: Record<string, Union & Branch>): void {
  for (const { discriminator, oneOf = [] } of Object.values(schemas)) {
    if (!discriminator) continue;
    const named = oneOf.map(({ $ref }) => {
      const branch = schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
      // The framework's plugin writes `const` as an `enum` of one.
      const [value] = branch?.properties?.[discriminator.propertyName]?.enum ?? [];
      if (value === undefined) throw new Error(`The branch ${$ref} has no value of ${discriminator.propertyName}`);
      return [String(value), $ref];
    });
    discriminator.mapping = Object.fromEntries(named);
  }
}

type Json = Record<string, unknown>;
type Document = { paths?: object; webhooks?: object; components?: { schemas?: object } };

/**
 * Moves every titled schema to `components.schemas`, so that each shape stands there once, under its name. Throws when two
 * different schemas share a title.
 */
export function nameSchemas<D extends Document>(document: D): D {
  const schemas: Json = {};

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = value as Json;
    if (typeof title !== 'string') return mapValues(value as Json, walk);
    if (!isNullable(rest)) return reference(title, rest);
    const [type] = rest.type;
    return { anyOf: [reference(title, { ...rest, type }), { type: 'null' }] };
  }

  function reference(name: string, schema: Json): Json {
    const named = mapValues(schema, walk);
    const known = schemas[name] as Json | undefined;
    // The plugin moves the description of a parameter's schema to the parameter.
    const description = named.description ?? known?.description;
    const whole = description === undefined ? named : { ...named, description };
    if (known && !isDeepStrictEqual({ description, ...known }, { description, ...named })) {
      throw new Error(`Two different schemas have the title ${name}`);
    }
    schemas[name] = whole;
    return { $ref: `#/components/schemas/${name}` };
  }

  const { components, paths, webhooks } = document;
  Object.assign(schemas, walk(components?.schemas ?? {}));
  return { ...document, paths: walk(paths), webhooks: walk(webhooks), components: { ...components, schemas } } as D;
}

/** As `nullable` in http/schemas.ts writes it. A number or a text that may be null is one shape, as it is. */
function isNullable(schema: Json): schema is { type: ['object' | 'array', 'null'] } {
  const [type, none] = [schema.type].flat();
  return none === 'null' && (type === 'object' || type === 'array');
}

/** Examples stay as they are: a `title` in them is not the title of a schema. */
function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, isExample(key, value) ? value : change(value)]),
  );
}

/** A member with the name `examples` has an object as its schema. */
function isExample(key: string, value: unknown): boolean {
  return key === 'example' || (key === 'examples' && Array.isArray(value));
}
