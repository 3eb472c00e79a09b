import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { en } from './en.ts';
import {
  anyPreferredLanguage,
  fillInCount,
  languageCodes,
  languageOf,
  languageOfTag,
  loadLanguage,
  preferredLanguage,
} from './language.ts';
import { fillIn, fillInParts } from './language-texts.ts';

type Branch = { readonly [name: string]: string | Branch };

/** Every text by its path; a text with plural forms counts as one. */
function textsOf(branch: Branch, path = ''): Map<string, string | Branch> {
  const texts = new Map<string, string | Branch>();
  for (const [name, value] of Object.entries(branch)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string' || 'other' in value) texts.set(at, value);
    else for (const [inner, text] of textsOf(value, at)) texts.set(inner, text);
  }
  return texts;
}

function valuesIn(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}|\{\w+\}/g))].sort();
}

const english = textsOf(en);

test('every language of the folder is offered', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z]{2,3}\.ts$/.test(name));
  assert.deepEqual(files.map((name) => name.slice(0, -3)).sort(), [...languageCodes].sort());
});

for (const code of languageCodes) {
  test(`${code} has every text with its values and plural forms, and none is left in English`, async () => {
    const { texts } = await loadLanguage(code);
    const found = textsOf(texts as Branch);
    assert.deepEqual([...found.keys()], [...english.keys()]);
    const rules = new Intl.PluralRules(code);
    const needed = new Set(Array.from({ length: 201 }, (_, number) => rules.select(number))).add('other');
    const same: string[] = [];
    for (const [path, text] of found) {
      const original = english.get(path) as string | Branch;
      if (typeof text === 'string') {
        assert.deepEqual(valuesIn(text), valuesIn(original as string), path);
        if (text === original && /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''))) same.push(path);
        continue;
      }
      assert.deepEqual(Object.keys(text).sort(), [...needed].sort(), path);
      const values = valuesIn((original as { other: string }).other);
      for (const form of Object.values(text)) {
        // "one file" may do without its number.
        const given = valuesIn(form as string);
        assert.deepEqual([...new Set([...given, '{count}'])].sort(), values, path);
      }
      assert.ok((text as { other: string }).other.includes('{count}'), path);
    }
    assert.deepEqual(
      same.filter((path) => code !== 'en' && path.startsWith('mails.kinds')),
      [],
    );
    // Words such as "Total" and "Status" are the same in some languages.
    const untranslated = same.filter((path) => !path.startsWith('mails.words'));
    if (code !== 'en') assert.ok(untranslated.length <= 6, `like English: ${untranslated.join(', ')}`);
  });
}

test('values are filled in once, and unknown names stay', async () => {
  assert.equal(fillIn('{a} and {b}, {c}', { a: '{b}', b: 2 }), '{b} and 2, {c}');
  assert.deepEqual(fillInParts('At {site}.', { site: 7 }), ['At ', 7, '.']);
  const language = await loadLanguage('en');
  const { tooManyFiles } = language.texts.faults;
  assert.equal(fillInCount(language, tooManyFiles, 1), 'choose at most 1 file');
  assert.equal(fillInCount(language, tooManyFiles, 1200), 'choose at most 1,200 files');
});

test('the language is what the browser prefers of those offered, or the first of them', () => {
  assert.equal(languageOfTag('en-GB'), 'en');
  assert.equal(languageOfTag('pt_BR'), 'pt');
  assert.equal(languageOfTag('iw'), 'he');
  assert.deepEqual(
    ['de-AT', 'tlh', 'not a tag', null].map((tag) => languageOf(tag)),
    ['de', 'en', 'en', 'en'],
  );
  assert.equal(languageOf(null, 'tlh', 'pt-BR'), 'pt');
  assert.equal(languageOfTag('tlh'), null);
  assert.equal(languageOfTag('not a tag'), null);
  assert.equal(preferredLanguage(undefined, ['fr', 'de']), 'fr');
  assert.equal(preferredLanguage('tlh', ['fr', 'de']), 'fr');
  assert.equal(preferredLanguage('tlh, de-AT;q=0.9, fr;q=0.8', ['fr', 'de']), 'de');
  assert.equal(preferredLanguage('zh-Hant-TW', ['en', 'zh']), 'zh');
  assert.equal(preferredLanguage('*', ['ja', 'en']), 'ja');
  assert.equal(anyPreferredLanguage('he-IL', 'en'), 'he');
  for (const [header, code] of [
    ...([
      ['iw', 'he'],
      ['IW-IL, en;q=0.5', 'he'],
      ['in, iw;q=0.9,de;q=0.8', 'he'],
      ['ji,de-AT', 'de'],
    ] as const),
    ...([
      ['heb', 'he'],
      ['arb, fr', 'ar'],
      ['cmn-Hans-CN', 'zh'],
      ['q=1, ,;, iw', 'he'],
      ['en-IN, de;q=0.9', 'en'],
    ] as const),
  ])
    assert.equal(anyPreferredLanguage(header, 'en'), code, header);
});
