// The media library: uploads by dropping and pasting, texts and focal point, a field of an item, deleting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { picture } from '../../server/test/support/media.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('pictures are dropped, pasted, described, chosen in a field and deleted', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const find = async (query: string) => (await server.request('GET', `/media?${query}`)).body;
  await open('/media', 'Media');
  await page.getByText('No files yet').waitFor();
  await checkScreen(page, 'media-empty');

  const harbor = await picture('jpeg', { width: 600, height: 400, seed: 1 });
  const boat = await picture('png', { width: 300, height: 400, seed: 2 });
  await page.locator('input[type=file]').setInputFiles([
    { name: 'harbor.jpg', mimeType: 'image/jpeg', buffer: harbor },
    { name: 'boat.png', mimeType: 'image/png', buffer: boat },
    { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: harbor.subarray(0, 500) },
  ]);
  await page.getByText('2 of 3 uploaded').waitFor();
  await page.getByText('cut.jpg: The file must be a complete picture').waitFor();
  await page.getByRole('button', { name: 'Upload cut.jpg again' }).waitFor();
  await send(page, 'drop', 'note.txt', 'text/plain', Buffer.from('A note'));
  await send(page, 'paste', 'image.png', 'image/png', await picture('png', { seed: 3 }));
  await page.getByText('4 of 5 uploaded').waitFor();
  assert.equal((await find('')).total, 4);
  await page.getByRole('button', { name: 'image', exact: true }).waitFor();
  await checkScreen(page, 'media');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();

  // One that takes minutes is cancelled, and leaves nothing. Once all bytes were sent, it would be stored all the same.
  const slow = await page.context().newCDPSession(page);
  await slow.send('Network.enable');
  const throttled = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
  await slow.send('Network.emulateNetworkConditions', throttled);
  const size = { width: 1200, height: 1200, seed: 4 };
  const large = await picture('png', { ...size, change: (image) => image.png({ compressionLevel: 0 }) });
  await page.locator('input[type=file]').setInputFiles([{ name: 'large.png', mimeType: 'image/png', buffer: large }]);
  const progress = page.getByRole('progressbar', { name: 'Progress of large.png' });
  await waitFor('progress', async () => Number(await progress.getAttribute('aria-valuenow')) > 0);
  await page.getByRole('button', { name: 'Cancel large.png' }).click();
  await progress.waitFor({ state: 'detached' });
  assert.equal((await find('')).total, 4);

  // Files keep the order in which they were chosen, even if the first takes longest.
  await slow.send('Network.emulateNetworkConditions', { ...throttled, uploadThroughput: 2_000_000 });
  await page.locator('input[type=file]').setInputFiles([
    { name: 'first.png', mimeType: 'image/png', buffer: large },
    { name: 'second.png', mimeType: 'image/png', buffer: await picture('png', { seed: 5 }) },
    { name: 'third.png', mimeType: 'image/png', buffer: await picture('png', { seed: 6 }) },
  ]);
  await page.getByText('3 of 3 uploaded').waitFor();
  await slow.send('Network.emulateNetworkConditions', { ...throttled, uploadThroughput: -1 });
  const { items: newest } = await find('limit=3');
  assert.deepEqual(
    newest.map(({ title }: { title: string }) => title),
    ['third', 'second', 'first'],
  );
  for (const { id } of newest) await server.request('DELETE', `/media/${id}`);
  await page.reload();

  await page.getByRole('button', { name: 'harbor', exact: true }).click();
  await page.getByLabel('Alternative text').fill('A harbor at night');
  await page.getByLabel('Folder', { exact: true }).fill('Travel');
  const focal = page.getByRole('button', { name: 'Focal point' });
  // A hover waits until the drawer has slid in: a place measured before is elsewhere when it is clicked.
  await focal.hover();
  const box = await focal.locator('img').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.75);
  await page.getByText('Not used in any item or form').waitFor();
  await checkScreen(page, 'media-details');
  await page.getByRole('button', { name: 'Save file' }).click();
  await page.getByText('File saved').waitFor();
  const [saved] = (await find('search=harbor')).items;
  assert.deepEqual([saved.alt, saved.folder], ['A harbor at night', 'Travel']);
  assert.ok(Math.abs(saved.focalX - 0.25) < 0.02 && Math.abs(saved.focalY - 0.75) < 0.02);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();

  const fields = [{ name: 'photo', type: 'media', label: 'Photo' }];
  await server.request('POST', '/types', { name: 'lamp', plural: 'lamps', label: 'Lamps', fields });
  await page.goto(`${server.origin}/admin/content/lamp/new`);
  await page.getByLabel('Title', { exact: true }).fill('Lamp');
  await page.getByRole('group', { name: 'Photo' }).getByRole('button', { name: 'Choose file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'boat', exact: true }).click();
  await checkScreen(page, 'media-dialog');
  await page.getByRole('button', { name: 'Insert file' }).click();
  await page.getByRole('button', { name: 'Choose another file' }).waitFor();
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await waitFor('the item', async () => (await server.request('GET', '/content/lamp?status=any')).body.total === 1);

  await open('/media', 'Media');
  await page.getByRole('checkbox', { name: 'Select boat' }).check();
  await page.getByText('List', { exact: true }).click();
  await page.getByRole('table', { name: 'Media' }).waitFor();
  assert.ok(await page.getByRole('checkbox', { name: 'Select boat' }).isChecked());
  await page.getByRole('checkbox', { name: 'Select note' }).check();
  await checkScreen(page, 'media-list');
  await page.getByRole('button', { name: 'Delete 2 files' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('although it is used').waitFor();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await waitFor('the files to be deleted', async () => (await find('')).total === 2);

  await page.getByText('Grid', { exact: true }).click();
  const shown = page.getByRole('button', { name: 'harbor', exact: true }).locator('img');
  assert.match((await shown.getAttribute('src')) ?? '', /\?width=320$/);
  await page.route('**/media/med_*/**', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'harbor', exact: true }).getByText('JPG').waitFor();
  await page.unroute('**/media/med_*/**');
  assert.deepEqual(
    pageErrors().filter((text) => !/422|409|ERR_FAILED/.test(text)),
    [],
  );
});

/** Drops or pastes a file. */
async function send(page: Page, way: 'drop' | 'paste', name: string, type: string, bytes: Buffer): Promise<void> {
  await page.getByText(/of \d uploaded/).evaluate(
    (target, { way, name, type, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      const event =
        way === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      target.dispatchEvent(event);
    },
    { way, name, type, base64: bytes.toString('base64') },
  );
}
