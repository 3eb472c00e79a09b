// The client's types from the API's document: every named schema, and the query of every operation.

import { compile, type JSONSchema } from 'json-schema-to-typescript';

type Parameter = {
  in: string;
  name: string;
  style?: string;
  required?: boolean;
  description?: string;
  schema: JSONSchema;
};
type Operation = { operationId?: string; parameters?: Parameter[] };
export type ApiDocument = { components: { schemas: Record<string, JSONSchema> }; paths: Record<string, object> };

const header = '// The shapes of the API. Generated from docs/openapi.json by npm run generate: do not edit.\n';

export async function clientTypes({ components, paths }: ApiDocument): Promise<string> {
  const definitions = { ...components.schemas, ...queriesOf(paths) };
  const root = JSON.parse(
    JSON.stringify({ type: 'object', definitions }, acceptAnything).replaceAll(
      '#/components/schemas/',
      '#/definitions/',
    ),
  );
  const text = await compile(root, 'Api', {
    additionalProperties: false,
    bannerComment: header,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120, trailingComma: 'all' },
    unreachableDefinitions: true,
  });
  return text
    .replace('export interface Api {}\n', '')
    .replaceAll(/( \*\n)? \* This interface was referenced by .*\n.*\n/g, '')
    .replaceAll(/ *\/\*\*\n( +\*\n)? +\*\/\n/g, '')
    .replaceAll(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */');
}

/** A choice that accepts any value makes the whole type unknown, which the compiler sees only if it is empty. */
function acceptAnything(key: string, value: unknown): unknown {
  if (key === 'anyOf') return (value as object[]).map((schema) => (isAny(schema) ? {} : schema));
  return isAny(value) ? { ...value, tsType: 'unknown' } : value;
}

/** Whether a schema says nothing about the values. */
function isAny(schema: unknown): schema is object {
  if (typeof schema !== 'object' || schema === null || !('description' in schema)) return false;
  const { description, examples, ...rest } = schema as { description: unknown; examples?: unknown };
  return typeof description === 'string' && Object.keys(rest).length === 0;
}

/** `ListContactsQuery` of the operation listContacts, and so on. */
function queriesOf(paths: Record<string, object>): Record<string, JSONSchema> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as Operation[]);
  const queries: Record<string, JSONSchema> = {};
  for (const { operationId, parameters } of operations) {
    // A parameter with a style is an object of parameters: the client's filters, which have types of their own.
    const members = (parameters ?? []).filter((parameter) => parameter.in === 'query' && !parameter.style);
    if (operationId === undefined || members.length === 0) continue;
    queries[`${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`] = {
      type: 'object',
      required: members.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(
        members.map(({ name, description, schema }) => [name, schema.$ref ? schema : { description, ...schema }]),
      ),
    };
  }
  return queries;
}
