// ALTCHA in the browser: solved in the background under a strict policy, on the page of a form and embedded, and without
// JavaScript.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { startServerProcess } from '../../server/test/support/server-process.ts';
import { openContext } from './support/browser.ts';
import { watchForPageErrors } from './support/page-errors.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Your name', required: true },
  { name: 'message', type: 'textarea', label: 'Message' },
];

test('a proof of work is done while a form is filled in, under a strict policy, and asks people for nothing', async (t) => {
  const server = await startServerProcess(t);
  for (const [slug, altcha] of [
    ['enquiry', 'score'],
    ['booking', 'required'],
  ]) {
    const settings = { spam: { altcha } };
    const made = await server.request('POST', '/forms', { name: 'Enquiry', slug, fields, settings });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  const site = createServer((_request, response) => {
    const policy = `default-src 'none'; script-src ${server.origin}; frame-src ${server.origin}`;
    response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>
      <script type="module" src="${server.origin}/embed.js"></script>
      <frontdesk-form slug="booking" loading="eager">Book</frontdesk-form></main>`);
  });
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  t.after(() => {
    site.close();
    site.closeAllConnections();
  });

  const context = await openContext(t, { locale: 'en-GB' });
  const page = await context.newPage();
  const errors = watchForPageErrors(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  const send = async (form: Page | FrameLocator): Promise<void> => {
    await form.getByLabel('Your name').pressSequentially('Ada Lovelace', { delay: 100 });
    // Perhaps before the solution is there: the browser waits for it.
    await form.getByRole('button', { name: 'Send' }).press('Enter');
    await form.getByRole('heading', { name: 'Thank you' }).waitFor();
  };

  await page.goto(`${server.origin}/f/booking`);
  await page.getByText('Check that I am not a robot').waitFor();
  await checkScreen(page, 'altcha');
  await send(page);
  await page.goto(`${server.origin}/f/enquiry?lang=ar`);
  await page.getByLabel('Message').fill('Do you have a table for four on Saturday?');
  await page.getByText('تم التحقق: لست روبوتًا').waitFor();
  await assertAccessible(page, 'a solved proof of work, right to left');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button').press('Enter');
  await page.waitForURL(/thanks/);

  // A page whose solution was rejected has a new challenge.
  await page.route('**/challenge', (route) => route.abort());
  await page.goto(`${server.origin}/f/booking`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByText('The check failed.').waitFor();
  await checkScreen(page, 'altcha-failed');
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await page.getByText('Your browser did not do the check against spam.').waitFor();
  await page.unroute('**/challenge');
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();

  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  await send(page.frameLocator('frontdesk-form iframe'));
  assert.deepEqual([...hosts].sort(), [...new Set([new URL(server.origin).hostname, 'localhost'])].sort());
  const isExpected = (text: string) => /Blocked autofocusing|ERR_FAILED|target origin provided/.test(text);
  assert.deepEqual(
    errors().filter((text) => !isExpected(text)),
    [],
  );
  const countOf = async (slug: string) => (await server.request('GET', `/forms/${slug}/submissions`)).body.total;
  assert.deepEqual([await countOf('booking'), await countOf('enquiry')], [3, 1]);

  // On a slow network, the form cannot be sent before the script that solves is there; sent before the widget is, it solves once.
  const slow = await (await openContext(t)).newPage();
  const [script, widget] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const [name, { promise }] of [['start', script] as const, ['widget', widget] as const]) {
    await slow.route(`**/altcha/${name}.js`, async (route) => {
      await promise;
      await route.continue();
    });
  }
  let challenges = 0;
  slow.on('request', (request) => {
    if (request.url().endsWith('/challenge')) challenges++;
  });
  await slow.goto(`${server.origin}/f/booking`, { waitUntil: 'commit' });
  await slow.getByLabel('Your name').fill('Ada');
  const button = slow.getByRole('button', { name: 'Send' });
  assert.equal(await button.count(), 0);
  script.resolve();
  await button.press('Enter');
  widget.resolve();
  await slow.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.equal(challenges, 1);

  // Without JavaScript there is nothing to do: it adds to the score, or the page says what is needed.
  const old = await (await openContext(t, { javaScriptEnabled: false })).newPage();
  await old.goto(`${server.origin}/f/enquiry`);
  await old.getByLabel('Your name').pressSequentially('Ada Lovelace', { delay: 300 });
  await old.getByRole('button', { name: 'Send' }).click();
  await old.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.equal(await countOf('enquiry'), 2);
  await old.goto(`${server.origin}/f/booking`);
  await old.locator('noscript .error').waitFor();
});
