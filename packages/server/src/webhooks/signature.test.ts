import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { makeWebhookSecret, signatureHeaders } from './signature.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  id: 'evt_1',
  // When it is asked for: a verifier refuses what was signed five minutes ago, and other files may run before these tests.
  get timestamp() {
    return new Date();
  },
  body: Buffer.from('{"id":"evt_1","name":"Zoë"}'),
};

test('the body signature matches known values, for secrets with and without the prefix', () => {
  // Computed independently: python3 -c "hmac.new(secret.encode(), body, 'sha256').hexdigest()"
  const prefixed = signatureHeaders({ ...message, secret });
  assert.equal(prefixed['X-Service-Signature'], 'cc867b4a62431090ba461aa940c844a6642cc863df9b650f8ce690dea51ccf82');
  const plain = signatureHeaders({ ...message, secret: 'plain secret é' });
  assert.equal(plain['X-Service-Signature'], '255f5be2aaccb3467c0ecd730e7990eeebb97a6dba267fa0aca2a2df62fd7ee1');
});

test('the Standard Webhooks signature matches a known value', () => {
  const headers = signatureHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: new Date(1614265330_000),
    body: Buffer.from('{"test": 2432232314}'),
    secret,
  });
  assert.deepEqual(headers, {
    'X-Service-Signature': createHmac('sha256', secret).update('{"test": 2432232314}').digest('hex'),
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('an independent verifier accepts the body and rejects another one', () => {
  for (const own of [makeWebhookSecret(), secret]) {
    const headers = signatureHeaders({ ...message, secret: own });
    assert.deepEqual(new Webhook(own).verify(message.body, headers), { id: 'evt_1', name: 'Zoë' });
    assert.throws(() => new Webhook(own).verify(`${message.body} `, headers), /No matching signature/);
  }
});

test('a secret chosen by the subscriber is used as the key unchanged', () => {
  for (const own of ['correct horse battery staple', 'whsec_not base64!', 'whsec_']) {
    const headers = signatureHeaders({ ...message, secret: own });
    const verifier = new Webhook(Buffer.from(own), { format: 'raw' });
    assert.deepEqual(verifier.verify(message.body, headers), { id: 'evt_1', name: 'Zoë' });
  }
});

test('while a secret is being replaced, the old one also verifies', () => {
  const previousSecret = makeWebhookSecret();
  const headers = signatureHeaders({ ...message, secret, previousSecret });
  for (const known of [secret, previousSecret]) assert.ok(new Webhook(known).verify(message.body, headers));
  const old = createHmac('sha256', previousSecret).update(message.body).digest('hex');
  assert.equal(headers['X-Service-Signature-Previous'], old);
  assert.equal('X-Service-Signature-Previous' in signatureHeaders({ ...message, secret, previousSecret: null }), false);
});

test('a generated secret contains 32 random bytes', () => {
  const made = makeWebhookSecret();
  assert.match(made, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(made, makeWebhookSecret());
});

test('an empty secret is never used', () => {
  assert.throws(() => signatureHeaders({ ...message, secret: '' }), TypeError);
});
