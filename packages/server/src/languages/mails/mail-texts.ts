// The texts of mails by language. A language is loaded with the first mail that is written in it.

import { oncePerKey } from '../../lib/once-per-key.ts';
import type { MailTexts } from './mail-en.ts';

const files = {
  en: async () => (await import('./mail-en.ts')).en,
  de: async () => (await import('./mail-de.ts')).de,
  fr: async () => (await import('./mail-fr.ts')).fr,
  es: async () => (await import('./mail-es.ts')).es,
  it: async () => (await import('./mail-it.ts')).it,
  nl: async () => (await import('./mail-nl.ts')).nl,
  pt: async () => (await import('./mail-pt.ts')).pt,
  pl: async () => (await import('./mail-pl.ts')).pl,
  sv: async () => (await import('./mail-sv.ts')).sv,
  tr: async () => (await import('./mail-tr.ts')).tr,
  ar: async () => (await import('./mail-ar.ts')).ar,
  he: async () => (await import('./mail-he.ts')).he,
  ja: async () => (await import('./mail-ja.ts')).ja,
  zh: async () => (await import('./mail-zh.ts')).zh,
} as const satisfies Record<string, () => Promise<MailTexts>>;

export type MailLanguageCode = keyof typeof files;

/** As BCP 47 names them, without regions. */
export const mailLanguageCodes = Object.keys(files) as MailLanguageCode[];

export type MailLanguage = { code: MailLanguageCode; direction: 'ltr' | 'rtl'; texts: MailTexts };

const rightToLeft: readonly string[] = ['ar', 'he'];

export const loadMailLanguage = oncePerKey(load);

async function load(code: MailLanguageCode): Promise<MailLanguage> {
  return { code, direction: rightToLeft.includes(code) ? 'rtl' : 'ltr', texts: await files[code]() };
}

/** The language of the first of these tags, such as de-AT, that mails have texts in; English if there is none. */
export function mailLanguageOf(...tags: readonly (string | null | undefined)[]): MailLanguageCode {
  for (const tag of tags) {
    const code = tag ? languageIn(tag) : null;
    if (code !== null && Object.hasOwn(files, code)) return code as MailLanguageCode;
  }
  return 'en';
}

function languageIn(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return null;
  }
}
