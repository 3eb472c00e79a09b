// Text for searching and showing: folding, the words of a full-text index in any script, excerpts.
// Everything here takes linear time, whatever the input.

import { memoize } from './lru-cache.ts';
import { offThread } from './off-thread.ts';

/** Whether both databases can store a text: PostgreSQL accepts neither NUL characters nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export const notStorable = 'must not contain a NUL character or a lone surrogate';

const maxFoldedAtOnce = 20_000;
const maxWordLength = 64;
const maxExcerptLength = 2000;

/** What typographers use beside ASCII. Folding changes only the ellipsis. */
const typographic = /^[\0-\x7f‘’“”–—…]*$/;
// Scripts whose marks people often do not type. In others (Devanagari, Thai, kana …) marks are vowels or make another
// letter, and stay.
const strippedMarks =
  /([0-9\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}+/gu;
// Letters that Unicode does not decompose; tatweel only stretches an Arabic word.
const replacedLetters = /[ßæœøđðþłħŧŋıςـ]/gu;
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
  ـ: '',
};

// Scripts written without spaces: any two neighbouring characters count as a word.
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const wordCharacter = String.raw`[\p{L}\p{N}\p{M}]`;
const segments = new RegExp(
  String.raw`(?<unspaced>(?:(?=${wordCharacter})${unspaced}\p{M}*)+)|(?:(?!${unspaced})${wordCharacter})+`,
  'gu',
);
const spacedWords = new RegExp(`${wordCharacter}+`, 'gu');
const notAWord = String.raw`[^\p{L}\p{N}\p{M}`;
/** What is between words, unless it is a single space. */
const separators = new RegExp(`${notAWord}]{2,}|${notAWord} ]`, 'gu');
/** Whether a text may have characters of scripts without spaces; some marks are used in them, too. */
const mayBeUnspaced = /\u02bc|\u0303|\u0305|\u0323|\u0331|[\u0e00-\u1fff\u2070-\uffff]/;
/** Longer runs take quadratic time to normalize. No language needs them (UAX #15, Stream-Safe Text Format). */
const longRunsOfMarks = /(\p{M}{30})\p{M}+/gu;
const unspacedCharacter = new RegExp(unspaced, 'u');
const characterWithMarks = /.\p{M}*/gsu;
const excerptUnits = new RegExp(String.raw`(?<unspaced>${unspaced}\p{M}*)|(?:(?!${unspaced})\S)+`, 'gu');

/** Far quicker than a regular expression. */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** The text with at most 30 marks in a row, so that it can be normalized in linear time. */
export function limitMarks(text: string): string {
  return text.replace(longRunsOfMarks, '$1');
}

/**
 * One spelling for texts that people consider the same: lower case, compatibility forms (full-width, ligatures) resolved,
 * without accents in Latin, Greek and Cyrillic and without points in Arabic and Hebrew. Folding twice changes nothing.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  if (typographic.test(text)) return text.toLowerCase().replaceAll('…', '...');
  return limitMarks(text)
    .normalize('NFKD')
    .replace(ignorable, '')
    .toLowerCase()
    .replace(strippedMarks, '$1')
    .replace(replacedLetters, (letter) => replacements[letter] ?? letter)
    .normalize('NFC');
}

/** The same for texts of any length: long ones are folded on another thread, when it is the subject's turn. */
export async function foldLong(subject: string, text: string): Promise<string> {
  return text.length <= maxFoldedAtOnce ? fold(text) : offThread<typeof fold>(subject, import.meta.url, 'fold', text);
}

/** Texts by name, and those of objects inside. */
export type TextTree = { [name: string]: string | TextTree };

/** The texts, folded, as JSON. Long ones are folded on another thread, as above. */
export async function foldTree(subject: string, texts: TextTree): Promise<string> {
  return lengthOf(texts) <= maxFoldedAtOnce
    ? foldEach(texts)
    : offThread<typeof foldEach>(subject, import.meta.url, 'foldEach', texts);
}

function lengthOf(texts: TextTree): number {
  return Object.values(texts).reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? text.length : lengthOf(text)),
    0,
  );
}

/** Exported for the thread. */
export function foldEach(texts: TextTree): string {
  const folded = (texts: TextTree): TextTree =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? fold(text) : folded(text)]),
    );
  return JSON.stringify(folded(texts));
}

/**
 * The words of a text for a full-text index, folded, in order, repeated as often as they occur. A word is a run of
 * letters, digits and marks; in scripts without spaces each character and each pair of neighbours is a word.
 * The index must split its input at white space only, or accept the words as a list.
 */
export function searchWords(text: string): string[] {
  return wordsIn(fold(text));
}

/** The same words as one text, with a space between them: far quicker where words are written with spaces. */
export function searchText(text: string): string {
  const folded = fold(text);
  return mayBeUnspaced.test(folded) || hasLongRun(folded)
    ? wordsIn(folded).join(' ')
    : folded.replace(separators, ' ').trim();
}

