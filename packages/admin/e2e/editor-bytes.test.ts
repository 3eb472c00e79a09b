// The editor writes back every byte that was not edited.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { seededRandom } from '../../server/test/support/seeded-random.ts';
import type { EditorInPage } from './support/editor-in-page.ts';
import { openEditorPage } from './support/editor-page.ts';

declare const editorInPage: EditorInPage;

const file = path.resolve(import.meta.dirname, '../../server/test/data/themeunittestdata.wordpress.xml');

/** The texts of all posts and pages of WordPress' theme test data. */
async function readTexts(): Promise<string[]> {
  const items = (await readFile(file, 'utf8')).match(/<item>[\s\S]*?<\/item>/g) ?? [];
  return items
    .filter((item) => /<wp:post_type>(?:<!\[CDATA\[)?(?:post|page)\b/.test(item))
    .map((item) => /<content:encoded><!\[CDATA\[([\s\S]*?)\]\]><\/content:encoded>/.exec(item)?.[1] ?? '');
}

const open = (page: Page, html: string) => page.evaluate((html) => editorInPage.open(html), html);

const pasted = {
  word: [
    '<h2>Opening hours</h2>',
    '<p>We open at <b>nine</b>, except in <i>winter</i>. Water is H<sub>2</sub>O and 10 m<sup>2</sup> is small.</p>',
    '<p style="text-align: center">See <a href="https://example.com/hours">our hours</a>.</p>',
    '<ul><li>Bread<ul><li>White</li></ul></li><li>Milk</li></ul>',
    '<p>Then:</p>',
    '<ol><li>Knead</li><li>Bake</li></ol>',
    '<table><tbody><tr><td><b>Day</b></td><td><b>Hours</b></td></tr><tr><td colspan="2">Monday: 9–17</td></tr></tbody></table>',
  ],
  'google-docs': [
    '<h2>Menu</h2>',
    '<p>A <strong>bold</strong> and <em>slanted</em> word, x<sup>2</sup> and a <a href="https://example.com/menu">link</a><s>gone</s></p>',
    '<ul><li>Soup<ul><li>Tomato</li></ul></li><li>Salad</li></ul>',
    '<table><tbody><tr><td><strong>Dish</strong></td><td>Price</td></tr></tbody></table>',
    '<p style="text-align: right"><img src="https://lh7-rt.googleusercontent.com/docsz/picture" width="100" height="80"></p>',
  ],
  'web-page': [
    '<h2>A page</h2>',
    '<p>First <strong>words</strong> with <code>code</code>.</p>',
    '<figure><img src="https://example.com/a.jpg" alt="A harbor">',
    '<figcaption>The harbor</figcaption></figure>',
    '<pre><code class="language-js">let a = 1;',
    'let b = 2;</code></pre>',
    '<ol start="3"><li>Third</li><li>Fourth<ul><li>Inner</li></ul></li></ol>',
    '<table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Cod &amp; chips</td></tr></tbody></table>',
    '<p>bad <a href="https://example.com/ok">ok</a></p>',
  ],
};

test('the editor', async (t) => {
  const page = await openEditorPage(t);
  const texts = await readTexts();
  assert.equal(texts.length, 79);

  await t.test('opening and saving changes no byte, and at least 75 of 79 texts open visually', async () => {
    let visual = 0;
    let blocks = 0;
    let html = 0;
    for (const text of texts) {
      const read = await open(page, text);
      assert.equal(read.written, text);
      const rest = read.blocks
        .filter(({ type }) => type === 'htmlBlock')
        .reduce((sum, { source }) => sum + source.length, 0);
      blocks += read.blocks.length;
      html += read.blocks.filter(({ type }) => type === 'htmlBlock').length;
      if (text === '' || rest < text.length / 2) visual++;
      else t.diagnostic(`HTML only: ${JSON.stringify(text.slice(0, 200))}`);
    }
    t.diagnostic(`${visual} of 79 texts are mostly visual; ${html} of ${blocks} blocks are HTML`);
    assert.ok(visual >= 75, `${visual} texts`);
  });

  await t.test('typing in any paragraph changes only that block', async () => {
    let tried = 0;
    for (const text of texts) {
      const results = await page.evaluate((html) => editorInPage.typeInEach(html), text);
      for (const { written, source } of results) {
        let start = 0;
        while (start < text.length && text[start] === written[start]) start++;
        let end = 0;
        while (end < text.length - start && text.at(-1 - end) === written.at(-1 - end)) end++;
        const changed = text.slice(start, text.length - end);
        assert.ok(source.includes(changed), `${JSON.stringify(source)} is not all of ${JSON.stringify(changed)}`);
        assert.ok(written.includes('Typed '));
      }
      tried += results.length;
    }
    t.diagnostic(`${tried} blocks`);
  });

  await t.test('any text is written as it was read', async () => {
    const random = seededRandom(7);
    const parts = [
      ...['<p>', '</p>', '<p class="x">', '<div>', '</div>', 'word', '\n', '\n\n', ' ', '\t', '\r\n', '<b>', '</b>'],
      ...[
        '<!-- wp:paragraph -->',
        '<!-- /wp:paragraph -->',
        '<!-- wp:x /-->',
        '<!-- wp:group -->',
        '<!-- /wp:group -->',
      ],
      ...[
        '<!-- c -->',
        '<!--',
        '-->',
        '[gallery]',
        '[caption]x[/caption]',
        '<ul><li>',
        '<li>',
        '</ul>',
        '<br/>',
        '<hr>',
      ],
      ...[
        '<',
        '>',
        '&amp;',
        '&',
        '"',
        "'",
        '<td>',
        '<table><tr><td>x</table>',
        '<img src="a>b">',
        "<a href='x'>",
        '</a>',
      ],
      ...[
        '<script>a</p></script>',
        '<figure><img src="/a.png"><figcaption>C</figcaption></figure>',
        '<h2>H</h2>',
        '<pre>\n',
      ],
      ...[
        '<blockquote>',
        '</blockquote>',
        '<details><summary>S</summary>',
        '</details>',
        '\u00e9',
        '\ud83d\ude00',
        '\ud83d',
      ],
    ];
    const made = Array.from({ length: 3000 }, () =>
      Array.from({ length: Math.floor(random() * 12) }, () => parts[Math.floor(random() * parts.length)]).join(''),
    );
    const failed = await page.evaluate((made) => made.filter((html) => editorInPage.open(html).written !== html), made);
    assert.deepEqual(failed, []);
  });

  await t.test('a block of thousands of nested tags opens as HTML, and at once', async () => {
    for (const [opening, start, end, closing] of [
      ['<p>', '<span class="a">', '</span>', '</p>'],
      ['<p>', '<b>', '', '</p>'],
      ['', '<div>', '</div>', ''],
    ] as const) {
      const html = `<p>One</p>\n${opening}${start.repeat(3000)}deep${end.repeat(3000)}${closing}\n<p>Two</p>`;
      const open = () =>
        page.evaluate((html) => {
          const start = performance.now();
          return { ...editorInPage.open(html), time: performance.now() - start };
        }, html);
      // Of some attempts, because this machine may be busy.
      let read = await open();
      for (let tries = 1; read.time >= 1000 && tries < 5; tries++) read = await open();
      assert.equal(read.written, html);
      assert.equal(read.blocks[0]?.type, 'paragraph');
      assert.equal(read.blocks[1]?.type, 'htmlBlock');
      assert.ok(read.time < 1000, `${read.time} ms`);
    }
  });

  for (const [name, expected] of Object.entries(pasted)) {
    await t.test(`what was copied from ${name} keeps what it says and loses how it looks`, async () => {
      const copied = await readFile(path.join(import.meta.dirname, 'clipboard', `${name}.txt`), 'utf8');
      const written = await page.evaluate((html) => editorInPage.paste(html), copied);
      assert.equal(written, expected.join('\n'));
    });
  }

  await t.test('blocks that are moved, copied, split or joined leave the others as they are', async () => {
    const random = seededRandom(11);
    const pick = (count: number): number => Math.floor(random() * count);
    const kinds = ['delete', 'move', 'copy', 'split', 'join'] as const;
    for (const text of texts) {
      const { blocks } = await open(page, text);
      const steps = Array.from({ length: 3 }, () => ({
        kind: kinds[pick(5)] ?? 'move',
        index: pick(999),
        to: pick(999),
      }));
      const result = await page.evaluate(([html, steps]) => editorInPage.edit(html, steps), [text, steps] as const);
      assert.equal(result.again, result.written, 'what was written is read and written alike');
      for (const html of result.kept) assert.ok(result.written.includes(html));
      const lost = blocks.filter(({ source }) => !result.written.includes(source));
      assert.ok(lost.length <= 6, `${lost.length} blocks changed by ${JSON.stringify(steps)}`);
    }
  });
});
