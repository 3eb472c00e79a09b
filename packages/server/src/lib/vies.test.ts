// What is made of the answers of the EU's service for VAT IDs, over real HTTP.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startVies } from '../../test/support/vies.ts';
import { createPublicFetch } from './public-fetch.ts';
import { createVies, ViesError } from './vies.ts';

const french = 'FR40303265045';

async function start(t: TestContext, timeoutMs = 10_000) {
  const service = await startVies(t);
  const fetch = createPublicFetch({ allowPrivate: true });
  t.after(() => fetch.close());
  return { ...service, vies: createVies(service.url, fetch, { timeoutMs }) };
}

test('what is in use has an owner and a proof, which is for the requester', async (t) => {
  const { vies, asked } = await start(t);
  const owner = { name: 'DÉBIT SARL', address: '2 RUE DU PORT\n75001 PARIS' };
  assert.deepEqual(await vies.ask(french, 'DE136695976'), { isInUse: true, ...owner, consultationNumber: 'WAPI1' });
  assert.deepEqual(await vies.ask('EL094259216', null), { isInUse: true, ...owner, consultationNumber: null });
  assert.deepEqual(asked, [`${french} for DE136695976`, 'EL094259216']);
});

test('what is not in use has none, also if the authority calls its form wrong', async (t) => {
  const { vies, say } = await start(t);
  const unknown = { isInUse: false, name: null, address: null };
  say('not in use');
  assert.deepEqual(await vies.ask(french, 'DE136695976'), { ...unknown, consultationNumber: 'WAPI1' });
  say('INVALID_INPUT');
  assert.deepEqual(await vies.ask(french, null), { ...unknown, consultationNumber: null });
});

test('the same question at once is asked once, and another one for itself', async (t) => {
  const { vies, asked } = await start(t);
  await Promise.all([vies.ask(french, null), vies.ask(french, null), vies.ask(french, 'DE136695976')]);
  assert.deepEqual(asked.toSorted(), [french, `${french} for DE136695976`]);
  await vies.ask(french, null);
  assert.equal(asked.length, 3);
});

test('a requester that the EU does not know is left out', async (t) => {
  const { vies, asked, say } = await start(t);
  say('INVALID_REQUESTER_INFO');
  await assert.rejects(vies.ask(french, 'DE136695976'), new ViesError('INVALID_REQUESTER_INFO'));
  assert.deepEqual(asked, [`${french} for DE136695976`, french]);
});

for (const [verdict, why] of [
  ['MS_UNAVAILABLE', /^MS_UNAVAILABLE$/],
  ['is no JSON', /^The answer is no JSON$/],
  ['breaks off', /socket hang up|closed/],
  ['hangs', /^No complete response within 200 ms$/],
] as const)
  test(`there is no answer if it says ${verdict}`, async (t) => {
    const { vies, say } = await start(t, 200);
    say(verdict);
    await assert.rejects(vies.ask(french, null), (error: Error) => {
      assert.ok(error instanceof ViesError);
      assert.match(error.message, why);
      return true;
    });
  });
