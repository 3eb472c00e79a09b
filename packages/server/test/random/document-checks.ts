// Whether a response is one that the API's document names for its operation.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Schema } from './random-values.ts';

export type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  /** Schemas by content type. */
  bodies: Record<string, Schema>;
  responses: Record<string, { content?: Record<string, unknown> }>;
};

type Document = { paths: Record<string, Record<string, Omit<Operation, 'method' | 'path' | 'bodies'> & Body>> };
type Body = { requestBody?: { content: Record<string, { schema: Schema }> } };

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => Ajv2020;

/** The operations of the API itself; the processor's receiver is signed and has tests of its own. */
export function operationsOf(document: object): Operation[] {
  return Object.entries((document as Document).paths)
    .filter(([path]) => !path.startsWith('/api/'))
    .flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        if (!operation) return [];
        const { parameters = [], responses, requestBody } = operation;
        const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema ?? {}]);
        return [{ method: method.toUpperCase(), path, parameters, bodies: Object.fromEntries(bodies), responses }];
      }),
    );
}

/** Returns a function that says what the document does not name about a response; null if it names all of it. */
export function documentChecks(document: object) {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: false }));
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (...place: string[]): ValidateFunction => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return (operation: Operation, status: number, type: string | null, text: string): string | null => {
    const response = operation.responses[status];
    if (!response) return `status ${status}`;
    const { content } = response;
    if (!content || Object.keys(content).length === 0) return text === '' ? null : `a body with ${status}`;
    const base = type?.split(';')[0] ?? '';
    const named = Object.keys(content).find((known) => known === base || known === '*/*');
    if (!named) return `content type ${type} with ${status}`;
    if (!base.endsWith('json')) return null;
    const validate = validatorAt(
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      String(status),
      'content',
      named,
      'schema',
    );
    return validate(JSON.parse(text)) ? null : `a body with ${status}: ${ajv.errorsText(validate.errors)}`;
  };
}
