import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServerProcess } from '../../test/support/server-process.ts';
import { waitFor } from '../../test/support/wait-for.ts';

const forwarded = { 'x-forwarded-for': '203.0.113.5' };

test('a proxy that is not trusted is reported once, with the setting and its value', async (t) => {
  const server = await startServerProcess(t);
  await server.request('GET', '/setup');
  assert.doesNotMatch(server.output(), /FRONTDESK_TRUST_PROXY/);
  for (let n = 0; n < 3; n++) await server.request('GET', '/setup', undefined, forwarded);
  await server.request('GET', '/setup', undefined, { forwarded: 'for=203.0.113.5' });
  const warnings = () => server.output().match(/set FRONTDESK_TRUST_PROXY=127\.0\.0\.1/g)?.length;
  await waitFor('the warning', async () => warnings() !== undefined);
  await server.stop();
  assert.equal(warnings(), 1);
});

test('a trusted proxy is not reported', async (t) => {
  const server = await startServerProcess(t, { FRONTDESK_TRUST_PROXY: '127.0.0.1' });
  await server.request('GET', '/setup', undefined, forwarded);
  await server.stop();
  assert.doesNotMatch(server.output(), /not trusted/);
});
