// Completes the API's document with an example for every value that it does not describe exactly. A schema that has an
// example needs none inside it.

import { exampleValues, pathExamples } from './example-values.ts';

type Json = Record<string, unknown>;
type Parameter = Json & { name: string; in: string; schema: Json };
type Content = Record<string, { schema?: Json; example?: unknown }>;
type Operation = {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
};
type Document = { paths?: object; components?: { schemas?: object } };

/** Adds the examples. Throws where there is none for a value. */
export function addExamples(document: Document): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) exemplify(schema as Json, [name]);
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    // An export has the parameters of its list.
    const list = (document.paths as Record<string, { get?: Operation }>)[path.replace(/\.\w+$/, '')]?.get;
    for (const operation of Object.values(item as Record<string, Operation>))
      addToOperation(operation, path, list && recordOf(list, document));
  }
}

/** The name of the records of a list. */
function recordOf({ responses = {} }: Operation, { components }: Document): string | undefined {
  const list = nameIn(responses[200]?.content?.['application/json']?.schema);
  const schemas = components?.schemas as Record<string, { properties?: { items?: { items?: Json } } }> | undefined;
  return nameIn(schemas?.[list ?? '']?.properties?.items?.items);
}

function nameIn(schema: Json | undefined): string | undefined {
  return (schema as { $ref?: string } | undefined)?.$ref?.split('/').at(-1);
}

function addToOperation(
  { operationId, parameters = [], requestBody, responses = {} }: Operation,
  path: string,
  record = operationId,
): void {
  for (const parameter of parameters) {
    if ('$ref' in parameter || 'example' in parameter || isExact(parameter.schema as Json)) continue;
    const { name, schema } = parameter as Parameter;
    parameter.example = parameter.in === 'path' ? inPath(path, name) : exampleAt([operationId, name], schema, record);
  }
  for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)]) {
    for (const type of ['application/json', 'multipart/form-data']) {
      const { schema, example } = content[type] ?? {};
      if (schema && example === undefined) exemplify(schema, [operationId]);
    }
  }
}

function inPath(path: string, name: string): unknown {
  const [, known] = Object.entries(pathExamples).find(([start]) => path.startsWith(start)) ?? [];
  return known?.[name] ?? exampleAt([path, name], {});
}

/** Adds examples to what is inside a schema, or to the schema itself if that has no parts. `place` is where it is. */
function exemplify(schema: Json, place: string[]): void {
  if ('examples' in schema || isExact(schema)) return;
  const { properties, items } = schema as { properties?: Record<string, Json>; items?: Json };
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[]);
  if (properties) for (const [name, member] of Object.entries(properties)) exemplify(member, [...place, name]);
  else if (items && hasParts(items)) exemplify(items, place);
  else if (branches.some(hasParts)) for (const branch of branches) exemplify(branch, place);
  else schema.examples = [exampleAt(place, schema)];
}

/** Whether it needs no example besides those of its members, or of another schema. */
function hasParts({ $ref, properties, anyOf, oneOf, enum: values, examples }: Json): boolean {
  return [$ref, properties, anyOf, oneOf, values, examples].some((part) => part !== undefined);
}

/** Whether the schema, or the one it refers to, says which values there are, or it is a file. */
function isExact({ $ref, type, enum: values, const: value, contentMediaType }: Json): boolean {
  return (
    [$ref, contentMediaType, values, value].some((part) => part !== undefined) ||
    ['boolean', 'null'].includes(type as string)
  );
}

const byFormat: Record<string, string> = { date: '2027-02-19', 'date-time': '2027-02-19T09:30:00.000Z' };

/** The example that is named most exactly: `Schema.member.name`, `Schema.name` or `name`. */
function exampleAt(
  place: string[],
  { type, format }: Json,
  record = place[0]?.replace(/(Filters|Change)$/, ''),
): unknown {
  const value = namedExample(place, format, record);
  // One of several numbers, separated by commas.
  return type === 'string' && typeof value === 'number' ? String(value) : value;
}

function namedExample(place: string[], format: unknown, record: string | undefined): unknown {
  const [schema = '', ...rest] = place.map((name) => name.replace(/\[\w+\]$/, ''));
  const name = rest.at(-1) ?? schema;
  const names = [schema, record].flatMap((of) => [[of, ...rest].join('.'), `${of}.${name}`]);
  const known = names.find((name) => name in exampleValues);
  if (known !== undefined) return exampleValues[known];
  if (typeof format === 'string' && format in byFormat) return byFormat[format];
  if (!(name in exampleValues)) throw new Error(`No example for ${place.join('.')}: add one to example-values.ts`);
  return exampleValues[name];
}
