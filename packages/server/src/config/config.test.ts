import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

test('an empty environment gives the documented defaults', () => {
  const config = readConfig({});
  assert.deepEqual(
    [config.port, config.host, config.databaseUrl, config.publicUrl, config.initialToken],
    [3000, '127.0.0.1', null, null, null],
  );
  assert.equal(config.dataFolder, path.resolve('./data'));
  assert.deepEqual([config.example, config.rateLimits, config.allowPrivateWebhooks], [true, true, false]);
  assert.equal(config.cacheBytes, 32 * 1024 * 1024);
});

test('all mistakes are reported at once', () => {
  const environment = {
    PORT: '99999',
    DATABASE_URL: 'mysql://x',
    FRONTDESK_DATABASE_WAIT: 'long',
    FRONTDESK_CACHE_MB: 'all',
    FRONTDESK_SECRET_KEY: 'correct horse',
    FRONTDESK_PUBLIC_URL: 'https://forms.example/path',
    FRONTDESK_INITIAL_TOKEN: 'short',
    FRONTDESK_EXAMPLE: 'maybe',
    FRONTDESK_TRUST_PROXY: '10.0.0.1, proxy.local',
    STRIPE_SECRET_KEY: 'pk_test_1',
    LOG_LEVEL: 'loud',
  };
  assert.throws(
    () => readConfig(environment),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      const named = error.mistakes.map((mistake) => mistake.split(':')[0]);
      for (const name of Object.keys(environment)) assert.ok(named.includes(name), `${name} is not named`);
      return true;
    },
  );
});

test('the public URL is an origin, without a path, a query or a user name', () => {
  for (const url of ['https://u:p@forms.example', 'https://u@forms.example', 'https://forms.example/?a'])
    assert.throws(() => readConfig({ FRONTDESK_PUBLIC_URL: url }), /must be an origin/, url);
  assert.equal(readConfig({ FRONTDESK_PUBLIC_URL: 'https://forms.example:443/' }).publicUrl, 'https://forms.example');
});

test('flags accept the usual spellings, and a real key requires its webhook secret', () => {
  assert.equal(readConfig({ FRONTDESK_RATE_LIMITS: 'off' }).rateLimits, false);
  assert.equal(readConfig({ FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: 'true' }).allowPrivateWebhooks, true);
  assert.equal(readConfig({ FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: 'off' }).allowPrivateWebhooks, false);
  assert.throws(() => readConfig({ STRIPE_SECRET_KEY: 'sk_live_1' }), /STRIPE_WEBHOOK_SECRET/);
  assert.deepEqual(readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' }).stripe.webhookSecrets, [
    'whsec_new',
    'whsec_old',
  ]);
});

test('private webhooks can be limited to addresses and ranges', () => {
  const read = (text: string) => readConfig({ FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: text }).allowPrivateWebhooks;
  assert.deepEqual(read('127.0.0.0/8'), ['127.0.0.0/8']);
  assert.deepEqual(read('10.1.2.3, fd00::/8'), ['10.1.2.3', 'fd00::/8']);
  for (const bad of ['127.0.0.0/33', '127/8', 'localhost', '10.0.0.0/8, on', 'yess', 'fd00::/129']) {
    assert.throws(() => read(bad), /FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: ".*" is neither on, off nor a range/, bad);
  }
});

test('a secret may be read from a file, and a missing file is reported like other mistakes', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'token'), 'a-token-of-twenty-characters\n');
  assert.equal(
    readConfig({ FRONTDESK_INITIAL_TOKEN_FILE: path.join(folder, 'token') }).initialToken,
    'a-token-of-twenty-characters',
  );
  for (const [encoding, expected] of [
    ['utf8', null],
    ['utf16le', /FRONTDESK_INITIAL_TOKEN_FILE: .* could not be read \(it is not UTF-8/],
  ] as const) {
    writeFileSync(path.join(folder, 'marked'), '\uFEFFa-token-of-twenty-characters\r\n', encoding);
    const read = () => readConfig({ FRONTDESK_INITIAL_TOKEN_FILE: path.join(folder, 'marked') }).initialToken;
    if (expected === null) assert.equal(read(), 'a-token-of-twenty-characters');
    else assert.throws(read, expected);
  }
  assert.throws(
    () => readConfig({ FRONTDESK_INITIAL_TOKEN_FILE: path.join(folder, 'gone') }),
    /FRONTDESK_INITIAL_TOKEN_FILE: .* could not be read/,
  );
});

test('the key that encrypts secrets is 32 bytes in base64 or hex', () => {
  const key = randomBytes(32);
  for (const encoded of [key.toString('base64'), key.toString('base64url'), key.toString('hex')]) {
    assert.deepEqual(readConfig({ FRONTDESK_SECRET_KEY: encoded }).encryptionKey, key);
  }
  const list = [randomBytes(32), randomBytes(32)].map((one) => one.toString('hex'));
  const rotated = readConfig({ FRONTDESK_SECRET_KEY: `${key.toString('base64')}, ${list.join(',')}` });
  assert.deepEqual([rotated.encryptionKey, rotated.formerKeys.map((one) => one.toString('hex'))], [key, list]);
  assert.deepEqual([readConfig({}).encryptionKey, readConfig({}).formerKeys], [null, []]);
  for (const wrong of [randomBytes(31), randomBytes(33)]) {
    for (const encoding of ['base64', 'hex'] as const) {
      assert.throws(
        () => readConfig({ FRONTDESK_SECRET_KEY: wrong.toString(encoding) }),
        (error: Error) =>
          /FRONTDESK_SECRET_KEY: must be 32 bytes/.test(error.message) &&
          !error.message.includes(wrong.toString(encoding)),
      );
    }
  }
});

test('a misspelt setting is a mistake that names the right one; other unknown names are warnings', () => {
  for (const [name, meant] of [
    ['FRONTDESK_TRUST_PROXIES', 'FRONTDESK_TRUST_PROXY'],
    ['FRONTDESK_RATE_LIMIT', 'FRONTDESK_RATE_LIMITS'],
    ['FRONTDESK_INITIAL_TOKEN_FIEL', 'FRONTDESK_INITIAL_TOKEN_FILE'],
  ]) {
    assert.throws(() => readConfig({ [name as string]: 'x' }), new RegExp(`${name}: .*did you mean ${meant}\\?`));
  }
  // Kubernetes sets these for a service called frontdesk.
  const { warnings } = readConfig({ FRONTDESK_PORT: 'tcp://10.0.0.1:80', FRONTDESK_SERVICE_HOST: '10.0.0.1' });
  assert.deepEqual(
    warnings.map((warning) => warning.split(' ')[0]),
    ['FRONTDESK_PORT', 'FRONTDESK_SERVICE_HOST'],
  );
  assert.deepEqual(
    readConfig({ FRONTDESK_URL: 'https://frontdesk.example', FRONTDESK_TOKEN: 'x'.repeat(20) }).warnings,
    [],
  );
});

test('trusted proxies are addresses, ranges or names of ranges', () => {
  const accepted = ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8', '10.0.0.0/255.0.0.0', 'loopback'];
  assert.deepEqual(readConfig({ FRONTDESK_TRUST_PROXY: accepted.join(', ') }).trustProxy, accepted);
  for (const range of ['true', '*', 'proxy.local', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/x', '10.0.0.0/8/8']) {
    assert.throws(
      () => readConfig({ FRONTDESK_TRUST_PROXY: range }),
      /FRONTDESK_TRUST_PROXY: ".*" is not an IP address or a range/,
    );
  }
});
