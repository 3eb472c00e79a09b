// From the link that the service prints to the first screen, and back in after signing out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServerProcess } from '../../server/test/support/server-process.ts';
import { startBrowser } from './support/browser.ts';
import { lookAt } from './support/screens.ts';
import { watchPage } from './support/watch-page.ts';

test('the first visit makes the owner, who can leave and come back', async (t) => {
  const server = await startServerProcess(t);
  const link = /\S+\/admin\/setup\?code=\S+/.exec(server.output())?.[0] as string;
  const browser = await startBrowser(t);
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
  const complaints = watchPage(page);

  await page.goto(`${server.origin}/admin`);
  await page.getByText('This site has no owner yet').waitFor();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Set up your site' }).waitFor();
  await page.getByLabel('Name of the site').fill('Harbour Books');
  await page.getByLabel('Your name').fill('Olga Berg');
  await page.getByLabel('Your e-mail address').fill('olga@example.com');
  await page.getByLabel(/^Password/).fill('short');
  await lookAt(page, 'setup');
  await page.getByRole('button', { name: 'Create the site' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('Name of the site').inputValue(), 'Harbour Books');
  await lookAt(page, 'setup-faults');
  await page.getByLabel(/^Password/).fill('a long enough pass phrase');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByText('Harbour Books', { exact: true }).waitFor();
  await lookAt(page, 'home-empty');

  await page.getByRole('button', { name: 'Account of Olga Berg' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await lookAt(page, 'sign-in');
  await page.goto(`${server.origin}/admin/forms`);
  await page.getByLabel('E-mail address').fill('olga@example.com');
  await page.getByLabel(/^Password/).fill('a long enough pass phrase');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search for a screen' }).fill('contact');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  assert.deepEqual(complaints(), []);
});
