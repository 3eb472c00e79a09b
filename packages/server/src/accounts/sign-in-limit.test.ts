import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ownerPassword, setCookiesOf, setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';

const email = 'olga@example.com';
const minute = 60_000;

/** A service behind a trusted proxy, so that a test can send from any address. */
async function start(t: TestContext) {
  const service = await startTestService(t, { rateLimits: true, trustProxy: ['127.0.0.1'] });
  await setUpOwner(service);
  const signIn = (address: string, password: string, cookie = '', to = email) =>
    service.request('POST', '/sessions', {
      token: null,
      body: { email: to, password },
      headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
    });
  /** The status of each of `count` wrong attempts. */
  const guess = async (address: string, count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await signIn(address, 'wrong wrong')).status);
    return statuses;
  };
  return { service, signIn, guess };
}

test('a stranger who guesses does not lock out the owner at another address', async (t) => {
  const { signIn, guess } = await start(t);
  assert.deepEqual(await guess('203.0.113.1', 7), [401, 401, 401, 401, 401, 429, 429]);
  assert.equal((await signIn('203.0.113.1', ownerPassword)).status, 429);
  assert.equal((await signIn('198.51.100.7', ownerPassword)).status, 201);
});

test('the delay grows for the address and account that guess', async (t) => {
  const { service, guess, signIn } = await start(t);
  await guess('203.0.113.1', 5);
  service.advance(15 * minute);
  assert.deepEqual(await guess('203.0.113.1', 2), [401, 429]);
  service.advance(15 * minute);
  assert.deepEqual(await guess('203.0.113.1', 1), [429]);
  service.advance(15 * minute);
  assert.equal((await signIn('203.0.113.1', ownerPassword)).status, 201);
  assert.deepEqual(await guess('203.0.113.1', 6), [401, 401, 401, 401, 401, 429]);
});

test('addresses of one IPv6 network count as one', async (t) => {
  const { guess } = await start(t);
  for (let n = 0; n < 5; n++) assert.deepEqual(await guess(`2001:db8:1:2::${n}`, 1), [401]);
  assert.deepEqual(await guess('2001:db8:1:2:ffff::1', 1), [429]);
  assert.deepEqual(await guess('2001:db8:1:3::1', 1), [401]);
});

test('a proxy that writes ports gives no one more attempts', async (t) => {
  const { guess } = await start(t);
  for (let n = 0; n < 5; n++) assert.deepEqual(await guess(`203.0.113.1:${4000 + n}`, 1), [401]);
  assert.deepEqual(await guess('203.0.113.1:5000', 1), [429]);
  assert.deepEqual(await guess('203.0.113.1', 1), [429]);
  for (let n = 0; n < 5; n++) assert.deepEqual(await guess(`[2001:db8:1:2::${n}]:${4000 + n}`, 1), [401]);
  assert.deepEqual(await guess('2001:db8:1:2::9', 1), [429]);
});

test('a known device signs in while its own address guesses, and while the whole world does', async (t) => {
  const { signIn, guess } = await start(t);
  const [, device] = setCookiesOf(await signIn('198.51.100.7', ownerPassword));
  assert.match(device as string, /^frontdesk-device=v1\.[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = (device as string).split(';')[0] as string;

  // The address is used up by attempts on many accounts, and the pair by five attempts.
  await guess('198.51.100.7', 6);
  for (let n = 0; n < 50; n++) await signIn('198.51.100.7', 'wrong wrong', '', `person${n}@example.com`);
  assert.equal((await signIn('198.51.100.7', ownerPassword)).status, 429);
  assert.equal((await signIn('198.51.100.7', ownerPassword, cookie)).status, 201);

  // Guesses from many addresses use up what the account allows strangers.
  const statuses = (await Promise.all(Array.from({ length: 30 }, (_, n) => guess(`203.0.113.${n}`, 5)))).flat();
  assert.equal(statuses.filter((status) => status === 401).length, 100 - 5, 'the first address used five');
  assert.equal((await signIn('192.0.2.1', ownerPassword)).status, 429, 'an unknown device has to wait');
  assert.equal((await signIn('192.0.2.1', ownerPassword, cookie)).status, 201, 'a known device never does');
});

test('a known device cannot guess without limit, and is known for its own account only', async (t) => {
  const { service, signIn, guess } = await start(t);
  const editor = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  await service.request('POST', '/users', { body: editor });
  const [, device] = setCookiesOf(await signIn('198.51.100.7', editor.password, '', editor.email));
  const cookie = (device as string).split(';')[0] as string;

  await guess('198.51.100.7', 5);
  assert.equal((await signIn('198.51.100.7', ownerPassword, cookie)).status, 429, 'the device is not the owner’s');
  const wrong = (address: string) => signIn(address, 'wrong wrong', cookie, editor.email);
  for (let n = 0; n < 5; n++) assert.equal((await wrong(`203.0.113.${n}`)).status, 401);
  assert.equal((await wrong('203.0.113.9')).status, 429, 'another address does not help a stolen cookie');
  const forged = `${cookie.slice(0, -3)}AAA`;
  assert.equal((await signIn('192.0.2.1', editor.password, forged, editor.email)).status, 201, 'as without a cookie');
  service.advance(366 * 24 * 60 * minute);
  for (let n = 0; n < 5; n++) await signIn('192.0.2.5', 'wrong wrong', '', editor.email);
  assert.equal((await signIn('192.0.2.5', editor.password, cookie, editor.email)).status, 429, 'known for a year');
});
