import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSandbox } from '@frontdesk/payment-sandbox';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import type { Config, ProcessorSetup } from '../../config/config.ts';
import { acceptSecretKey, openSealer } from '../../secret-key.ts';
import { createService } from '../../service.ts';
import { enterKeys } from '../processor-keys.ts';

test('the processor in use is shown without its keys, and its key can be tested', async (t) => {
  const service = await startPaymentService(t);
  const shown = await service.request('GET', '/payments/processor');
  assert.equal(shown.status, 200, shown.text);
  assert.equal(shown.body.mode, 'test');
  assert.equal(shown.body.receiverSecretConfigured, true);
  assert.doesNotMatch(shown.text, /whsec_|sk_test_/);
  const tested = await service.request('POST', '/payments/processor/test');
  assert.deepEqual([tested.status, tested.body], [200, { keyAccepted: true }]);
});

test('an unreachable processor is reported as such', async (t) => {
  const service = await startPaymentService(t);
  await service.sandbox.close();
  const tested = await service.request('POST', '/payments/processor/test');
  assert.deepEqual([tested.status, tested.body.code], [503, 'processor_unreachable']);
});

const keys = { secretKey: 'sk_test_entered_1234', webhookSecret: 'whsec_entered' };

/** A service without keys, whose operator names a processor that takes any key that begins with sk_test_. */
async function startWithProcessor(t: TestContext, setup: Partial<ProcessorSetup> = {}) {
  const processor = await startSandbox({ dataFile: ':memory:', webhook: null });
  t.after(() => processor.close());
  const stripe = (): ProcessorSetup => ({
    secretKey: null,
    webhookSecrets: [],
    apiBase: processor.apiBase,
    keysFrom: 'sandbox',
    ...setup,
  });
  const service = await startTestService(t, { stripe: stripe(), stripeBase: processor.apiBase });
  return { service, processor, stripe };
}

/** The setup as another process on the same data finds it. */
async function startAgain(t: TestContext, config: Config, changes: Partial<Config>) {
  const service = await createService({ ...config, ...changes });
  t.after(() => service.stop());
  return service.context.processor.setup;
}

async function storedKeys({ context }: TestService): Promise<string | undefined> {
  const row = await context.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'processorKeys')
    .executeTakeFirst();
  return row?.value;
}

test('a key that the processor refuses is a fault, and nothing is stored', async (t) => {
  const { service } = await startWithProcessor(t);
  const body = { ...keys, secretKey: 'sk_live_bad_0000' };
  const answer = await service.request('PUT', '/payments/processor', { body });
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(
    answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/secretKey', 'refused']],
  );
  assert.doesNotMatch(answer.text, /sk_live_bad_0000/);
  assert.equal(await storedKeys(service), undefined);
  assert.equal((await service.request('GET', '/payments/processor')).body.keysFrom, 'sandbox');
});

test('malformed keys are rejected without asking the processor', async (t) => {
  const { service, processor } = await startWithProcessor(t);
  await processor.close();
  for (const [member, value] of [
    ['secretKey', 'pk_test_12345678'],
    ['secretKey', 'sk_test_with space'],
    ['secretKey', 'sk_test_line\r\nbreak'],
    ['webhookSecret', 'short'],
  ] as const) {
    const answer = await service.request('PUT', '/payments/processor', { body: { ...keys, [member]: value } });
    assert.equal(answer.status, 422, answer.text);
    assert.equal(answer.body.errors[0].pointer, `/${member}`);
  }
});

test('if the processor is unreachable or fails, everything stays as it was', async (t) => {
  const { service, processor } = await startWithProcessor(t);
  processor.faults.add({ kind: 'respond', status: 500, path: '/v1/account', count: 9 });
  const troubled = await service.request('PUT', '/payments/processor', { body: keys });
  assert.deepEqual([troubled.status, troubled.body.code], [502, 'processor_error']);
  await processor.close();
  const unreachable = await service.request('PUT', '/payments/processor', { body: keys });
  assert.deepEqual([unreachable.status, unreachable.body.code], [503, 'processor_unreachable']);
  assert.equal(await storedKeys(service), undefined);
});

