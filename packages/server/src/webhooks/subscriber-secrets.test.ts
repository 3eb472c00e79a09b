import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { unsealSecrets } from './subscriber-secrets.ts';

const subscriber = { url: 'http://127.0.0.1:4000/', events: ['payment.succeeded'] };

test('secrets are stored encrypted, and each opens for its own subscriber only', async (t) => {
  const service = await startTestService(t);
  const secret = 'a secret of the receiver';
  const body = { ...subscriber, secret };
  const first = await service.request('POST', '/payments/webhooks', { body });
  assert.equal(first.body.secret, secret);
  await service.request('POST', '/payments/webhooks', { body });
  await service.request('POST', `/webhooks/${first.body.id}/rotate-secret`, {
    body: { secret: 'a newer secret' },
  });
  const { db } = service.context;
  const rows = await db.selectFrom('subscribers').selectAll().orderBy('createdAt').execute();
  assert.doesNotMatch(JSON.stringify(rows), /a secret of|a newer secret/);
  const [own, other] = rows;
  assert.ok(own && other);
  assert.deepEqual(unsealSecrets(service.context, own), { secret: 'a newer secret', previousSecret: secret });
  assert.equal(unsealSecrets(service.context, { ...own, sealedSecrets: other.sealedSecrets }), null);
});

test('secrets are decrypted once, and again when they change', async (t) => {
  const { context, request } = await startTestService(t);
  const { body } = await request('POST', '/payments/webhooks', { body: subscriber });
  let count = 0;
  const sealer: typeof context.sealer = {
    ...context.sealer,
    unseal(box, purpose) {
      count++;
      return context.sealer.unseal(box, purpose);
    },
  };
  const read = async () => {
    const row = await context.db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow();
    return unsealSecrets({ ...context, sealer }, row)?.secret;
  };
  assert.deepEqual([await read(), await read(), count], [body.secret, body.secret, 1]);
  await request('POST', `/webhooks/${body.id}/rotate-secret`, { body: { secret: 'a newer secret' } });
  assert.deepEqual([await read(), await read(), count], ['a newer secret', 'a newer secret', 2]);
});
