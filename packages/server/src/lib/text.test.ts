import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../test/support/busy-time.ts';
import { fold, makeExcerpt, searchText, searchWords, writtenText } from './text.ts';

describe('folding', () => {
  const examples: [string, string][] = [
    ['Über uns', 'uber uns'],
    ['STRASSE Straße ẞ', 'strasse strasse ss'],
    ['Łódź Øresund Đà Nẵng Þór', 'lodz oresund da nang thor'],
    ['Œuvre Ærø', 'oeuvre aero'],
    ['İstanbul ISPARTA ışık', 'istanbul isparta isik'],
    ['ΟΔΥΣΣΕΎΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['Ёлка', 'елка'],
    ['ﬁne Ｆｕｌｌ №', 'fine full no'],
    ['أَحْمَد كتـاب', 'احمد كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['soft\u00adhyphen', 'softhyphen'],
    // Vowel signs count as letters: किताब (book) must not become the consonants कतब.
    ['किताब', 'किताब'],
    ['தமிழ்', 'தமிழ்'],
    ['กินน้ํา', 'กินน้ํา'],
    ['ｶﾞｷﾞ がぎ', 'ガギ がぎ'],
    ['한국어', '한국어'],
  ];
  for (const [text, folded] of examples) {
    test(`${text} becomes ${folded}`, () => {
      assert.equal(fold(text), folded);
      assert.equal(fold(folded), folded);
    });
  }

  test('is the same whatever else is in the text', () => {
    for (let code = 0; code < 0x3000; code++) {
      const text = `A ${String.fromCodePoint(code)} B`;
      // With a letter that has an accent the text takes the longer way.
      assert.equal(`${fold(text)} e`, fold(`${text} é`));
    }
  });

  test('composed and decomposed spellings become the same', () => {
    for (const text of ['é', 'ガ', '한', 'Ệ', 'กำ']) assert.equal(fold(text.normalize('NFD')), fold(text));
  });
});

describe('words of an index', () => {
  const examples: [string, string[]][] = [
    ['', []],
    [' -- !? ', []],
    ['Hello, hello world_2', ['hello', 'hello', 'world', '2']],
    ["l'été d’O'Brien", ['l', 'ete', 'd', 'o', 'brien']],
    ['mail@example.com', ['mail', 'example', 'com']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['한국어 검색', ['한국어', '검색']],
    ['東', ['東']],
    ['東京都', ['東', '京', '都', '東京', '京都']],
    ['タワー', ['タ', 'ワ', 'ー', 'タワ', 'ワー']],
    ['iPhone手机15', ['iphone', '手', '机', '手机', '15']],
    ['กินดี', ['กิ', 'น', 'ดี', 'กิน', 'นดี']],
    ['𠮷野家', ['𠮷', '野', '家', '𠮷野', '野家']],
  ];
  for (const [text, words] of examples) {
    test(`of ${JSON.stringify(text)}`, () => assert.deepEqual(searchWords(text), words));
  }

  test('are the same whatever else is in the text', () => {
    for (let code = 0; code < 0x3000; code++) {
      const text = `x${String.fromCodePoint(code)}1 क${String.fromCodePoint(code)}`;
      // With a character of another script the text takes the longer way.
      assert.deepEqual([...searchWords(text), '東'], searchWords(`${text} 東`));
    }
  });

  test('are the same as one text', () => {
    for (const [text, words] of examples) assert.equal(searchText(text), words.join(' '));
    for (let code = 0; code < 0x3000; code++) {
      const text = ` x${String.fromCodePoint(code)}1  -y${String.fromCodePoint(code)}`;
      assert.equal(searchText(text), searchWords(text).join(' '));
    }
    for (let before = 0; before < 130; before++) {
      for (const length of [63, 64, 65, 66, 130]) {
        const text = `${'b '.repeat(before)}${'a'.repeat(length)} b`;
        assert.equal(searchText(text), searchWords(text).join(' '));
      }
    }
  });

  test('a word is cut at 64 characters, never inside a surrogate pair', () => {
    assert.deepEqual(searchWords('a'.repeat(100)), ['a'.repeat(64)]);
    const [word] = searchWords(`a${'𐐷'.repeat(50)}`);
    assert.ok(word!.length <= 64 && word!.isWellFormed());
  });
});

test('the written words of a text keep accents, hyphens and apostrophes', () => {
  const words = (text: string) =>
    writtenText(text)
      .split(' ')
      .filter((word) => word !== '');
  assert.deepEqual(words("Co-operate! Harbor's 2-for-1"), ['co-operate', "harbor's", '2-for-1']);
  assert.deepEqual(words('L’été – e\u0301te\u0301 soft\u00adhyphen'), ['l’été', 'été', 'softhyphen']);
  // Every order of five of these is read as one regular expression says.
  const parts = ['a', '7', '-', "'", ' ', '.'];
  let texts = [''];
  for (let length = 0; length < 5; length++) texts = texts.flatMap((text) => parts.map((part) => text + part));
  for (const text of texts) assert.deepEqual(words(text), text.match(/[a-z0-9]+(?:[-'][a-z0-9]+)*/g) ?? [], text);
});

describe('excerpts', () => {
  test('a short text is unchanged, a long one ends with an ellipsis', () => {
    assert.equal(makeExcerpt('one two three', 3), 'one two three');
    assert.equal(makeExcerpt('one two, three', 2), 'one two,…');
    assert.equal(makeExcerpt(''), '');
    const text = Array.from({ length: 60 }, (_, i) => `w${i}`).join(' ');
    assert.equal(makeExcerpt(text).split(' ').length, 55);
  });

  test('in scripts without spaces two characters count as a word', () => {
    assert.equal(makeExcerpt('東京タワーへ行く', 2), '東京タワ…');
    assert.equal(makeExcerpt('See 東京タワー', 2), 'See 東京…');
  });

  test('are the same whatever comes after them', () => {
    for (let code = 0; code < 0x3000; code++) {
      const text = ` a${String.fromCodePoint(code)}b  c${String.fromCodePoint(code)} d e`;
      // With a character of another script the text takes the longer way.
      assert.equal(makeExcerpt(text, 2), makeExcerpt(`${text} 東`, 2));
    }
  });

  test('one endless word is cut', () => {
    assert.ok(makeExcerpt('x'.repeat(100_000)).length <= 2001);
  });
});

test('long runs of marks take linear time', async () => {
  const timeOf = (text: string): Promise<number> => cpuMs(() => fold(text));
  await timeOf('a\u0301\u0316'.repeat(1000));
  const spread = await timeOf('a\u0301\u0316'.repeat(100_000));
  assert.ok((await timeOf(`a${'\u0301\u0316'.repeat(150_000)}`)) < 10 * spread + 50);
  assert.equal(fold(`ก${'\u0e34'.repeat(100)}`).length, 31);
});