test('a valid key is stored encrypted, and used at once and after the next start', async (t) => {
  const { service, stripe } = await startWithProcessor(t);
  const entered = await service.request('PUT', '/payments/processor', { body: keys });
  assert.equal(entered.status, 200, entered.text);
  assert.deepEqual(
    [entered.body.keysFrom, entered.body.lastFour, entered.body.mode, entered.body.receiverSecretConfigured],
    ['settings', '1234', 'test', true],
  );
  assert.doesNotMatch(entered.text, /sk_test_entered|whsec_entered/);
  assert.deepEqual((await service.request('GET', '/payments/processor')).body, entered.body);
  assert.match((await storedKeys(service)) ?? '', /^"v1\./);
  assert.doesNotMatch((await storedKeys(service)) ?? '', /entered/);

  assert.equal(service.context.processor.setup.secretKey, keys.secretKey);
  const checkout = await service.request('POST', '/payments/checkout', { body: { amount: 2500, currency: 'usd' } });
  assert.equal(checkout.status, 200, checkout.text);

  const found = await startAgain(t, service.config, { stripe: stripe() });
  assert.deepEqual([found.secretKey, found.webhookSecrets], [keys.secretKey, [keys.webhookSecret]]);
  assert.equal(found.keysFrom, 'settings');
});

test('without a signing secret the endpoint is set up at the processor, in place of earlier ones for the same URL', async (t) => {
  const { service, processor } = await startWithProcessor(t);
  const { secretKey } = keys;
  const receiver = 'http://frontdesk.test/api/public/payments/webhook';
  const endpoints = service.context.processor.endpoints({ secretKey, apiBase: processor.apiBase });
  await endpoints.create(receiver, ['charge.refunded']);
  await endpoints.create('http://elsewhere.test/events', ['*']);
  const entered = await service.request('PUT', '/payments/processor', { body: { secretKey } });
  assert.equal(entered.status, 200, entered.text);
  assert.equal(entered.body.receiverSecretConfigured, true);
  const found = await endpoints.list();
  assert.deepEqual(found.map(({ url }) => url).sort(), ['http://elsewhere.test/events', receiver]);
  const own = found.find(({ url }) => url === receiver);
  assert.deepEqual(own?.events, entered.body.receiverEvents);

  const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'charge.refunded' }));
  const now = new Date();
  const [secret = ''] = service.context.processor.setup.webhookSecrets;
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  await service.context.processor.verifyEvent(body, `t=${timestamp},v1=${signature}`, now);
});

test('with Stripe itself, the endpoint is only set up for an address that it can reach', async (t) => {
  const { service } = await startWithProcessor(t);
  const place = { stripeBase: null };
  const ctx = {
    ...service.context,
    processor: { ...service.context.processor, setup: service.context.processor.setup, tryKey: async () => true },
  };
  await assert.rejects(enterKeys(ctx, place, { secretKey: keys.secretKey }), /webhookSecret|invalid/i);
});

test('keys entered in one process reach the others within ten seconds, and so does their removal', async (t) => {
  const { service, stripe } = await startWithProcessor(t);
  const other = await createService({ ...service.config, stripe: stripe() });
  t.after(() => other.stop());
  const keyOfOther = () => other.context.processor.setup.secretKey;
  assert.equal((await service.request('PUT', '/payments/processor', { body: keys })).status, 200);
  await waitFor('the keys to arrive', () => keyOfOther() === keys.secretKey, 10_000);
  assert.deepEqual(other.context.processor.setup.webhookSecrets, [keys.webhookSecret]);
  assert.equal((await service.request('DELETE', '/payments/processor')).status, 200);
  await waitFor('their removal to arrive', () => keyOfOther() === null, 10_000);
});

