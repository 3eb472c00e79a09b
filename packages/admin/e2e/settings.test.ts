// The settings: API keys, exports, an expired session, users, and the payment processor.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { User } from '@frontdesk/client';
import type { Page } from 'playwright-core';
import { startSandbox } from '../../payment-sandbox/src/server.ts';
import { picture } from '../../server/test/support/media.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin, owner } from './support/admin.ts';
import { openContext } from './support/browser.ts';
import { checkScreen } from './support/screens.ts';

test('an API key is shown once and works until it is revoked, and the whole site can be downloaded', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  await open('/settings/keys', 'API keys');
  await checkScreen(page, 'keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('alert').getByText('There are 2 problems').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  // It includes all others, and would be without the limits below.
  await page.getByRole('checkbox', { name: 'Full access' }).check();
  assert.ok(await page.getByRole('checkbox', { name: 'Read content' }).isDisabled());
  assert.equal(await page.getByRole('combobox', { name: 'Content types' }).count(), 0);
  await page.getByRole('checkbox', { name: 'Full access' }).uncheck();
  await page.getByRole('checkbox', { name: 'Read content' }).check();
  await page.getByRole('combobox', { name: 'Content types' }).click();
  await page.getByRole('option', { name: 'Posts' }).click();
  await page.getByRole('combobox', { name: 'Content types' }).press('Tab');
  await checkScreen(page, 'new-key');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.locator('[data-secret]').textContent()) ?? '';
  assert.match(key, /^fd_/);
  await checkScreen(page, 'key-created');
  const ask = async (path: string): Promise<number> =>
    (await fetch(`${server.api}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  assert.deepEqual([await ask('/types'), await ask('/tokens')], [200, 403]);
  assert.deepEqual([await ask('/content/post'), await ask('/content/page')], [200, 403]);
  await page.getByText('content:read:post').waitFor();
  await page.getByRole('button', { name: 'Edit Shop' }).click();
  await page.getByRole('dialog').getByText('Posts', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Content types' }).click();
  await page.getByRole('option', { name: 'Pages' }).click();
  await page.getByRole('combobox', { name: 'Content types' }).press('Tab');
  await checkScreen(page, 'key-edited');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('API key “Shop” saved').waitFor();
  assert.deepEqual([await ask('/content/post'), await ask('/content/page'), await ask('/tokens')], [200, 200, 403]);

  await page.reload();
  await page.getByRole('button', { name: 'Revoke Shop' }).waitFor();
  assert.equal(await page.getByText(key).count(), 0);
  await page.getByRole('button', { name: 'Revoke Shop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('API key “Shop” revoked').waitFor();
  assert.equal(await ask('/types'), 401);

  await open('/settings/export', 'Export');
  await checkScreen(page, 'export');
  const download = async (name: string): Promise<[string, string]> => {
    const [started] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Download ${name}` }).click(),
    ]);
    return [started.suggestedFilename(), await readFile(await started.path(), 'utf8')];
  };
  for (const part of ['Media', 'Forms', 'Contacts', 'Payments', 'Events', 'Webhooks', 'Settings'])
    await page.getByRole('checkbox', { name: part }).uncheck();
  const [name, archive] = await download('archive');
  assert.match(name, /^site-\d{4}-\d\d-\d\d\.tar$/);
  assert.match(archive, /"parts": \[\s*"content"\s*\]/);
  assert.match(archive, /SHA256SUMS/);
  assert.ok(await page.getByRole('button', { name: 'Download items' }).isDisabled());
  await page.getByRole('combobox', { name: 'Items of' }).click();
  await page.getByRole('option', { name: 'Pages' }).click();
  assert.match((await download('items'))[1], /,about-us,About us,publish,/);
  const answers = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
  assert.equal((await server.request('POST', '/forms/contact/submit', answers)).status, 200);
  await page.getByRole('combobox', { name: 'Submissions of' }).click();
  await page.getByRole('option', { name: 'Contact' }).click();
  for (const [format, ending, text] of [
    ['CSV', 'csv', /,ada@example\.com,/],
    ['Excel (XLSX)', 'xlsx', /^PK/],
    ['NDJSON', 'ndjson', /"email":"ada@example\.com"/],
  ] as const) {
    await page.getByRole('combobox', { name: 'Format' }).selectOption(format);
    const [file, content] = await download('submissions');
    assert.ok(file.endsWith(`.${ending}`), file);
    assert.match(content, text);
  }
  assert.match((await download('for WordPress'))[1], /<wp:wxr_version>1\.2</);
  assert.deepEqual(pageErrors(), []);
});

