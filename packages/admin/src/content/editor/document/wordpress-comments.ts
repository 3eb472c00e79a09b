// The comments that WordPress has around its blocks: kept with an edited block, and written around a new one.

import type { Node } from '@tiptap/pm/model';
import { isFootnoteList } from './arrange-footnotes.ts';
import type { Wrap } from './blocks.ts';
import { type Attributes, textAlignment } from './html-attributes.ts';

const names: Record<string, string> = {
  paragraph: 'paragraph',
  heading: 'heading',
  bulletList: 'list',
  orderedList: 'list',
  blockquote: 'quote',
  codeBlock: 'code',
  preformatted: 'preformatted',
  horizontalRule: 'separator',
  figure: 'image',
  details: 'details',
};
// Blocks whose content the same kind of node shows.
const alike: Record<string, readonly string[]> = {
  preformatted: ['verse', 'code', 'freeform'],
  paragraph: ['freeform'],
};

/** The comments around a block: those it was read with, if they still fit, or else those for what it is now. */
export function commentOf(node: Node, wrap: Wrap | null): { open: string; close: string } {
  const name = nameOf(node);
  if (wrap && (!name || wrap.name === '' || wrap.name === name || alike[node.type.name]?.includes(wrap.name))) {
    return { open: wrap.name === name ? withSettings(node, wrap.open) : wrap.open, close: wrap.close };
  }
  // WordPress keeps the notes themselves elsewhere.
  if (!name || isFootnoteList(node)) return { open: '', close: '' };
  return { open: `${withSettings(node, `<!-- wp:${name} -->`)}\n`, close: `\n<!-- /wp:${name} -->` };
}

function nameOf(node: Node): string | undefined {
  return classesOf(node).includes('wp-block-gallery') ? 'gallery' : names[node.type.name];
}

function classesOf(node: Node): string[] {
  return (node.attrs.extra as Attributes | null)?.class?.split(/\s+/) ?? [];
}

/** Where a picture is, and how wide, by its class. */
function blockAlignment(node: Node): string | null {
  return (
    classesOf(node)
      .find((name) => /^align(?:left|center|right|wide|full)$/.test(name))
      ?.slice(5) ?? null
  );
}

const lastComment = /<!--\s+wp:([a-z/-]+)\s*(\{[\s\S]*?\})?\s*-->(?![\s\S]*<!--)/;

/** The comment with the settings that follow from the HTML: the level of a heading, the kind of a list, the alignment. */
export function withSettings(node: Node, open: string): string {
  return open.replace(lastComment, (comment, name: string, json: string | undefined) => {
    let settings: Record<string, unknown>;
    try {
      settings = JSON.parse(json ?? '{}');
    } catch {
      return comment;
    }
    const next = { ...settings };
    const set = (key: string, value: unknown): void => {
      if (value === null || value === undefined || value === false) delete next[key];
      else next[key] = value;
    };
    const alignment = textAlignment(node.attrs.extra as Attributes | null);
    if (name === 'paragraph') set('align', alignment);
    if (name === 'image' || name === 'gallery') set('align', blockAlignment(node));
    if (name === 'heading') {
      set('level', node.attrs.level === 2 ? null : node.attrs.level);
      if (!('align' in next)) set('textAlign', alignment);
    }
    if (name === 'list') set('ordered', node.type.name === 'orderedList');
    if (JSON.stringify(next) === JSON.stringify(settings)) return comment;
    const written = Object.keys(next).length === 0 ? '' : `${safeJson(next)} `;
    return `<!-- wp:${name} ${written}-->`;
  });
}

/** JSON without the characters that would end the comment. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}