test('entered keys go to the operator’s processor, never to the built-in sandbox', async (t) => {
  const builtIn = await startSandbox({ dataFile: ':memory:', webhook: null });
  t.after(() => builtIn.close());
  const { service, processor } = await startWithProcessor(t, {
    apiBase: builtIn.apiBase,
    secretKey: 'sk_test_sandbox',
    webhookSecrets: ['whsec_sandbox'],
  });
  assert.equal((await service.request('PUT', '/payments/processor', { body: keys })).status, 200);
  assert.equal(service.context.processor.setup.apiBase, processor.apiBase);
  const removed = await service.request('DELETE', '/payments/processor');
  assert.deepEqual([removed.status, removed.body], [200, { restartNeeded: false }]);
  assert.equal(await storedKeys(service), undefined);
  assert.equal(service.context.processor.setup.apiBase, builtIn.apiBase);
  assert.equal((await service.request('POST', '/payments/processor/test')).status, 200);
});

test('if the sandbox was not started, removing keys leaves no processor until the next start', async (t) => {
  const { service, stripe } = await startWithProcessor(t);
  await service.request('PUT', '/payments/processor', { body: keys });
  const config = { ...service.config, stripe: { ...stripe(), apiBase: null }, stripeBase: null };
  const again = await createService(config);
  t.after(() => again.stop());
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string) =>
    again.app.inject({
      method,
      url: `/api/v1/payments/${path}`,
      headers: { authorization: `Bearer ${service.token}` },
    });
  assert.equal((await ask('GET', 'processor')).json().keysFrom, 'settings');
  assert.deepEqual((await ask('DELETE', 'processor')).json(), { restartNeeded: true });
  const shown = (await ask('GET', 'processor')).json();
  assert.deepEqual([shown.keyConfigured, shown.lastFour, shown.receiverSecretConfigured], [false, null, false]);
  assert.equal((await startAgain(t, config, { stripe: stripe() })).keysFrom, 'sandbox');
});

test('keys from the environment take precedence over stored ones, and cannot be changed here', async (t) => {
  const { service, stripe } = await startWithProcessor(t);
  await service.request('PUT', '/payments/processor', { body: keys });
  const fromOutside = { ...stripe(), secretKey: 'sk_test_environment', keysFrom: 'environment' as const };
  const found = await startAgain(t, service.config, { stripe: fromOutside });
  assert.deepEqual([found.secretKey, found.keysFrom], ['sk_test_environment', 'environment']);

  const { service: other } = await startWithProcessor(t, fromOutside);
  const refused = await other.request('PUT', '/payments/processor', { body: keys });
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.equal(await storedKeys(other), undefined);
  const shown = await other.request('GET', '/payments/processor');
  assert.deepEqual([shown.body.keysFrom, shown.body.lastFour], ['environment', 'ment']);
});

test('without the key file a copied database reveals nothing, and the sandbox is not used', async (t) => {
  const { service, stripe } = await startWithProcessor(t);
  await service.request('PUT', '/payments/processor', { body: keys });
  await rm(path.join(service.config.dataFolder, 'secret.key'));
  await assert.rejects(createService({ ...service.config, stripe: stripe() }), /encrypted with a key that is not here/);
  const sealer = await openSealer(service.config);
  await acceptSecretKey({ ...service.context, sealer });
  const found = await startAgain(t, service.config, { stripe: stripe(), logLevel: 'silent' });
  assert.deepEqual(found, { secretKey: null, webhookSecrets: [], apiBase: null, keysFrom: 'settings' });
});

test('only admins enter and remove keys', async (t) => {
  const { service } = await startWithProcessor(t);
  const token = await service.tokenWith('payments:read', 'payments:write');
  assert.equal((await service.request('PUT', '/payments/processor', { body: keys, token })).status, 403);
  assert.equal((await service.request('DELETE', '/payments/processor', { token })).status, 403);
});
