// The fenced blocks of the documents, and what the words behind their language say about them.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../../..');

/** Decisions stay as they were written. */
const patterns = ['*.md', 'docs/*.md', 'docs/guides/*.md', 'packages/*/README.md'];

export type Block = {
  /** The file, such as `docs/forms.md`. */
  page: string;
  /** `docs/forms.md:12`, for messages. */
  place: string;
  /** The heading that it stands under, and the one of the second level above that. */
  heading: string;
  section: string;
  language: string;
  /** What follows the language: `background`, `file=index.html`, `Form`. */
  words: string[];
  code: string;
};

export function documentPages(): string[] {
  return globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file !== 'docs/README.md')
    .sort();
}

export function readBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let section = '';
  let open: (Block & { lines: string[]; indent: number }) | null = null;
  for (const [index, line] of readFileSync(path.join(root, page), 'utf8').split('\n').entries()) {
    // Blocks in lists are indented.
    const [, indent = '', info] = /^( *)```(.*)$/.exec(line) ?? [];
    if (open !== null && info === '') {
      const { lines, indent: _, ...block } = open;
      blocks.push({ ...block, code: lines.map((text) => `${text}\n`).join('') });
      open = null;
    } else if (open !== null)
      open.lines.push(line.slice(0, open.indent).trim() === '' ? line.slice(open.indent) : line);
    else if (info !== undefined) {
      const [language = '', ...words] = info.split(' ');
      open = {
        page,
        place: `${page}:${index + 1}`,
        heading,
        section,
        language,
        words,
        code: '',
        lines: [],
        indent: indent.length,
      };
    } else {
      const [, marks = '', title = ''] = /^(#{1,4}) (.+)$/.exec(line) ?? [];
      if (marks) heading = title;
      if (marks.length === 1 || marks.length === 2) section = title;
    }
  }
  if (open !== null) throw new Error(`${open.place}: the block has no end`);
  return blocks;
}

/** The file that a reader saves the block as, inside their folder. */
export function fileOf({ words }: Block): string | null {
  return words.find((word) => word.startsWith('file='))?.slice('file='.length) ?? null;
}

export const isOutput = ({ words }: Block): boolean => words.includes('output');
