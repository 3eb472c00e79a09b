// Passkeys with Chromium's virtual authenticator: an owner adds one, signs in with it in a dialog and in the list below the email
// address, after the session has ended and with a link, renames it and removes it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { openAdmin, owner } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

const cli = path.resolve(import.meta.dirname, '../../server/src/commands/cli.ts');

/** A device that keeps passkeys and knows its user's finger. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // A dialog waits for the user, until this is on.
      automaticPresenceSimulation: false,
    },
  });
  const touch = (isTouched: boolean) =>
    session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isTouched });
  return {
    touch,
    verify: (isVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified }),
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

test('an owner adds a passkey, signs in with it alone, and removes it', async (t) => {
  const { server, page: first, pageErrors } = await openAdmin(t);
  // Browsers have no passkeys at IP addresses.
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  await first.goto('/admin/settings/account');
  await first.getByText('Passkeys work at').getByRole('link', { name: origin }).waitFor();
  assert.equal(await first.getByRole('button', { name: 'Add passkey' }).isDisabled(), true);

  const page = await first.context().newPage();
  const device = await addAuthenticator(page);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('withoutList')) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto(`${origin}/admin/sign-in`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await checkScreen(page, 'sign-in-passkey');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Content' }).first().waitFor();

  await page.goto(`${origin}/admin/settings/account`);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await checkScreen(page, 'passkey-add');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('is not your password').first().waitFor();
  await dialog.getByLabel('Your password').fill(owner.password);
  await device.touch(true);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey “Laptop” added').waitFor();
  const [credential] = await device.credentials();
  assert.deepEqual([credential?.rpId, credential?.isResidentCredential], ['localhost', true]);
  await section.getByRole('row', { name: /Laptop/ }).waitFor();
  await checkScreen(page, 'passkeys');

  // The same device has one already.
  await section.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Your password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This device has a passkey for your account already.').first().waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  // In a dialog of the browser, where the first finger is not the user's.
  await device.touch(false);
  await device.verify(false);
  await page.context().clearCookies();
  // Without the list below the email address, which this device would answer by itself.
  await page.evaluate(() => sessionStorage.setItem('withoutList', 'yes'));
  await page.goto(`${origin}/admin/sign-in?from=/admin/settings/account`);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await device.touch(true);
  await button.click();
  await button.and(page.locator(':enabled')).waitFor();
  assert.equal(new URL(page.url()).pathname, '/admin/sign-in');
  await device.verify(true);
  await button.click();
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  await page.getByText('With a passkey', { exact: true }).first().waitFor();

  // In the list below the email address: the authenticator chooses at once.
  await page.evaluate(() => sessionStorage.clear());
  await page.context().clearCookies();
  await page.goto(`${origin}/admin/sign-in?from=/admin/settings/account`);
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  const uses = (await server.request('GET', '/audit?operation=createPasskeySession&outcome=done')).body.items;
  assert.equal(uses.length, 2);

  // In the dialog that opens when the session has ended. What was typed is saved after it.
  await page.evaluate(() => sessionStorage.setItem('withoutList', 'yes'));
  await page.goto(`${origin}/admin/settings/general`);
  await page.getByLabel('Site name').fill('Harbour Books & Maps');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  const passkey = again.getByRole('button', { name: 'Use a passkey' });
  await checkScreen(page, 'sign-in-again-passkey');
  await device.verify(false);
  await passkey.click();
  await passkey.and(page.locator(':enabled')).waitFor();
  assert.equal(await again.getByRole('alert').count(), 0, 'closing the dialog of the browser is no fault');
  await device.verify(true);
  await passkey.click();
  await page.getByText('Settings saved').waitFor();
  await again.waitFor({ state: 'detached' });
  assert.equal((await server.request('GET', '/settings')).body.siteName, 'Harbour Books & Maps');

  // With the link of a mail, where the site requires two steps: the password alone is not enough, and is not lost.
  assert.equal((await server.request('PATCH', '/settings', { requireSecondFactor: true })).status, 200);
  const args = [cli, 'user', 'reset', owner.email];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: server.environment });
  const link = new URL(stdout.trim());
  await page.context().clearCookies();
  await page.goto(`${origin}${link.pathname}${link.search}`);
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('another long pass phrase');
  assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0);
  await page.getByRole('button', { name: 'Save password' }).click();
  const use = page.getByRole('button', { name: 'Use a passkey' });
  await use.waitFor();
  await checkScreen(page, 'new-password-passkey');
  await device.verify(false);
  await use.click();
  await use.and(page.locator(':enabled')).waitFor();
  assert.equal(await password.inputValue(), 'another long pass phrase');
  await device.verify(true);
  await use.click();
  await page.getByRole('link', { name: 'Content' }).first().waitFor();
  assert.equal((await server.request('PATCH', '/settings', { requireSecondFactor: false })).status, 200);

  await page.goto(`${origin}/admin/settings/account`);
  await device.touch(false);
  await section.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByLabel('Name').fill('Old laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await section.getByRole('button', { name: 'Remove Old laptop' }).click();
  await dialog.getByLabel('Your password').fill('another long pass phrase');
  await checkScreen(page, 'passkey-remove');
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByText('Passkey “Old laptop” removed').waitFor();
  await page.evaluate(() => sessionStorage.setItem('withoutList', 'yes'));
  await page.context().clearCookies();
  await page.goto(`${origin}/admin/sign-in`);
  await device.touch(true);
  await button.click();
  await page.getByText('There is no such passkey').waitFor();
  await checkScreen(page, 'sign-in-passkey-unknown');
  assert.deepEqual(pageErrors(), []);
});
