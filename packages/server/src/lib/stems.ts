// The stem that the forms of a word share, by the rules of a language (Snowball). Stems only decide which words of the
// vocabulary stand for each other; they are never shown.

import { fold } from './text.ts';

export type Stem = (word: string) => string;

/** By ISO 639-1. Loaded when first needed: most sites have one language. */
const stemmers: Record<string, () => Promise<{ stemmer: Stem }>> = {
  ar: () => import('@orama/stemmers/arabic'),
  bg: () => import('@orama/stemmers/bulgarian'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  el: () => import('@orama/stemmers/greek'),
  en: () => import('@orama/stemmers/english'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hi: () => import('@orama/stemmers/indian'),
  hu: () => import('@orama/stemmers/hungarian'),
  hy: () => import('@orama/stemmers/armenian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  nb: () => import('@orama/stemmers/norwegian'),
  ne: () => import('@orama/stemmers/nepali'),
  nl: () => import('@orama/stemmers/dutch'),
  nn: () => import('@orama/stemmers/norwegian'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  ru: () => import('@orama/stemmers/russian'),
  sr: () => import('@orama/stemmers/serbian'),
  sv: () => import('@orama/stemmers/swedish'),
  ta: () => import('@orama/stemmers/tamil'),
  tr: () => import('@orama/stemmers/turkish'),
  uk: () => import('@orama/stemmers/ukrainian'),
};

/** The language of a site that has set no locale. */
const defaultLanguage = 'en';

/** The Arabic article, also behind a conjunction or preposition that is written as one word with it. */
const arabicArticle = /^(?:[وفبك]?ال|لل)(?=\p{L}{3})/u;

/** Any language without rules. */
const unknownLanguage = 'und';

/** The language of the rules for a tag (BCP 47; null for the default). */
export function languageOf(tag: string | null): string {
  const language = (tag ?? defaultLanguage).split('-', 1)[0]!.toLowerCase();
  return Object.hasOwn(stemmers, language) ? language : unknownLanguage;
}

/** What makes stems for a tag. In a language without rules, each word is its own stem. */
export async function stemFor(tag: string | null): Promise<Stem> {
  const language = languageOf(tag);
  const load = Object.hasOwn(stemmers, language) ? stemmers[language] : undefined;
  const stemmer = (await load?.())?.stemmer ?? ((word: string) => word);
  return (word) => {
    const bare = word.replace(arabicArticle, '');
    return fold(stemmer(bare)) || fold(bare);
  };
}
