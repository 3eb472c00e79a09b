// Everything that a person reads in the repository: sentences in code and documents, comments, and names.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Comment, type Node, parseSync, visitorKeys } from 'oxc-parser';

export type Text = {
  kind: 'sentence' | 'comment' | 'name';
  text: string;
  /** Where a character of the text stands: `docs/errors.md:12`. */
  placeOf(index: number): string;
};

const code = ['packages/*/{src,test,e2e,bin}/**/*.{ts,tsx,mjs}', '{scripts,bench}/**/*.{ts,mjs}'];
const documents = ['*.md', 'docs/**/*.md', 'packages/*/*.md'];

/** All texts but those of the files that are about words. */
export function readTexts(root: string, aboutWords: readonly string[]): Text[] {
  const read = (patterns: string[], textsOf: (file: string, source: string) => Text[]): Text[] =>
    globSync(patterns, { cwd: root })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => !aboutWords.some((pattern) => path.matchesGlob(file, pattern)))
      .sort()
      .flatMap((file) => textsOf(file, readFileSync(path.join(root, file), 'utf8')));
  return [...read(code, textsOfCode), ...read(documents, textsOfDocument)];
}

function textsOfCode(file: string, source: string): Text[] {
  const { program, comments } = parseSync(file, source);
  const place = placesIn(file, source);
  const names = new Map([[path.basename(file).replace(/\..*/, ''), 0]]);
  const texts: Text[] = commentsOf(comments, source).map(([start, text]) => ({
    kind: 'comment',
    text,
    placeOf: place(start),
  }));
  const visit = (node: Node): void => {
    if ('name' in node && typeof node.name === 'string' && !names.has(node.name)) names.set(node.name, node.start);
    const text = sentenceOf(node);
    if (text !== null) texts.push({ kind: 'sentence', text, placeOf: place(node.start) });
    for (const key of visitorKeys[node.type] ?? []) {
      const value = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key];
      for (const child of Array.isArray(value) ? value : [value]) if (child) visit(child);
    }
  };
  visit(program);
  return [...texts, ...[...names].map(([text, start]): Text => ({ kind: 'name', text, placeOf: place(start) }))];
}

/** What stands in quotes or between tags. One small word is data: a key, a path, a value of a test. */
function sentenceOf(node: Node): string | null {
  if (node.type === 'JSXText') return node.value;
  const text = node.type === 'TemplateElement' ? node.value.cooked : node.type === 'Literal' ? node.value : null;
  return typeof text === 'string' && /\S\s+\S|^[A-Z]/.test(text) ? text : null;
}

/** Comments without their marks, each text as long as before; comments on lines that follow each other are one. */
function commentsOf(comments: Comment[], source: string): [start: number, text: string][] {
  const blocks: [start: number, end: number][] = [];
  for (const { start, end } of comments) {
    const last = blocks.at(-1);
    if (last && /^[ \t]*\r?\n[ \t]*$/.test(source.slice(last[1], start))) last[1] = end;
    else blocks.push([start, end]);
  }
  return blocks.map(([start, end]) => [start, blank(source.slice(start, end), /^\s*(?:\/\/|\/?\*+)|`[^`]*`/gm)]);
}

/** Markdown without its code. */
function textsOfDocument(file: string, source: string): Text[] {
  const text = blank(source, /^```.*?^```|`[^`\n]*`/gms);
  return [{ kind: 'sentence', text, placeOf: placesIn(file, source)(0) }];
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (part) => part.replace(/\S/g, ' '));
}

function placesIn(file: string, source: string): (start: number) => (index: number) => string {
  return (start) => (index) => `${file}:${source.slice(0, start + index).split('\n').length}`;
}
