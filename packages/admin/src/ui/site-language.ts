// The language of the site, which its locale names together with a country.

import { regionOf } from './format.ts';
import { type LanguageCode, languageChoices } from './language-names.ts';

/** "de" of "de-AT"; English without a locale. */
export function languageOfLocale(locale: string | null): string {
  return locale === null ? 'en' : new Intl.Locale(locale).language;
}

/** The locale in another language, with the same country: "fr-DE" for "de". Null for English of no country. */
export function localeIn(language: string, locale: string | null): string | null {
  const region = locale === null ? undefined : regionOf(locale);
  if (region === undefined) return language === 'en' ? null : language;
  return `${language}-${region}`;
}

/** What to choose from for a new site: the first of the languages of the browser in which there are pages, otherwise English. */
export function preferredLanguage(preferred: readonly string[]): LanguageCode {
  const known = preferred
    .map((tag) => tag.split('-')[0])
    .find((tag) => languageChoices.some(({ value }) => value === tag));
  return (known ?? 'en') as LanguageCode;
}
