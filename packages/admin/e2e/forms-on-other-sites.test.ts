// Forms on the pages of another site: embedded by our script under a strict policy, as an iframe, and as an HTML form.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openContext } from './support/browser.ts';
import { watchForPageErrors } from './support/page-errors.ts';
import { assertAccessible } from './support/screens.ts';

const cv = { name: 'cv', type: 'file', label: 'CV', accept: ['text/plain'] };
const person = [
  { name: 'name', type: 'text', label: 'Your name', required: true },
  { name: 'email', type: 'email', label: 'Email', required: true },
];
const fee = { name: 'fee', type: 'payment', label: 'Fee', amount: 2500, currency: 'eur' };
const source = { name: 'source', type: 'hidden' };
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

type Site = { origin: string; server: ServerProcess };

/** The service with two forms, and a site with another host name. `pages` are bodies by path. */
async function startSite(t: TestContext, pages: (service: string) => Record<string, string>): Promise<Site> {
  const server = await startServerProcess(t);
  const site = createServer(({ url = '/' }, response) => {
    const body = pages(server.origin)[url.split('?')[0] as string];
    if (url.endsWith('.css')) return response.setHeader('content-type', 'text/css').end(body);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const { origin } = server;
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${origin}; frame-src ${origin}; form-action ${origin}; base-uri 'none'${url === '/styled' ? `; style-src 'self'` : ''}`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><body><main><h1>Shop</h1>${body}</main></body></html>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  t.after(() => site.close());
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  for (const form of [
    { name: 'Apply', slug: 'apply', fields: [...person, cv, source] },
    { name: 'Course', slug: 'course', fields: [...person, fee], origins: [origin] },
  ]) {
    assert.equal((await server.request('POST', '/forms', form)).status, 201);
  }
  return { origin, server };
}

const htmlForm = (service: string): string => `<form method="post" action="${service}/api/v1/forms/course/submit">
  <label>Name <input name="name"></label>
  <label>Email <input name="email"></label>
  <input name="_gotcha" hidden>
  <button>Book</button>
</form>`;

async function latest(server: ServerProcess, slug: string) {
  return (await server.request('GET', `/forms/${slug}/submissions`)).body.items[0];
}

/** Types a person by keyboard, beginning with the focus on the name, slower than programs do. */
async function typePerson(page: Page): Promise<void> {
  await page.keyboard.type('Ada Lovelace', { delay: 100 });
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.com');
}

async function pay(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Pay / });
  await button.waitFor();
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await button.press('Enter');
}

test('embedded forms grow, are filled in by keyboard and paid, and report what happened under a strict policy', async (t) => {
  const { origin, server } = await startSite(t, (service) => ({
    '/': `<script type="module" src="${service}/embed.js"></script>
      <frontdesk-form slug="apply" prefill="source=shop&amp;email=ada%40">Apply</frontdesk-form>
      <frontdesk-form slug="course" loading="eager" theme="dark" label="Book a course">Course</frontdesk-form>`,
    '/html': htmlForm(service),
    '/styled': `<link rel="stylesheet" href="/site.css"><script type="module" src="${service}/embed.js"></script>
      <frontdesk-form slug="apply" loading="eager">Apply</frontdesk-form>`,
    '/site.css': 'frontdesk-form { --frontdesk-color: teal; --frontdesk-font: serif; --frontdesk-corners: pointed }',
  }));
  const script = await fetch(`${server.origin}/embed.js`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(script.headers.get('access-control-allow-origin'), '*');
  assert.ok(Number(script.headers.get('content-length')) < 5000, 'the script is small');
  assert.ok(script.headers.get('etag'));

  const context = await openContext(t, { locale: 'en-GB' });
  const page = await context.newPage();
  const errors = watchForPageErrors(page);
  // Kept by the page, which leaves for the payment at once.
  await page.addInitScript(() => {
    for (const name of ['frontdesk:submitted', 'frontdesk:paid']) {
      window.addEventListener(name, (event) => {
        const events = JSON.parse(sessionStorage.getItem('events') ?? '[]');
        sessionStorage.setItem('events', JSON.stringify([...events, [name, (event as CustomEvent).detail]]));
      });
    }
  });
  const readEvents = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('events') ?? '[]'));
  await page.goto(`${origin}/?ad=1#access_token=secret`);
  const apply = page.frameLocator('frontdesk-form[slug=apply] iframe');
  const course = page.frameLocator('frontdesk-form[slug=course] iframe');
  await apply.getByLabel('CV').waitFor();
  await page.getByTitle('Apply').waitFor();
  await page.getByTitle('Book a course').waitFor();
  const source = new URL((await page.locator('frontdesk-form[slug=apply] iframe').getAttribute('src')) ?? '');
  assert.equal(source.searchParams.get('embed'), `${origin}/?ad=1`);
  await assertFits(page, 'apply');
  await assertFits(page, 'course');
  await assertAccessible(page, 'a page with embedded forms');
  await assertAccessible(await frameOf(page, 'apply'), 'an embedded form');

  // The server rejects the file; the page comes back with the answers and the focus on the fault.
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada Lovelace', { delay: 100 });
  await page.keyboard.press('Tab');
  assert.equal(await apply.getByLabel('Email').inputValue(), 'ada@');
  await page.keyboard.press('End');
  await page.keyboard.type('example.com');
  await apply.getByLabel('CV').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  await apply.getByRole('button', { name: 'Send' }).press('Enter');
  await apply.getByRole('link', { name: /^CV: choose a file of another type/ }).waitFor();
  await assertFits(page, 'apply');
  await apply.getByLabel('CV').and(apply.locator(':focus')).waitFor();
  assert.equal(await apply.getByLabel('Your name').inputValue(), 'Ada Lovelace');
  await assertAccessible(await frameOf(page, 'apply'), 'an embedded form with faults');
  await apply
    .getByLabel('CV')
    .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('my life') });
  await apply.getByRole('button', { name: 'Send' }).press('Enter');
  await apply.getByRole('heading', { name: 'Thank you' }).waitFor();
  await assertFits(page, 'apply');
  const applied = await latest(server, 'apply');
  assert.deepEqual(applied.data.source, 'shop');
  assert.equal(applied.files[0].name, 'cv.txt');
  assert.deepEqual(await readEvents(), [['frontdesk:submitted', { submissionId: applied.id }]]);

  await course.getByLabel('Your name').focus();
  await typePerson(page);
  await course.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await pay(page);
  await page.waitForURL(`${origin}/?ad=1`);
  await waitFor('the payment to be reported', async () => (await readEvents()).length === 3);
  const { id: submissionId, status } = await latest(server, 'course');
  assert.equal(status, 'paid');
  assert.deepEqual((await readEvents()).slice(1), [
    ['frontdesk:submitted', { submissionId }],
    ['frontdesk:paid', { submissionId }],
  ]);
  await course.getByRole('heading', { name: 'Thank you' }).waitFor();
  // Chromium mentions that it leaves the focus to the page, and that the page has left for the payment.
  const expected = /Blocked autofocusing|target origin provided/;
  assert.deepEqual(
    errors().filter((text) => !expected.test(text)),
    [],
  );

  await page.goto(`${origin}/styled`);
  const send = page.frameLocator('iframe').getByRole('button', { name: 'Send' });
  const { color, font, corner } = await send.evaluate((element) => {
    const { backgroundColor, fontFamily, borderTopLeftRadius } = getComputedStyle(element);
    return { color: backgroundColor, font: fontFamily, corner: borderTopLeftRadius };
  });
  assert.equal(color, 'rgb(0, 128, 128)');
  assert.match(font, /Georgia/);
  assert.notEqual(corner, '0px', 'an unknown value is left out');

  await page.goto(`${origin}/html`);
  await page.getByRole('button', { name: 'Book' }).click();
  await page.getByRole('heading', { name: 'Please check your answers' }).waitFor();
  await assertAccessible(page, 'the faults of an HTML form');

  // Pages of other sites may not show a form that names its own.
  await server.request('PATCH', '/forms/course', { origins: ['https://example.com'] });
  await page.goto(`${origin}/`);
  await apply.getByLabel('CV').waitFor();
  await waitFor('the refusal', async () => errors().some((text) => text.includes('frame-ancestors')));
});

