import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

const codeOf = (password: string, personal: string[] = []) =>
  hashPassword(password, '/password', personal).then(
    () => null,
    (problem) => problem.details.errors[0].code,
  );

test('a password is stored as argon2id with current parameters, and recognized', async () => {
  const stored = await hashPassword('Grüße aus Köln', '/password');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await isPassword('Grüße aus Köln', stored), true);
  assert.equal(await isPassword('Grüße aus Köln'.normalize('NFD'), stored), true);
  assert.equal(await isPassword('Grüße aus Bonn', stored), false);
  assert.equal(await isPassword('Grüße aus Köln', null), false);
});

test('passwords that are too short, too long or too common are rejected', async () => {
  assert.equal(await codeOf('123456789'), 'too_short');
  assert.equal(await codeOf('x'.repeat(1000).concat('y'.repeat(25))), 'too_long');
  for (const password of ['1234567890', 'Password123', 'aaaaaaaaaaaa', 'abcabcabcabc']) {
    assert.equal(await codeOf(password), 'too_common', password);
  }
  assert.equal(await codeOf('olga@example.com', ['Olga@example.com']), 'too_common');
  assert.equal(await codeOf('correct battery'), null);
});

test('many passwords at once are checked in turn', async () => {
  const stored = await hashPassword('correct battery', '/password');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => isPassword(n % 2 ? 'correct battery' : 'wrong battery', stored)),
  );
  assert.equal(answers.filter(Boolean).length, 10);
});