test('after a session expires, signing in again keeps what was typed', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  await open('/settings/general', 'General');
  await checkScreen(page, 'general');
  await page.getByLabel('Site name').fill('Harbour Books & Maps');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await checkScreen(page, 'sign-in-again');
  await dialog.getByLabel(/^Password/).fill('a wrong password');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel(/^Password/).fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByText('Settings saved').waitFor();
  await page.getByRole('banner').getByText('Harbour Books & Maps').waitFor();
  const { body } = await server.request('GET', '/settings');
  assert.equal(body.siteName, 'Harbour Books & Maps');
  assert.deepEqual(pageErrors(), []);
});

test('an owner adds a user, sees their sessions and tests the payment processor', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  await open('/settings/users', 'Users');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Edda Lund');
  await page.getByRole('textbox', { name: 'Email' }).fill('edda@example.com');
  await page.getByLabel(/^Initial password/).fill('another long pass phrase');
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await page.getByText('edda@example.com').waitFor();
  await checkScreen(page, 'users');
  // On a phone, the buttons of a row leave room for the name.
  await page.setViewportSize({ width: 390, height: 844 });
  const name = page.getByText('Edda Lund', { exact: true });
  // The screen may be drawn anew for the width, without the name for a moment.
  const shown = await waitFor('the name', () => name.boundingBox());
  assert.ok(shown.height < 30, `the name is ${shown.height} px high`);
  await page.setViewportSize({ width: 1280, height: 844 });

  // An editor gets only the screens that the role includes.
  const editor = await openContext(t, { baseURL: server.origin, locale: 'en-GB' });
  const data = { email: 'edda@example.com', password: 'another long pass phrase' };
  assert.equal((await editor.request.post('/api/v1/sessions', { data })).status(), 201);
  const seen = await editor.newPage();
  await seen.goto('/admin/');
  await seen.getByRole('link', { name: 'Settings' }).click();
  await seen.getByRole('heading', { level: 1, name: 'Payment processor' }).waitFor();
  for (const path of ['/settings/users', '/invoices/new', '/payments/new', '/contacts/new']) {
    await seen.goto(`/admin${path}`);
    await seen.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' }).waitFor();
    assert.equal(await seen.getByRole('main').getByRole('textbox').count(), 0, path);
  }
  await checkScreen(seen, 'no-permission');

  // An author, who sees neither forms nor payments, begins with the posts, and other addresses say why they show nothing.
  const { id } = (await server.request('GET', '/users')).body.items.find(({ name }: User) => name === 'Edda Lund');
  assert.equal((await server.request('PATCH', `/users/${id}`, { role: 'author' })).status, 200);
  const refused: string[] = [];
  seen.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await seen.goto('/admin/');
  await seen.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  assert.equal(await seen.getByRole('link', { name: 'Home' }).count(), 0);
  for (const path of ['/forms', '/payments', '/contacts', '/invoices', '/forms/contact', '/contacts/con_1']) {
    await seen.goto(`/admin${path}`);
    await seen.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' }).waitFor();
  }

  // Support reads content without being able to change it.
  assert.equal((await server.request('PATCH', `/users/${id}`, { role: 'support' })).status, 200);
  const [product] = (await server.request('GET', '/content/product')).body.items;
  await seen.goto(`/admin/content/product/${product.id}`);
  await seen.getByText('Read-only: your role cannot edit content').waitFor();
  await seen.getByRole('textbox', { name: 'Title' }).waitFor();
  for (const path of ['/content/product/new', '/types/_new', '/authors/mine']) {
    await seen.goto(`/admin${path}`);
    await seen.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' }).waitFor();
  }
  assert.deepEqual(refused, []);

  // The owner sees where the editor is signed in, and ends it.
  await open('/settings/users', 'Users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody');
  await page.getByText('No matching users').waitFor();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('LUND edda@');
  await page.getByText('1 result').waitFor();
  await page.getByRole('button', { name: 'Actions for Edda Lund' }).click();
  await page.getByRole('menuitem', { name: 'Sessions' }).click();
  const theirs = page.getByRole('dialog', { name: 'Edda Lund' });
  await theirs.getByRole('cell', { name: '127.0.0.1' }).waitFor();
  await checkScreen(page, 'user-sessions');
  await theirs.getByRole('button', { name: 'Sign out everywhere' }).click();
  await theirs.getByText('Not signed in anywhere').waitFor();
  assert.equal((await editor.request.get('/api/v1/me')).status(), 401);
  await editor.close();

  const elsewhere = await openContext(t, { baseURL: server.origin });
  const credentials = { email: owner.email, password: owner.password };
  assert.equal((await elsewhere.request.post('/api/v1/sessions', { data: credentials })).status(), 201);
  await open('/settings/account', 'My account');
  await page.getByText('This device').waitFor();
  // A second click while a device is being signed out sends nothing.
  assert.equal((await elsewhere.request.post('/api/v1/sessions', { data: credentials })).status(), 201);
  await page.reload();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ended: string[] = [];
  await page.route('**/api/v1/sessions/ses_*', async (route) => {
    ended.push(route.request().url());
    await isAnswered;
    await route.continue();
  });
  await page
    .getByRole('button', { name: /^Sign out .+ on / })
    .first()
    .dblclick();
  answer();
  await page.getByText(/ on .+ signed out$/).waitFor();
  assert.equal(ended.length, 1);
  assert.equal((await elsewhere.request.post('/api/v1/sessions', { data: credentials })).status(), 201);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out others' }).click();
  await page.getByText('All other devices signed out').waitFor();
  assert.equal((await elsewhere.request.get('/api/v1/me')).status(), 401);
  await elsewhere.close();
  await checkScreen(page, 'account');
  await open('/settings/processor', 'Payment processor');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The connection works').waitFor();
  await checkScreen(page, 'processor');
  assert.deepEqual(pageErrors(), []);
});

