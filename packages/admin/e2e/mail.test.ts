// Mail: the outbox while there is no server, entering one, the mails of a form, and what became of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailUser, startMailServer } from '../../server/test/support/mail-server.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin, owner } from './support/admin.ts';
import { openContext } from './support/browser.ts';
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
  await build.getByLabel('Keep saved answers (days)').fill('14');
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
  // A digest a day, and back to a notice of each submission.
  for (const daily of ['08:00', '']) {
    await build.getByLabel('When', { exact: true }).selectOption(daily);
    await build.getByRole('button', { name: 'Save' }).click();
    await build.getByText('All changes saved').waitFor();
    const { notice } = (await server.request('GET', '/forms/orders')).body.settings.mail;
    assert.equal(notice.daily ?? '', daily);
  }
  const answers = { name: 'Ada', email: 'ada@visitor.example', message: 'Two of them' };
  assert.equal((await server.request('POST', '/forms/orders/submit', answers)).status, 200);

  await open('/settings/outbox', 'Outbox');
  await page.getByText('Waiting for mail settings').first().waitFor();
  await checkScreen(page, 'outbox-waiting');
  await page.getByRole('rowgroup').last().getByRole('link').first().click();
  await page.getByText('Message ID').waitFor();
  assert.equal(await page.getByText('Attempts').count(), 0, 'what is not known is left out');
  await open('/settings/outbox', 'Outbox');
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
  // When it was created, and when it was sent.
  await page.getByRole('columnheader', { name: 'Sent', exact: true }).waitFor();
  const sent = page.getByRole('row', { name: /New submission: Orders/ });
  await waitFor('both times', async () => (await sent.locator('time').count()) === 2);
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

  // The text of a kind: variables are offered while it is written, unknown ones are rejected, and it can be tried.
  await open('/settings/mail-texts', 'Mail texts');
  await page.getByRole('switch', { name: 'Failed payment, to the payer' }).click();
  await page.getByRole('switch', { name: 'Failed payment, to the payer', checked: false }).waitFor();
  await checkScreen(page, 'mail-texts');
  await page.getByRole('link', { name: 'Edit text: Receipt' }).click();
  await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Dear ');
  await text.press('End');
  await text.pressSequentially('{na');
  await page.getByRole('option', { name: /\{\{name\}\}/ }).waitFor();
  await text.press('Enter');
  assert.equal(await text.inputValue(), 'Dear {{name}}');
  await text.pressSequentially(', {{nmae}}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/did you mean `name`/)
    .first()
    .waitFor();
  await text.fill('Dear {{name}}, thank you for {{amount}}.');
  const preview = page.frameLocator('iframe[title="Preview as HTML"]');
  await preview.getByText(/^Dear Ada Lovelace, thank you for/).waitFor();
  await checkScreen(page, 'mail-text');
  await page.getByRole('button', { name: 'Send test to me' }).click();
  await mailServer.received(6);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Text saved').waitFor();
  await page.getByRole('button', { name: 'Return to original' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Return to original' }).click();
  await preview.getByText(/We received your payment of/).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Arabic' }).click();
  await preview.locator('html[dir=rtl]').waitFor();
  // A recipient unsubscribes from notices, and the owner undoes that.
  const notice = mailServer.mails.find(({ subject }) => subject === 'New submission: Orders');
  const [, unsubscribe = ''] =
    /^List-Unsubscribe:\s*<([^>]+)>/m.exec(notice?.raw.replace(/\r\n[ \t]+/g, ' ') ?? '') ?? [];
  await page.goto(unsubscribe);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open('/settings/mail', 'Mail');
  await page.getByRole('button', { name: `Send notices to ${owner.email} again` }).click();
  await page.getByText('Notices are sent to this address again').waitFor();
  await page.getByRole('heading', { name: 'Unsubscribed' }).waitFor({ state: 'detached' });

  // A visitor saves the answers, and goes on in another browser.
  await page.goto(`${server.origin}/f/orders`);
  await page.getByLabel('Name').fill('Cleo');
  await page.getByLabel('Email').fill('cleo@visitor.example');
  await page.getByRole('button', { name: 'Save and go on later' }).click();
  const address = page.getByLabel('Your email address');
  assert.equal(await address.inputValue(), 'cleo@visitor.example');
  await checkScreen(page, 'form-page-later');
  const arrived = mailServer.mails.length;
  await address.press('Enter');
  await page.getByRole('status').getByText('Your answers are saved.').waitFor();
  const { text: mailed = '' } = await mailServer.received(arrived + 1);
  const [link = ''] = /http:\S+\/later\/\S+/.exec(mailed) ?? [];
  const elsewhere = await openContext(t);
  const there = await elsewhere.newPage();
  await there.goto(link);
  assert.equal(await there.getByLabel('Name').inputValue(), 'Cleo');
  await there.getByLabel('Message').fill('Three of them');
  await there.getByRole('button', { name: 'Send', exact: true }).click();
  await there.getByRole('heading', { name: 'Thank you' }).waitFor();
  const { items } = (await server.request('GET', '/forms/orders/submissions?search=cleo')).body;
  assert.equal(items[0].data.message, 'Three of them');
  // axe asks every frame, even one without scripts.
  assert.deepEqual(
    pageErrors().filter((error) => !/422|postMessage/.test(error)),
    [],
  );
});

test('an invited person joins by the mail, and gets a new password by mail after losing it', async (t) => {
  const mailServer = await startMailServer(t);
  const { server, page, open, pageErrors } = await openAdmin(t, {
    FRONTDESK_SMTP_URL: mailServer.url,
    FRONTDESK_MAIL_FROM: 'Harbour <mail@harbour.example>',
  });
  const linkIn = async (count: number): Promise<string> =>
    /https?:\/\/\S+code=\w+/.exec((await mailServer.received(count)).text ?? '')?.[0] ?? assert.fail('no link');
  await open('/settings/users', 'Users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ed Winter');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ed@example.com');
  await checkScreen(page, 'invite');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Invited').waitFor();
  await page.context().clearCookies();

  await page.goto(await linkIn(1));
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('must have at least 10 characters').first().waitFor();
  await checkScreen(page, 'invitation');
  await page.getByRole('textbox', { name: 'Password' }).fill('the first pass phrase');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('link', { name: 'Posts' }).waitFor();

  await page.context().clearCookies();
  await open('/sign-in', 'Sign in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill('ed@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Check your mail').waitFor();
  await checkScreen(page, 'forgot-password');
  const link = await linkIn(2);
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('the second pass phrase');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('link', { name: 'Posts' }).waitFor();
  const signIn = (password: string) =>
    fetch(`${server.api}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ed@example.com', password }),
    });
  assert.deepEqual(
    [(await signIn('the first pass phrase')).status, (await signIn('the second pass phrase')).status],
    [401, 201],
  );
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Password' }).fill('the third pass phrase');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
  assert.deepEqual(
    pageErrors().filter((error) => !/422|403/.test(error)),
    [],
  );
});
