// The first screen of a site where things happened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk } from './support/desk.ts';
import { lookAt } from './support/screens.ts';

test('home shows submissions, payments by currency, the newest events and failing receivers', async (t) => {
  const { server, page, open, complaints } = await openDesk(t);
  await server.request('POST', '/forms/contact/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['submitted'] });
  for (const name of ['Ada', 'Grace', 'Edsger']) {
    const body = { name, email: `${name.toLowerCase()}@example.com`, message: 'Hello' };
    await server.request('POST', '/forms/contact/submit', body);
  }
  const ticket = { name: 'Ada', email: 'ada@example.com' };
  const { body } = await server.request('POST', '/forms/tickets/submit', ticket);
  await page.goto(body.paymentUrl);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox'));

  await open('/', 'Home');
  await page.getByText('A payment succeeded').waitFor();
  await page.getByText('is not getting its deliveries').waitFor();
  await page.getByRole('button', { name: /^Submissions 4/ }).waitFor();
  await page.locator('.recharts-bar-rectangle').first().waitFor();
  await lookAt(page, 'home');
  await page.getByRole('button', { name: /^Payments in EUR/ }).click();
  await page.getByRole('table', { name: 'Payments in EUR by day' }).getByText('€25.00').waitFor();
  await lookAt(page, 'home-payments');
  assert.deepEqual(complaints(), []);
});
