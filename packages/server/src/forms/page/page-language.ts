// The language of a form's page: the one that its URL names, or what the browser prefers of those that the form has.

import { type LanguageCode, languageOfTag, preferredLanguage } from '../../languages/language.ts';
import type { Site } from '../../settings/site.ts';
import { languageOfForm } from '../form-language.ts';

type Request = { query: unknown; headers: { 'accept-language'?: string } };

export function chooseLanguage(
  { query, headers }: Request,
  site: Pick<Site, 'locale'>,
): { code: LanguageCode; isNegotiated: boolean } {
  const named = languageInUrl(query);
  if (named) return { code: named, isNegotiated: false };
  const offered: [LanguageCode, ...LanguageCode[]] = [languageOfForm(site)];
  return { code: preferredLanguage(headers['accept-language'], offered), isNegotiated: offered.length > 1 };
}

/** `?lang=de`; null if it names none that there is. */
export function languageInUrl(query: unknown): LanguageCode | null {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return typeof lang === 'string' ? languageOfTag(lang) : null;
}
