// Finding and replacing in a text, links to items, footnotes and embeds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { type Admin, openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

/** An item with this content, in the editor. `saveAs` saves it and waits until it has this content. */
async function openText({ server, page }: Admin, content: string) {
  const { body } = await server.request('POST', '/content/page', { title: 'Harbor guide', content });
  const stored = async (): Promise<string> => (await server.request('GET', `/content/page/${body.id}`)).body.content;
  await page.goto(`${server.origin}/admin/content/page/${body.id}`);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.waitFor();
  const waitForStored = async (expected: string | RegExp): Promise<void> => {
    let last = '';
    const isExpected = async (): Promise<boolean> => {
      last = await stored();
      return typeof expected === 'string' ? last === expected : expected.test(last);
    };
    await waitFor('the text is stored', isExpected).catch(() =>
      typeof expected === 'string' ? assert.equal(last, expected) : assert.match(last, expected),
    );
  };
  const saveAs = async (expected: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+s');
    await waitForStored(expected);
  };
  return { text, saveAs, waitForStored };
}

test('find and replace: counts, goes around, replaces across formats, and one Undo takes all back', async (t) => {
  const admin = await openAdmin(t);
  const { page, pageErrors } = admin;
  const content =
    '<p class=old>The har<b>bor</b> is open.</p>\n\n\n<p>A Harbor &mdash; the harbor</p>\n<div><h2>Harbors</h2></div>\n' +
    '<my-map title="harbor">A harbor</my-map>\n<script>harbor</script>\n<p>End</p>';
  const { text, saveAs } = await openText(admin, content);
  await text.getByText('End').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find and replace' });
  const count = bar.getByRole('status');
  await page.keyboard.type('harbor');
  await bar.getByText('1 of 4').waitFor();
  await checkScreen(page, 'editor-find');
  const field = bar.getByRole('textbox', { name: 'Find' });
  await field.focus();
  await page.keyboard.press('Shift+Enter');
  await bar.getByText('4 of 4').waitFor();
  await page.keyboard.press('Enter');
  await bar.getByText('1 of 4').waitFor();
  await bar.getByRole('button', { name: 'Match case' }).click();
  await bar.getByText('1 of 2').waitFor();
  await bar.getByRole('button', { name: 'Match case' }).click();
  assert.equal(await count.textContent(), '1 of 4, 1 match in HTML blocks');

  await bar.getByRole('textbox', { name: 'Replace with' }).fill('port');
  await page.keyboard.press('Enter');
  await bar.getByText('1 of 3').waitFor();
  await saveAs(content.replace('<p class=old>The har<b>bor</b> is', '<p class="old">The port is'));
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await bar.getByText('No matches').waitFor();
  await page.keyboard.press('Escape');
  await saveAs(
    content
      .replace('<p class=old>The har<b>bor</b> is', '<p class="old">The port is')
      .replace('<p>A Harbor &mdash; the harbor</p>', '<p>A port — the port</p>')
      .replace('Harbors', 'ports'),
  );
  await text.getByText('End').click();
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await saveAs(content);
  assert.deepEqual(pageErrors(), []);
});

