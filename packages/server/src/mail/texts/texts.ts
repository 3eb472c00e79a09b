// The texts of mails by language, and filling them in.

import { en } from './english.ts';

export type MailTexts = Readonly<Record<keyof typeof en, string>>;

/** By language, without region. */
const languages: Record<string, MailTexts> = { en };

export type Language = { code: string; direction: 'ltr' | 'rtl'; texts: MailTexts };

/** The language of a locale (BCP 47); English if mails have no texts in it. */
export function languageOf(locale: string | null): Language {
  const asked = locale === null ? 'en' : new Intl.Locale(locale).language;
  const code = Object.hasOwn(languages, asked) ? asked : 'en';
  return { code, direction: directionOf(code), texts: languages[code] ?? en };
}

function directionOf(code: string): Language['direction'] {
  return ['ar', 'fa', 'he', 'ur'].includes(code) ? 'rtl' : 'ltr';
}

/** A text with its values in place of `{name}`. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
