// In which language the texts of a form are written, and in which others it has them.

import { isLanguageCode, type LanguageCode, languageOfTag, preferredLanguage } from '../../languages/language.ts';
import type { Site } from '../../settings/site.ts';
import type { Form } from './form.ts';

type Languages = Pick<Form, 'language' | 'translations'>;
type Headers = { 'accept-language'?: string };

/** That of the form or else of the site; English if there are no texts in it. */
export function languageOfForm({ language }: Pick<Form, 'language'>, { locale }: Pick<Site, 'locale'>): LanguageCode {
  return isLanguageCode(language) ? language : (languageOfTag(locale) ?? 'en');
}

/** The language of a form's page: the one that its URL names, or what the browser prefers of those that the form has. */
export function chooseLanguage(
  { query, headers }: { query: unknown; headers: Headers },
  form: Languages,
  site: Pick<Site, 'locale'>,
): { code: LanguageCode; isNegotiated: boolean } {
  const named = languageInUrl(query);
  if (named) return { code: named, isNegotiated: false };
  const offered = offeredLanguages(form, languageOfForm(form, site));
  return { code: preferredLanguage(headers['accept-language'], offered), isNegotiated: offered.length > 1 };
}

/** The language of a submission by a program, which may speak for a visitor; null for that of the site. */
export function languageOfSubmission(headers: Headers, form: Languages): LanguageCode | null {
  if (!isLanguageCode(form.language)) return null;
  return preferredLanguage(headers['accept-language'], offeredLanguages(form, form.language));
}

/** `?lang=de`; null if it names none that there is. */
export function languageInUrl(query: unknown): LanguageCode | null {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return typeof lang === 'string' ? languageOfTag(lang) : null;
}

function offeredLanguages({ translations }: Languages, own: LanguageCode): [LanguageCode, ...LanguageCode[]] {
  return [own, ...Object.keys(translations).filter(isLanguageCode)];
}
