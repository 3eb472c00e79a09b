// The vocabulary: every word that occurs in an item, with the stem that its forms share. The full-text index has words as
// they are written; a search for one of them asks the vocabulary which others it stands for (decision 0052):
//
//   lanterns      lantern, by the stem of its language
//   cooperate     co-operate, which the vocabulary has as two words with the stem of one
//   كتاب          الكتاب, whose article is no part of the stem
//
// A word has a stem for each language of the items that have it. '' is the language of the site, which items have that name
// none: its words are stemmed again when the site has another language.

import { sql } from 'kysely';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { spellingOf } from '../../lib/search-query.ts';
import { cutWord, fold, isUnspaced } from '../../lib/text.ts';
import { readSetting } from '../../settings/settings.ts';

const queries = keptQueries();

const minLength = 3;
const maxLength = 32;
/** A longer chain of hyphens is a name or a slug. */
const maxParts = 3;
const maxAlternatives = 40;
const maxRows = 1000;
/** Words of a language that this process remembers. About the others, the database is asked. */
const maxKnown = 50_000;
/** How long other processes may go on with the former language of a site. */
export const localeLastsMs = 30_000;

/** How the words of the site's language are stemmed. */
export async function siteStem(ctx: ReadContext): Promise<Stem> {
  const { knownWords } = ctx;
  if (knownWords.locale === null || knownWords.locale.until < ctx.now().getTime()) {
    const value = await readSetting<string>(ctx, 'locale');
    const until = ctx.dialect.isShared ? ctx.now().getTime() + localeLastsMs : Number.POSITIVE_INFINITY;
    knownWords.locale = { value, until };
  }
  return stemFor(knownWords.locale.value);
}

/** Which languages a search is for, by the tags of items (null for that of the site); null for all. */
export type SearchedLanguages = readonly (string | null)[] | null;

/** How words are stemmed in the languages that are searched. */
export async function stemsFor(ctx: ReadContext, searched: SearchedLanguages): Promise<Map<string, Stem>> {
  const languages = new Set(searched?.map(keyOf) ?? ['', ...ctx.knownWords.languages]);
  const stems = new Map<string, Stem>();
  for (const language of languages)
    stems.set(language, language === '' ? await siteStem(ctx) : await stemFor(language));
  return stems;
}

function keyOf(tag: string | null): string {
  return tag === null ? '' : languageOf(tag);
}

/** Adds the words of items (`writtenText`) that the vocabulary does not have yet. */
export async function rememberWords(
  ctx: WriteContext,
  items: readonly { written: string; language: string | null }[],
): Promise<void> {
  for (const [language, some] of Map.groupBy(items, ({ language }) => keyOf(language)))
    await rememberWordsOf(ctx, language, some);
}

async function rememberWordsOf(
  ctx: WriteContext,
  language: string,
  items: readonly { written: string }[],
): Promise<void> {
  const { knownWords } = ctx;
  const known = knownWords.words.get(language) ?? new Set();
  const unknown = new Set<string>();
  const rows = new Map<string, Row<'searchWords'>>();
  let stem: Stem | null = null;
  for (const { written } of items)
    for (const word of written.split(' ')) {
      if (word.length < minLength || known.has(word) || unknown.has(word)) continue;
      if (/\p{N}/u.test(word) || isUnspaced(word)) continue;
      unknown.add(word);
      stem ??= language === '' ? await siteStem(ctx) : await stemFor(language);
      for (const row of rowsOf(word, stem)) rows.set(row.spelling, { ...row, language });
    }
  if (unknown.size === 0) return;
  await insertNew(ctx, [...rows.values()]);
  if (language !== '' && !knownWords.languages.has(language)) await insertLanguage(ctx, language);
  ctx.afterCommit(() => {
    if (known.size + unknown.size > maxKnown) known.clear();
    for (const word of unknown) known.add(copyOf(word));
    knownWords.words.set(language, known);
    if (language !== '') knownWords.languages.add(language);
  });
}

/** A part of a text would keep the whole text in memory. */
function copyOf(word: string): string {
  return Buffer.from(word).toString();
}

type Word = Omit<Row<'searchWords'>, 'language'>;

/** The parts of a word with hyphens, and the whole of it. */
function rowsOf(written: string, stem: Stem): Word[] {
  const parts = spellingOf(written);
  const isWhole = parts.length > 1 && parts.length <= maxParts;
  const rows = parts.map((part) => rowOf([part], stem));
  if (isWhole) rows.push(rowOf(parts, stem));
  return rows.filter(({ spelling, words }) => isInVocabulary(spelling) && words !== '');
}

function rowOf(parts: string[], stem: Stem): Word {
  const words = parts.map((part) => cutWord(fold(part))).join(' ');
  const stemmed = stem(parts.join(''));
  return { spelling: parts.join('-'), words, stem: stemmed, reversed: reverse(stemmed) };
}

/** Which words may have other forms, and may be the correction of others. */
export function isInVocabulary(word: string): boolean {
  return word.length >= minLength && word.length <= maxLength;
}

export function reverse(word: string): string {
  return Array.from(word).reverse().join('');
}

