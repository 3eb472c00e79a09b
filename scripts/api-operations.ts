// The operations of the API as data for the command line: `listContacts` is `frontdesk contacts list`. Names, arguments, options
// and columns all follow from the API's own document, so that a new operation is a command by itself.

import type { JSONSchema } from 'json-schema-to-typescript';
import type { ApiOperation } from '../packages/client/src/cli/api-operation.ts';
import type { ApiDocument } from './client-types.ts';
import type { Operation as RouteAccess } from './read-access.ts';

type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
};
type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Route = {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
type Schema = JSONSchema & { $ref?: string };
type Placed = Route & { method: string; path: string };

const json = 'application/json';

/** What `--limit`, `--all` and `--filter` do, which every list has. */
const ofPages = ['limit', 'offset', 'cursor', 'total', 'conditions', 'fields', 'terms', 'answers'];

/** What people look for in a table, in this order; the time is the last column. */
const telling = [
  ...['id', 'number', 'slug', 'name', 'plural', 'title', 'fileName', 'email', 'recipient', 'address', 'subject', 'url'],
  ...['formId', 'code', 'label', 'kind', 'type', 'mimeType', 'action', 'operation', 'role', 'status', 'progress'],
  ...['outcome', 'amount', 'currency', 'size', 'count'],
];
const times = ['updatedAt', 'createdAt', 'at', 'startedAt', 'lastSeenAt'];
const maxColumns = 6;

/** Every operation that a key may call and whose request is JSON, by the name of its command. */
export function apiOperations(document: ApiDocument, access: readonly RouteAccess[]): ApiOperation[] {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Route>).map(([method, route]) => ({
      ...route,
      ...{ method: method.toUpperCase(), path },
    })),
  );
  const accessOf = new Map(access.map((each) => [each.id, each.access]));
  const called = placed.flatMap((route): ApiOperation[] => {
    const needs = accessOf.get(route.operationId);
    const isForPeople = needs === undefined || ['user', 'public', 'signature'].includes(needs as string);
    const sent = route.requestBody?.content;
    if (isForPeople || (sent && !(json in sent))) return [];
    const scopes = needs === 'rule' || needs === 'anyone' ? null : [needs].flat().join(', or ');
    return [describe(document, route, nameOf(route, placed), scopes)];
  });
  return called.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** By resource, and what is done most first. */
function placeOf({ name }: ApiOperation): string {
  const [resource = '', verb = ''] = name.split(' ');
  const rank = ['list', 'get', 'create', 'update', 'replace', 'delete'].indexOf(verb);
  return `${resource} ${rank === -1 ? `z${verb}` : rank}`;
}

/** `contacts list`, `contacts get-by-external-id`, `forms create-webhook`: the resource is that at the beginning of the path. */
function nameOf({ operationId, path }: Placed, all: readonly Placed[]): string {
  const resource = resourceOf(path, all);
  const [verb = '', ...noun] = wordsOf(operationId);
  const rest = without(noun, resource.split('-')).join('-');
  if (rest !== '') return `${resource} ${verb}-${rest}`;
  return path.endsWith('/bulk') ? `${resource} bulk` : `${resource} ${verb}`;
}

/** What is listed or exported there has a name in the API; the first segment of the path names the others. */
function resourceOf(path: string, all: readonly Placed[]): string {
  const [, segment = ''] = /^\/([\w-]+)/.exec(path) ?? [];
  const root = all.find(
    ({ operationId, path: at }) =>
      /^(list|export)/.test(operationId) && [`/${segment}`, `/${segment}/{type}`].includes(at),
  );
  return root ? wordsOf(root.operationId).slice(1).join('-') : segment;
}

/** The words of the noun without those that the resource says, in the singular or the plural. */
function without(noun: string[], resource: string[]): string[] {
  for (const said of [resource, [...resource.slice(0, -1), singular(resource.at(-1) ?? '')]]) {
    const isSaid = (words: string[]): boolean => words.join('-') === said.join('-');
    if (isSaid(noun.slice(0, said.length))) return noun.slice(said.length);
    if (isSaid(noun.slice(-said.length))) return noun.slice(0, -said.length);
  }
  return noun;
}

function singular(word: string): string {
  return word.endsWith('ies') ? `${word.slice(0, -'ies'.length)}y` : word.replace(/s$/, '');
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
}

