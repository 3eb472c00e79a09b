// What is derived from an item's texts: the sort key of its title, its excerpt, and the words of the full-text index.
// Long texts take time: they are read on another thread, before the transaction where possible.

import type { SearchDocument } from '../../database/dialect.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isTextField } from '../../fields/field-kinds.ts';
import { valuesIn } from '../../fields/places.ts';
import { readHtmlText } from '../../lib/html-text.ts';
import { offThread } from '../../lib/off-thread.ts';
import { fold, makeExcerpt, searchText, writtenText } from '../../lib/text.ts';

/** Characters that count for sorting; rows of PostgreSQL's indexes have at most 2.7 kB. */
const maxKeyLength = 200;

export function titleKeyOf(title: string): string {
  const key = fold(title).slice(0, maxKeyLength);
  return key.isWellFormed() ? key : key.slice(0, -1);
}

/** Content with its excerpt and words. */
export type ReadContent = ReadTexts & { html: string };

/** Long texts are read when it is the type's turn, as below. */
export async function readContent(type: string, html: string): Promise<ReadContent> {
  return { html, ...(await readHtml(type, [html])) };
}

/** Characters that are read at once; a text counts for some more. */
const maxAtOnce = 10_000;
const lengthOfText = 100;

/** The excerpt of the first of these texts, and the words of all of them. */
async function readHtml(type: string, texts: string[]): Promise<ReadTexts> {
  return readAtOnce(texts) ?? offThread<typeof readTexts>(type, import.meta.url, 'readTexts', texts);
}

/** The same for texts that are short enough; null for longer ones. */
export function readAtOnce(texts: string[]): ReadTexts | null {
  const length = texts.reduce((sum, text) => sum + text.length + lengthOfText, 0);
  return length <= maxAtOnce ? readTexts(texts) : null;
}

/** The words as the index has them, and as they are written, of long texts each once; both in one text, which is copied from one thread to another quickly. */
export type ReadTexts = { excerpt: string; words: string; written: string };

/** Exported for the thread. */
export function readTexts(texts: string[]): ReadTexts {
  const shown = texts.map(readHtmlText);
  const all = shown.map(({ all }) => all);
  return { excerpt: makeExcerpt(shown[0]?.prose ?? ''), words: wordsOf(...all), written: writtenIn(...all) };
}

/** A longer item is found by its first words: the databases would take too long to index them all at once. */
const maxWords = 100_000;
const maxDifferentWords = 20_000;

function wordsOf(...texts: string[]): string {
  const words = texts.map(searchText).filter((text) => text !== '');
  return firstWords(words.join(' '));
}

function writtenIn(...texts: string[]): string {
  const written = texts.map(writtenText).join(' ');
  if (written.length <= maxAtOnce) return written;
  // A long text repeats most of its words, and was read on the thread: only different ones are handed over.
  const different = new Set<string>();
  for (const word of written.split(' ')) if (different.add(word).size === maxDifferentWords) break;
  return [...different].join(' ');
}

function firstWords(text: string): string {
  // So short a text cannot have more.
  if (text.length < 2 * maxDifferentWords) return text;
  const words = text.split(' ');
  const different = new Set<string>();
  const end = words.findIndex((word, index) => index >= maxWords || different.add(word).size > maxDifferentWords);
  return end < 0 ? text : words.slice(0, end).join(' ');
}

/** The words of an item: for the index, and as they are written; and their language. */
export type ItemWords = { document: SearchDocument; written: string; language: string | null };

/** Between two names: no text has it as a word, so no phrase goes on from one to the next. */
const separator = '\ue000';

/**
 * What an item is found by: title, excerpt, content, custom fields of text kinds without a scope, undeclared texts, and the `names` of its
 * tags, categories and author.
 */
export async function readWords(
  type: { name: string; fields: readonly FieldDeclaration[] },
  item: {
    title: string;
    excerpt: string;
    content: ReadContent;
    values: Record<string, unknown>;
    names: readonly string[];
    language: string | null;
  },
): Promise<ItemWords> {
  const declared = new Set(type.fields.map((field) => field.name));
  const undeclared = Object.entries(item.values).flatMap(([name, value]) => (declared.has(name) ? [] : value));
  // What some readers may not see, none can find: the index is the same for all.
  const indexed = type.fields.filter((field) => !field.scope);
  const found = valuesIn(indexed, item.values).flatMap(({ field, value }) => (isTextField(field) ? value : []));
  const texts = [...found, ...undeclared].filter((value) => typeof value === 'string');
  const values = await readHtml(type.name, texts);
  const named = [item.excerpt, ...item.names].map((text) => wordsOf(text)).filter((words) => words !== '');
  const short = writtenIn(item.title, item.excerpt, ...item.names);
  return {
    document: {
      title: wordsOf(item.title),
      excerpt: named.join(` ${separator} `),
      body: joinWords(item.content.words, values.words),
    },
    written: `${short} ${item.content.written} ${values.written}`,
    language: item.language,
  };
}

function joinWords(some: string, others: string): string {
  const words = some === '' || others === '' ? `${some}${others}` : `${some} ${others}`;
  // So short a text cannot have more.
  return words.length < 2 * maxWords ? words : words.split(' ').slice(0, maxWords).join(' ');
}