/** Whether a word may have to be cut: a longer run between spaces has a character at one of these places. */
function hasLongRun(text: string): boolean {
  for (let at = maxWordLength; at < text.length; at += maxWordLength) {
    const end = text.indexOf(' ', at);
    if ((end < 0 ? text.length : end) - text.lastIndexOf(' ', at) - 1 > maxWordLength) return true;
  }
  return false;
}

function wordsIn(folded: string): string[] {
  if (!mayBeUnspaced.test(folded)) return (folded.match(spacedWords) ?? []).map((word) => cut(word, maxWordLength));
  const words: string[] = [];
  for (const { 0: segment, groups } of folded.matchAll(segments)) {
    if (!groups?.unspaced) words.push(cut(segment, maxWordLength));
    else {
      const characters = splitCharacters(segment);
      for (const character of characters) words.push(character);
      pushPairs(words, characters);
    }
  }
  return words;
}

/** Letters, digits and marks, with single hyphens and apostrophes between them. */
export const letterRuns = new RegExp(`${wordCharacter}+(?:[-'’‘‐]${wordCharacter}+)*`, 'gu');
/** What is between them in ASCII, in lower case; a single space can stay. */
const asciiGaps = /[^a-z0-9'-]{2,}|[^a-z0-9' -]|['-]{2,}|(?<![a-z0-9])['-]|['-](?![a-z0-9])/g;

/** A text whose words can be looked at as they were written: composed, without what cannot be seen. */
export function cleanText(text: string): string {
  return isAscii(text) ? text : limitMarks(text).normalize('NFKC').replace(ignorable, '');
}

/** The words of a text, in lower case, as they are written: with accents, hyphens and apostrophes. In one text, with spaces between them. */
export function writtenText(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(asciiGaps, ' ');
  return (cleanText(text).toLowerCase().match(letterRuns) ?? []).join(' ');
}

/** The runs of a folded text: words, and what is written without spaces. */
export function wordSegments(folded: string): { text: string; isUnspaced: boolean }[] {
  return Array.from(folded.matchAll(segments), ({ 0: text, groups }) => ({ text, isUnspaced: !!groups?.unspaced }));
}

/** A word of a text, folded, and where it is; in scripts without spaces, a character. */
export type PlacedWord = { word: string; start: number; end: number; isUnspaced: boolean };

export function placedWords(text: string): PlacedWord[] {
  const placed: PlacedWord[] = [];
  const add = (word: string, start: number, isUnspaced: boolean): unknown =>
    placed.push({ word: cut(fold(word), maxWordLength), start, end: start + word.length, isUnspaced });
  for (const { 0: segment, index, groups } of text.matchAll(segments)) {
    if (!groups?.unspaced) add(segment, index, false);
    else for (const part of segment.matchAll(characterWithMarks)) add(part[0], index + part.index, true);
  }
  return placed;
}

/** Whether a text has characters of scripts without spaces. */
export function isUnspaced(text: string): boolean {
  return !isAscii(text) && unspacedCharacter.test(text);
}

/** The pairs of neighbours in a run of a script without spaces; of one character, itself. */
export function pairsOf(segment: string): string[] {
  const characters = splitCharacters(segment);
  if (characters.length === 1) return characters;
  const pairs: string[] = [];
  pushPairs(pairs, characters);
  return pairs;
}

/** A word as the index has it. */
export function cutWord(word: string): string {
  return cut(word, maxWordLength);
}

function pushPairs(words: string[], characters: string[]): void {
  for (let i = 1; i < characters.length; i++) words.push(characters[i - 1]! + characters[i]!);
}

function splitCharacters(segment: string): string[] {
  return Array.from(segment.matchAll(characterWithMarks), ([character]) => cut(character, maxWordLength / 2));
}

/** At most `length` UTF-16 units, without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/**
 * The first words of a text, with `…` if there are more. Two characters of a script without spaces count as one word,
 * so that excerpts look equally long in every language.
 */
export function makeExcerpt(text: string, maxWords = 55): string {
  const excerpt = cut(text.slice(0, endOfWords(text, maxWords)), maxExcerptLength);
  return excerpt.length === text.length ? text : `${excerpt.trimEnd()}…`;
}

const firstWords = memoize(10, (count: number) => new RegExp(`^(?:\\s*\\S+){0,${count}}`));

function endOfWords(text: string, maxWords: number): number {
  if (isAscii(text) || !unspacedCharacter.test(text)) return firstWords(maxWords).exec(text)![0].length;
  let words = 0;
  let end = 0;
  for (const match of text.matchAll(excerptUnits)) {
    words += match.groups?.unspaced ? 0.5 : 1;
    if (words > maxWords) break;
    end = match.index + match[0].length;
  }
  return end;
}
