// What is made out of an item's texts: the key titles sort by, the excerpt, and the words of the full-text index.
// Long texts take long: do it before the transaction.

import type { SearchDocument } from '../../database/dialect.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { htmlToText } from '../../lib/html-text.ts';
import { fold, makeExcerpt, searchWords } from '../../lib/text.ts';

/** So many characters take part in sorting; PostgreSQL's indexes take rows of 2.7 kB at most. */
const keyLength = 200;

export function titleKeyOf(title: string): string {
  const key = fold(title).slice(0, keyLength);
  return key.isWellFormed() ? key : key.slice(0, -1);
}

/** A content with its words and excerpt. */
export type ReadContent = { html: string; excerpt: string; words: string[] };

export function readContent(html: string): ReadContent {
  const text = htmlToText(html);
  return { html, excerpt: makeExcerpt(text), words: searchWords(text) };
}

/** What the index holds of an item: title, excerpt, content, custom fields of text kinds, and undeclared texts. */
export function searchDocument(
  fields: readonly FieldDeclaration[],
  item: { title: string; excerpt: string; content: ReadContent; values: Record<string, unknown> },
): SearchDocument {
  const silent = new Set(fields.filter((field) => !kindOf(field).isText).map((field) => field.name));
  const texts = Object.entries(item.values)
    .flatMap(([name, value]) => (silent.has(name) ? [] : [value].flat()))
    .filter((value) => typeof value === 'string');
  return {
    title: searchWords(item.title),
    excerpt: searchWords(item.excerpt),
    body: [...item.content.words, ...texts.flatMap((text) => searchWords(htmlToText(text)))],
  };
}
