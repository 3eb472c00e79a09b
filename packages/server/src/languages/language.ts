// The languages of pages and mails: which there are, which one a visitor gets, and reading its texts. A language is
// loaded when the first visitor needs it.

import Negotiator from 'negotiator';
import { oncePerKey } from '../lib/once.ts';
import { fillIn, type Plural, type Texts } from './language-texts.ts';

const files = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  it: async () => (await import('./it.ts')).it,
  nl: async () => (await import('./nl.ts')).nl,
  pt: async () => (await import('./pt.ts')).pt,
  pl: async () => (await import('./pl.ts')).pl,
  sv: async () => (await import('./sv.ts')).sv,
  tr: async () => (await import('./tr.ts')).tr,
  ar: async () => (await import('./ar.ts')).ar,
  he: async () => (await import('./he.ts')).he,
  ja: async () => (await import('./ja.ts')).ja,
  zh: async () => (await import('./zh.ts')).zh,
} as const satisfies Record<string, () => Promise<Texts>>;

export type LanguageCode = keyof typeof files;

/** As BCP 47 names them, without regions. */
export const languageCodes = Object.keys(files) as LanguageCode[];

export type Language = {
  code: LanguageCode;
  /** Of writing, as the attribute `dir`. */
  direction: 'ltr' | 'rtl';
  texts: Texts;
  /** The form of a text for this number. */
  pluralOf(text: Plural, count: number): string;
};

const rightToLeft: readonly string[] = ['ar', 'he'];

export const loadLanguage = oncePerKey(load);

async function load(code: LanguageCode): Promise<Language> {
  const texts = await files[code]();
  const rules = new Intl.PluralRules(code);
  return {
    code,
    direction: rightToLeft.includes(code) ? 'rtl' : 'ltr',
    texts,
    pluralOf: (text, count) => text[rules.select(count)] ?? text.other,
  };
}

/** A text that depends on a number, which is `{count}` in it. */
export function fillInCount(
  language: Language,
  text: Plural,
  count: number,
  values: Readonly<Record<string, string>> = {},
): string {
  const shown = new Intl.NumberFormat(language.code).format(count);
  return fillIn(language.pluralOf(text, count), { count: shown, ...values });
}

export function isLanguageCode(text: unknown): text is LanguageCode {
  return typeof text === 'string' && Object.hasOwn(files, text);
}

/** The language of a tag such as de-AT or de_AT; null if there are no texts in it. */
export function languageOfTag(tag: string | null): LanguageCode | null {
  if (tag === null) return null;
  try {
    const { language } = new Intl.Locale(tag.replaceAll('_', '-'));
    return isLanguageCode(language) ? language : null;
  } catch {
    return null;
  }
}

/** The language of the first of these tags, such as de-AT, that there are texts in; English if there is none. */
export function languageOf(...tags: readonly (string | null | undefined)[]): LanguageCode {
  return tags.map((tag) => languageOfTag(tag ?? null)).find((code) => code !== null) ?? 'en';
}

/** The language of a page that has only texts of ours: any that the browser prefers, else this one. */
export function anyPreferredLanguage(acceptLanguage: string | undefined, otherwise: LanguageCode): LanguageCode {
  return preferredLanguage(acceptLanguage, [otherwise, ...languageCodes]);
}

/** The one of these languages that `Accept-Language` prefers; the first if it names none of them. */
export function preferredLanguage(
  acceptLanguage: string | undefined,
  offered: readonly [LanguageCode, ...LanguageCode[]],
): LanguageCode {
  if (offered.length === 1 || acceptLanguage === undefined) return offered[0];
  const current = acceptLanguage.slice(0, maxHeader).replace(/(?<![-\w])[a-z]{2,3}(?![\w])/gi, currentCode);
  const headers = { 'accept-language': current };
  const [preferred] = new Negotiator({ headers }).languages([...offered]);
  return isLanguageCode(preferred) ? preferred : offered[0];
}

/** Some systems still call Hebrew `iw`, and some programs name languages by three letters. */
function currentCode(code: string): string {
  return Intl.getCanonicalLocales(code)[0] ?? code;
}

/** Browsers send a few languages. */
const maxHeader = 500;
