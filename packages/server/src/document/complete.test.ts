// Everything in the API's document is described, and shown by an example that is valid.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

type Json = Record<string, unknown>;

const document = JSON.parse(await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));

test('everything has a description, and every value that is not exact an example, which is valid', () => {
  assert.deepEqual(gapsOf(document), []);
});

test('every operation has a description, and a tag that the document declares', () => {
  const declared = document.tags.map(({ name }: { name: string }) => name);
  const operations = Object.values(document.paths as Record<string, Json>)
    .flatMap((item) => Object.values(item) as { operationId?: string; description?: string; tags?: string[] }[])
    .filter(({ operationId }) => operationId !== undefined);
  const lacking = operations.filter(
    ({ description, tags = [] }) => !description || tags.length !== 1 || !declared.includes(tags[0]),
  );
  assert.deepEqual(lacking, []);
});

test('what is missing or wrong is found', () => {
  const text = { type: 'string', description: 'A text' };
  const gaps = gapsOf({
    components: {
      schemas: {
        Mug: {
          type: 'object',
          description: 'A mug',
          properties: {
            a: { ...text, examples: ['x'] },
            b: { type: 'string', examples: ['x'] },
            c: text,
            d: { ...text, examples: [1] },
            e: { type: 'boolean', description: 'Whether' },
            f: { type: 'object', description: 'An object', properties: { g: text }, examples: [{ g: 'x' }] },
          },
        },
      },
    },
    paths: { '/mugs': { get: { parameters: [{ name: 'q', schema: text, example: 2 }], responses: { 200: {} } } } },
  });
  assert.deepEqual(gaps, [
    'Mug.b: no description',
    'Mug.c: no example',
    'Mug.d: the example 1 must be string',
    'get /mugs: no summary',
    'get /mugs ?q: no description',
    'get /mugs ?q: the example 2 must be string',
    'get /mugs 200: no description',
  ]);
});

/**
 * What the document lacks. Operations need a summary; parameters, responses, members of objects, named schemas and event
 * bodies a description, of their own or of the schema that they refer to. A value needs an example, of its own or in that
 * of what it is in, unless it is one of an `enum`, a `const`, a boolean or bytes.
 */
function gapsOf(document: Json): string[] {
  const gaps: string[] = [];
  const ajv = (addFormatsModule as unknown as (ajv: Ajv2020) => Ajv2020)(new Ajv2020({ strict: false, verbose: true }));
  ajv.addSchema(document, 'document');
  const resolve = (value: Json): Json =>
    typeof value.$ref === 'string'
      ? (value.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, name) => (at as Json)[name], document) as Json)
      : value;

  function checkExample(where: string, pointer: string[], value: unknown): void {
    const place = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    if (ajv.validate({ $ref: `document#/${place}` }, value)) return;
    gaps.push(`${where}: the example ${JSON.stringify(value)} ${ajv.errorsText(ajv.errors, { dataVar: '' }).trim()}`);
  }

  function checkSchema(where: string, pointer: string[], schema: Json, isShown: boolean): void {
    if ('$ref' in schema) return;
    const { examples = [], properties, items } = schema as { examples?: unknown[]; properties?: Json; items?: Json };
    for (const example of examples) checkExample(where, pointer, example);
    const shown = isShown || examples.length > 0;
    const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      ((schema[key] ?? []) as Json[]).map((part, index) => ({ part, at: [...pointer, key, `${index}`] })),
    );
    if (items) parts.push({ part: items, at: [...pointer, 'items'] });
    for (const { part, at } of parts) checkSchema(where, at, part, shown);
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Json>)) {
      if (!describes(member)) gaps.push(`${where}.${name}: no description`);
      checkSchema(`${where}.${name}`, [...pointer, 'properties', name], member, shown);
    }
    const isExact =
      'enum' in schema || 'const' in schema || ['boolean', 'null'].includes(schema.type as string) || isBytes(schema);
    if (!shown && !isExact && !properties && parts.length === 0) gaps.push(`${where}: no example`);
  }

  /** `anyOf` with null, as references that may be null are written. */
  function describes(value: Json): boolean {
    const { description } = resolve(value);
    return (
      Boolean(description) || ((value.anyOf ?? []) as Json[]).some((branch) => Boolean(resolve(branch).description))
    );
  }

  function checkContent(where: string, pointer: string[], holder: Json): void {
    const content = (holder.content ?? {}) as Record<string, { schema?: Json; example?: unknown }>;
    for (const [type, media] of Object.entries(content)) {
      const at = [...pointer, 'content', type, 'schema'];
      if ('example' in media) checkExample(where, at, media.example);
      // Texts and files are described by the response or the body.
      const isDivided = media.schema && (type.endsWith('json') || 'properties' in media.schema);
      if (isDivided) checkSchema(where, at, media.schema as Json, 'example' in media);
    }
  }

  function checkOperation(where: string, pointer: string[], operation: Json): void {
    if (!operation.summary) gaps.push(`${where}: no summary`);
    for (const [index, parameter] of ((operation.parameters ?? []) as Json[]).entries()) {
      if ('$ref' in parameter) continue;
      const [name, at] = [`${where} ?${parameter.name}`, [...pointer, 'parameters', `${index}`, 'schema']];
      if (!describes(parameter)) gaps.push(`${name}: no description`);
      if ('example' in parameter) checkExample(name, at, parameter.example);
      checkSchema(name, at, parameter.schema as Json, 'example' in parameter);
    }
    if (operation.requestBody)
      checkContent(`${where} body`, [...pointer, 'requestBody'], operation.requestBody as Json);
    for (const [status, response] of Object.entries((operation.responses ?? {}) as Record<string, Json>)) {
      if (!describes(response)) gaps.push(`${where} ${status}: no description`);
      checkContent(`${where} ${status}`, [...pointer, 'responses', status], response);
    }
  }

  const { schemas = {}, ...components } = (document.components ?? {}) as Record<string, Record<string, Json>>;
  for (const [name, schema] of Object.entries(schemas)) {
    if (!schema.description) gaps.push(`${name}: no description`);
    checkSchema(name, ['components', 'schemas', name], schema, false);
  }
  for (const kind of ['parameters', 'headers', 'responses']) {
    for (const [name, component] of Object.entries(components[kind] ?? {})) {
      if (!component.description) gaps.push(`${kind} ${name}: no description`);
      checkContent(name, ['components', kind, name], component);
    }
  }
  for (const root of ['paths', 'webhooks']) {
    for (const [path, item] of Object.entries((document[root] ?? {}) as Record<string, Record<string, Json>>)) {
      for (const [method, operation] of Object.entries(item)) {
        if (method !== 'servers') checkOperation(`${method} ${path}`, [root, path, method], operation);
      }
    }
  }
  return gaps;
}

function isBytes({ format, contentMediaType }: Json): boolean {
  return format === 'binary' || contentMediaType !== undefined;
}
