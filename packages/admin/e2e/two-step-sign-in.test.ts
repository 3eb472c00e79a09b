// Two-step sign-in: an owner switches it on with an authenticator app, signs in with codes, requires it of all, and gets in again by
// the command line after losing everything.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { timeCode } from '../../server/test/support/time-code.ts';
import { openAdmin, owner } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

const cli = path.resolve(import.meta.dirname, '../../server/src/commands/cli.ts');

test('an owner signs in in two steps, with codes and recovery codes, and by the command line if all are lost', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  await open('/settings/account', 'My account');
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code of the key' }).waitFor();
  await checkScreen(page, 'two-step-set-up');
  const secret = (await dialog.locator('[data-secret]').textContent()) ?? '';
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByText('is wrong, expired or used').first().waitFor();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(timeCode(secret));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const list = dialog.locator('[data-recovery-codes]');
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  assert.equal(new Set(codes).size, 10);
  await checkScreen(page, 'recovery-codes');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await section.getByText('10 recovery codes left').waitFor();
  await checkScreen(page, 'two-step-on');

  // Everyone has to, from now on.
  await open('/settings/general', 'General');
  await page.getByLabel('Require two-step sign-in').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();

  const signIn = async (code: string): Promise<void> => {
    await page.context().clearCookies();
    await page.goto('/admin/sign-in');
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn('000000');
  await page.getByText('The code is wrong, expired or used').waitFor();
  await checkScreen(page, 'sign-in-code');
  await signIn(codes[0] as string);
  await page.getByRole('link', { name: 'Content' }).first().waitFor();

  // Password, phone and codes are lost.
  const args = [cli, 'user', 'reset', owner.email, '--second-factor-off'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: server.environment });
  const link = new URL(stdout.trim());
  assert.equal(link.pathname, '/admin/new-password');
  await page.context().clearCookies();
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByRole('textbox', { name: 'Password' }).fill('another long pass phrase');
  await page.getByRole('button', { name: 'Save password' }).click();
  // The site requires a second factor, and nothing else works before.
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  await page.getByText('This site requires two-step sign-in').waitFor();
  await checkScreen(page, 'two-step-required');
  await page.goto('/admin/forms');
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  const expected = /401|403/;
  assert.deepEqual(
    pageErrors().filter((text) => !expected.test(text)),
    [],
  );
  const [entry] = (await server.request('GET', '/audit?operation=user reset')).body.items;
  assert.equal(entry.actor.kind, 'command');
});

test('a user is created by the command line, who sets a password with the printed link', async (t) => {
  const { server, page } = await openAdmin(t);
  const args = [cli, 'user', 'create', 'ada@example.com', '--name', 'Ada', '--role', 'editor'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: server.environment });
  const link = new URL(stdout.trim());
  await page.context().clearCookies();
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByRole('textbox', { name: 'Password' }).fill('a pass phrase of Ada');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('link', { name: 'Content' }).first().waitFor();
  const again = await promisify(execFile)(process.execPath, args, { env: server.environment }).catch((error) => error);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /There is a user with the address ada@example\.com already\./);
});
