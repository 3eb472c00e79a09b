// The grammar of the API (docs/api.md): what every operation of the document has in common with the others.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
};
type Operation = {
  operationId: string;
  summary?: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: ({ name?: string; description?: string } | { $ref: string })[];
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>;
};
type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const verbs = ['list', 'get', 'create', 'update', 'delete', 'replace', 'apply', 'send', 'merge', 'export'];

/** Operations that break a rule, each with the reason for which it may. */
const exceptions: Record<string, Record<string, string>> = {
  envelope: {
    listEvents: 'a feed goes on from a position and has no end',
  },
  name: {
    issueInvoice: 'issuing is what the field calls it',
  },
  deletion: {
    deleteItem: 'the contract: to the trash, and for good with `force`',
    deleteDraft: 'the item without its draft',
    deleteProcessor: 'the setting that holds then',
    deleteMailServer: 'the setting that holds then',
    deleteMailText: 'the text that holds then',
    deleteSecondFactor: 'the setting that holds then',
    deleteUserSecondFactor: 'the user, who is another one then',
    deleteUserPasskeys: 'the user, who is another one then',
  },
  parameters: {
    listEvents: 'a feed goes on from a position and has no end',
    listItemReferences:
      'what refers to an item is found while its texts are read, in the order in which they are stored',
  },
  changing: {
    updateItem: 'the type says which fields there are, and what is read-only can be sent back as it was read',
    updateDraft: 'the same',
    updateContact: 'its fields can have any name',
  },
  unchanged: {
    updateItems: 'each of its operations can have an `ifMatch`',
    updateSubmissions: 'marks of many submissions, which are set whatever they were',
    updateSubmission: 'marks of a submission; what was answered never changes',
    updateRevision: 'the name of a revision, which never changes',
    updateFormSpam: 'sorts many submissions',
    updateStock: 'a correction by what was counted, not by what was read',
    updateImport: 'stops an import',
    updatePayment: 'says that a person has looked at it',
    updatePassword: 'the present password is in the body',
    updatePasskey: 'the name of a passkey, which only its user sees',
    updateMailKind: 'a switch',
  },
  updatedAt: {
    updateSubmission: 'has the time of its answers; what was marked is in its story',
    updateImport: 'has the times at which it began and ended',
    updatePasskey: 'has the times at which it was made and used',
  },
  method: { exportPerson: 'the address of the person is in the body, not in the URL' },
};

