// Receivers that hang, in numbers: bench/receivers.ts is the long form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { emit } from '../../test/support/webhook-events.ts';

test('a hundred receivers that hang keep neither payments nor another receiver waiting', async (t) => {
  const service = await startPaymentService(t);
  const hanging = await startReceiver(t, { hang: true });
  const healthy = await startReceiver(t);
  const subscribe = (url: string, event: string) =>
    service.request('POST', '/payments/webhooks', { body: { url, events: [event] } });
  for (let n = 0; n < 100; n++) await subscribe(hanging.url, 'payment.failed');
  await subscribe(healthy.url, 'payment.succeeded');
  for (let n = 0; n < 5; n++) await emit(service, { formId: null, name: 'payment.failed' });
  await waitFor('the first attempts', () => hanging.open() >= 100);

  const url = await service.checkout();
  const startedAt = Date.now();
  await service.pay(url);
  await service.waitForEvents('payment.succeeded');
  const appliedMs = Date.now() - startedAt;
  await healthy.received(1);
  const arrivedMs = Date.now() - startedAt;
  assert.ok(appliedMs < 5000 && arrivedMs < 8000, `applied after ${appliedMs} ms, arrived after ${arrivedMs} ms`);

  const limited = service.context.db.selectFrom('limitedLanes').select('lane').where('reason', '=', 'slow');
  await waitFor('every hanging receiver to count as slow', async () => (await limited.execute()).length === 100);
  assert.ok(hanging.open() <= 500, String(hanging.open()));
  await hanging.close();
});
