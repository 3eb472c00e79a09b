// Long texts of any kind are split in a time that grows with their length only, and nothing of them is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitBlocks } from '../src/content/editor/document/split-blocks.ts';
import { describeHtml } from '../src/content/editor/html-kinds.ts';

const parts: Record<string, string[]> = {
  'comments in a line': ['x', '<!--a-->'],
  'line breaks in a line': ['', 'a<br>'],
  'formats closed beyond a paragraph': ['<i><p>', '<b>', '</i>'],
  'rules beyond a cell': ['<p><td>', '<b>', '<hr>'],
  'items beyond a list': ['<li><ul>', '<b>', '<li>'],
  'space after a shortcode': ['[a]', ' ', '<b>'],
  'open comments': ['', '<!--'],
  'open quotes': ['', '<a "'],
  'open scripts': ['', '<script>'],
  'angle brackets': ['', '<'],
  'dashes of a comment': ['<!', '-'],
  'open settings of a block': ['', '<!-- wp:a {'],
};

for (const [name, [start, ...repeated]] of Object.entries(parts)) {
  test(`a long text is read quickly: ${name}`, { timeout: 60_000 }, () => {
    const html = start + repeated.map((part) => part.repeat(Math.ceil(300_000 / part.length))).join('\n');
    const before = process.threadCpuUsage();
    const { pieces, tail } = splitBlocks(html);
    assert.equal(pieces.map(({ gap, source }) => gap + source).join('') + tail, html);
    describeHtml(html);
    const { user, system } = process.threadCpuUsage(before);
    // In microseconds. What grows with the square of the length takes more than ten times as long.
    assert.ok(user + system < 3_000_000, `${user + system} µs`);
  });
}
