// The client's types from the API's document: every named schema, and the query of every operation.

import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { currencyCodes } from '../packages/server/src/lib/money.ts';

type Parameter = {
  in: string;
  name: string;
  style?: string;
  required?: boolean;
  description?: string;
  schema: JSONSchema;
};
type Operation = { operationId?: string; summary?: string; parameters?: Parameter[] };
export type ApiDocument = { components: { schemas: Record<string, JSONSchema> }; paths: Record<string, object> };

const header = '// The shapes of the API. Generated from docs/openapi.json by npm run generate: do not edit.\n';

export async function clientTypes({ components, paths }: ApiDocument): Promise<string> {
  const definitions = { ...components.schemas, ...queriesOf(paths) };
  const root = JSON.parse(
    JSON.stringify({ type: 'object', definitions }, nameTypes).replaceAll('#/components/schemas/', '#/definitions/'),
  );
  const text = await compile(root, 'Api', {
    additionalProperties: false,
    bannerComment: header,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120, trailingComma: 'all' },
    unreachableDefinitions: true,
  });
  const shapes = text
    .replace('export interface Api {}\n', '')
    .replaceAll(/( \*\n)? \* This interface was referenced by .*\n.*\n/g, '')
    .replaceAll(/ *\/\*\*\n( +\*\n)? +\*\/\n/g, '')
    .replaceAll(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */');
  return `${withSharedComments(shapes)}
/** ISO 4217 in lower case, of what can be paid in. */
export type Currency = ${currencyCodes.map((code) => `'${code}'`).join(' | ')};
`;
}

/** A member of a named type says what the type says, as editors show nothing of the type. */
function withSharedComments(text: string): string {
  const about = new Map(
    [...text.matchAll(/^\/\*\* (.*) \*\/\nexport (?:interface|type) (\w+)/gm)].map(([, comment, name]) => [
      name,
      comment,
    ]),
  );
  const lines = text.split('\n');
  return lines
    .flatMap((line, at) => {
      const [, indent, name] = /^( +)\w+\??: (\w+)(?: \| null|\[\])*;$/.exec(line) ?? [];
      const comment = about.get(name);
      return comment === undefined || lines[at - 1]?.endsWith('*/') ? [line] : [`${indent}/** ${comment} */`, line];
    })
    .join('\n');
}

/**
 * A choice that accepts any value makes the whole type unknown, which the compiler sees only if it is empty. Currencies have a
 * type of their own, so that one that does not exist does not compile.
 */
function nameTypes(key: string, value: unknown): unknown {
  // Only requests limit it: what is stored may be of an older list.
  const isAsked = typeof value === 'object' && value !== null && ('pattern' in value || 'maxLength' in value);
  if (key === 'currency' && isAsked)
    return {
      ...value,
      tsType: [(value as { type?: unknown }).type].flat().includes('null') ? 'Currency | null' : 'Currency',
    };
  if (isNullable(value))
    return { description: value.anyOf.find(({ description }) => description)?.description, ...value };
  if (key === 'anyOf') return (value as object[]).map((schema) => (isAny(schema) ? {} : schema));
  return isAny(value) ? { ...value, tsType: 'unknown' } : value;
}

/** Whether its description is that of what it is if it is not null. */
function isNullable(value: unknown): value is { anyOf: { description?: string }[] } {
  return typeof value === 'object' && value !== null && 'anyOf' in value && !('description' in value);
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
  for (const { operationId, summary, parameters } of operations) {
    // A parameter with a style is an object of parameters, such as `createdAt[gte]`. Filters by the names of custom fields
    // have types of their own in the client.
    const inQuery = (parameters ?? []).filter((parameter) => parameter.in === 'query');
    const members = inQuery.filter(({ style }) => !style);
    const filters = inQuery.find(({ name }) => name === 'conditions' && operationId !== 'listItems');
    if (operationId === undefined || members.length === 0) continue;
    queries[`${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`] = {
      type: 'object',
      description: `Parameters of: ${summary}`,
      ...(filters && { extends: [filters.schema] as never }),
      required: members.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(
        members.map(({ name, description, schema }) => [
          name,
          schema.$ref || !description ? schema : { description, ...schema },
        ]),
      ),
    };
  }
  return queries;
}
