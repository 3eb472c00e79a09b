// The texts of mails by language.

import { en } from './english.ts';

export type MailTexts = typeof en;

/** By language, without region. */
const languages: Readonly<Record<string, MailTexts>> = { en };

/** The codes of all languages that mails have texts in. */
export const mailLanguages: readonly string[] = Object.keys(languages);

export type Language = { code: string; direction: 'ltr' | 'rtl'; texts: MailTexts };

/** The first of these locales (BCP 47) that mails have texts in; English if there is none. */
export function languageOf(...locales: readonly (string | null | undefined)[]): Language {
  const asked = locales.flatMap((locale) => (locale ? [new Intl.Locale(locale).language] : []));
  const code = asked.find((language) => Object.hasOwn(languages, language)) ?? 'en';
  return { code, direction: directionOf(code), texts: languages[code] ?? en };
}

function directionOf(code: string): Language['direction'] {
  return ['ar', 'fa', 'he', 'ur'].includes(code) ? 'rtl' : 'ltr';
}
