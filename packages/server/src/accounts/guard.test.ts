import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';

type Operation = { operationId: string; security?: object[]; requestBody?: object };

/** Visitors may use them for some records, so the record is looked up first. */
const openToVisitors = [
  ...[
    'listItems',
    'getItem',
    'listItemReferences',
    'getForm',
    'listAvailability',
    'getChallenge',
    'createSubmission',
    'createQuote',
  ],
  ...['listTerms', 'getTermTree', 'getTerm'],
];

test('no operation looks at a request before it knows that the caller may use it', async (t) => {
  const service = await startTestService(t);
  const { paths } = (await service.request('GET', '/openapi.json')).body;
  const operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId)
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const guarded = operations.filter(
    ({ operationId, security }) => security === undefined && !openToVisitors.includes(operationId),
  );
  assert.ok(guarded.length > 80, `${guarded.length} operations`);
  const withoutScopes = await service.tokenWith();
  for (const { path, method, operationId, requestBody } of guarded) {
    const url = `${path.replaceAll(/\{\w+\}/g, '%00')}?unknown=1&limit=-1&limit=x`;
    const bodies = requestBody ? ['{', '[]', '{"unknown": 1}'] : [undefined];
    for (const body of bodies) {
      for (const contentType of ['application/json', 'text/plain']) {
        const headers = { 'idempotency-key': '\u0001', 'if-match': 'x', 'content-type': contentType };
        const asVisitor = await service.request(method, url, { token: null, body, headers });
        assert.deepEqual([asVisitor.status, asVisitor.body.code], [401, 'unauthenticated'], `${operationId} ${body}`);
        const asWeak = await service.request(method, url, { token: withoutScopes, body, headers });
        assert.equal(asWeak.status, 403, `${operationId} ${body}: ${asWeak.text}`);
        assert.match(asWeak.body.code, /^(insufficient_scope|user_needed)$/, operationId);
      }
    }
  }
});