test('without JavaScript, an iframe and an HTML form of another site are sent, corrected and paid', async (t) => {
  const { origin, server } = await startSite(t, (service) => ({
    '/': `<iframe title="Apply" src="${service}/f/apply?embed" height="700" width="600"></iframe>
      ${htmlForm(service)}`,
  }));
  const context = await openContext(t, { javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const frame: FrameLocator = page.frameLocator('iframe');
  await frame.getByLabel('Your name').focus();
  await typePerson(page);
  await frame
    .getByLabel('CV')
    .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('my life') });
  await page.keyboard.press('Enter');
  await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.equal((await latest(server, 'apply')).files[0].name, 'cv.txt');

  await page.getByLabel('Name').focus();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Please check your answers' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Back to localhost' }).getAttribute('href'), `${origin}/`);
  const email = page.getByRole('textbox', { name: 'Email' });
  assert.deepEqual([await email.inputValue(), await email.getAttribute('aria-invalid')], ['nobody', 'true']);
  await email.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Enter');
  await pay(page);
  await page.getByText('Thank you').first().waitFor();
  await waitFor('the payment', async () => (await latest(server, 'course')).status === 'paid');
});

async function frameOf(page: Page, slug: string): Promise<Frame> {
  const frame = await (await page.locator(`frontdesk-form[slug=${slug}] iframe`).elementHandle())?.contentFrame();
  assert.ok(frame);
  return frame;
}

/** The frame is as high as what it shows. */
async function assertFits(page: Page, slug: string): Promise<void> {
  const frame = await frameOf(page, slug);
  await waitFor(`the frame of ${slug} to fit`, () =>
    frame.evaluate(() => {
      const { height } = document.body.getBoundingClientRect();
      return height > 100 && Math.abs(window.innerHeight - height) <= 1;
    }),
  );
}
