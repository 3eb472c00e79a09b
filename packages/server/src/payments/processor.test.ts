import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../test/support/payment-service.ts';

test('the processor in use is told without its keys, and can be asked whether the key works', async (t) => {
  const service = await startPaymentService(t);
  const told = await service.request('GET', '/payments/processor');
  assert.equal(told.status, 200, told.text);
  assert.equal(told.body.mode, 'test');
  assert.equal(told.body.hasReceiverSecret, true);
  assert.doesNotMatch(told.text, /whsec_|sk_test_/);
  const tested = await service.request('POST', '/payments/processor/test');
  assert.deepEqual([tested.status, tested.body], [200, { works: true }]);
});

test('a processor that cannot be reached is told as such', async (t) => {
  const service = await startPaymentService(t);
  await service.sandbox.close();
  const tested = await service.request('POST', '/payments/processor/test');
  assert.deepEqual([tested.status, tested.body.code], [503, 'processor_unreachable']);
});
