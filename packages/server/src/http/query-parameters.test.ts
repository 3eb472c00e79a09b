import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { setUpOwner } from '../../test/support/sign-in.ts';

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: { type?: string; format?: string; enum?: string[]; minimum?: number; maxLength?: number };
};
type Operation = { operationId: string; parameters?: Parameter[] };
type Paths = Record<string, Record<string, Operation>>;

const digits = '9'.repeat(309);
const longText = 'x'.repeat(6000);

/** Values that no parameter of this schema accepts. */
function wrongValues({
  type,
  format,
  enum: names,
  minimum,
  maxLength = Number.POSITIVE_INFINITY,
}: Parameter['schema']): string[] {
  if (type === 'integer') return ['', 'soon', '1e1', ...(minimum === undefined ? [] : ['-1']), digits, `-${digits}`];
  if (type === 'boolean' || format || names) return ['', 'soon', digits, longText];
  return maxLength < longText.length ? [longText] : [];
}

/** The URL of an operation up to a further query parameter, with those that it requires except `tried`. */
function urlOf(path: string, parameters: readonly Parameter[] = [], tried = ''): string {
  const url = path
    .replace('{type}', 'post')
    .replace('{number}', '1')
    .replace('{version}', '1')
    .replace('/mail-kinds/{kind}', '/mail-kinds/receipt')
    .replace('{language}', 'de')
    .replaceAll(/\{\w+\}/g, 'none');
  const isNeeded = (parameter: Parameter) => parameter.in === 'query' && parameter.required && parameter.name !== tried;
  const needed = parameters
    .filter(isNeeded)
    .map(({ name, schema }) => `${name}=${schema.format === 'date' ? '2027-01-01' : 'a'}&`);
  return `${url}?${needed.join('')}`;
}

test('a parameter that the document does not name is 400 by name in every operation, and nothing happens', async (t) => {
  // A signed-in owner may use every operation.
  const { request } = await setUpOwner(await startContentService(t));
  const paths: Paths = (await request('GET', '/openapi.json')).body.paths;
  let count = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, parameters }] of Object.entries(methods)) {
      // The processor decides itself how it calls us.
      if (!operationId || operationId === 'createProcessorEvent') continue;
      count++;
      const answer = await request(method.toUpperCase(), `${urlOf(path, parameters)}dry_run=true`);
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_query'], `${operationId}: ${answer.text}`);
      const [fault] = answer.body.errors;
      assert.deepEqual([fault.pointer, fault.code], ['dry_run', 'unknown'], operationId);
    }
  }
  assert.ok(count > 80, `${count} operations`);
  const body = { label: 'Changed' };
  assert.equal((await request('PATCH', '/types/post?dry_run=true', { body })).status, 400);
  assert.equal((await request('PATCH', '/types/post?dryRun=true', { body })).body.label, 'Changed');
  assert.equal((await request('GET', '/types/post')).body.label, 'Posts');
  const some = (await request('GET', '/types?limit=1&offset=1')).body;
  assert.deepEqual([some.items.length, some.items[0].name, some.total], [1, 'post', 2]);
  assert.equal((await request('GET', '/types')).body.items.length, 2);
});

test('every query parameter that the document names is 400 by name if repeated or wrong, and never a 500', async (t) => {
  const service = await startContentService(t);
  // A signed-in owner may use every operation.
  const { request } = await setUpOwner(service);
  const paths: Paths = (await request('GET', '/openapi.json')).body.paths;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  let count = 0;
  // Many lists have the same parameters, which are read by the same code.
  const tried = new Map<string, number>();
  for (const { path, method, operationId, parameters = [] } of operations) {
    for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
      const times = (tried.get(name) ?? 0) + 1;
      tried.set(name, times);
      if (times > 6) continue;
      count++;
      const url = urlOf(path, parameters, name);
      const [valid] = schema.enum ?? [schema.type === 'integer' ? '1' : 'true'];
      for (const query of [
        `${name}=${valid}&${name}=${valid}`,
        ...wrongValues(schema).map((value) => `${name}=${value}`),
      ]) {
        const shown = `${operationId} ?${query.slice(0, 80)}`;
        const answer = await request(method, `${url}${query}`);
        assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_query'], `${shown}: ${answer.text}`);
        assert.deepEqual(
          answer.body.errors.map((fault: { pointer: string }) => fault.pointer),
          [name],
          shown,
        );
      }
      for (const value of ['', 'soon', digits, longText, '%00', '%F0%9F%98%80', '%ED%A0%80', '[]', 'a%2Cb', "'%22\\"]) {
        const { status, text } = await request(method, `${url}${name}=${value}`);
        assert.ok(status < 500, `${operationId} ?${name}=${value.slice(0, 80)}: ${text}`);
        const visitor = await service.request(method, `${url}${name}=${value}&${name}=${value}`, { token: null });
        assert.ok(visitor.status >= 400 && visitor.status < 500, `${operationId} ?${name}=${value.slice(0, 80)}`);
      }
    }
  }
  assert.ok(count > 40, `${count} parameters`);
  const page = await request('GET', '//payments/thanks?session=a&session=b');
  assert.equal(page.status, 400, page.text);
});
