import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { isSigned, startReceiver } from '../test/support/receiver.ts';
import { ownerPassword, setUpOwner } from '../test/support/sign-in.ts';
import { startTestService, type TestService } from '../test/support/test-service.ts';
import { setupLink } from './accounts/setup.ts';
import type { Config } from './config/config.ts';
import { inTransaction } from './context/context.ts';
import { acceptSecretKey, openSealer } from './secret-key.ts';
import { createService } from './service.ts';

const subscriber = { url: 'http://127.0.0.1:4000/', events: ['payment.succeeded'] };

/** Another process on the same database. */
async function startNode(t: TestContext, { config }: TestService, changes: Partial<Config>) {
  const node = await createService({ ...config, ...changes });
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopped ??= node.stop();
    return stopped;
  };
  t.after(stop);
  return { ...node, stop };
}

test('a process with another key does not start, and says what to do', async (t) => {
  const service = await startTestService(t, { encryptionKey: randomBytes(32) });
  await assert.rejects(startNode(t, service, { encryptionKey: randomBytes(32) }), (error: Error) => {
    assert.equal(error.name, 'ExpectedError');
    assert.match(error.message, /another key than FRONTDESK_SECRET_KEY/);
    assert.match(error.message, /frontdesk secrets reset/);
    return true;
  });
  const file = path.join(service.config.dataFolder, 'secret.key');
  await assert.rejects(
    startNode(t, service, { encryptionKey: null }),
    /a key that is not here: there is no .*secret\.key/,
  );
  assert.equal(existsSync(file), false, 'a key that opens nothing would be in the way of the right one');
  await writeFile(file, randomBytes(32));
  await assert.rejects(startNode(t, service, { encryptionKey: null }), /another key than the key in .*secret\.key/);
});

test('processes with the same key share the secrets, and the key file can move to the environment', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/payments/webhooks', { body: subscriber });
  const encryptionKey = await readFile(path.join(service.config.dataFolder, 'secret.key'));
  // Its own data folder has no key: it would create one if it did not use that of the environment.
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'frontdesk-node-'));
  t.after(() => rm(dataFolder, { recursive: true, force: true }));
  const sealer = await openSealer({ encryptionKey, formerKeys: [], dataFolder });
  await startNode(t, service, { encryptionKey });
  const { sealedSecrets } = await service.context.db
    .selectFrom('subscribers')
    .select('sealedSecrets')
    .executeTakeFirstOrThrow();
  assert.deepEqual(JSON.parse(sealer.unseal(String(sealedSecrets), `webhookSecrets:${made.body.id}`) ?? ''), {
    secret: made.body.secret,
    previousSecret: null,
  });
});

test('the setup link stays the same while the key is changed, and with another key there is a new one', async (t) => {
  const [former, next] = [randomBytes(32), randomBytes(32)];
  const service = await startTestService(t, { encryptionKey: former });
  const link = await setupLink(service.context);
  await startNode(t, service, { encryptionKey: next, formerKeys: [former] });
  const last = await startNode(t, service, { encryptionKey: next });
  assert.equal(await setupLink(last.context), link);
  // The key was lost.
  assert.notEqual(await setupLink(service.context), link);
});

test('after the key is lost, a reset pauses the webhooks until their secrets are rotated', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t);
  const made = await service.request('POST', '/payments/webhooks', { body: { ...subscriber, url: receiver.url } });
  const encryptionKey = randomBytes(32);
  const sealer = await openSealer({ ...service.config, encryptionKey });
  assert.equal(await acceptSecretKey({ ...service.context, sealer }), 1);

  const node = await startNode(t, service, { encryptionKey });
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body: object = {}) =>
    (
      await node.app.inject({
        method,
        url: `/api/v1/webhooks/${made.body.id}${path}`,
        headers: { authorization: `Bearer ${service.token}` },
        ...(method === 'GET' ? {} : { payload: body }),
      })
    ).json();
  assert.equal((await ask('GET', '')).status, 'paused');
  const { secret } = await ask('POST', '/rotate-secret');
  assert.equal((await ask('PATCH', '', { status: 'active' })).status, 'active');
  await node.work();
  await ask('POST', '/test');
  const request = await receiver.received(1);
  assert.ok(isSigned(request, secret));
  assert.equal(request.headers['x-service-signature-previous'], undefined);
});

test('the key is changed at one process after the other, and all of them read everything meanwhile', async (t) => {
  const [former, next] = [randomBytes(32), randomBytes(32)];
  const service = await startTestService(t, { encryptionKey: former });
  const receiver = await startReceiver(t);
  const hook = { ...subscriber, url: receiver.url };
  const { id, secret } = (await service.request('POST', '/payments/webhooks', { body: hook })).body;
  const owner = await setUpOwner(service);
  const begun = await owner.request('POST', '/me/second-factor', { body: { password: ownerPassword } });
  assert.equal(begun.status, 201, begun.text);
  const sealed = async () => {
    const { db } = service.context;
    const hooks = await db.selectFrom('subscribers').select('sealedSecrets as box').execute();
    const factors = await db.selectFrom('secondFactors').select('sealedSecret as box').execute();
    const check = await db.selectFrom('settings').select('value').where('name', '=', 'secretKeyCheck').execute();
    return [...hooks, ...factors].map(({ box }) => String(box)).concat(check.map(({ value }) => JSON.parse(value)));
  };
  const before = await sealed();

  // First all processes know both, and go on with the former one.
  await startNode(t, service, { encryptionKey: former, formerKeys: [next] });
  assert.deepEqual(await sealed(), before);
  // Then one after the other turns to the new one.
  const node = await startNode(t, service, { encryptionKey: next, formerKeys: [former] });
  const after = await sealed();
  assert.equal(after.filter((box) => before.includes(box)).length, 0, 'everything is sealed anew');
  assert.equal(after.length, before.length);
  const both = await openSealer({ ...service.config, encryptionKey: former, formerKeys: [next] });
  assert.equal(
    JSON.parse(both.unseal(after[0] ?? '', `webhookSecrets:${id}`) ?? '').secret,
    secret,
    'the others read it',
  );
  // What one of those has stored since is sealed anew by the next start.
  const late = both.seal(JSON.stringify({ secret, previousSecret: null }), `webhookSecrets:${id}`);
  await inTransaction(service.context, (ctx) =>
    ctx.db.updateTable('subscribers').set({ sealedSecrets: late }).where('id', '=', id).execute(),
  );
  await node.stop();
  await startNode(t, service, { encryptionKey: next, formerKeys: [former] });
  // At last the new one alone.
  const last = await startNode(t, service, { encryptionKey: next });
  await assert.rejects(startNode(t, service, { encryptionKey: former }), /another key than FRONTDESK_SECRET_KEY/);
  await last.work();
  await last.app.inject({
    method: 'POST',
    url: `/api/v1/webhooks/${id}/test`,
    headers: { authorization: `Bearer ${service.token}` },
    payload: {},
  });
  assert.ok(isSigned(await receiver.received(1), secret));
});
