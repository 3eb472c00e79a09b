// Pictures in the editor: dropped, pasted, chosen from the library, in galleries, and moved.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { picture } from '../../server/test/support/media.ts';
import type { ServerProcess } from '../../server/test/support/server-process.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

async function openText(t: TestContext, content: string) {
  const admin = await openAdmin(t);
  const { server, page } = admin;
  const { body } = await server.request('POST', '/content/post', { title: 'Harbor guide', content });
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  return {
    ...admin,
    text,
    async show(): Promise<void> {
      await page.goto(`${server.origin}/admin/content/post/${body.id}`);
      await text.waitFor();
    },
    stored: async (): Promise<string> => (await server.request('GET', `/content/post/${body.id}`)).body.content,
    async save(): Promise<void> {
      await text.focus();
      await page.keyboard.press('Control+s');
      await page.getByText('Saved', { exact: true }).waitFor();
    },
  };
}

/** Puts a picture into the library. Resolves to its URL. */
async function addToLibrary({ api, token }: ServerProcess, name: string, seed: number): Promise<string> {
  const form = new FormData();
  form.append('alt', `A ${name}`);
  form.append('file', new File([await picture('jpeg', { width: 600, height: 400, seed })], `${name}.jpg`));
  const answer = await fetch(`${api}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  assert.equal(answer.status, 201);
  return ((await answer.json()) as { url: string }).url;
}

type Content = { files?: { name: string; type: string; bytes: Buffer }[]; html?: string };

/** Drops files or HTML at the lower edge of an element, or pastes them. */
async function send(target: Locator, way: 'drop' | 'paste', { files = [], html = '' }: Content): Promise<void> {
  const sent = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }));
  await target.evaluate(
    (element, { way, sent, html }) => {
      const data = new DataTransfer();
      if (html) data.setData('text/html', html);
      for (const { name, type, base64 } of sent) {
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      }
      const { left, bottom } = element.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        way === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, ...init })
          : new DragEvent('drop', { dataTransfer: data, clientX: left + 20, clientY: bottom - 3, ...init }),
      );
    },
    { way, sent, html },
  );
}

/** Holds uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/media', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('pictures are dropped and pasted, and nothing of an upload is ever in the text', async (t) => {
  const { page, text, show, stored, save, pageErrors } = await openText(t, '<p>Intro</p>\n<p>End</p>');
  await show();
  const harbor = {
    name: 'harbor.jpg',
    type: 'image/jpeg',
    bytes: await picture('jpeg', { width: 600, height: 400, seed: 1 }),
  };
  const release = await holdUploads(page);
  await send(text.getByText('Intro'), 'drop', { files: [harbor] });
  const upload = page.getByRole('group', { name: 'Upload of harbor.jpg' });
  await upload.getByRole('progressbar', { name: 'Progress of harbor.jpg' }).waitFor();
  await checkScreen(page, 'editor-uploading');
  await text.getByText('Intro').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' words');
  await save();
  assert.equal(await stored(), '<p>Intro words</p>\n<p>End</p>');
  release();
  await upload.waitFor({ state: 'detached' });
  await save();
  assert.match(
    await stored(),
    /^<p>Intro words<\/p>\n<figure><img src="[^"]+\/media\/med_\w+\/harbor-\w+\.jpg" alt="" width="600" height="400"><\/figure>\n<p>End<\/p>$/,
  );

  // What cannot be uploaded says why, at its place.
  const cut = { name: 'cut.jpg', type: 'image/jpeg', bytes: harbor.bytes.subarray(0, 500) };
  await send(text.getByText('End'), 'drop', { files: [cut] });
  const failed = page.getByRole('group', { name: 'Upload of cut.jpg' });
  await failed.getByText('The file must be a complete picture').waitFor();
  await checkScreen(page, 'editor-upload-failed');
  await failed.getByRole('button', { name: 'Try again: cut.jpg' }).click();
  await failed.getByText('The file must be a complete picture').waitFor();
  await failed.getByRole('button', { name: 'Remove cut.jpg' }).click();
  await failed.waitFor({ state: 'detached' });

  // A screenshot, described when it is there.
  await text.getByText('End').click();
  const screenshot = {
    name: 'image.png',
    type: 'image/png',
    bytes: await picture('png', { width: 300, height: 200, seed: 2 }),
  };
  await send(text, 'paste', { files: [screenshot] });
  const pasted = text.locator('figure').last();
  await pasted.locator('img[width="300"]').click({ position: { x: 20, y: 20 } });
  const bar = page.getByRole('toolbar', { name: 'Picture' });
  await bar.getByRole('button', { name: 'Add alt text' }).click();
  await page.getByRole('textbox', { name: 'Alt text' }).fill('The ticket office');
  await checkScreen(page, 'editor-alt-text');
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: 'Alignment and width' }).click();
  await page.getByRole('menuitem', { name: 'Wider than the text' }).click();
  await pasted.locator('figcaption').click();
  await page.keyboard.type('Open at nine');
  await save();
  assert.match(
    await stored(),
    /<p>End<\/p>\n<figure class="alignwide"><img src="[^"]+\.png" alt="The ticket office" width="300" height="200">\n<figcaption>Open at nine<\/figcaption><\/figure>$/,
  );
  await checkScreen(page, 'editor-picture');

  // A picture on its way when the text is shown as HTML still comes to the library.
  const releaseLast = await holdUploads(page);
  await send(text, 'paste', { files: [{ ...harbor, name: 'late.jpg', bytes: await picture('jpeg', { seed: 9 }) }] });
  await page.getByRole('group', { name: 'Upload of late.jpg' }).waitFor();
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('HTML').click();
  releaseLast();
  await page.getByText('“late.jpg” is in the media library').waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('what is pasted and undone does not come back with its pictures, and those of Word are missed', async (t) => {
  const { page, text, show, stored, save, pageErrors } = await openText(t, '<p>Intro</p>');
  await show();
  const data = `data:image/png;base64,${(await picture('png', { seed: 5 })).toString('base64')}`;
  const release = await holdUploads(page);
  await text.getByText('Intro').click();
  const html = `<p>First</p><p><img src="${data}"></p><p><img src="file:///C:/image001.png"> Second</p>`;
  await send(text, 'paste', { html });
  await page.getByText('1 picture was not pasted').waitFor();
  await page.getByRole('group', { name: 'Upload of pasted.png' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('group', { name: 'Upload of pasted.png' }).waitFor({ state: 'detached' });
  await text.getByText('Second').waitFor({ state: 'detached' });
  release();
  await page.keyboard.press('Control+y');
  await text.getByText('Second').waitFor();
  await save();
  assert.doesNotMatch(await stored(), /<img/);
  assert.match(await stored(), /First[\s\S]*Second/);
  assert.deepEqual(pageErrors(), []);
});

test('pictures of a text that is pasted are uploaded to where they were', async (t) => {
  const { server, page, text, show, stored, save, pageErrors } = await openText(t, '');
  await show();
  const own = await addToLibrary(server, 'quay', 4);
  const data = `data:image/png;base64,${(await picture('png', { width: 120, height: 90, seed: 3 })).toString('base64')}`;
  const copied = await readFile(path.join(import.meta.dirname, 'clipboard', 'google-docs.txt'), 'utf8');
  const html = copied
    .replace('</h2>', `</h2><p><span><img src="${data}" alt="A map" width="60" height="45"></span></p>`)
    .replace('A </span>', `A </span><img src="${data}" alt="A dot"><img src="${own}" alt="Ours">`);
  const release = await holdUploads(page);
  await send(text, 'paste', { html });
  await text.getByText('Tomato').waitFor();
  await page.getByRole('group', { name: 'Upload of pasted.png' }).first().waitFor();
  await save();
  const meanwhile = await stored();
  assert.ok(!/upload:|data:|googleusercontent/.test(meanwhile), meanwhile);
  assert.match(meanwhile, /<table>.*Price/);
  release();
  const remote = page.getByRole('group', { name: 'Upload of picture' });
  await remote.getByRole('alert').getByText(/\w/).waitFor();
  await waitFor('both pictures', async () => (await text.locator('img[alt="A map"], img[alt="A dot"]').count()) === 2);
  await checkScreen(page, 'editor-pasted-pictures');
  await remote.getByRole('button', { name: 'Keep its address: picture' }).click();
  await remote.waitFor({ state: 'detached' });
  await save();
  const written = await stored();
  assert.match(
    written,
    /<\/h2>\n<figure><img src="[^"]+\/media\/med_[^"]+" alt="A map" width="120" height="90"><\/figure>\n<p>A <img src="[^"]+\/media\/med_/,
  );
  assert.ok(written.includes(`<img src="${own}" alt="Ours">`));
  assert.match(
    written,
    /<figure><img src="https:\/\/lh7-rt\.googleusercontent\.com\/docsz\/picture" alt=""><\/figure>$/,
  );
  assert.deepEqual(
    pageErrors().filter((error) => !/ERR_NAME_NOT_RESOLVED/.test(error)),
    [],
  );
});

test('galleries are made of the library, and blocks and pictures are moved by dragging', async (t) => {
  const old =
    '<!-- wp:gallery {"ids":["1","2"],"columns":2} -->\n<figure class="wp-block-gallery columns-2"><ul class="blocks-gallery-grid">' +
    '<li class="blocks-gallery-item"><figure><img src="/media/a.png" alt="First" data-id="1"/></figure></li>' +
    '<li class="blocks-gallery-item"><figure><img src="/media/b.png" alt="Second" data-id="2"/></figure></li></ul></figure>\n<!-- /wp:gallery -->';
  const opening = '<!-- wp:paragraph -->\n<p  class=wide>Opening</p>\n<!-- /wp:paragraph -->';
  const { server, page, text, show, stored, save, pageErrors } = await openText(t, `${opening}\n\n${old}`);
  const [harbor, boat, quay] = await Promise.all(
    ['harbor', 'boat', 'quay'].map((name, seed) => addToLibrary(server, name, seed)),
  );
  await show();

  // A gallery that WordPress made: only its order changes.
  await text.getByRole('img', { name: 'First' }).click();
  const bar = page.getByRole('toolbar', { name: 'Gallery' });
  await bar.getByRole('button', { name: 'Move later' }).click();
  await save();
  const [items] = /<li.*<\/li>/.exec(old) ?? [''];
  const [first = '', second = ''] = items.split('</li>').map((item) => `${item}</li>`);
  assert.equal(await stored(), `${opening}\n\n${old.replace(items, second + first)}`);

  // A new one.
  await text.getByText('Opening').click();
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/gall');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Media' });
  for (const name of ['harbor', 'boat']) await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Insert 2 files' }).click();
  await text.getByRole('img', { name: 'A boat' }).click();
  await bar.getByRole('button', { name: 'Add pictures' }).click();
  await dialog.getByRole('button', { name: 'quay', exact: true }).click();
  await dialog.getByRole('button', { name: 'Insert file' }).click();
  await text.getByRole('img', { name: 'A quay' }).waitFor();
  await checkScreen(page, 'editor-gallery');

  // Other blocks go after it.
  await text.getByRole('img', { name: 'A boat' }).click();
  await page.getByRole('button', { name: 'Insert a block' }).click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await text.locator('.wp-block-gallery + blockquote').waitFor();
  await page.keyboard.press('Control+z');
  await text.locator('blockquote').waitFor({ state: 'detached' });

  // By its handle, before the first.
  const quayPicture = text.getByRole('img', { name: 'A quay' });
  await quayPicture.hover();
  await waitUntilWithin(page.getByRole('button', { name: 'Move the picture' }), quayPicture);
  await drag(
    page,
    page.getByRole('button', { name: 'Move the picture' }),
    text.getByRole('img', { name: 'A harbor' }),
    'before',
  );
  await save();
  const image = (url: string | undefined, name: string): string =>
    `<!-- wp:image -->\n<figure class="wp-block-image"><img src="${url}" alt="A ${name}" width="600" height="400"></figure>\n<!-- /wp:image -->`;
  const gallery =
    '<!-- wp:gallery -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">' +
    `${[image(quay, 'quay'), image(harbor, 'harbor'), image(boat, 'boat')].join('\n\n')}</figure>\n<!-- /wp:gallery -->`;
  const changed = old.replace(items, second + first);
  assert.equal(await stored(), [opening, gallery, changed].join('\n\n'));

  // Blocks too, by mouse and by keys; on a phone the handle is beside the block with the cursor.
  await text.getByText('Opening').hover();
  const handle = page.getByRole('button', { name: 'Move the block' });
  await waitUntilWithin(handle, text.getByText('Opening'));
  await drag(page, handle, text.getByRole('img', { name: 'Second' }), 'after');
  await save();
  assert.equal(await stored(), [gallery, changed, opening].join('\n\n'));
  await text.getByText('Opening').hover();
  await waitUntilWithin(handle, text.getByText('Opening'));
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await save();
  assert.equal(await stored(), [gallery, opening, changed].join('\n\n'));

  await text.getByRole('img', { name: 'A harbor' }).click();
  await bar.getByRole('button', { name: 'Remove picture' }).click();
  await save();
  assert.equal(await stored(), [gallery.replace(`\n\n${image(harbor, 'harbor')}`, ''), opening, changed].join('\n\n'));
  assert.deepEqual(pageErrors(), []);
});

/** Waits until a handle is at the height of an element. */
async function waitUntilWithin(handle: Locator, element: Locator): Promise<void> {
  await waitFor('the handle', async () => {
    const [own, other] = [await handle.boundingBox(), await element.boundingBox()];
    const isRight = own && other && own.x < other.x + other.width && own.x > other.x - 40;
    return isRight && own.y >= other.y - 1 && own.y < other.y + other.height;
  });
}

/** Drags a handle to the near or far side of an element. */
async function drag(page: Page, handle: Locator, target: Locator, side: 'before' | 'after'): Promise<void> {
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  const [x, y] = side === 'before' ? [to.x + 4, to.y + 10] : [to.x + to.width - 4, to.y + to.height - 4];
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.up();
}
