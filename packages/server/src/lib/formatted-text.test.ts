import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../test/support/busy-time.ts';
import { formatText } from './formatted-text.ts';
import { html } from './html.ts';

const markupOf = (text: string) => html`${formatText(text)}`.markup.replaceAll('\n', '');

test('paragraphs, lines, lists, bold, italic and links are formatted', () => {
  const text = 'Dear **guest**,\nplease *read*\n\n- one\n- [two](https://example.com/?a=1&b=2)\n\n\n\nBye';
  assert.equal(
    markupOf(text),
    '<p>Dear <strong>guest</strong>,<br>please <em>read</em></p>' +
      '<ul><li>one</li><li><a href="https://example.com/?a=1&#38;b=2" target="_blank" rel="noopener noreferrer">two</a></li></ul>' +
      '<p>Bye</p>',
  );
  assert.equal(markupOf(' \n\n '), '');
});

test('neither markup nor links to scripts come through, and long texts take little time', async () => {
  assert.equal(markupOf('<img onerror=x> **<b>**'), '<p>&#60;img onerror=x&#62; <strong>&#60;b&#62;</strong></p>');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'JaVaScRiPt:1', 'a"onclick=x'])
    assert.doesNotMatch(markupOf(`[x](${address})`), /<a /, address);
  assert.ok((await cpuMs(() => markupOf('*['.repeat(50_000)))) < 1000);
});
