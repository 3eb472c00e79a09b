import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSearch, type SearchNode, searchQuery, spelledWords } from './search-query.ts';
import { searchWords } from './text.ts';

/** `all` as a list, `any` in parentheses, phrases in quotes. */
function show(node: SearchNode): string {
  if ('words' in node)
    return `${node.words.length > 1 ? `"${node.words.join(' ')}"` : node.words[0]}${node.isPrefix ? '*' : ''}`;
  return 'all' in node ? node.all.map(show).join(' ') : `(${node.any.map(show).join(' | ')})`;
}

function read(text: string, alternatives: Record<string, string[]> = {}): string {
  const { included, excluded } = searchQuery(readSearch(text), (word) => alternatives[word] ?? []);
  return [...(included === null ? [] : [show(included)]), ...excluded.map((node) => `-(${show(node)})`)].join(' ');
}

describe('a typed search', () => {
  const examples: [string, string][] = [
    ['', ''],
    ['"\'*()^:-`%_\\', ''],
    ['hel', 'hel*'],
    ['Hello Wör', 'hello wor*'],
    ['hello ', 'hello'],
    ['hel*', 'hel*'],
    ['hel* lo', 'hel lo*'],
    ['title:secret', 'title secret*'],
    ['東', '東'],
    ['東京都', '東京 京都'],
    ['東京 hot', '東京 hot*'],
    ['iPhone手机', 'iphone 手机'],
    ['ภาษา', 'ภา าษ ษา'],
    ['कित', 'कित*'],
    ['soft\u00adhyphen ', 'softhyphen'],
    // Phrases
    ['"hello"', 'hello'],
    ['"Hello, Wörld" now', '"hello world" now*'],
    ['“quoted like this” „und so“', '"quoted like this" "und so"'],
    ['"never closed', 'never closed*'],
    ['""  " " "!"', ''],
    ['"東京都"', '"東京 京都"'],
    ['"see 東京 now"', 'see 東京 now'],
    ['"l\'été"', '"l ete"'],
    // Minus
    ['lamp -red ', 'lamp -(red)'],
    ['lamp −"red one" -東京都', 'lamp -("red one") -(東京 京都)'],
    ['-red', '-(red)'],
    ['5 - 3 --x', '5 3 x*'],
    // OR
    ['red OR blue lamp ', '(red | blue) lamp'],
    ['a OR b OR c ', '(a | b | c)'],
    ['red | "light blue" ', '(red | "light blue")'],
    ['this or that ', 'this or that'],
    ['OR red OR OR blue OR ', 'or red (or | blue) or'],
    ['red OR -blue ', 'red or -(blue)'],
    ['red OR !!! blue ', 'red or blue'],
    // Hyphens and apostrophes
    ['co-operate ', '(co operate | cooperate)'],
    ['co-op', '(co op* | coop*)'],
    ['l’été ', 'ete'],
    ["dell'arte d'arc-en-ciel ", 'arte (arc en ciel | arcenciel)'],
    ["harbor's", 'harbor'],
    ["O'Brien ", '(o brien | obrien)'],
    ['2024-05-01', '2024 05 01*'],
    ['mail@example.com', 'mail example com*'],
    ['-co-operate', '-((co operate | cooperate))'],
  ];
  for (const [text, shown] of examples) test(JSON.stringify(text), () => assert.equal(read(text), shown));

  test('has alternatives for its words, but not within phrases', () => {
    const forms = { lamp: ['lamp', 'lamps', 'la mp'], été: ['etes'], cooperate: ['cooperates'] };
    assert.equal(read('lamp "lamp" -lamps ', forms), '(lamp | lamps | "la mp") lamp -(lamps)');
    assert.equal(read("l'été ", forms), '(ete | etes)');
    assert.equal(read('co-operate lam', forms), '(co operate | cooperate | cooperates) lam*');
    assert.deepEqual(spelledWords(readSearch('Été -lamp "not this" b2b 東京 co-op')), ['été', 'coop', 'lamp']);
  });

  test('finds any part of a text in a script without spaces', () => {
    const text = '東京タワーへ行く';
    const index = new Set(searchWords(text));
    for (let from = 0; from < text.length; from++) {
      for (let to = from + 1; to <= text.length; to++) {
        for (const word of read(text.slice(from, to)).split(' ')) assert.ok(index.has(word), word);
      }
    }
  });

  test('has at most 64 words, however long it is', () => {
    const countOf = (text: string) =>
      readSearch(text)
        .groups.flat(2)
        .reduce((sum, { words }) => sum + words.length, 0);
    assert.equal(countOf(Array.from({ length: 1000 }, (_, i) => `w${i}`).join(' ')), 64);
    assert.ok(countOf('東京都庁舎'.repeat(1000)) <= 64);
    assert.ok(countOf(`"${'one two '.repeat(1000)}" three`) <= 65);
    assert.ok(countOf('a-b-c-d-'.repeat(500)) <= 4000);
  });
});
