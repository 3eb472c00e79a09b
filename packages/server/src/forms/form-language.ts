// In which language the texts of a form are written.

import { type LanguageCode, languageOfTag } from '../languages/language.ts';
import type { Site } from '../settings/site.ts';

/** That of the site; English if there are no texts in it. */
export function languageOfForm({ locale }: Pick<Site, 'locale'>): LanguageCode {
  return languageOfTag(locale) ?? 'en';
}
