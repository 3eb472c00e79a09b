// Writes the editor's document as HTML. A block that is what its bytes were read as is written as these bytes.

import type { Node } from '@tiptap/pm/model';
import { isContainer, originOf, type TextStyle, wrapOf } from './blocks.ts';
import { parsedFrom } from './read-document.ts';
import { commentOf } from './wordpress-comments.ts';
import { containerTags, writeBlock } from './write-block.ts';

/** The HTML of a document. Blocks that were not edited have the bytes that they were read from. */
export function writeDocument(doc: Node): string {
  const html = writeBlocks(doc, doc.attrs.style as TextStyle, true);
  // All that was there was deleted.
  if (html === '' && !originOf(doc.child(0))) return '';
  return html + (doc.attrs.tail as string);
}

function writeBlocks(parent: Node, style: TextStyle, isWhole: boolean): string {
  let html = '';
  let previous: Written | null = null;
  for (const node of parent.content.content) {
    // A caption without words.
    if (node.type.name === 'figcaption' && node.childCount === 0 && !originOf(node)) continue;
    const next: Written = { node, text: writeOne(node, style, isWhole && parent.childCount === 1) };
    html += gapBetween(previous, next, style, html === '' && isWhole) + next.text;
    previous = next;
  }
  return html;
}

type Written = { node: Node; text: string };

/** Texts by node, so that only what changed is written again. Nodes never change. */
const written = new WeakMap<Node, string>();

function writeOne(node: Node, style: TextStyle, isOnly: boolean): string {
  const kept = written.get(node);
  if (kept !== undefined && !isOnly) return kept;
  const text = isContainer(node) ? writeContainer(node, style) : writeLeaf(node, style, isOnly);
  if (!isOnly) written.set(node, text);
  return text;
}

function writeContainer(node: Node, style: TextStyle): string {
  const tags = wrapOf(node) ?? containerTags(node);
  const text = tags.open + writeBlocks(node, style, false) + tags.close;
  if (wrapOf(node) || style !== 'wordpress') return text;
  const { open, close } = commentOf(node, null);
  return open + text + close;
}

function writeLeaf(node: Node, style: TextStyle, isOnly: boolean): string {
  const origin = originOf(node);
  const read = origin && parsedFrom(origin);
  if (read && isSameBlock(node, read)) return origin.source;
  // An empty text, rather than an empty paragraph.
  if (isOnly && node.type.name === 'paragraph' && node.childCount === 0 && !wrapOf(node)) return '';
  const isText = node.type.name === 'paragraph' && node.attrs.bare;
  const isBare =
    isText && (style === 'blank-lines' || (read?.type === node.type && read.attrs.bare && read.childCount > 0));
  const block = isText && !isBare ? node.type.create({ ...node.attrs, bare: false }, node.content) : node;
  return writeBlock(block, { style, wordPress: style === 'wordpress' || wrapOf(node) !== null });
}

/** Whether a block is what was read: the same but for the origin. */
function isSameBlock(node: Node, read: Node): boolean {
  return (
    node.hasMarkup(read.type, { ...node.attrs, ...read.attrs, origin: node.attrs.origin }) &&
    node.content.eq(read.content)
  );
}

/** The white space between two blocks: what was there if they were neighbors, or else what the text has elsewhere. */
function gapBetween(previous: Written | null, next: Written, style: TextStyle, isStart: boolean): string {
  const origin = originOf(next.node);
  if (!previous) return origin?.previous === null ? origin.gap : '';
  if (origin && originOf(previous.node)?.source === origin.previous) return origin.gap;
  // The entries of a list of pictures.
  if (isStart || next.node.attrs.tag === 'li') return origin?.gap ?? '';
  const usual = style !== 'html' || (isBareText(previous) && isBareText(next)) ? '\n\n' : '\n';
  return origin?.gap.includes(usual) ? origin.gap : usual;
}

/** Whether it is written without an element, so that only a blank line keeps it apart from the next one. */
function isBareText({ node, text }: Written): boolean {
  return node.type.name === 'paragraph' && !/^<(?:p[\s>]|!--)/.test(text);
}
