// Tags of languages (BCP 47), such as de, pt-BR or zh-Hant.

export const languageExample = 'a language tag (BCP 47), such as de or pt-BR';

/** The longest tag that a program must accept (RFC 5646, 4.4.1). */
const maxLength = 35;

/** No language has a code of more letters, but names such as "german" would be valid as one. */
const maxCode = 3;

/** The tag as it is stored: in its canonical form, without extensions. Null for any other text. */
export function languageTag(text: string): string | null {
  if (text.length > maxLength) return null;
  try {
    const { language, baseName } = new Intl.Locale(text);
    return language.length > maxCode ? null : baseName;
  } catch {
    return null;
  }
}

/** A valid tag as it is stored; null for that of the site. */
export function storedLanguage(tag: string | null | undefined): string | null {
  return tag == null ? null : languageTag(tag);
}
