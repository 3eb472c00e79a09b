import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOfLocale, localeIn, preferredLanguage } from '../src/ui/site-language.ts';

test('a site that changes its language keeps its country', () => {
  const changed = [null, 'de', 'de-AT', 'en-DE'].map((locale) => [localeIn('fr', locale), localeIn('en', locale)]);
  assert.deepEqual(changed, [
    ['fr', null],
    ['fr-DE', 'en-DE'],
    ['fr-AT', 'en-AT'],
    ['fr-DE', 'en-DE'],
  ]);
  assert.deepEqual([null, 'de-AT', 'pt'].map(languageOfLocale), ['en', 'de', 'pt']);
});

test('a new site begins in the first language of the browser that there is', () => {
  assert.equal(preferredLanguage(['da', 'de-AT', 'fr']), 'de');
  assert.equal(preferredLanguage(['zh-Hant-TW']), 'zh');
  assert.equal(preferredLanguage(['da', 'fil']), 'en');
});
