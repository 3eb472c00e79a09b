import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { isSigned, startReceiver } from '../../test/support/receiver.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { createService } from '../service.ts';
import { unsealSecrets } from './subscriber-secrets.ts';

const subscriber = { url: 'http://127.0.0.1:4000/', events: ['payment.succeeded'] };

test('secrets are stored encrypted, and each opens for its own subscriber only', async (t) => {
  const service = await startTestService(t);
  const secret = 'a secret of the receiver';
  const body = { ...subscriber, secret };
  const first = await service.request('POST', '/payments/webhooks', { body });
  assert.equal(first.body.secret, secret);
  await service.request('POST', '/payments/webhooks', { body });
  await service.request('POST', `/payments/webhooks/${first.body.id}/rotate-secret`, {
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
  await request('POST', `/payments/webhooks/${body.id}/rotate-secret`, { body: { secret: 'a newer secret' } });
  assert.deepEqual([await read(), await read(), count], ['a newer secret', 'a newer secret', 2]);
});

test('secrets that an earlier version stored are encrypted at the next start, and keep signing', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t);
  const made = await service.request('POST', '/payments/webhooks', { body: { ...subscriber, url: receiver.url } });
  const secret = 'stored by an earlier version';
  await service.database.writer
    .updateTable('subscribers')
    .set({ secret, previousSecret: null, sealedSecrets: null })
    .where('id', '=', made.body.id)
    .execute();
  await (await createService(service.config)).stop();
  const row = await service.context.db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.secret, row.previousSecret], ['', null]);
  if (testDialect === 'sqlite') {
    const connection = new Sqlite(path.join(service.config.dataFolder, 'frontdesk.db'));
    connection.pragma('wal_checkpoint(truncate)');
    connection.close();
    for (const name of (await readdir(service.config.dataFolder)).filter((name) => name.startsWith('frontdesk.db'))) {
      const bytes = await readFile(path.join(service.config.dataFolder, name));
      assert.ok(!bytes.includes(secret), `${name} still contains the secret`);
    }
  }
  await service.work();
  await service.request('POST', `/payments/webhooks/${made.body.id}/test`);
  assert.ok(isSigned(await receiver.received(1), secret));
});
