// The inbox by keyboard: submissions arrive, are opened, starred, assigned, noted, answered and done; saved views, many at once, on a
// phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eicar, startClamd } from '../../server/test/support/clamd.ts';
import type { ServerProcess } from '../../server/test/support/server-process.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Your name' },
  { name: 'email', type: 'email', label: 'Email' },
  { name: 'guests', type: 'integer', label: 'Guests' },
];

async function submit(server: ServerProcess, form: string, body: object): Promise<string> {
  const answer = await server.request('POST', `/forms/${form}/submit`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.submissionId;
}

test('submissions across all forms are read and dealt with by keyboard', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  for (const name of ['Contact us', 'Trip'])
    assert.equal(
      (await server.request('POST', '/forms', { name, slug: name.toLowerCase().replace(' ', '-'), fields })).status,
      201,
    );
  const ada = await submit(server, 'contact-us', { name: 'Ada Lovelace', email: 'ada@example.com', guests: 2 });
  const bob = await submit(server, 'trip', { name: 'Bob Stone', guests: 10 });
  const stored = async (id: string) => (await server.request('GET', `/submissions/${id}`)).body;
  const until = (what: string, id: string, is: (one: { [name: string]: unknown }) => boolean) =>
    waitFor(what, async () => is(await stored(id)));

  await open('/inbox', 'Inbox');
  const list = page.getByRole('region', { name: 'Inbox' });
  const row = (name: string) => list.getByRole('link', { name });
  await row('Unread: Bob Stone').waitFor();
  await page.getByRole('link', { name: 'Inbox 2 unread' }).waitFor();

  // What arrives appears by itself.
  const cleo = await submit(server, 'contact-us', { name: 'Cleo', guests: 1 });
  await row('Unread: Cleo').waitFor();
  await checkScreen(page, 'inbox');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? '', /Bob Stone/);
  await page.keyboard.press('s');
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('region', { name: 'Submission', exact: true });
  await pane.getByRole('heading', { name: 'Bob Stone' }).waitFor();
  await until(
    'read, starred, assigned',
    bob,
    ({ unread, starred, assignee }) => !unread && starred === true && assignee !== null,
  );
  await pane.getByLabel('Note').fill('Called him back');
  await pane.getByRole('button', { name: 'Add note' }).click();
  await pane.getByText('Note by Olga Berg').waitFor();
  await pane.getByText('Form submitted').waitFor();
  await checkScreen(page, 'inbox-open');

  await row('Bob Stone').focus();
  await page.keyboard.press('u');
  await until('unread again', bob, ({ unread }) => unread === true);
  await page.keyboard.press('e');
  await until('done', bob, ({ progress, unread }) => progress === 'done' && unread === false);
  await row('Bob Stone').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await assertAccessible(page, 'keyboard shortcuts');
  await page.keyboard.press('Escape');

  // A reply waits for a mail server. One to a person without an address cannot be written.
  await page.getByText('All', { exact: true }).click();
  await row('Cleo').focus();
  await page.keyboard.press('r');
  await pane.getByText('No email address').waitFor();
  await row('Ada Lovelace').focus();
  await page.keyboard.press('r');
  const reply = pane.getByRole('form', { name: 'Reply by mail' });
  await reply.getByText('To ada@example.com').waitFor();
  await reply.getByText('No mail server is set').waitFor();
  await reply.getByLabel('Text').fill('Dear Ada,\n\nsee you soon.');
  await row('Cleo').click();
  await pane.getByRole('heading', { name: 'Cleo' }).waitFor();
  await row('Ada Lovelace').click();
  await checkScreen(page, 'inbox-reply');
  await reply.getByRole('button', { name: 'Send reply' }).click();
  await pane.getByText('Reply to ada@example.com by Olga Berg').waitFor();
  await pane.getByText('see you soon.').waitFor();
  await pane.getByText('Waiting for a mail server').waitFor();
  await reply.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  // Filters by an answer, as a view.
  await row('Bob Stone').waitFor();
  await page.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Contact us' }).click();
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Question').selectOption('Guests');
  await page.getByLabel('Comparison').selectOption('is at least');
  await page.getByRole('textbox', { name: 'Answer' }).fill('2');
  await page.getByRole('button', { name: 'Apply' }).click();
  await row('Cleo').waitFor({ state: 'detached' });
  assert.equal(await list.locator('[data-submission]').count(), 1);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Excel/ }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'inbox.xlsx');
  assert.match(download.url(), /\/submissions\.xlsx\?formId=[^&]+&answers%5Bguests%5D%5Bgte%5D=2$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.getByLabel('Name').fill('Groups');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'View: Groups' }).waitFor();

  // Many at once.
  await open('/inbox', 'Inbox');
  await row('Cleo').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected submissions' });
  await bar.getByRole('button', { name: 'Progress' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  for (const id of [ada, cleo]) await until('done', id, ({ progress }) => progress === 'done');
  await page.getByText('Nothing to do').waitFor();
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();

  // To the spam and back, and deleted, by keyboard: the next row has the focus.
  const dora = await submit(server, 'trip', { name: 'Dora' });
  await open('/inbox?show=all', 'Inbox');
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await row('Bob Stone').focus();
  await page.keyboard.press('!');
  await page.getByText('1 submission moved to the spam').waitFor();
  await row('Bob Stone').waitFor({ state: 'detached' });
  await waitFor('the focus on the next row', async () => (await focusedText()).includes('Ada Lovelace'));
  await row('Dora').focus();
  await page.keyboard.press('#');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete submission' }).click();
  await row('Dora').waitFor({ state: 'detached' });
  assert.equal((await server.request('GET', `/submissions/${dora}`)).status, 404);
  await page.getByText('Spam', { exact: true }).click();
  await list.getByText('Moved by a person').waitFor();
  await row('Bob Stone').click();
  await pane.getByText('A person moved it to the spam.').waitFor();
  await checkScreen(page, 'inbox-spam');
  await pane.getByRole('button', { name: 'Close submission' }).click();
  const eve = await submit(server, 'trip', { name: 'Eve' });
  await server.request('POST', '/submissions/bulk', { ids: [eve], action: 'spam' });
  await row('Eve').waitFor();
  await page.getByRole('checkbox', { name: 'Select Bob Stone' }).check();
  await bar.getByRole('button', { name: 'Not spam' }).click();
  await row('Bob Stone').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete submission' }).click();
  await page.getByText('No spam', { exact: true }).waitFor();
  assert.equal((await stored(bob)).status, 'submitted');

  // What was submitted with a form, in numbers.
  await open('/forms/contact-us/submissions', 'Submissions');
  await page.getByRole('link', { name: 'Summary' }).click();
  await page.getByRole('heading', { level: 1, name: 'Summary' }).waitFor();
  const guests = page.getByRole('region', { name: 'Guests' });
  await guests.getByRole('table', { name: 'Guests' }).waitFor();
  assert.deepEqual(
    await guests
      .getByRole('row')
      .allInnerTexts()
      .then((rows) => rows.length),
    3,
  );
  await guests.getByText('2 answers').waitFor();
  await checkScreen(page, 'form-summary');

  await page.setViewportSize({ width: 390, height: 844 });
  await open('/inbox?show=all', 'Inbox');
  await row('Ada Lovelace').click();
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('button', { name: 'Close submission' }).click();
  await row('Ada Lovelace').waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('an infected file is marked and locked until an owner releases it', async (t) => {
  const clamd = await startClamd(t);
  const { server, page, open, pageErrors } = await openAdmin(t, { FRONTDESK_CLAMD: clamd.setting });
  const form = { name: 'Papers', slug: 'papers', fields: [{ name: 'papers', type: 'file' }] };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  const body = new FormData();
  body.append('papers', new Blob([eicar]), 'invoice.txt');
  assert.equal((await fetch(`${server.api}/forms/papers/submit`, { method: 'POST', body })).status, 200);
  await waitFor(
    'the verdict',
    async () => (await server.request('GET', '/settings/file-scan')).body.infectedFiles === 1,
  );

  await open('/inbox', 'Inbox');
  const list = page.getByRole('region', { name: 'Inbox' });
  await list.getByText('Infected file').waitFor();
  await list.getByRole('link', { name: 'Unread: Papers' }).click();
  const pane = page.getByRole('region', { name: 'Submission', exact: true });
  await pane.getByText('Infected: Eicar-Test-Signature').waitFor();
  const download = pane.getByRole('button', { name: 'Download invoice.txt' });
  assert.ok(await download.isDisabled());
  await checkScreen(page, 'infected-file');
  await pane.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release file' }).click();
  await page.getByText('File released').waitFor();
  await pane.getByText('Infected: Eicar-Test-Signature').waitFor({ state: 'detached' });
  assert.ok(await download.isEnabled());

  await open('/settings/file-scan', 'File scan');
  await page.getByText('ClamAV 1.4.3').waitFor();
  await checkScreen(page, 'file-scan');
  await clamd.stop();
  await page.reload();
  await page.getByRole('alert').getByText('The scanner cannot be reached').waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('a link to a submission shows where it is in the list', async (t) => {
  const { server, page, open } = await openAdmin(t);
  await server.request('POST', '/forms', { name: 'Contact us', slug: 'contact-us', fields });
  const first = await submit(server, 'contact-us', { name: 'First of all' });
  for (let number = 2; number <= 20; number++) await submit(server, 'contact-us', { name: `Person ${number}` });
  await open(`/inbox?open=${first}`, 'Inbox');
  await page.getByRole('region', { name: 'Submission', exact: true }).getByText('First of all').first().waitFor();
  const row = page.locator(`[data-row="${first}"]`);
  await waitFor('the row in view', () =>
    row.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top > 0 && bottom <= window.innerHeight;
    }),
  );
});
