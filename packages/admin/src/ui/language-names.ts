// Names of languages, for people, and those in which pages, mails and documents are.

import type { Form } from '@frontdesk/client';

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
