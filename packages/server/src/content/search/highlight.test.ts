import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includedWords, readSearch, searchQuery } from '../../lib/search-query.ts';
import { highlightTexts } from './highlight.ts';

async function highlight(search: string, title: string, html = '', excerpt = ''): Promise<string[]> {
  const words = includedWords(searchQuery(readSearch(search)));
  const [found] = await highlightTexts({ words, texts: [{ title, html, excerpt }] });
  return [found!.title, found!.text];
}

test('words, beginnings, phrases and pairs of characters are marked where they are', async () => {
  const titles: [string, string, string][] = [
    ['lamp', 'Lamps, LÂMP!', '<mark>Lamps</mark>, <mark>LÂMP</mark>!'],
    ['lamp!', 'Lamps lamp', 'Lamps <mark>lamp</mark>'],
    ['"red lamp"', 'A red red lamp, red', 'A red <mark>red lamp</mark>, red'],
    ['red -lamp', 'red lamp', '<mark>red</mark> lamp'],
    ['東京都', '東京都の東京', '<mark>東京都</mark>の<mark>東京</mark>'],
    ["l'été.", 'L’été', 'L’<mark>été</mark>'],
    ['co-op', 'A Co-op', 'A <mark>Co</mark>-<mark>op</mark>'],
    ['b', '<b>&"\'', '&#60;<mark>b</mark>&#62;&#38;&#34;&#39;'],
    ['!', 'Nothing', 'Nothing'],
  ];
  for (const [search, title, marked] of titles) assert.equal((await highlight(search, title))[0], marked, search);
});

test('the part of a text around the first word is shown, or else the excerpt', async () => {
  const long = `<p>${'before '.repeat(100)}<i>lamp</i> ${'after '.repeat(100)}</p>`;
  const [, text] = await highlight('lamp', '', long);
  assert.match(text!, /^…(before )+<mark>lamp<\/mark>( after)+…$/);
  assert.ok(text!.length < 300);
  assert.equal((await highlight('red', '', long, 'A red one'))[1], 'A <mark>red</mark> one');
  const [, unspaced] = await highlight('塔', '', `${'𠮷'.repeat(500)}塔${'𠮷'.repeat(500)}`);
  assert.ok(unspaced!.includes('𠮷<mark>塔</mark>𠮷') && unspaced!.isWellFormed());
});