test('a link to an item is found by its title, names the item, and says when visitors cannot see it', async (t) => {
  const admin = await openAdmin(t);
  const { server, page, pageErrors } = admin;
  await server.request('PATCH', '/types/post', { url: 'https://example.com/blog/{slug}' });
  const { body: target } = await server.request('POST', '/content/post', { title: 'Opening hours', status: 'publish' });
  const { body: plan } = await server.request('POST', '/content/page', { title: 'Opening party' });
  const content = `<p>See the hours and the plan.</p>\n<p class='kept'>Untouched</p>`;
  const { text, saveAs, waitForStored } = await openText(admin, content);
  const dialog = page.getByRole('dialog', { name: 'Link' });
  const field = dialog.getByRole('textbox', { name: 'URL or item' });
  const select = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).fill(words);
    await page.getByText('1 of 1').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
  };
  await text.getByText('Untouched').click();
  await select('hours');
  await page.keyboard.press('Control+k');
  await field.fill('opening');
  await page.getByRole('option', { name: 'Opening party Pages · Draft' }).waitFor();
  await checkScreen(page, 'editor-link');
  await field.focus();
  await page.getByRole('option', { name: 'Opening hours Posts' }).click();
  await field.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await select('plan');
  await page.keyboard.press('Control+k');
  await field.fill('no url');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a URL such as https://example.com, or choose an item from the list').waitFor();
  await field.fill(plan.id);
  await page.getByRole('option', { name: 'Opening party' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByText('Pages · Draft').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await text.locator('[title="Opening party (draft)"]').waitFor();
  await text.locator('[title="Opening hours"]').waitFor();
  await saveAs(
    content
      .replace('hours', `<a href="https://example.com/blog/opening-hours" data-item="${target.id}">hours</a>`)
      .replace('plan', `<a href="/page/opening-party" data-item="${plan.id}">plan</a>`),
  );

  // The hint at the cursor shows the item, also after it was trashed.
  await server.request('DELETE', `/content/page/${plan.id}`);
  await page.reload();
  await text.getByText('plan').click();
  const hint = page.getByRole('group', { name: 'Link' });
  await hint.getByText('Trash').waitFor();
  await checkScreen(page, 'editor-link-hint');
  assert.equal(
    await hint.getByRole('link', { name: 'Opening party' }).getAttribute('href'),
    `/admin/content/page/${plan.id}`,
  );
  await hint.getByRole('button', { name: 'Edit link' }).click();
  await field.fill('example.com/plan');
  // The key to save, while the focus is still on its way from the dialog to the text.
  await dialog.getByRole('button', { name: 'Update link' }).evaluate((button: HTMLElement) => {
    button.click();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
  });
  await waitForStored(/<a href="https:\/\/example\.com\/plan">plan<\/a>/);
  await dialog.waitFor({ state: 'detached' });
  await hint.getByRole('button', { name: 'Remove link' }).click();
  await saveAs(/and the plan\.<\/p>\n<p class='kept'>/);
  // Outside the text, the same keys open the search.
  await page.getByRole('textbox', { name: 'Title' }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('footnotes are numbered in their order, lead to their notes and back, and go and come with their references', async (t) => {
  const admin = await openAdmin(t);
  const { page, pageErrors } = admin;
  const { text, saveAs } = await openText(admin, `<p>First.</p>\n<p>Second.</p>\n\n\n<p class='kept'>Third</p>`);
  const add = async (paragraph: string, note: string): Promise<void> => {
    await text.getByText(paragraph).click();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Footnote' }).click();
    await page.keyboard.type(note);
  };
  await add('Second.', 'About two');
  await add('First.', 'About one');
  await text.getByTitle('Footnote 2').waitFor();
  await checkScreen(page, 'editor-footnotes');
  const reference = (number: number): string =>
    `<sup data-fn="ID" class="fn"><a href="#ID" id="ID-link">${number}</a></sup>`;
  const note = (number: number, words: string): string =>
    `<li id="ID">${words} <a href="#ID-link" aria-label="Jump to footnote reference ${number}">↩︎</a></li>`;
  const html = (...lines: string[]): RegExp => {
    const literal = RegExp.escape(lines.join('\n')).replaceAll('ID', '[0-9a-f]{16}');
    return new RegExp(`^${literal}$`);
  };
  const kept = `\n\n<p class='kept'>Third</p>`;
  const two = html(
    `<p>First.${reference(1)}</p>`,
    `<p>Second.${reference(2)}</p>`,
    kept,
    `<ol class="wp-block-footnotes">${note(1, 'About one')}${note(2, 'About two')}</ol>`,
  );
  await saveAs(two);

  // From the reference to the note, and back.
  await text.getByTitle('Footnote 2').click();
  await page.keyboard.type('More. ');
  await text.getByTitle('Back to the reference').last().click();
  await page.keyboard.type('!');
  await saveAs(
    html(
      `<p>First.${reference(1)}</p>`,
      `<p>Second.${reference(2)}!</p>`,
      kept,
      `<ol class="wp-block-footnotes">${note(1, 'About one')}${note(2, 'More. About two')}</ol>`,
    ),
  );
  // Deleted with its reference, and back with it.
  await text.getByText('First.').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await saveAs(
    html(
      '<p>First.</p>',
      `<p>Second.${reference(1)}!</p>`,
      kept,
      `<ol class="wp-block-footnotes">${note(1, 'More. About two')}</ol>`,
    ),
  );
  await text.focus();
  await page.keyboard.press('Control+z');
  await text.getByText('About one').waitFor();
  await text.getByTitle('Footnote 2').waitFor();
  // A moved paragraph takes its number along.
  await text.getByText('First.').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await saveAs(
    html(
      `<p>Second.${reference(1)}!</p>`,
      `<p>First.${reference(2)}</p>`,
      kept,
      `<ol class="wp-block-footnotes">${note(1, 'More. About two')}${note(2, 'About one')}</ol>`,
    ),
  );
  assert.deepEqual(pageErrors(), []);
});

test('an embed is a card that loads its player on a click, and nothing before', async (t) => {
  const admin = await openAdmin(t);
  const { page, pageErrors } = admin;
  const requested: string[] = [];
  await page.route(/^https:/, (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Player</title>' });
  });
  const { text, saveAs } = await openText(admin, '<p>Intro</p>');
  await text.getByText('Intro').click();
  await page.getByRole('button', { name: 'Insert a block' }).click();
  await page.getByRole('menuitem', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed' });
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://youtu.be/dQw4w9WgXcQ');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('A tour of the harbor');
  await page.keyboard.press('Enter');
  await text.getByText('A tour of the harbor').waitFor();
  const stored =
    '<p>Intro</p>\n<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube">' +
    '<div class="wp-block-embed__wrapper"><a href="https://youtu.be/dQw4w9WgXcQ">A tour of the harbor</a></div></figure>';
  await saveAs(new RegExp(`^${RegExp.escape(stored)}`));
  await page.reload();
  await text.getByText('Embed: YouTube').waitFor();
  await checkScreen(page, 'editor-embed');
  assert.deepEqual(requested, []);
  await text.getByRole('button', { name: 'Load player of Embed: YouTube' }).click();
  await waitFor('the player is requested', () => requested.length > 0);
  assert.deepEqual(requested, ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ']);
  await page.frameLocator('iframe[title="A tour of the harbor"]').locator('html').waitFor({ state: 'attached' });
  await text.getByRole('button', { name: 'Close player of Embed: YouTube' }).click();
  await page.locator('iframe').waitFor({ state: 'detached' });
  assert.deepEqual(pageErrors(), []);
});