test('the processor keys are entered, tested and removed', async (t) => {
  const processor = await startSandbox({ dataFile: ':memory:', webhook: null });
  t.after(() => processor.close());
  const { server, page, open, pageErrors } = await openAdmin(t, { STRIPE_API_BASE: processor.apiBase });
  await open('/settings/processor', 'Payment processor');
  const form = page.getByRole('form', { name: 'Processor keys' });
  await form.getByText(/^Select these \d+ events/).click();
  await form.getByText('checkout.session.completed').waitFor();
  await form.getByText(`${server.origin}/api/public/payments/webhook`).waitFor();
  await checkScreen(page, 'processor-sandbox');
  const secretKey = form.getByLabel(/^Secret key/);
  await secretKey.fill('sk_live_of_another_account');
  await form.getByLabel(/^Signing secret/).fill('whsec_of_the_endpoint');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await form.locator('.mantine-InputWrapper-error').waitFor();
  assert.equal(await secretKey.getAttribute('aria-invalid'), 'true');
  await checkScreen(page, 'processor-fault');
  await secretKey.fill('sk_test_of_our_own_4321');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText('Keys saved. The secret key works.').waitFor();
  await page.getByText('…4321').waitFor();
  assert.equal(await secretKey.inputValue(), '');
  await checkScreen(page, 'processor-entered');

  // A screen asks for what is new from time to time, and would report that the service does not answer.
  await page.goto('about:blank');
  await server.stop();
  await server.start();
  await open('/settings/processor', 'Payment processor');
  await page.getByText('…4321').waitFor();
  await page.getByRole('button', { name: 'Remove keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove keys' }).click();
  await page.getByText('Test mode: no money moves').waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('processor keys from the environment cannot be changed in the admin', async (t) => {
  const { page, open, pageErrors } = await openAdmin(t, {
    STRIPE_SECRET_KEY: 'sk_test_of_the_operator',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_operator',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  });
  await open('/settings/processor', 'Payment processor');
  await page.getByText('The keys are set in the environment').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Test and save' }).count(), 0);
  await checkScreen(page, 'processor-environment');
  assert.deepEqual(pageErrors(), []);
});

test('what takes room is shown, and for how long things are kept can be changed', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  await open('/settings/storage', 'Storage');
  const table = page.getByRole('table', { name: 'What takes room' });
  await table.getByRole('rowheader', { name: 'Content, with its search' }).waitFor();
  await page.getByText(/ in all, of which .* in the database\. The disk has .* free\./).waitFor();
  await checkScreen(page, 'storage');
  const versions = page.getByRole('textbox', { name: 'Keep every earlier version' });
  await versions.fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('There is a problem').waitFor();
  await versions.fill('10');
  await page.getByRole('textbox', { name: 'Keep deliveries to webhooks' }).fill('7');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();
  const { revisionsAllDays, deliveryDays, mailDays } = (await server.request('GET', '/settings')).body;
  assert.deepEqual([revisionsAllDays, deliveryDays, mailDays], [10, 7, 90]);
  assert.deepEqual(pageErrors(), []);
});

test('the site gets a logo, a color, formats and a currency of its own, which are used where they should be', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const logo = await picture('png', { width: 400, height: 100 });
  const body = new FormData();
  body.append('file', new Blob([logo]), 'logo.png');
  const headers = { authorization: `Bearer ${server.token}` };
  const uploaded = await fetch(`${server.api}/media`, { method: 'POST', headers, body });
  assert.equal(uploaded.status, 201);
  await open('/settings/general', 'General');
  await page.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Choose file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /logo/ }).first().click();
  await page.getByRole('button', { name: 'Insert file' }).click();
  const color = page.getByLabel('Color', { exact: true });
  await color.fill('#ffee00');
  await page.getByText('This color is hard to see on white').waitFor();
  await color.press('Tab');
  // Browsers list this zone under its former name.
  await chooseTyped(page, 'Time zone', 'kathmandu', 'Asia/Kathmandu');
  await chooseTyped(page, 'Dates and numbers as in', 'Germ', 'Germany');
  await chooseTyped(page, 'Language', 'Fren', 'French');
  await page.getByText(/^For example \d+ \w+ \d{4}, .* and 1\.234,5$/).waitFor();
  // By keys, as in chooseTyped: a click can miss the list while it moves.
  const days = page.getByRole('combobox', { name: 'Weeks begin on' });
  await days.click();
  const sunday = page.getByRole('option', { name: 'Sunday' });
  while ((await sunday.getAttribute('data-combobox-selected')) === null) await days.press('ArrowDown');
  await days.press('Enter');
  await chooseTyped(page, 'Currency', 'CHF', 'CHF');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();
  await page.getByRole('banner').locator('img').waitFor();
  await page.getByText('Settings saved').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Site name' }).focus();
  await checkScreen(page, 'general-filled');
  const settings = (await server.request('GET', '/settings')).body;
  assert.deepEqual([settings.locale, settings.firstDayOfWeek, settings.currency], ['fr-DE', 'sunday', 'chf']);
  assert.match(settings.timeZone, /^Asia\/Kath?mandu$/);

  // Times are those of Nepal, and amounts are written as in Germany.
  await open('/invoices/new', 'New invoice');
  assert.equal(await page.getByRole('combobox', { name: 'Currency' }).inputValue(), 'CHF');
  await page.getByLabel('Description').fill('A course');
  await page.getByLabel('Unit price').fill('1.250,00');
  await page.getByRole('button', { name: 'Calendar: Due date' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await calendar.getByRole('table').waitFor();
  assert.deepEqual(await calendar.locator('thead th').allTextContents(), ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']);
  await checkScreen(page, 'calendar');
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const dayInNepal = new Intl.DateTimeFormat('en-DE', { ...digits, timeZone: 'Asia/Kathmandu' });
  const tomorrow = dayInNepal.format(Date.now() + 86_400_000);
  await calendar.locator('[data-day]:focus').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await calendar.waitFor({ state: 'detached' });
  const due = page.getByRole('textbox', { name: 'Due date' });
  assert.equal(await due.inputValue(), tomorrow);
  // The keys go on in the next month and the one before.
  await due.fill('31.12.2031');
  for (const [key, day] of [
    ['ArrowRight', '01/01/2032'],
    ['ArrowUp', '25/12/2031'],
    ['ArrowDown', '01/01/2032'],
    ['ArrowLeft', '31/12/2031'],
  ] as const) {
    await page.getByRole('button', { name: 'Calendar: Due date' }).click();
    await calendar.locator('[data-day]:focus').waitFor();
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await calendar.waitFor({ state: 'detached' });
    assert.equal(await due.inputValue(), day);
  }
  await due.fill('31.2.2031');
  await due.press('Tab');
  await page.getByText('Enter a date, such as').waitFor();
  await due.fill('3.12.2031');
  await due.press('Tab');
  assert.equal(await due.inputValue(), '03/12/2031');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Draft invoice' }).waitFor();
  await page.getByText('CHF 1.250,00').first().waitFor();
  // The draft has its URL since it was stored for the first time: this is about the last change.
  await page.getByText('Draft saved').waitFor();
  const [{ id, createdAt, dueAt }] = (await server.request('GET', '/invoices')).body.items;
  // The end of the day in Nepal.
  assert.equal(dueAt, '2031-12-03T18:14:59.999Z');
  await server.request('PATCH', `/invoices/${id}`, { status: 'void' });
  await page.reload();
  const inNepal = new Intl.DateTimeFormat('en-DE', { timeStyle: 'short', timeZone: 'Asia/Kathmandu' });
  await page.getByText(inNepal.format(new Date(createdAt))).waitFor();

  await page.goto('/f/contact/thanks');
  await page.getByRole('img', { name: 'Harbour Books' }).waitFor();
  await page.goto('/f/contact');
  await page.getByRole('img', { name: 'Harbour Books' }).waitFor();
  await checkScreen(page, 'form-page-brand');

  await open('/settings/general', 'General');
  await page.getByRole('button', { name: 'Clear Logo' }).click();
  await chooseTyped(page, 'Language', 'Engl', 'English');
  for (const name of ['Time zone', 'Dates and numbers as in']) {
    await page.getByRole('combobox', { name }).fill('of each reader');
    await page.getByRole('option', { name: 'of each reader' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  await color.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();
  await page.getByRole('banner').locator('img').waitFor({ state: 'detached' });
  const { logo: noLogo, brandColor, timeZone, locale, currency } = (await server.request('GET', '/settings')).body;
  assert.deepEqual([noLogo, brandColor, timeZone, locale, currency], [null, null, null, null, 'chf']);
  assert.deepEqual(pageErrors(), []);
});

/** With the keyboard: the list moves while what is typed filters it, so that a click may miss. */
async function chooseTyped(page: Page, name: string, text: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).fill(text);
  await page.getByRole('option', { name: option }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