function describe(document: ApiDocument, route: Placed, name: string, scopes: string | null): ApiOperation {
  const { operationId, method, path, summary, parameters = [], requestBody, responses } = route;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const shown = inQuery.filter(({ name }) => !ofPages.includes(name));
  const has = (wanted: string): boolean => inQuery.some(({ name }) => name === wanted);
  const body = requestBody?.content[json]?.schema;
  const response = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
  const answer = response[json]?.schema;
  const members = answer ? membersOf(document, answer) : {};
  const rows = method === 'GET' ? members.items?.items : undefined;
  return {
    name,
    id: operationId,
    method,
    path,
    scopes,
    summary: summary.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()),
    query: Object.fromEntries(shown.map((parameter) => [parameter.name, describeParameter(parameter)])),
    ...(has('conditions') || has('fields') ? { hasFilters: true } : {}),
    ...(has('total') ? { hasPages: true } : {}),
    ...(body ? { body: kindsOf(document, body), needsBody: requestBody?.required ?? false } : {}),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? { isSafeToRepeat: true } : {}),
    ...(rows ? { columns: columnsOf(document, rows as Schema) } : {}),
    ...(members.deleted
      ? { columns: columnsOf(document, answer as Schema, ['id', 'slug', 'title', 'status', 'deleted']) }
      : {}),
    ...(answer ? {} : { isFile: true }),
    example: exampleOf(name, route),
  };
}

/** With what the document has as examples. */
function exampleOf(name: string, { parameters = [], requestBody }: Placed): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const body = Object.entries((requestBody?.content[json]?.example ?? {}) as object).slice(0, 2);
  const quoted = (text: string): string => (/^[\w.:@/=-]+$/.test(text) ? text : `'${text.replaceAll("'", '’')}'`);
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return [
    name,
    ...inPath.map(({ example, name }) => quoted(String(example ?? name))),
    ...required.map(({ example, name }) => `--${name} ${quoted(String(example ?? name))}`),
    ...body.map(([member, value]) => `--set ${quoted(`${member}=${textOf(value)}`)}`),
  ].join(' ');
}

function describeParameter({ description = '', schema, required }: Parameter): ApiOperation['query'][string] {
  const text = (description.split(/[.:] |; /)[0] ?? '').replaceAll('`', '').replaceAll('\n', ' ').replace(/\.$/, '');
  const choices = schema.enum ? `${text ? ': ' : ''}${schema.enum.join(', ')}` : '';
  const help = `${text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}${choices}`;
  return { help: required ? `${help} (required)` : help, ...(schema.type === 'boolean' ? { isFlag: true } : {}) };
}

/** The members of an object, of all its variants. */
function membersOf(document: ApiDocument, schema: Schema): Record<string, Schema> {
  const { $ref, anyOf = [], oneOf = [], allOf = [], properties = {} } = schema;
  const named = $ref === undefined ? [] : [document.components.schemas[$ref.split('/').at(-1) as string] as Schema];
  const parts = [...named, ...anyOf, ...oneOf, ...allOf] as Schema[];
  return Object.assign({}, ...parts.map((part) => membersOf(document, part)), properties);
}

/** Whether `--set` takes a member as it stands, or reads JSON. */
function kindsOf(document: ApiDocument, schema: Schema): Record<string, 'text' | 'json'> {
  const members = Object.entries(membersOf(document, schema));
  return Object.fromEntries(members.map(([name, member]) => [name, isText(document, member) ? 'text' : 'json']));
}

function isText(document: ApiDocument, schema: Schema): boolean {
  const { $ref, anyOf, oneOf, enum: values, const: value, type } = schema as Schema & { const?: unknown };
  if ($ref !== undefined)
    return isText(document, document.components.schemas[$ref.split('/').at(-1) as string] as Schema);
  const variants = anyOf ?? oneOf;
  const isNull = (one: unknown): boolean => (one as Schema).type === 'null';
  if (variants) return variants.every((one) => isNull(one) || isText(document, one as Schema));
  if (values) return values.every((one) => one === null || typeof one === 'string');
  if (value !== undefined) return typeof value === 'string';
  return [type].flat().every((one) => one === 'string' || one === 'null') && type !== undefined;
}

function columnsOf(document: ApiDocument, row: Schema, wanted: readonly string[] = telling): string[] {
  const members = membersOf(document, row);
  const isScalar = (name: string): boolean => {
    const one = members[name];
    return (
      one !== undefined &&
      (isText(document, one) || [one.type].flat().some((type) => /^(integer|number|boolean)$/.test(String(type))))
    );
  };
  const found = wanted.filter(isScalar);
  if (wanted !== telling) return found;
  const last = times.find(isScalar);
  const others = Object.keys(members).filter(
    (name) => isScalar(name) && !found.includes(name) && !times.includes(name),
  );
  // Records without any of these are as they are.
  const lead = found.length < 2 ? [...found, ...others] : found;
  return [...lead.slice(0, maxColumns - 1), ...(last === undefined ? [] : [last])];
}

/** packages/client/src/cli/api-operations.ts. */
export function apiOperationsModule(operations: readonly ApiOperation[]): string {
  return `// Generated by scripts/generate.ts from docs/openapi.json. The operations of the API that are commands.

import type { ApiOperation } from './api-operation.ts';

export const apiOperations: readonly ApiOperation[] = [
${operations.map((operation) => `  ${JSON.stringify(operation)},`).join('\n')}
];
`;
}
