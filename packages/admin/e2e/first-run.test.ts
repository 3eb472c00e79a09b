// The first visit: from the setup link that the service creates to the home screen, signing out and signing in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServerProcess } from '../../server/test/support/server-process.ts';
import { openContext } from './support/browser.ts';
import { watchForPageErrors } from './support/page-errors.ts';
import { checkScreen } from './support/screens.ts';

test('the setup link creates the owner, who can sign out and sign in again', async (t) => {
  const server = await startServerProcess(t);
  const link = await server.setupLink();
  const context = await openContext(t, { locale: 'de-AT', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const pageErrors = watchForPageErrors(page);

  await page.goto(`${server.origin}/admin`);
  await page.getByText('This site is not set up yet').waitFor();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Set up your site' }).waitFor();
  await page.getByLabel('Site name').fill('Harbour Books');
  await page.getByRole('button', { name: 'Create site' }).click();
  for (const fault of ['Your name is required', 'Email is required', 'Password must have at least 10 characters']) {
    await page.getByRole('alert').getByRole('listitem').filter({ hasText: fault }).waitFor();
  }
  const language = page.getByRole('combobox', { name: 'Language of the site' });
  assert.equal(await language.inputValue(), 'German', 'that of the browser');
  await page.getByLabel('Your name').fill('Olga Berg');
  await page.getByLabel('Email').fill('olga@example.com');
  await page.getByLabel(/^Password/).fill('short');
  await checkScreen(page, 'setup');
  await page.getByRole('button', { name: 'Create site' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('Site name').inputValue(), 'Harbour Books');
  await checkScreen(page, 'setup-faults');
  await page.getByLabel(/^Password/).fill('a long enough pass phrase');
  const flashes = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = (): unknown =>
      /already set up/.test(document.body.textContent) && seen.push(document.body.textContent);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  assert.deepEqual(await flashes.jsonValue(), []);
  await page.getByText('Harbour Books', { exact: true }).waitFor();
  const settings = await (await context.request.get(`${server.origin}/api/v1/settings`)).json();
  assert.deepEqual([settings.timeZone, settings.locale], ['Europe/Berlin', 'de-AT'], 'where the owner is');
  await checkScreen(page, 'home-empty');

  await page.getByRole('button', { name: 'Account menu of Olga Berg' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await checkScreen(page, 'sign-in');
  await page.goto(`${server.origin}/admin/forms`);
  await page.getByLabel('Email').fill('olga@example.com');
  await page.getByLabel(/^Password/).fill('a long enough pass phrase');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).fill('contact');
  // Enter would open the first result, which is a record once these are found.
  await page.getByRole('dialog').getByRole('button', { name: 'Contacts', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  assert.deepEqual(pageErrors(), []);
});
