// Drafts beside what is live, and the history of an item.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('an item is published, changed in its draft, published again, compared, restored and named', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  await server.request('PATCH', '/types/post', { fields: [{ name: 'price', type: 'number', required: true }] });
  const content = `<p>We open at nine.</p><p>${'Nothing new here. '.repeat(8)}</p><p>Dogs are welcome.</p>`;
  const { body } = await server.request('POST', '/content/post', {
    title: 'Opening hours',
    content,
    status: 'publish',
    fields: { price: 10 },
  });
  const path = `/content/post/${body.id}`;
  const live = async () => (await server.request('GET', path)).body;
  const title = page.getByRole('textbox', { name: 'Title' });
  const saveDraft = page.getByRole('button', { name: 'Save draft' });
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  const more = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  await t.test('what is saved is a draft, and visitors see what was there', async () => {
    await page.goto(`${server.origin}/admin${path}`);
    await title.waitFor();
    assert.ok((await publish.isDisabled()) && (await saveDraft.isDisabled()));
    await title.fill('Opening hours in winter');
    await page.getByRole('textbox', { name: 'Price' }).fill('');
    await saveDraft.click();
    await page.getByText('Draft saved', { exact: true }).waitFor();
    assert.equal((await live()).title, 'Opening hours');
    await checkScreen(page, 'item-draft');
    await page.reload();
    await page.getByText('Draft not live yet').waitFor();
    assert.equal(await title.inputValue(), 'Opening hours in winter');
  });

  await t.test('publishing names what is missing, and then makes the draft live', async () => {
    await publish.click();
    await page.waitForFunction(() => document.activeElement?.closest('[data-pointer="/fields/price"]') !== null);
    await page.keyboard.type('12');
    await publish.click();
    await page.getByText('Draft not live yet').waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    const { title, fields, draft } = await live();
    assert.deepEqual([title, fields, draft], ['Opening hours in winter', { price: 12 }, undefined]);
  });

  await t.test('a draft waits for its time, and no longer does once that is canceled', async () => {
    await title.fill('Opening hours in spring');
    await more('Publish at…');
    await page.getByRole('textbox', { name: 'Publish on' }).fill('2100-01-01T09:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText(/^Goes live/).waitFor();
    assert.equal((await live()).draft.publishAt, '2100-01-01T09:00:00.000Z');
    await more('Do not publish at that time');
    await page.getByText('Draft not live yet').waitFor();
    await more('Discard draft');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('Draft not live yet').waitFor({ state: 'detached' });
    assert.equal(await title.inputValue(), 'Opening hours in winter');
  });

  await t.test('the history shows what changed, names a revision and restores it into the draft', async () => {
    const changed = content.replace('nine', 'ten').replace('Dogs are welcome', 'No dogs');
    await server.request('PATCH', path, { content: changed });
    await page.reload();
    await title.waitFor();
    await more('History');
    const history = page.getByRole('dialog', { name: 'History' });
    const revisions = history.getByRole('listitem');
    await revisions.nth(2).waitFor();
    assert.equal(await revisions.count(), 3);
    const of = (side: string) => history.getByRole('region', { name: `${side}: Content` });
    await of('Before').locator('del').filter({ hasText: 'nine' }).waitFor();
    await of('After').locator('ins').filter({ hasText: 'ten' }).waitFor();
    await checkScreen(page, 'item-history');
    await revisions.nth(2).getByRole('button').click();
    await history.getByText('This revision').first().waitFor();
    await history.getByLabel('Name').fill('As printed');
    await history.getByRole('button', { name: 'Save name' }).click();
    await revisions.nth(2).getByText('As printed').waitFor();
    const restore = history.getByRole('button', { name: 'Restore into the draft' });
    assert.ok(await restore.isEnabled());
    await history.getByRole('button', { name: 'Restore into the draft' }).click();
    await page.getByText('Revision restored into the draft').waitFor();
    await page.getByText('Draft not live yet').waitFor();
    assert.equal(await title.inputValue(), 'Opening hours');
    assert.equal((await live()).content, changed);
    await publish.click();
    await page.getByText('Draft not live yet').waitFor({ state: 'detached' });
    const { title: now, content: text } = await live();
    assert.deepEqual([now, text], ['Opening hours', content]);
  });
  // The browser logs the refused publication.
  assert.ok(
    pageErrors().every((line) => line.includes('422')),
    pageErrors().join(),
  );
});
