// Mail: the outbox while there is no server, entering one, the mails of a form, and what became of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailUser, startMailServer } from '../../server/test/support/mail-server.ts';
import { openAdmin, owner } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('a form notifies and replies once mail is set up, and the outbox shows each mail', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const mailServer = await startMailServer(t);

  // A new form notifies the person who creates it.
  await open('/forms/new', 'New form');
  await page.getByRole('textbox', { name: 'Name' }).fill('Orders');
  await page.getByRole('radio', { name: /^Contact form/ }).check();
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  const build = page.getByRole('form', { name: 'Form' });
  assert.equal(await build.getByLabel('Notify', { exact: true }).inputValue(), owner.email);
  await build.getByLabel('Reply to the person who submits').check();
  await build.getByLabel('Text of the reply').fill('Dear {{answers.nmae}},\n\nthank you.');
  await build.getByRole('button', { name: 'Save' }).click();
  await build
    .getByText(/unknown variable/)
    .first()
    .waitFor();
  await build.getByLabel('Text of the reply').fill('Dear {{answers.name}},\n\nthank you.');
  await build.getByRole('button', { name: 'Save' }).click();
  await build.getByText('All changes saved').waitFor();
  await checkScreen(page, 'form-mails');
  const answers = { name: 'Ada', email: 'ada@visitor.example', message: 'Two of them' };
  assert.equal((await server.request('POST', '/forms/orders/submit', answers)).status, 200);

  await open('/settings/outbox', 'Outbox');
  await page.getByText('Waiting for mail settings').first().waitFor();
  await checkScreen(page, 'outbox-waiting');
  await page.getByRole('link', { name: 'Set up mail' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mail' }).waitFor();
  await page.getByText('2 mails will be sent when you set a server.').waitFor();
  const form = page.getByRole('form', { name: 'Mail server' });
  await form.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
  await form.getByLabel('Port').fill(String(mailServer.port));
  await form.getByRole('combobox', { name: 'Encryption' }).click();
  await page.getByRole('option', { name: /^None/ }).click();
  await form.getByLabel('User').fill(mailUser.user);
  await form.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await form.getByLabel('Sender address').fill('mail@harbour.example');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await form
    .getByText(/rejects the user or the password/)
    .first()
    .waitFor();
  await checkScreen(page, 'mail-server-rejected');
  await form.getByRole('textbox', { name: 'Password' }).fill(mailUser.password);
  await form.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('Mail server saved').waitFor();
  await mailServer.received(3);
  await checkScreen(page, 'mail-server');
  await page.getByRole('button', { name: 'Send test mail' }).click();
  await page.getByText(`Test mail sent to ${owner.email}`).waitFor();

  await open('/settings/outbox', 'Outbox');
  await page.getByRole('link', { name: 'New submission: Orders' }).click();
  await page.getByRole('heading', { level: 1, name: 'New submission: Orders' }).waitFor();
  const message = page.frameLocator('iframe[title="Message as HTML"]');
  await message.getByText('Two of them').waitFor();
  assert.match(
    (await message.getByRole('link', { name: 'Open submission' }).getAttribute('href')) ?? '',
    /\/admin\/forms\//,
  );
  await checkScreen(page, 'mail');
  await page.getByText('Text', { exact: true }).click();
  await page.locator('pre').getByText('Two of them').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await mailServer.received(5);
  // axe asks every frame, even one without scripts.
  assert.deepEqual(
    pageErrors().filter((error) => !/422|postMessage/.test(error)),
    [],
  );
});
