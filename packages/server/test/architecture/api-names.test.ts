// The names of members and parameters in the document of the API say what their values are (docs/api.md).

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { unnamedBodies } from '../support/document-checks.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
};
type Named = { name: string; schema: Schema };
type Parameter = { name: string; in: string; description?: string; schema: Schema };
type Rule = { applies(member: Schema): boolean; name: RegExp };

const units = 'bytes|milliseconds|seconds|minutes|hours|days';
/** As what is to be done, or what someone does: a state is `shared`, not `share` or `isShared`. */
const verbs =
  'is|has|can|does|should|allow|cancel|check|convert|converts|force|highlight|include|keep|notify|require|restock|seals|send|show|skip|takes|update|works';

const rules: Record<string, Rule> = {
  time: { applies: ({ format }) => format === 'date-time', name: /^(at|since)$|(At|From|Until|Since)$/ },
  day: { applies: ({ format }) => format === 'date', name: /^day$|(Day|From|Until)$/ },
  unit: {
    applies: (schema) =>
      isOf(schema, 'integer', 'number') && new RegExp(`\\b(${units})\\b`, 'i').test(schema.description ?? ''),
    name: new RegExp(`(${units}|Ms)$`, 'i'),
  },
  state: { applies: (schema) => isOf(schema, 'boolean'), name: new RegExp(`^(?!(${verbs})([A-Z]|$))`) },
};

/** Names that break a rule, each with the reason for which it may. */
const exceptions: Record<string, Record<string, string>> = {
  time: {
    currentPeriodStart: 'of a subscription, as payment processors call it',
    currentPeriodEnd: 'the same',
    trialStart: 'the same',
    trialEnd: 'the same',
    gte: 'an operator of filters',
    lt: 'an operator of filters',
  },
  unit: {
    size: 'of a file in bytes, as `File.size` in browsers',
    maxSize: 'its limit, in declarations of fields, which are stored as they are sent',
    expiresAt: 'of a challenge, whose names are those of ALTCHA',
    keyLength: 'the same',
  },
  state: {
    force: 'the contract',
    allowDestructive: 'what this request is to do, and no state',
    allowPlainPassword: 'the same',
    checkOnly: 'the same',
    convert: 'the same',
    highlight: 'the same',
    restock: 'the same',
    update: 'the same, which an import that was asked to keeps',
    showAvailable: 'in declarations of fields, which are stored as they are sent',
    takesPlaces: 'the same',
    requireSecondFactor: 'the name by which the setting is stored',
    cancelAtPeriodEnd: 'of a subscription, as payment processors call it',
    is: 'what an answer must be, which may be yes or no',
  },
};

function isOf({ type, anyOf = [] }: Schema, ...types: string[]): boolean {
  return [type].flat().some((one) => types.includes(one ?? '')) || anyOf.some((one) => isOf(one, ...types));
}

/** Every member of an object anywhere in the document, and every parameter but those that filter by a member. */
function* namedIn(part: unknown): Generator<Named> {
  if (typeof part !== 'object' || part === null) return;
  if (isParameter(part)) {
    const { name, description = '', schema } = part;
    if (!/[.[]/.test(name)) yield { name, schema: { ...schema, description } };
  }
  for (const [key, inner] of Object.entries(part)) {
    if (key === 'example' || key === 'examples') continue;
    if (key === 'properties')
      for (const [name, schema] of Object.entries(inner)) yield { name, schema: schema as Schema };
    yield* namedIn(inner);
  }
}

function isParameter(part: object): part is Parameter {
  return 'in' in part && part.in === 'query' && 'name' in part && 'schema' in part;
}

/** Objects with any members, for which generators of clients use a map. */
const maps = {
  'GET /openapi.json 200': 'this document',
  'POST /forms/{id}/submit body': 'answers by the names of fields',
  'POST /forms/{id}/quote body': 'the same',
};

/** What breaks the rules, as `rule: name`. */
function faultsOf(document: object): string[] {
  const faults = [...namedIn(document)].flatMap(({ name, schema }) =>
    [schema, ...(schema.anyOf ?? [])].flatMap((one) =>
      Object.entries(rules).flatMap(([rule, { applies, name: expected }]) =>
        applies({ ...schema, ...one }) && !expected.test(name) ? [`${rule}: ${name}`] : [],
      ),
    ),
  );
  return [...new Set(faults)].sort();
}

test('names say what is a time, a day, a length of time or a size, and what is a state', async () => {
  const file = path.resolve(import.meta.dirname, '../../../../docs/openapi.json');
  const excepted = Object.entries(exceptions).flatMap(([rule, names]) =>
    Object.keys(names).map((name) => `${rule}: ${name}`),
  );
  assert.deepEqual(faultsOf(JSON.parse(await readFile(file, 'utf8'))), excepted.sort());
});

test('every JSON body and response has a schema with a name', async () => {
  const file = path.resolve(import.meta.dirname, '../../../../docs/openapi.json');
  assert.deepEqual(unnamedBodies(JSON.parse(await readFile(file, 'utf8'))).sort(), Object.keys(maps).sort());
});

test('a body or a response without a name is found', () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const named = { 'application/json': { schema: { $ref: '#/components/schemas/Mug' } } };
  const responses = { 200: { content }, 400: { content }, 201: { content: named }, 202: { $ref: '#/responses/mug' } };
  assert.deepEqual(
    unnamedBodies({
      responses: { mug: { content } },
      paths: { '/mugs': { post: { requestBody: { content }, responses } } },
    }),
    ['POST /mugs 200', 'POST /mugs 202', 'POST /mugs body'],
  );
});

test('a name that breaks each rule is found', () => {
  const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
  const named = (properties: Record<string, Schema>) => faultsOf({ schemas: { Secret: { properties } } });
  const wrong = {
    next: nullable({ type: 'string', format: 'date-time' }),
    start: { type: 'string', format: 'date' },
    wait: { type: 'integer', description: 'Seconds to wait' },
    isShared: { type: ['boolean', 'null'] },
    update: { type: 'boolean' },
  };
  assert.deepEqual(named(wrong), ['day: start', 'state: isShared', 'state: update', 'time: next', 'unit: wait']);
  const right = {
    nextAt: nullable({ type: 'string', format: 'date-time' }),
    validFrom: { type: 'string', format: 'date-time' },
    firstDay: { type: 'string', format: 'date' },
    waitSeconds: { type: 'integer', description: 'Seconds to wait' },
    count: { type: 'integer', description: 'Number of items' },
    shared: { type: 'boolean' },
    issued: { type: 'boolean' },
  };
  assert.deepEqual(named(right), []);
  const parameter = { name: 'wait', in: 'query', description: 'In seconds', schema: { type: 'integer' } };
  assert.deepEqual(faultsOf([parameter, { ...parameter, name: 'total[gt]' }]), ['unit: wait']);
});