/** Without a unique index, so that two transactions with the same new word do not wait for each other. */
async function insertNew(ctx: WriteContext, rows: Row<'searchWords'>[]): Promise<void> {
  await queries.sendRows(ctx, 'words', rows, (slots) => ({
    compile: () => {
      const values = slots.map(
        (row) => sql`(${row.spelling}, ${row.words}, ${row.stem}, ${row.reversed}, ${row.language})`,
      );
      return sql`insert into "searchWords" ("spelling", "words", "stem", "reversed", "language")
        select * from (values ${sql.join(values)}) as "new"
        where not exists (select 1 from "searchWords" where "searchWords"."spelling" = "new"."column1"
          and "searchWords"."language" = "new"."column5")`.compile(ctx.db);
    },
  }));
}

/** As above, a language may be there twice. */
async function insertLanguage(ctx: WriteContext, language: string): Promise<void> {
  await sql`insert into "searchLanguages" ("language") select * from (values (${language})) as "new"
    where not exists (select 1 from "searchLanguages" where "language" = ${language})`.execute(ctx.db);
}

/** The words (or several, with spaces) that stand for each of these as well. */
export async function findAlternatives(
  ctx: ReadContext,
  spelled: readonly string[],
  searched: SearchedLanguages,
): Promise<Map<string, string[]>> {
  const asked = spelled.filter((word) => isInVocabulary(word) && !/\p{N}/u.test(word));
  if (asked.length === 0) return new Map();
  const stems = await stemsFor(ctx, searched);
  const words = asked.map((word) => cutWord(fold(word)));
  const { forms, languages } = await readForms(
    ctx,
    words,
    [...stems.values()].flatMap((stem) => asked.map(stem)),
  );
  const { knownWords } = ctx;
  // Another process has stored the first item in a language, or this one has just started.
  const isNew = languages.some((language) => !knownWords.languages.has(language));
  for (const language of languages) knownWords.languages.add(language);
  if (isNew && searched === null) return findAlternatives(ctx, spelled, searched);
  const nameOf = (language: string, stem: string): string => `${language} ${stem}`;
  return new Map(
    asked.map((word, index) => {
      // Typed without its accents, a word has the stems of those that are written with them.
      const same = forms.filter((form) => form.words === words[index] && stems.has(form.language));
      const names = new Set(same.map(({ language, stem }) => nameOf(language, stem)));
      for (const [language, stem] of stems) names.add(nameOf(language, stem(word)));
      const found = forms.filter(({ language, stem }) => names.has(nameOf(language, stem)));
      return [word, [...new Set(found.map(({ words }) => words))].sort().slice(0, maxAlternatives)];
    }),
  );
}

/** The words with these stems, or with one that these words have; and all languages of the vocabulary. */
async function readForms(ctx: ReadContext, askedWords: readonly string[], askedStems: readonly string[]) {
  const [words, stems] = [filledUp(askedWords), filledUp([...new Set(askedStems)])];
  const count = words.length;
  const rows = await queries.run(ctx, `forms ${count} ${stems.length}`, { ...[...words, ...stems] }, () => {
    const slots = slotsIn([...words, ...stems]);
    const stemsOfWords = ctx.db.selectFrom('searchWords').select('stem').where('words', 'in', slots.slice(0, count));
    const having = (stems: typeof stemsOfWords | typeof slots) =>
      ctx.db.selectFrom('searchWords').select(['stem', 'words', 'language']).where('stem', 'in', stems);
    // Not `or`: PostgreSQL would read the whole vocabulary.
    const found = having(slots.slice(count)).union(having(stemsOfWords)).as('found');
    const forms = ctx.db
      .selectFrom(found)
      .selectAll()
      .orderBy('stem')
      .orderBy('words')
      .orderBy('language')
      .limit(sql.lit(maxRows));
    const languages = ctx.db.selectFrom('searchLanguages').select([sql.lit('').as('stem'), sql.lit('').as('words')]);
    return ctx.db.selectFrom(forms.as('forms')).selectAll().unionAll(languages.select('language'));
  });
  const forms = rows.filter(({ words }) => words !== '');
  return { forms, languages: rows.flatMap(({ words, language }) => (words === '' ? language : [])) };
}

/** Stems the words of the site's language again, after the site's language has changed: some words at a time. */
export async function restem(ctx: WriteContext, after: string, stem: Stem, batch: number): Promise<string | null> {
  const rows = await ctx.db
    .selectFrom('searchWords')
    .select(['spelling', 'stem'])
    .distinct()
    .where('spelling', '>', after)
    .where('language', '=', '')
    .orderBy('spelling')
    .limit(batch)
    .execute();
  const changed = rows.flatMap(({ spelling, stem: before }) => {
    const now = stem(spelling.replaceAll('-', ''));
    return now === before ? [] : [sql`(${spelling}, ${now}, ${reverse(now)})`];
  });
  if (changed.length > 0)
    await sql`update "searchWords" set "stem" = "new"."column2", "reversed" = "new"."column3"
      from (values ${sql.join(changed)}) as "new"
      where "searchWords"."spelling" = "new"."column1" and "searchWords"."language" = ''`.execute(ctx.db);
  return rows.length < batch ? null : rows.at(-1)!.spelling;
}

// The stem that the forms of a word share, by the rules of a language (Snowball). Stems only decide which words of the
// vocabulary stand for each other; they are never shown.

type Stem = (word: string) => string;

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
function languageOf(tag: string | null): string {
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
