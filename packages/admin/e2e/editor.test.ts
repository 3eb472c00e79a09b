// Writing in the editor: blocks, pasting, and how quickly it follows the keys.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { type Admin, openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

async function openItem(
  { server, page }: Admin,
  content: string,
): Promise<{ text: Locator; stored(): Promise<string> }> {
  const { body } = await server.request('POST', '/content/post', { title: 'Harbor guide', content });
  await page.goto(`${server.origin}/admin/content/post/${body.id}`);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.waitFor();
  return { text, stored: async () => (await server.request('GET', `/content/post/${body.id}`)).body.content };
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** Clicks a block and at once moves it down by keys, while the page is busy: it gets all that together. */
async function moveDownWhileBusy(page: Page, block: Locator): Promise<void> {
  const box = await block.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const mouse = { x: box.x + 10, y: box.y + box.height / 2, button: 'left', clickCount: 1 } as const;
  const control = 2;
  const shift = 8;
  const key = { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40, modifiers: control + shift };
  await Promise.all([
    page.evaluate(() => {
      const end = performance.now() + 300;
      while (performance.now() < end);
    }),
    session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse }),
    session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse }),
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ]);
  await session.detach();
}

/** Presses Ctrl S as soon as the editor has written what was typed, before anything has been rendered again. */
async function saveOnceWritten(page: Page): Promise<void> {
  const editorWritesAfter = 250;
  await page.evaluate((ms) => {
    const start = window.setTimeout.bind(window) as (...parts: unknown[]) => number;
    const save = { key: 's', ctrlKey: true, bubbles: true, cancelable: true };
    const runAndSave = (run: () => void) => () => {
      run();
      window.setTimeout = start as typeof window.setTimeout;
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', save));
    };
    Object.assign(window, {
      setTimeout: (run: () => void, wait: unknown, ...rest: unknown[]) =>
        start(wait === ms ? runAndSave(run) : run, wait, ...rest),
    });
  }, editorWritesAfter);
}

