// How form pages look: chosen in the admin with a preview, and the pages that visitors see.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../server/test/support/media.ts';
import { openAdmin } from './support/admin.ts';
import { openContext } from './support/browser.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Name', required: true, help: 'As on your passport.' },
  { name: 'meal', type: 'radio', label: 'Lunch', options: ['Fish', 'Soup'] },
  { name: 'rating', type: 'rating', label: 'How was it?' },
  { name: 'terms', type: 'consent', label: 'I accept the terms', required: true },
];

test('the looks of a form are seen in its preview before they are saved, and a color that cannot be read is said to be changed', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const made = await server.request('POST', '/forms', { name: 'Dinner', fields });
  await open(`/forms/${made.body.id}`, 'Dinner');
  const build = page.getByRole('form', { name: 'Form' });
  await build.getByRole('button', { name: 'Change the looks…' }).click();
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await preview.getByRole('heading', { name: 'Dinner' }).waitFor();
  await build.getByRole('textbox', { name: 'Color', exact: true }).fill('#ffee00');
  await build
    .getByText(/contrast|lighter|darker|shade/i)
    .first()
    .waitFor();
  await build.getByRole('combobox', { name: 'Corners' }).click();
  await page.getByRole('option', { name: 'Round', exact: true }).click();
  const button = preview.getByRole('button', { name: 'Send' });
  await button.waitFor();
  await page.waitForFunction(() => {
    const frame = document.querySelector('iframe[title="Preview of the page"]') as HTMLIFrameElement;
    return new URL(frame.src).searchParams.get('looks')?.includes('"round"');
  });
  await build.getByRole('checkbox', { name: 'No cover picture' }).check();
  await checkScreen(page, 'form-looks');
  const before = await server.request('GET', `/forms/${made.body.id}`);
  assert.deepEqual(before.body.settings, {}, 'nothing is saved yet');
  await build.getByRole('button', { name: 'Save' }).click();
  await build.getByText('All changes saved').waitFor();
  const { looks } = (await server.request('GET', `/forms/${made.body.id}`)).body.settings;
  assert.deepEqual(looks, { brandColor: '#ffee00', corners: 'round', cover: 'none' });

  await open('/settings', 'General');
  await page.getByRole('combobox', { name: 'Light or dark' }).click();
  await page.getByRole('option', { name: 'Always dark' }).click();
  await preview.getByRole('heading', { name: 'Book a table' }).waitFor();
  await checkScreen(page, 'site-looks');
  assert.deepEqual(pageErrors(), []);
});

test('pages of three brands are accessible on phones and wide screens, light and dark, and from right to left', async (t) => {
  const { server, page } = await openAdmin(t);
  const form = new FormData();
  form.append(
    'file',
    new Blob([await picture('jpeg', { width: 1200, height: 400 })], { type: 'image/jpeg' }),
    'sea.jpg',
  );
  const uploaded = await fetch(`${server.origin}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: form,
  });
  const { id } = (await uploaded.json()) as { id: string };
  const brands = {
    dark: { theme: 'dark', font: 'rounded', corners: 'round', brandColor: '#ff5a36', backgroundColor: '#1a1026' },
    pale: { font: 'serif', corners: 'square', brandColor: '#ffee00', backgroundColor: '#fff4d6' },
    pictures: { cover: id, backgroundPicture: id, logo: id, brandColor: '#0b6e6e' },
  };
  const [wide, phone] = [
    { width: 1200, height: 900 },
    { width: 390, height: 844 },
  ];
  for (const [name, looks] of Object.entries(brands)) {
    const made = await server.request('POST', '/forms', { name, slug: name, fields, settings: { looks } });
    assert.equal(made.status, 201);
    for (const [what, viewport, colorScheme, lang] of [
      ['wide', wide, 'light', 'en'],
      ['phone, dark', phone, 'dark', 'de'],
      ['phone, right to left', phone, 'light', 'ar'],
    ] as const) {
      const context = await openContext(t, { viewport, colorScheme });
      const visitor = await context.newPage();
      const errors: string[] = [];
      visitor.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await visitor.goto(`${server.origin}/f/${name}?lang=${lang}`);
      await assertAccessible(visitor, `${name}, ${what}`);
      assert.deepEqual(errors, [], `${name}, ${what}`);
      await context.close();
    }
  }
  await page.close();
});
