// Verifies webhooks signed by the code of the service and by the reference library of Standard Webhooks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { makeWebhookSecret, signatureHeaders } from '../../server/src/webhooks/signature.ts';
import { isOfForm, verifyWebhook, type WebhookMessage, WebhookVerificationError } from './webhooks.ts';

const text = JSON.stringify({ id: 'evt_1', type: 'submitted', submission: { data: { name: 'Zoë' } } });
const body = Buffer.from(text);
const secret = makeWebhookSecret();

function sign(overrides: Partial<Parameters<typeof signatureHeaders>[0]> = {}): Record<string, string> {
  return signatureHeaders({ id: 'evt_1', timestamp: new Date(), body, secret, ...overrides });
}

async function assertRejected(message: WebhookMessage, code: string): Promise<void> {
  await assert.rejects(verifyWebhook(message), (error) => {
    assert.ok(error instanceof WebhookVerificationError);
    assert.equal(error.code, code);
    return true;
  });
}

test('a delivery of the service is accepted, whatever the type of its body and headers', async () => {
  const headers = sign();
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = new Uint8Array(body);
  for (const message of [
    { body: text, headers },
    { body: bytes, headers: new Headers(headers) },
    { body: bytes.buffer, headers: lower },
    { body, headers: { ...lower, 'x-service-signature': [lower['x-service-signature'] ?? ''] } },
  ]) {
    const event = await verifyWebhook({ ...message, secret });
    assert.equal(event.id, 'evt_1');
    assert.ok(event.type === 'submitted');
    assert.equal(event.submission.data.name, 'Zoë');
  }
});

test('secrets of every kind sign as the service does', async () => {
  for (const kind of ['plain', 'whsec_', 'whsec_not base64!', 'pässwörd', 'whsec_MTIz']) {
    assert.equal((await verifyWebhook({ body: text, headers: sign({ secret: kind }), secret: kind })).id, 'evt_1');
  }
});

test('X-Service-Signature alone is enough, unless a maximum age is set', async () => {
  const headers = { 'X-Service-Signature': sign()['X-Service-Signature'] ?? '' };
  assert.equal((await verifyWebhook({ body: text, headers, secret })).id, 'evt_1');
  await assertRejected({ body: text, headers, secret, toleranceSeconds: 300 }, 'invalid_timestamp');
});

test('a message of any Standard Webhooks sender is accepted', async () => {
  const timestamp = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', timestamp, text),
  };
  assert.equal((await verifyWebhook({ body: text, headers, secret })).id, 'evt_1');
});

test('one changed byte, another secret, a missing or shortened signature: rejected', async () => {
  const headers = sign();
  const own = headers['X-Service-Signature'] ?? '';
  await assertRejected({ body: text.replace('Zoë', 'Zoe'), headers, secret }, 'invalid_signature');
  await assertRejected({ body: text, headers, secret: makeWebhookSecret() }, 'invalid_signature');
  await assertRejected({ body: text, headers: {}, secret }, 'missing_signature');
  for (const bad of [own.toUpperCase(), own.slice(0, 62), `sha256=${own}`, '']) {
    await assertRejected({ body: text, headers: { 'x-service-signature': bad }, secret }, 'invalid_signature');
  }
  for (const bad of ['v1,', 'v2,abcd', 'nonsense', `v1,${own}`]) {
    await assertRejected(
      { body: text, headers: { ...headers, 'webhook-signature': bad }, secret },
      'invalid_signature',
    );
  }
  const { 'webhook-timestamp': _, ...incomplete } = headers;
  await assertRejected({ body: text, headers: incomplete, secret }, 'missing_signature');
  await assert.rejects(verifyWebhook({ body: text, headers, secret: '' }), TypeError);
});

test('an id or timestamp other than the signed one is rejected', async () => {
  const headers = sign();
  await assertRejected({ body: text, headers: { ...headers, 'webhook-id': 'evt_2' }, secret }, 'invalid_signature');
  const later = String(Number(headers['webhook-timestamp']) + 1);
  await assertRejected(
    { body: text, headers: { ...headers, 'webhook-timestamp': later }, secret },
    'invalid_signature',
  );
});

test('messages up to five minutes old or ahead are accepted, or what the receiver allows', async () => {
  const ago = (seconds: number) => sign({ timestamp: new Date(Date.now() - seconds * 1000) });
  assert.ok(await verifyWebhook({ body: text, headers: ago(290), secret }));
  assert.ok(await verifyWebhook({ body: text, headers: ago(-290), secret }));
  await assertRejected({ body: text, headers: ago(302), secret }, 'too_old');
  await assertRejected({ body: text, headers: ago(-302), secret }, 'invalid_timestamp');
  assert.ok(await verifyWebhook({ body: text, headers: ago(3000), secret, toleranceSeconds: 3600 }));
  await assertRejected({ body: text, headers: ago(30), secret, toleranceSeconds: 10 }, 'too_old');
  await assertRejected({ body: text, headers: { ...ago(0), 'webhook-timestamp': 'now' }, secret }, 'invalid_timestamp');
});

test('during a rotation the old secret, the new one and both are accepted', async () => {
  const previousSecret = makeWebhookSecret();
  const headers = sign({ previousSecret });
  for (const held of [secret, previousSecret, [makeWebhookSecret(), secret]]) {
    assert.equal((await verifyWebhook({ body: text, headers, secret: held })).id, 'evt_1');
  }
});

test('a signed body that is not JSON is rejected', async () => {
  await assertRejected({ body: '{', headers: sign({ body: Buffer.from('{') }), secret }, 'invalid_body');
});

test('an event of a form is told apart by its slug', () => {
  const event = { type: 'submitted', form: { slug: 'contact' } };
  assert.deepEqual(
    [isOfForm(event, 'contact'), isOfForm(event, 'apply'), isOfForm({ type: 'test' }, 'contact')],
    [true, false, false],
  );
});