test('blocks are inserted by the / menu and by the toolbar, and moved by keys', async (t) => {
  const admin = await openAdmin(t);
  const { page, pageErrors } = admin;
  const { text, stored } = await openItem(admin, '<p>Intro</p>');
  await text.getByText('Intro').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await page.getByRole('listbox', { name: 'Insert a block' }).waitFor();
  await checkScreen(page, 'editor-slash-menu');
  await text.focus();
  await page.keyboard.type('call');
  await page.getByRole('option', { name: 'Callout', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Mind the step');
  await save(page);
  assert.equal(await stored(), '<p>Intro</p>\n<aside class="callout"><p>Mind the step</p></aside>');

  await moveDownWhileBusy(page, text.getByText('Intro'));
  await page.getByRole('button', { name: 'Insert a block' }).click();
  await page.getByRole('menuitem', { name: 'Table' }).click();
  await page.keyboard.type('Day');
  // A header is none before it has a text.
  const rolesOfHeaders = () => text.locator('th').evaluateAll((cells) => cells.map((cell) => cell.role));
  assert.deepEqual(await rolesOfHeaders(), [null, 'cell', 'cell']);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Hours');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete column' }).click();
  await text.locator('th').last().click();
  await page.keyboard.type('Se');
  await save(page);
  await saveOnceWritten(page);
  await page.keyboard.insertText('ason');
  await waitFor('the last words', async () => (await stored()).includes('Season'));
  assert.equal(
    await stored(),
    '<aside class="callout"><p>Mind the step</p></aside>\n<p>Intro</p>\n<table><thead><tr><th>Day</th><th>Season</th></tr></thead>' +
      '<tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
  );

  await text.getByText('Intro').click();
  await page.getByRole('button', { name: 'Center' }).click();
  await page.getByRole('button', { name: 'Insert a block' }).click();
  await page.getByRole('menuitem', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed' });
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://unknown.example/video');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter the URL of a page on YouTube, Vimeo, Spotify or SoundCloud').waitFor();
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://youtu.be/dQw4w9WgXcQ');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await text.getByText('Embed: YouTube').waitFor();
  await checkScreen(page, 'editor-blocks');
  await text.getByText('Intro').click();
  await save(page);
  const html = await stored();
  assert.match(
    html,
    /<p style="text-align: center">Intro<\/p>\n<figure class="wp-block-embed [^>]*><div class="wp-block-embed__wrapper"><a href="https:\/\/youtu\.be\/dQw4w9WgXcQ">/,
  );

  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete block' }).click();
  await waitFor('the block is gone', async () => (await text.getByText('Intro').count()) === 0);
  assert.deepEqual(pageErrors(), []);
});

test('the editor opens again and again, also while it is being left', async (t) => {
  const admin = await openAdmin(t);
  const { page, pageErrors } = admin;
  await openItem(admin, '<p>One</p>');
  const show = (mode: string): Promise<void> =>
    page.getByRole('radiogroup', { name: 'Editor' }).getByText(mode).click();
  for (let round = 0; round < 5; round++) {
    await show('HTML');
    await show('Visual');
  }
  await page.getByRole('textbox', { name: 'Content', exact: true }).getByText('One').waitFor();
  // Loads the editor for a new item, which gets another address when it is saved.
  for (let round = 0; round < 3; round++) {
    await page.getByRole('link', { name: 'Pages' }).first().click();
    await page.getByRole('link', { name: 'New page' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill(`Page ${round}`);
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/admin\/content\/page\/item_/);
    await page.getByRole('textbox', { name: 'Content', exact: true }).waitFor();
  }
  assert.deepEqual(pageErrors(), []);
});

test('a text copied from Word is pasted with its lists, table and formats', async (t) => {
  const admin = await openAdmin(t);
  const { page, pageErrors } = admin;
  const { text, stored } = await openItem(admin, '');
  const copied = await readFile(path.join(import.meta.dirname, 'clipboard', 'word.txt'), 'utf8');
  await text.focus();
  await text.evaluate((element, html) => {
    const data = new DataTransfer();
    data.setData('text/html', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, copied);
  await text.getByText('Monday').waitFor();
  await checkScreen(page, 'editor-pasted');
  await text.focus();
  await save(page);
  const html = await stored();
  assert.match(html, /<h2>Opening hours<\/h2>/);
  assert.match(html, /H<sub>2<\/sub>O and 10 m<sup>2<\/sup>/);
  assert.match(html, /<ul><li>Bread<ul><li>White<\/li><\/ul><\/li><li>Milk<\/li><\/ul>/);
  assert.match(html, /<td colspan="2">/);
  assert.deepEqual(pageErrors(), []);
});

const typed = ' a few more words about the harbor that are typed here';

/** Types into a text of so many paragraphs, and returns the processor time of each key in ms, sorted. */
async function timeKeys(admin: Admin, paragraphs: number): Promise<number[]> {
  const { page } = admin;
  const words = 'The harbor is open all year and the boats leave at nine unless the wind is too strong. '
    .repeat(5)
    .trim();
  const content = Array.from({ length: paragraphs }, (_, index) => `<p>${index} ${words}</p>`).join('\n\n');
  const { text, stored } = await openItem(admin, content);
  await text.getByText(`${Math.floor(paragraphs / 2)} The harbor`).click();
  await page.keyboard.press('End');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const times: number[] = [];
  for (const key of typed) {
    const before = await busy();
    await page.keyboard.type(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    times.push((await busy()) - before);
  }
  await save(page);
  assert.equal((await stored()).replace(typed, ''), content);
  return times.sort((a, b) => a - b);
}

test('typing in a text of 400 paragraphs keeps up with the keys', async (t) => {
  const admin = await openAdmin(t);
  const medianOf = (times: number[]): number => times[Math.floor(times.length / 2)] as number;
  const short = medianOf(await timeKeys(admin, 2));
  const times = await timeKeys(admin, 400);
  const long = medianOf(times);
  const max = times.at(-1)?.toFixed(1);
  t.diagnostic(`${long.toFixed(1)} ms of processor time per key at the median, ${max} ms at max`);
  t.diagnostic(`${short.toFixed(1)} ms in a short text`);
  assert.ok(long < 4 * short, `${long} ms, ${short} ms in a short text`);
});

test('Enter in the title goes on to the text, and nothing typed is lost, while the editor is still loading', async (t) => {
  const { page, open, pageErrors } = await openAdmin(t);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/content-input-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await open('/content/post/new', 'New post');
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Opening hours');
  await page.getByRole('status', { name: 'Loading the editor' }).waitFor();
  await title.press('Enter');
  await page.keyboard.type('We are opem');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('n <b>');
  // As on a busy machine: the editor is in the page for some time before its effects run.
  await page.evaluate(() => {
    const start = performance.now();
    performance.now = () => start + (document.querySelector('.tiptap') ? 1000 : 0);
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...message: [unknown]) {
      setTimeout(() => postMessage.apply(this, message), 20);
    };
  });
  release();
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.getByText('We are open <b>').waitFor();
  await page.keyboard.type(' now');
  await text.getByText('We are open <b> now').waitFor();
  assert.equal(await title.inputValue(), 'Opening hours');
  assert.deepEqual(pageErrors(), []);
});
