// The settings in a browser: a key that works until it is revoked, a webhook and its deliveries, a session that ends
// while somebody is typing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../payment-sandbox/src/server.ts';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { openDesk, owner } from './support/desk.ts';
import { lookAt } from './support/screens.ts';

test('an API key is shown once, works, and stops working when it is revoked', async (t) => {
  const { server, page, open, complaints } = await openDesk(t);
  await open('/settings/keys', 'API keys');
  await lookAt(page, 'keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('alert').getByText('2 things need a change').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await page.getByRole('checkbox', { name: 'Read content' }).check();
  await lookAt(page, 'new-key');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = (await page.locator('[data-secret]').textContent()) ?? '';
  assert.match(key, /^fd_/);
  await lookAt(page, 'key-made');
  const ask = async (path: string): Promise<number> =>
    (await fetch(`${server.api}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  assert.deepEqual([await ask('/types'), await ask('/tokens')], [200, 403]);

  await page.reload();
  await page.getByRole('button', { name: 'Revoke Shop' }).waitFor();
  assert.equal(await page.getByText(key).count(), 0);
  await page.getByRole('button', { name: 'Revoke Shop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The key “Shop” is revoked').waitFor();
  assert.equal(await ask('/types'), 401);
  assert.deepEqual(complaints(), []);
});

test('a webhook is added, tested, and its deliveries are read and sent again', async (t) => {
  const { page, open, complaints } = await openDesk(t);
  const receiver = await startReceiver(t, { status: 500, body: '{"error":"not today"}' }, { status: 200, body: 'ok' });
  await open('/settings/webhooks', 'Payment webhooks');
  await lookAt(page, 'webhooks-empty');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/hooks`);
  await lookAt(page, 'webhook-new');
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('The signing secret').waitFor();
  await lookAt(page, 'webhook-added');
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Send a test' }).click();
  await page.getByRole('heading', { level: 1, name: 'test' }).waitFor();
  await page.getByText('not today').waitFor();
  await lookAt(page, 'delivery');
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByRole('button', { name: /Attempt 2/ }).waitFor();
  assert.equal(receiver.requests.length, 2);
  await page.getByRole('link', { name: 'Deliveries' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  await page.getByRole('link', { name: 'test', exact: true }).waitFor();
  await lookAt(page, 'deliveries');
  await open('/settings/form-webhooks', 'Form webhooks');
  await page.getByText('No webhooks here').waitFor();
  await lookAt(page, 'form-webhooks');
  assert.deepEqual(complaints(), []);
});

test('a session that ends while somebody types loses nothing', async (t) => {
  const { server, page, open, complaints } = await openDesk(t);
  await open('/settings/general', 'General');
  await lookAt(page, 'general');
  await page.getByLabel('Name of the site').fill('Harbour Books & Maps');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await lookAt(page, 'sign-in-again');
  await dialog.getByLabel(/^Password/).fill('wrong by all means');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel(/^Password/).fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByText('The settings are saved').waitFor();
  await page.getByRole('banner').getByText('Harbour Books & Maps').waitFor();
  const { body } = await server.request('GET', '/settings');
  assert.equal(body.siteName, 'Harbour Books & Maps');
  assert.deepEqual(complaints(), []);
});

test('people, my account and the processor', async (t) => {
  const { page, open, complaints } = await openDesk(t);
  await open('/settings/people', 'People');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Edda Lund');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('edda@example.com');
  await page.getByLabel(/^First password/).fill('another long pass phrase');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('edda@example.com').waitFor();
  await lookAt(page, 'people');
  await open('/settings/account', 'My account');
  await page.getByText('this one').waitFor();
  await lookAt(page, 'account');
  await open('/settings/processor', 'Payments');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('the key works').waitFor();
  await lookAt(page, 'processor');
  assert.deepEqual(complaints(), []);
});

test('the keys of the processor are entered, tried, and removed', async (t) => {
  const processor = await startSandbox({ dataFile: ':memory:', webhook: null });
  t.after(() => processor.close());
  const { server, page, open, complaints } = await openDesk(t, { STRIPE_API_BASE: processor.apiBase });
  await open('/settings/processor', 'Payments');
  const form = page.getByRole('form', { name: 'Keys of the processor' });
  await form.getByText(/^and these \d+ events/).click();
  await form.getByText('checkout.session.completed').waitFor();
  await form.getByText(`${server.origin}/api/public/payments/webhook`).waitFor();
  await lookAt(page, 'processor-sandbox');
  const secretKey = form.getByLabel(/^Secret key/);
  await secretKey.fill('sk_live_of_somebody_else');
  await form.getByLabel(/^Signing secret/).fill('whsec_of_the_endpoint');
  await form.getByRole('button', { name: 'Test & save' }).click();
  await form.locator('.mantine-InputWrapper-error').getByText('refuses this key').waitFor();
  assert.equal(await secretKey.getAttribute('aria-invalid'), 'true');
  await lookAt(page, 'processor-refused');
  await secretKey.fill('sk_test_of_our_own_4321');
  await form.getByRole('button', { name: 'Test & save' }).click();
  await page.getByText('The key works, and is in use').waitFor();
  await page.getByText('…4321').waitFor();
  assert.equal(await secretKey.inputValue(), '');
  await lookAt(page, 'processor-entered');

  await server.stop();
  await server.start();
  await open('/settings/processor', 'Payments');
  await page.getByText('…4321').waitFor();
  await page.getByRole('button', { name: 'Remove the keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Payments are played').waitFor();
  assert.deepEqual(complaints(), []);
});

test('keys of the environment are only told of', async (t) => {
  const { page, open, complaints } = await openDesk(t, {
    STRIPE_SECRET_KEY: 'sk_test_of_the_operator',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_operator',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  });
  await open('/settings/processor', 'Payments');
  await page.getByText('The keys come from the environment').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Test & save' }).count(), 0);
  await lookAt(page, 'processor-environment');
  assert.deepEqual(complaints(), []);
});
