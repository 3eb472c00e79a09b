// The grammar of the API (docs/api.md): what every operation of the document has in common with the others.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

type Schema = { $ref?: string; properties?: Record<string, Schema> };
type Operation = {
  operationId: string;
  summary?: string;
  parameters?: ({ description?: string } | { $ref: string })[];
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
    listEditors: 'who has an item open now, which is never a page',
    listItemReferences: 'counting would read all texts',
    listEvents: 'a feed goes on from a position and has no end',
    listMailKinds: 'a table of settings, complete',
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
  method: { exportPerson: 'the address of the person is in the body, not in the URL' },
  path: { deleteSubmissions: 'several at once' },
};

/** What breaks the grammar, as `rule: operation: why`. */
function faultsOf({ paths, components }: ApiDocument): string[] {
  const membersOf = (schema: Schema | undefined): string[] =>
    Object.keys(
      (schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) as string] : schema)?.properties ?? {},
    );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ ...operation, path, method }],
    ),
  );
  const names = operations.map(({ operationId }) => operationId);
  return operations.flatMap(({ operationId, summary, parameters = [], responses, path, method }) => {
    const [status = '', success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    const members = membersOf(success?.content?.['application/json']?.schema);
    const verb = /^[a-z]+/.exec(operationId)?.[0] ?? '';
    const rules: Record<string, boolean> = {
      name: verbs.includes(verb) && operationId.length > verb.length,
      unique: names.filter((name) => name === operationId).length === 1,
      method: !['list', 'get', 'export'].includes(verb) || method === 'get',
      envelope: verb !== 'list' || (members[0] === 'items' && members[1] === 'total'),
      deletion: verb !== 'delete' || /^(id,)?deleted$/.test(members.join()),
      path: !/\/(delete|remove|disable)$/.test(path) && (method !== 'delete' || verb === 'delete'),
      location: status !== '201' || Object.keys(success?.headers ?? {}).includes('Location'),
      words: Boolean(summary) && parameters.every((parameter) => '$ref' in parameter || Boolean(parameter.description)),
    };
    return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${operationId}`]));
  });
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
  ]);
  const deletion = { operationId: 'deleteSecret', summary: 'Delete', parameters: [] };
  assert.deepEqual(found(deletion, '/secrets/remove').sort(), [
    'deletion: deleteSecret',
    'location: deleteSecret',
    'path: deleteSecret',
  ]);
});
