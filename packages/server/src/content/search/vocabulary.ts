// The vocabulary: every word that occurs in an item, with the stem that its forms share. The full-text index has words as
// they are written; a search for one of them asks the vocabulary which others it stands for (decision 0052):
//
//   lanterns      lantern, by the stem of the site's language
//   cooperate     co-operate, which the vocabulary has as two words with the stem of one
//   كتاب          الكتاب, whose article is no part of the stem

import { sql } from 'kysely';
import type { ReadContext, WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { spellingOf } from '../../lib/search-query.ts';
import { type Stem, stemFor } from '../../lib/stems.ts';
import { cutWord, fold, isUnspaced } from '../../lib/text.ts';
import { readSetting } from '../../settings/settings.ts';

const queries = keptQueries();

const minLength = 3;
const maxLength = 32;
/** A longer chain of hyphens is a name or a slug. */
const maxParts = 3;
const maxAlternatives = 40;
const maxRows = 1000;
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

/** Adds the words of an item (`writtenWords`, with spaces between them) that the vocabulary does not have yet. */
export async function rememberWords(ctx: WriteContext, written: readonly string[]): Promise<void> {
  const { knownWords } = ctx;
  const unknown = new Set<string>();
  const rows = new Map<string, Row<'searchWords'>>();
  let stem: Stem | null = null;
  for (const word of written.flatMap((words) => words.split(' '))) {
    if (word.length < minLength || knownWords.has(word) || unknown.has(word)) continue;
    if (/\p{N}/u.test(word) || isUnspaced(word)) continue;
    unknown.add(word);
    stem ??= await siteStem(ctx);
    for (const row of rowsOf(word, stem)) rows.set(row.spelling, row);
  }
  if (unknown.size === 0) return;
  await insertNew(ctx, [...rows.values()]);
  ctx.afterCommit(() => knownWords.add(unknown));
}

/** The parts of a word with hyphens, and the whole of it. */
function rowsOf(written: string, stem: Stem): Row<'searchWords'>[] {
  const parts = spellingOf(written);
  const isWhole = parts.length > 1 && parts.length <= maxParts;
  const rows = parts.map((part) => rowOf([part], stem));
  if (isWhole) rows.push(rowOf(parts, stem));
  return rows.filter(({ spelling, words }) => isInVocabulary(spelling) && words !== '');
}

function rowOf(parts: string[], stem: Stem): Row<'searchWords'> {
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
  await queries.insert(ctx, 'words', rows, (slots) => ({
    compile: () => {
      const values = slots.map((row) => sql`(${row.spelling}, ${row.words}, ${row.stem}, ${row.reversed})`);
      return sql`insert into "searchWords" ("spelling", "words", "stem", "reversed")
        select * from (values ${sql.join(values)}) as "new"
        where not exists (select 1 from "searchWords" where "searchWords"."spelling" = "new"."column1")`.compile(
        ctx.db,
      );
    },
  }));
}

/** The words (or several, with spaces) that stand for each of these as well. */
export async function findAlternatives(ctx: ReadContext, spelled: readonly string[]): Promise<Map<string, string[]>> {
  const asked = spelled.filter((word) => isInVocabulary(word) && !/\p{N}/u.test(word));
  if (asked.length === 0) return new Map();
  const stem = await siteStem(ctx);
  const words = filledUp(asked.map((word) => cutWord(fold(word))));
  const stems = filledUp(asked.map(stem));
  const count = words.length;
  const rows = await queries.run(ctx, `forms ${count}`, { ...[...words, ...stems] }, () => {
    const slots = slotsIn([...words, ...stems]);
    return ctx.db
      .selectFrom('searchWords')
      .select(['stem', 'words'])
      .distinct()
      .where((eb) =>
        eb.or([
          eb('stem', 'in', slots.slice(count)),
          eb('stem', 'in', eb.selectFrom('searchWords').select('stem').where('words', 'in', slots.slice(0, count))),
        ]),
      )
      .orderBy('stem')
      .orderBy('words')
      .limit(sql.lit(maxRows));
  });
  return new Map(
    asked.map((word, index) => {
      // Typed without its accents, a word has the stems of those that are written with them.
      const stems = new Set(rows.filter((row) => row.words === words[index]).map((row) => row.stem)).add(stem(word));
      const forms = rows.filter((row) => stems.has(row.stem)).map((row) => row.words);
      return [word, [...new Set(forms)].sort().slice(0, maxAlternatives)];
    }),
  );
}

/** Stems the whole vocabulary again, after the site's language has changed: some words at a time. */
export async function restem(ctx: WriteContext, after: string, stem: Stem, batch: number): Promise<string | null> {
  const rows = await ctx.db
    .selectFrom('searchWords')
    .select(['spelling', 'stem'])
    .distinct()
    .where('spelling', '>', after)
    .orderBy('spelling')
    .limit(batch)
    .execute();
  for (const { spelling, stem: before } of rows) {
    const now = stem(spelling.replaceAll('-', ''));
    if (now !== before)
      await ctx.db
        .updateTable('searchWords')
        .set({ stem: now, reversed: reverse(now) })
        .where('spelling', '=', spelling)
        .execute();
  }
  return rows.length < batch ? null : rows.at(-1)!.spelling;
}
