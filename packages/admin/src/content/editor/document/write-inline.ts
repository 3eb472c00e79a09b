// Writes the text of a block with its formats, as HTML.

import type { Mark, Node } from '@tiptap/pm/model';
import { footnotePieces, type Piece } from './footnote-html.ts';
import type { Attributes } from './html-attributes.ts';

/** The HTML of a node's inline content. */
export function writeInline(node: Node): string {
  let html = '';
  let open: readonly Mark[] = [];
  const closeTo = (length: number): void => {
    for (const mark of open.slice(length).reverse()) html += `</${tagOf(mark)}>`;
    open = open.slice(0, length);
  };
  for (const child of node.content.content) {
    let kept = 0;
    while (kept < open.length && kept < child.marks.length && (open[kept] as Mark).eq(child.marks[kept] as Mark))
      kept++;
    closeTo(kept);
    for (const mark of child.marks.slice(kept)) html += `<${tagOf(mark)}${writeAttributes(attributesOf(mark))}>`;
    open = child.marks;
    html += writeLeaf(child);
  }
  closeTo(0);
  return html;
}

function writeLeaf(node: Node): string {
  if (node.isText) return escapeText(node.text ?? '');
  const footnote = footnotePieces(node);
  if (footnote) return writePiece(footnote);
  const { extra, ...attrs } = node.attrs as { extra: Attributes | null } & Record<string, unknown>;
  if (node.type.name === 'hardBreak') return `<br${writeAttributes(extra ?? {})}>`;
  return `<img${writeAttributes({ ...texts(attrs), ...(extra ?? {}) })}>`;
}

function writePiece({ tag, attributes, content }: Piece): string {
  const inner = typeof content === 'string' ? escapeText(content) : writePiece(content);
  return `<${tag}${writeAttributes(attributes)}>${inner}</${tag}>`;
}

const tags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  link: 'a',
  superscript: 'sup',
  subscript: 'sub',
};

function tagOf({ type, attrs }: Mark): string {
  return (attrs.tag as string | null) ?? (tags[type.name] as string);
}

function attributesOf({ type, attrs }: Mark): Attributes {
  const { extra, tag: _, ...own } = attrs as { extra: Attributes | null } & Record<string, unknown>;
  return { ...(type.name === 'link' ? texts(own) : {}), ...(extra ?? {}) };
}

function texts(attrs: Record<string, unknown>): Attributes {
  const set = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/** Attributes of a tag, each with a space before it. */
export function writeAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join('');
}

/** A text as HTML; with no-break spaces as entities, because no one sees them otherwise. */
export function escapeText(text: string, hasEntities = true): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return hasEntities ? escaped.replaceAll('\u00a0', '&nbsp;') : escaped;
}
