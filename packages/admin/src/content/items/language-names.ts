// Names of languages, for people.

const names = new Intl.DisplayNames('en', { type: 'language' });

/** The tag itself if it has no name. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}
