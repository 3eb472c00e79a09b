// What is derived from an item's texts: the sort key of its title, its excerpt, and the words of the full-text index.
// Long texts take time: do this before the transaction.

import type { SearchDocument } from '../../database/dialect.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { htmlToText } from '../../lib/html-text.ts';
import { fold, makeExcerpt, searchWords } from '../../lib/text.ts';

/** Characters that count for sorting; rows of PostgreSQL's indexes have at most 2.7 kB. */
const maxKeyLength = 200;

export function titleKeyOf(title: string): string {
  const key = fold(title).slice(0, maxKeyLength);
  return key.isWellFormed() ? key : key.slice(0, -1);
}

/** Content with its excerpt and words. */
export type ReadContent = { html: string; excerpt: string; words: string[] };

export function readContent(html: string): ReadContent {
  const text = htmlToText(html);
  return { html, excerpt: makeExcerpt(text), words: searchWords(text) };
}

/** What is indexed of an item: title, excerpt, content, custom fields of text kinds, and undeclared texts. */
export function searchDocument(
  fields: readonly FieldDeclaration[],
  item: { title: string; excerpt: string; content: ReadContent; values: Record<string, unknown> },
): SearchDocument {
  const unsearchable = new Set(fields.filter((field) => !kindOf(field).isText).map((field) => field.name));
  const texts = Object.entries(item.values)
    .flatMap(([name, value]) => (unsearchable.has(name) ? [] : [value].flat()))
    .filter((value) => typeof value === 'string');
  return {
    title: searchWords(item.title),
    excerpt: searchWords(item.excerpt),
    body: [...item.content.words, ...texts.flatMap((text) => searchWords(htmlToText(text)))],
  };
}
