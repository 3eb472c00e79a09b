import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../test/support/busy-time.ts';
import { isSlug, slugify } from './slug.ts';

describe('a slug made from a title', () => {
  const examples: [string, string][] = [
    ['Hello World', 'hello-world'],
    ['Über uns', 'uber-uns'],
    ['U\u0308ber uns', 'uber-uns'],
    ['Straße & Łódź', 'strasse-lodz'],
    ["Don't panic: it’s 50% off!", 'dont-panic-its-50-off'],
    ['  --  a  --b-- ', 'a-b'],
    ['snake_case v1.2', 'snake_case-v1-2'],
    ['Ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
    ['Привет, йод', 'привет-йод'],
    ['Ο Οδυσσέας', 'ο-οδυσσέας'],
    ['हिन्दी में लिखना', 'हिन्दी-में-लिखना'],
    ['東京タワー　へ', '東京タワー-へ'],
    ['ภาษาไทย', 'ภาษาไทย'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['한국어', '한국어'],
    ['İstanbul', 'istanbul'],
    ['../etc/passwd?a=b#c', 'etc-passwd-a-b-c'],
    ['🎉 Party 🎉', 'party'],
    ['🎉', ''],
    ['', ''],
    ['---', ''],
    ['\ud800', ''],
  ];
  for (const [title, slug] of examples) {
    test(JSON.stringify(title), () => {
      assert.equal(slugify(title), slug);
      assert.equal(slugify(slug), slug);
      if (slug) assert.equal(isSlug(slug), true);
    });
  }

  test('has at most 200 units and is never cut inside a character or at a hyphen', () => {
    assert.equal(slugify('a'.repeat(500)).length, 200);
    assert.equal(slugify(`${'a'.repeat(199)} b`), 'a'.repeat(199));
    assert.equal(slugify(`a${'𠮷'.repeat(150)}`), `a${'𠮷'.repeat(99)}`);
    assert.equal(slugify(`a${'कि'.repeat(150)}`), `a${'कि'.repeat(99)}`);
    assert.equal(isSlug(slugify('е\u0301 '.repeat(300))), true);
  });

  test('is made from a megabyte in linear time', async () => {
    for (const part of ["a'", '- ', '\u0301', 'a\u0301', '🎉', '\ufdfa']) {
      const text = part.repeat(2 ** 20 / part.length);
      assert.ok((await cpuMs(() => slugify(text))) < 5000, part);
    }
  });
});

describe('a slug chosen by a client', () => {
  for (const slug of [
    'a',
    'about-us',
    'v1.2',
    'snake_case',
    '2026',
    'über',
    'हिन्दी',
    '東京',
    'ὀδός',
    'x'.repeat(200),
  ]) {
    test(`may be ${slug}`, () => assert.equal(isSlug(slug), true));
  }
  const refused = [
    '',
    '.',
    '..',
    '-',
    'A',
    'a b',
    'a/b',
    'a\\b',
    'a?',
    'a#',
    'a%20',
    'a\n',
    '\0',
    '🎉',
    'İ',
    'u\u0308',
  ];
  for (const slug of [...refused, 'x'.repeat(201), '\ud800', 'a:b', '<a>']) {
    test(`may not be ${JSON.stringify(slug)}`, () => assert.equal(isSlug(slug), false));
  }
});
