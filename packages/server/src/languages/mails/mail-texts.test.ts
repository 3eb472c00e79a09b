import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { MailTexts } from './mail-en.ts';
import { loadMailLanguage, mailLanguageCodes, mailLanguageOf } from './mail-texts.ts';

type Branch = { readonly [name: string]: string | Branch };

/** Every text by its path. */
function textsOf(branch: Branch | MailTexts, path = ''): [path: string, text: string][] {
  return Object.entries(branch).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}/${name}`, value]] : textsOf(value, `${path}/${name}`),
  );
}

function variablesIn(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
}

test('every language has every text of mails with its variables, and none is left in English', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^mail-[a-z]{2,3}\.ts$/.test(name));
  assert.deepEqual(files.map((name) => name.slice(5, -3)).sort(), [...mailLanguageCodes].sort());
  const english = new Map(textsOf((await loadMailLanguage('en')).texts));
  for (const code of mailLanguageCodes) {
    const texts = textsOf((await loadMailLanguage(code)).texts);
    assert.deepEqual(
      texts.map(([path]) => path),
      [...english.keys()],
      code,
    );
    for (const [path, text] of texts) {
      assert.deepEqual(variablesIn(text), variablesIn(english.get(path) ?? ''), `${code} ${path}`);
      if (code !== 'en' && path.startsWith('/kinds')) assert.notEqual(text, english.get(path), `${code} ${path}`);
    }
  }
  assert.deepEqual(
    ['de-AT', 'tlh', 'not a tag', null].map((tag) => mailLanguageOf(tag)),
    ['de', 'en', 'en', 'en'],
  );
  assert.equal(mailLanguageOf(null, 'tlh', 'pt-BR'), 'pt');
});