/** What breaks the grammar, as `rule: operation: why`. */
function faultsOf({ paths, components }: ApiDocument): string[] {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) as string] as Schema) : schema;
  const membersOf = (schema: Schema | undefined): string[] => Object.keys((schema && resolve(schema).properties) ?? {});
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ ...operation, path, method }],
    ),
  );
  const names = operations.map(({ operationId }) => operationId);
  const namesIn = (parameters: Operation['parameters'] = []) =>
    parameters.map((parameter) => ('$ref' in parameter ? parameter.$ref.split('/').at(-1) : parameter.name));
  /** What is updated with If-Match: it is deleted with it, too, and reading it answers 304. */
  const matched = operations.flatMap(({ operationId, parameters }) =>
    operationId.startsWith('update') && namesIn(parameters).includes('If-Match') ? [operationId.slice(6)] : [],
  );
  return operations.flatMap(({ operationId, summary, parameters = [], requestBody, responses, path, method }) => {
    const [status = '', success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    const members = membersOf(success?.content?.['application/json']?.schema);
    const asked = namesIn(parameters);
    const headers = Object.keys(success?.headers ?? {});
    const verb = /^[a-z]+/.exec(operationId)?.[0] ?? '';
    const rules: Record<string, boolean> = {
      name: verbs.includes(verb) && operationId.length > verb.length,
      unique: names.filter((name) => name === operationId).length === 1,
      method: !['list', 'get', 'export'].includes(verb) || method === 'get',
      envelope: verb !== 'list' || members.slice(0, 3).join() === 'items,total,nextCursor',
      parameters:
        verb !== 'list' || ['limit', 'offset', 'cursor', 'total', 'sort'].every((name) => asked.includes(name)),
      deletion: verb !== 'delete' || /^(id,)?deleted$/.test(members.join()),
      path: !/\/(delete|remove|disable)$/.test(path) && (method !== 'delete' || verb === 'delete'),
      changing:
        method !== 'patch' || isMergePatch(requestBody?.content['application/json']?.schema ?? {}, resolve, 'whole'),
      location: status !== '201' || headers.includes('Location'),
      unchanged: verb !== 'update' || (asked.includes('If-Match') && headers.includes('ETag')),
      deletedUnchanged: verb !== 'delete' || asked.includes('If-Match') || !matched.includes(operationId.slice(6)),
      known:
        verb !== 'get' || '304' in responses || !(headers.includes('ETag') || matched.includes(operationId.slice(3))),
      updatedAt: method !== 'patch' || !members.includes('id') || members.includes('updatedAt'),
      words: Boolean(summary) && parameters.every((parameter) => '$ref' in parameter || Boolean(parameter.description)),
    };
    return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${operationId}`]));
  });
}

/**
 * Whether a change refuses what it does not know at every depth, and merges objects by key: of those inside of it any member
 * can be left out, and an entry of a map can be null. Lists are replaced, so what is in them is whole.
 */
function isMergePatch(
  given: Schema,
  resolve: (schema: Schema) => Schema,
  place: 'whole' | 'inside' | 'list',
  seen: readonly Schema[] = [],
): boolean {
  const schema = resolve(given);
  if (seen.includes(schema)) return true;
  const { properties, additionalProperties: others, required = [], items, anyOf = [] } = schema;
  const inner = place === 'list' ? 'list' : 'inside';
  const isHeld = (one: Schema, where: typeof place): boolean => isMergePatch(one, resolve, where, [...seen, schema]);
  if (!anyOf.every((one) => isHeld(one, place)) || (items && !isHeld(items, 'list'))) return false;
  if (![schema.type].flat().includes('object')) return true;
  if (place === 'inside' && required.length > 0) return false;
  // Conditions, which are read by rules of their own.
  if (others === true && !properties) return place === 'list';
  if (typeof others === 'object') return isHeld(others, inner) && (inner === 'list' || isNullable(others));
  return others === false && Object.values(properties ?? {}).every((member) => isHeld(member, inner));
}

function isNullable({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || anyOf.some(isNullable);
}

test('every operation keeps to the grammar, but for the exceptions that are listed', async () => {
  const file = path.resolve(import.meta.dirname, '../../../../docs/openapi.json');
  const excepted = Object.entries(exceptions).flatMap(([rule, operations]) =>
    Object.keys(operations).map((operation) => `${rule}: ${operation}`),
  );
  assert.deepEqual(faultsOf(JSON.parse(await readFile(file, 'utf8'))).sort(), excepted.sort());
});

test('an operation that breaks each rule is found', () => {
  const broken: Operation = {
    operationId: 'rotateSecret',
    parameters: [{}],
    responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Secret' } } } } },
  };
  const found = (operation: Partial<Operation>, path = '/secrets', method = 'post') =>
    faultsOf({
      paths: { [path]: { [method]: { ...broken, ...operation } } },
      components: { schemas: { Secret: { properties: { secret: {} } } } },
    });
  assert.deepEqual(found({}), ['name: rotateSecret', 'location: rotateSecret', 'words: rotateSecret']);
  assert.deepEqual(found({ operationId: 'list', summary: 'List', parameters: [] }, '/secrets', 'get').sort(), [
    'envelope: list',
    'location: list',
    'name: list',
    'parameters: list',
  ]);
  const update = { operationId: 'updateSecret', summary: 'Update', parameters: [] };
  const record = { Secret: { properties: { id: {}, secret: {} } } };
  assert.deepEqual(
    faultsOf({
      paths: { '/secrets/{id}': { patch: { ...broken, ...update } } },
      components: { schemas: record },
    }).sort(),
    ['location: updateSecret', 'unchanged: updateSecret', 'updatedAt: updateSecret'],
  );
  const deletion = { operationId: 'deleteSecret', summary: 'Delete', parameters: [] };
  assert.deepEqual(found(deletion, '/secrets/remove').sort(), [
    'deletion: deleteSecret',
    'location: deleteSecret',
    'path: deleteSecret',
  ]);

  const operation = { summary: 'Change', parameters: [{ $ref: '#/components/parameters/If-Match' }], responses: {} };
  const paths = (parameters: (typeof operation)['parameters']) => ({
    '/secrets/{id}': {
      get: { ...operation, operationId: 'getSecret' },
      patch: { ...operation, operationId: 'updateSecret' },
      delete: { ...operation, operationId: 'deleteSecret', parameters },
    },
  });
  const rulesOf = (parameters: (typeof operation)['parameters']) =>
    faultsOf({ paths: paths(parameters), components: { schemas: {} } }).filter((fault) => /^(del.*U|kn)/.test(fault));
  assert.deepEqual(rulesOf([]), ['known: getSecret', 'deletedUnchanged: deleteSecret']);
  assert.deepEqual(rulesOf(operation.parameters), ['known: getSecret']);

  const changing = (settings: Schema) => {
    const schema = { type: 'object', additionalProperties: false, properties: { settings } };
    const update = { operationId: 'updateSecret', summary: 'Update', parameters: [], responses: {} };
    const requestBody = { content: { 'application/json': { schema } } };
    return found({ ...update, requestBody }, '/secrets', 'patch').filter((fault) => fault.startsWith('changing'));
  };
  const part = { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } };
  assert.deepEqual(changing(part), []);
  assert.deepEqual(changing({ type: 'array', items: { ...part, required: ['a'] } }), []);
  assert.deepEqual(changing({ type: 'object', additionalProperties: { type: ['string', 'null'] } }), []);
  for (const wrong of [
    { ...part, additionalProperties: true },
    { ...part, required: ['a'] },
    { type: 'array', items: { ...part, additionalProperties: true } },
    { type: 'object', additionalProperties: { type: 'string' } },
    { ...part, properties: { a: { type: 'object' } } },
  ])
    assert.deepEqual(changing(wrong), ['changing: updateSecret'], JSON.stringify(wrong));
});
