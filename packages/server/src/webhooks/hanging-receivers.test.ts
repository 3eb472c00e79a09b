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
  const url = await service.checkout();
  for (let n = 0; n < 5; n++) await emit(service, { formId: null, name: 'payment.failed' });
  await waitFor('the first attempts', () => hanging.open() >= 100);

  await service.pay(url);
  await service.waitForEvents('payment.succeeded');
  await healthy.received(1);
  const givenUp = service.context.db.selectFrom('attempts').select('id').where('status', 'is', null);
  assert.deepEqual(await givenUp.execute(), [], 'both come before the first receiver that hangs is given up');

  const limited = service.context.db.selectFrom('limitedLanes').select('lane').where('reason', '=', 'slow');
  await waitFor('every hanging receiver to count as slow', async () => (await limited.execute()).length === 100);
  assert.ok(hanging.open() <= 500, String(hanging.open()));
  await hanging.close();
});
