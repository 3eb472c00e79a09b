import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ensureKeyFile, readKeyFile, seal, unseal } from './sealed-box.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-sealed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a sealed text is readable with the same key and purpose, and differs every time', () => {
  const key = randomBytes(32);
  for (const text of ['', 'sk_live_secret', 'Стул 椅子 🪑']) {
    const box = seal(text, key, 'keys');
    assert.notEqual(box, seal(text, key, 'keys'));
    assert.equal(unseal(box, key, 'keys'), text);
    if (text) assert.ok(!Buffer.from(box.slice(3), 'base64url').includes(text));
  }
});

test('another key, another purpose and every changed byte are refused', () => {
  const key = randomBytes(32);
  const box = seal('secret', key, 'keys');
  assert.equal(unseal(box, randomBytes(32), 'keys'), null);
  assert.equal(unseal(box, key, 'other'), null);
  const bytes = Buffer.from(box.slice(3), 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    assert.equal(unseal(`v1.${changed.toString('base64url')}`, key, 'keys'), null);
  }
  for (const broken of ['', 'v1', 'v1.', 'v1.AAAA', 'v2.AAAA', box.replace('v1', 'v2'), box.slice(0, -4)]) {
    assert.equal(unseal(broken, key, 'keys'), null, broken);
  }
});

test('the key file is created once, readable by its owner only', async (t) => {
  const folder = await makeFolder(t);
  const file = path.join(folder, 'data', 'secret.key');
  assert.equal(await readKeyFile(file), null);
  const keys = await Promise.all(Array.from({ length: 8 }, () => ensureKeyFile(file)));
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.deepEqual(await readKeyFile(file), keys[0]);
  assert.deepEqual(await readdir(path.dirname(file)), ['secret.key']);
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a file that does not hold a key is an error and stays unchanged', async (t) => {
  const file = path.join(await makeFolder(t), 'secret.key');
  await writeFile(file, 'short');
  await assert.rejects(readKeyFile(file), /does not hold a key of 32 bytes/);
  await assert.rejects(ensureKeyFile(file), /does not hold a key of 32 bytes/);
});
