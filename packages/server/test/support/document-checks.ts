// Whether a response is one that the API's document names for its operation.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { isMailAddress } from '../../src/lib/mail-address.ts';
import { isUrl } from '../../src/lib/web-url.ts';

type Schema = Record<string, unknown>;
type Referable = { $ref?: string };

export type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  /** Schemas by content type. */
  bodies: Record<string, Schema>;
  responses: Record<string, Response>;
  /** The statuses of responses that other operations have, too. */
  shared: Set<string>;
};
type Header = { required?: boolean };
type Response = { content?: Record<string, unknown>; headers?: Record<string, Header> };

export type Seen = { status: number; headers: Record<string, unknown>; text: string };

type Described = {
  parameters?: Referable[];
  responses: Record<string, Referable>;
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = { paths: Record<string, Record<string, Described>> };

const json = 'application/json';
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => Ajv2020;

/** Follows a reference within the document. */
function resolve<T>(document: object, value: Referable): T {
  if (value.$ref === undefined) return value as T;
  const names = value.$ref.slice(2).split('/');
  return names.reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], document) as T;
}

function resolveResponse(document: object, response: Referable): Response {
  const resolved = resolve<Response & { headers?: Record<string, Referable> }>(document, response);
  const headers = Object.entries(resolved.headers ?? {}).map(([name, header]) => [name, resolve(document, header)]);
  return { ...resolved, headers: Object.fromEntries(headers) };
}

/** Of HTTP itself, of every response, and of pages of other sites. */
const common = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['vary', 'x-content-type-options'],
]);

/** The headers that the document does not name, or that are missing. */
function faultOfHeaders(named: Record<string, Header>, sent: Record<string, unknown>): string | null {
  const names = new Map(Object.entries(named).map(([name, header]) => [name.toLowerCase(), header]));
  const unknown = Object.keys(sent).find(
    (name) => !names.has(name) && !common.has(name) && !name.startsWith('access-control-'),
  );
  if (unknown) return `header ${unknown}`;
  const missing = [...names].find(([name, { required }]) => required && sent[name] === undefined);
  return missing ? `without header ${missing[0]}` : null;
}

/** Every operation of the document, the paths of the API first. */
export function operationsOf(document: object): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { parameters = [], responses, requestBody } = operation;
      const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema ?? {}]);
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((parameter) => resolve<Operation['parameters'][number]>(document, parameter)),
        bodies: Object.fromEntries(bodies),
        shared: new Set(Object.keys(responses).filter((status) => responses[status]?.$ref !== undefined)),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, response]) => [status, resolveResponse(document, response)]),
        ),
      };
    }),
  );
}

/** The JSON in bodies and successful responses for which generators of clients would have to make up a name. */
export function unnamedBodies(document: object): string[] {
  return operationsOf(document).flatMap(({ method, path, bodies, responses }) => {
    const parts = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    const schemas = {
      body: bodies[json],
      ...Object.fromEntries(parts.map(([status, part]) => [status, schemaIn(part)])),
    };
    return Object.entries(schemas).flatMap(([part, schema]) =>
      schema && !('$ref' in schema) ? [`${method} ${path} ${part}`] : [],
    );
  });
}

function schemaIn({ content }: Response): Schema | undefined {
  return (content?.[json] as { schema?: Schema } | undefined)?.schema;
}

/** Returns a function that says what the document does not name about a response; null if it names all of it. */
export function documentChecks(document: object) {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: false, verbose: true }));
  ajv.addFormat('idn-email', isMailAddress).addFormat('iri', isUrl);
  ajv.addSchema(closed(document) as object, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (...place: string[]): ValidateFunction => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  const { paths } = document as Document;
  return ({ path, method, responses }: Operation, { status, headers, text }: Seen): string | null => {
    const response = responses[status];
    if (!response) return `status ${status}`;
    const { content, headers: named = {} } = response;
    const wrong = faultOfHeaders(named, headers);
    if (wrong) return `${wrong} with ${status}`;
    if (!content || Object.keys(content).length === 0) return text === '' ? null : `a body with ${status}`;
    const type = headers['content-type'];
    const base = String(type ?? '').split(';')[0] as string;
    const mediaType = Object.keys(content).find((known) => known === base || known === '*/*');
    if (!mediaType) return status === 304 && text === '' ? null : `content type ${type} with ${status}`;
    if (!/\bjson$/.test(base) || text === '') return null;
    const written = paths[path]?.[method.toLowerCase()]?.responses[status] as Referable;
    const place = written.$ref?.slice(2).split('/') ?? ['paths', path, method.toLowerCase(), 'responses', `${status}`];
    const validate = validatorAt(...place, 'content', mediaType, 'schema');
    if (validate(JSON.parse(text))) return null;
    const faults = (validate.errors ?? []).map(
      ({ instancePath, message, params, data }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}, is ${JSON.stringify(data)?.slice(0, 200)}`,
    );
    return `a body with ${status}: ${faults.join('; ')}`;
  };
}

/** The document without room for members that it does not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = 'additionalProperties' in schema || 'patternProperties' in schema;
  return [schema.type].flat().includes('object') && 'properties' in schema && !isOpen
    ? { ...schema, additionalProperties: false }
    : schema;
}
