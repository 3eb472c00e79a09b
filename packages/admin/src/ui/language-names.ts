// Names of languages, for people, and those in which pages, mails and documents are.

import type { Form } from '@frontdesk/client';
import { regionOf } from './format.ts';

export type LanguageCode = NonNullable<Form['language']>;

const codes: readonly LanguageCode[] = [
  ...(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const),
  ...(['pl', 'sv', 'tr', 'ar', 'he', 'ja', 'zh'] as const),
];
const names = new Intl.DisplayNames('en', { type: 'language' });

/** The tag itself if it has no name. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}

/** By their names. */
export const languageChoices = codes
  .map((value) => ({ value, label: languageName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label));

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
  const known = preferred.map((tag) => tag.split('-')[0]).find((tag) => codes.some((code) => code === tag));
  return (known ?? 'en') as LanguageCode;
}
