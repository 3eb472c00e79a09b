// The answers as one text that the signals look at: its words, its links, what is written beside them. Of long texts only
// the beginning and the end count, so that scoring takes no longer than a few milliseconds whatever is sent.

import { fold } from '../../lib/text.ts';

const maxStart = 8000;
const maxEnd = 2000;
const maxWords = 2500;
/** The most words that a phrase may have. */
export const maxPhraseWords = 5;

export type PreparedText = {
  /** As it was written, shortened. */
  written: string;
  folded: string;
  /** Folded, in order; without those of links. */
  words: readonly string[];
  links: readonly Link[];
  /** How much of the text is links, from 0 to 1. */
  linkShare: number;
  /** Characters before it was shortened. */
  length: number;
  /** Each run of one to five words, once. */
  phrases(): Iterable<string>;
};

export type Link = { host: string; text: string };

/** With a scheme, or like a domain with an ending that people use for links. */
const links =
  /(?:https?:\/\/|www\.)[^\s<>"'\]）)]{3,}|(?<![\p{L}\p{N}@.-])(?:[a-z0-9-]{1,63}\.){1,3}(?:com|net|org|info|biz|ru|su|xyz|top|site|shop|store|online|click|club|live|pro|io|co|me|ly|gd|gg|gy|link|space|website|cn|in|tk|ml|cc|vip|bet|app|dev|to|us|uk|de|fr|at|eu)(?:\/[^\s<>"'\]）)]*|(?![\p{L}\p{N}@.-]))/giu;

export function prepareText(texts: readonly string[]): PreparedText {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const written = shorten(texts);
  const found = Array.from(written.matchAll(links), ([text]) => ({ host: hostOf(text), text }));
  const beside = found.length === 0 ? written : written.replace(links, ' ');
  const folded = fold(looksLatin(beside));
  const words = (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
  return {
    written,
    folded,
    words,
    links: found,
    linkShare: written.trim() === '' ? 0 : 1 - beside.replace(/\s+/g, '').length / written.replace(/\s+/g, '').length,
    length,
    *phrases() {
      const seen = new Set<string>();
      for (let at = 0; at < words.length; at++) {
        let phrase = '';
        for (const word of words.slice(at, at + maxPhraseWords)) {
          phrase = phrase === '' ? word : `${phrase} ${word}`;
          if (seen.has(phrase)) continue;
          seen.add(phrase);
          yield phrase;
        }
      }
    },
  };
}

/** The words of a phrase, as prepared texts have them. */
export function foldedWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function shorten(texts: readonly string[]): string {
  let start = '';
  let index = 0;
  for (; index < texts.length && start.length < maxStart; index++) start += `${texts[index]?.slice(0, maxStart)}\n`;
  const last = texts[index - 1] ?? '';
  const rest = [...texts.slice(index).map((text) => text.slice(-maxEnd))];
  const end = (last.length > maxStart ? last.slice(-maxEnd) : '') + rest.slice(-20).join('\n').slice(-maxEnd);
  return end === '' ? start : `${start.slice(0, maxStart)}\n${end.slice(-maxEnd)}`;
}

function hostOf(link: string): string {
  const url = URL.parse(/^https?:/i.test(link) ? link : `http://${link}`);
  return (url?.hostname ?? '').replace(/^www\./, '');
}

const lookalikes: Record<string, string> = Object.fromEntries(
  [
    'аa',
    'еe',
    'оo',
    'рp',
    'сc',
    'уy',
    'хx',
    'іi',
    'ѕs',
    'јj',
    'һh',
    'ԁd',
    'ԛq',
    'ԝw',
    'αa',
    'οo',
    'ρp',
    'νv',
    'ιi',
  ].map(([from = '', to = '']) => [from, to]),
);
/** Letters of another script inside a word of Latin ones, where no difference can be seen. */
const disguised = /\p{Script=Latin}[аеорсухіѕјһԁԛԝαορνι]|[аеорсухіѕјһԁԛԝαορνι]\p{Script=Latin}/iu;

/** Whether a word hides letters of another script among its own. */
export function isDisguised(word: string): boolean {
  return disguised.test(word);
}

function looksLatin(text: string): string {
  if (!disguised.test(text)) return text;
  return text.replace(/[\p{L}\p{M}]+/gu, (word) =>
    isDisguised(word) ? word.replace(/./gu, (letter) => lookalikes[letter.toLowerCase()] ?? letter) : word,
  );
}
