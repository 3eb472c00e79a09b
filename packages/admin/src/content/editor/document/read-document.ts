// Reads an HTML text into a document of the editor, in which each block knows its bytes.

import { DOMParser as ModelParser, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import { isContainer, type Origin, type TextStyle, type Wrap } from './blocks.ts';
import { readEmbed } from './embeds.ts';
import { keptStyle, otherAttributes } from './html-attributes.ts';
import { depthOf } from './html-tokens.ts';
import { isSameHtml } from './same-html.ts';
import { type Piece, splitBlocks } from './split-blocks.ts';
import { writeBlock } from './write-block.ts';

const maxDepth = 16;
// Of the tags within one block. The time that it takes to read and show them grows with its square.
const maxTagDepth = 100;

/** Reads a text. `writeDocument` of the result is the same text, whatever it contains. */
export function readDocument(schema: Schema, html: string): Node {
  const { pieces, tail } = splitBlocks(html);
  const style = styleOf(pieces);
  const type = schema.nodes.doc as NodeType;
  const blocks = readPieces({ schema, style, depth: 0 }, pieces, type);
  if (blocks.length > 0) return type.create({ style, tail }, blocks);
  const empty = (schema.nodes.paragraph as NodeType).create();
  return type.create({ style, tail }, withOrigin(empty, { source: '', gap: '', previous: null }));
}

type Reading = { schema: Schema; style: TextStyle; depth: number };

function styleOf(pieces: Piece[]): TextStyle {
  if (pieces.some((piece) => piece.kind === 'wordpress')) return 'wordpress';
  const isTwoTexts = pieces.some(
    (piece, index) => piece.kind === 'text' && pieces[index - 1]?.kind === 'text' && piece.gap.includes('\n'),
  );
  return isTwoTexts ? 'blank-lines' : 'html';
}

const parsed = new WeakMap<Origin, Node>();

/** The block that these bytes were read as; undefined if they came from another editor. */
export function parsedFrom(origin: Origin): Node | undefined {
  return parsed.get(origin);
}

function withOrigin(node: Node, origin: Origin): Node {
  parsed.set(origin, node);
  return node.type.create({ ...node.attrs, origin }, node.content, node.marks);
}

function readPieces(reading: Reading, pieces: Piece[], parent: NodeType): Node[] {
  return pieces.map((piece, index) => {
    const { source, gap } = piece;
    const read = readPiece(reading, piece);
    const node = read && mayContain(parent, read) ? read : htmlBlock(reading.schema, source);
    return withOrigin(node, { source, gap, previous: pieces[index - 1]?.source ?? null });
  });
}

function mayContain(parent: NodeType, { type }: Node): boolean {
  const { name } = type;
  if (name === 'figcaption') return parent.name === 'section' || parent.name === 'figure';
  return name === 'summary' ? parent.name === 'details' : type.isInGroup('block');
}

function htmlBlock(schema: Schema, html: string): Node {
  return (schema.nodes.htmlBlock as NodeType).create({ html });
}

/** The node of a piece. Null if the editor cannot show it and write it again. */
function readPiece(reading: Reading, piece: Piece): Node | null {
  if (reading.depth > maxDepth || isTooDeep(piece.source)) return null;
  if (piece.kind === 'wordpress') return readWordPress(reading, piece);
  if (piece.kind === 'text') return readText(reading, piece.source);
  if (piece.kind !== 'element') return null;
  return readContainer(reading, piece) ?? readLeaf(reading, piece.source, piece.name);
}

function isTooDeep(html: string): boolean {
  // Most blocks have fewer tags in all.
  return html.split('<', maxTagDepth + 1).length > maxTagDepth && depthOf(html) > maxTagDepth;
}

// Blocks whose HTML is not for writing in.
const wordPressHtml = /^(?:html|shortcode|more|nextpage|spacer|video|audio|embed|core-embed\/.*)$/;

function readWordPress(reading: Reading, piece: Piece): Node | null {
  const { source, inner, name } = piece;
  if (!inner || wordPressHtml.test(name)) return null;
  const { pieces, tail } = splitBlocks(source.slice(inner.start, inner.end));
  const [first] = pieces;
  if (!first) return null;
  const open = source.slice(0, inner.start);
  const close = tail + source.slice(inner.end);
  if (pieces.length > 1) {
    const section = reading.schema.nodes.section as NodeType;
    const blocks = readPieces({ ...reading, depth: reading.depth + 1 }, pieces, section);
    return section.create({ tag: 'div', wrap: { open, close, name } }, blocks);
  }
  const node = readPiece({ ...reading, depth: reading.depth + 1 }, first);
  if (!node || node.type.name === 'htmlBlock') return null;
  const within = node.attrs.wrap as Wrap | null;
  const wrap: Wrap = {
    open: open + first.gap + (within?.open ?? ''),
    close: (within?.close ?? '') + close,
    name: within?.name || name,
  };
  return node.type.create({ ...node.attrs, wrap }, node.content);
}

/** WordPress has the pictures of older galleries in a list. */
const galleryList = /^<(?:ul|li)\s[^>]*class="[^"]*\bblocks-gallery-(?:grid|item)\b/;

const sections = new Set('div section article aside header footer main center hgroup nav search'.split(' '));

function readContainer(reading: Reading, piece: Piece): Node | null {
  const { name, source, inner } = piece;
  const { nodes } = reading.schema;
  const isSection = sections.has(name) || galleryList.test(source);
  if (!inner || !(isSection || name in nodes)) return null;
  // Shown as a card.
  if (name === 'figure' && readEmbed(source)) return null;
  const type = isSection ? nodes.section : nodes[name];
  if (!type) return null;
  if (name === 'figcaption' || name === 'summary') return readTextElement(reading, source, type);
  if (!isContainer(type.create())) return null;
  const { pieces, tail } = splitBlocks(source.slice(inner.start, inner.end));
  if (pieces.length === 0) return null;
  const wrap: Wrap = { open: source.slice(0, inner.start), close: tail + source.slice(inner.end), name: '' };
  const deeper = { ...reading, depth: reading.depth + 1 };
  const extra = otherAttributes(elementOf(wrap.open) ?? document.createElement('div'));
  if (name === 'figure') {
    const parts = readFigure(deeper, pieces, type);
    if (parts) return type.create({ wrap, extra }, parts);
  }
  const container = name === 'figure' ? (nodes.section as NodeType) : type;
  const blocks = readPieces(deeper, pieces, container);
  const node = container.create({ ...(container === nodes.section ? { tag: name } : {}), wrap, extra }, blocks);
  return container.validContent(node.content) ? node : null;
}

/** The parts of a figure that consists of images and perhaps a caption. */
function readFigure(reading: Reading, pieces: Piece[], figure: NodeType): Node[] | null {
  const [first, second] = pieces;
  if (pieces.length > 2 || first?.kind !== 'text' || (second && second.name !== 'figcaption')) return null;
  const { media: type } = reading.schema.nodes;
  const media = type && readInline(reading, first.source, type.create());
  if (!media || media.childCount === 0) return null;
  const parts = [withOrigin(media, { source: first.source, gap: first.gap, previous: null })];
  if (second) {
    const caption = readPiece(reading, second);
    if (!caption || !mayContain(figure, caption)) return null;
    parts.push(withOrigin(caption, { source: second.source, gap: second.gap, previous: first.source }));
  }
  return parts;
}

function readTextElement(reading: Reading, source: string, type: NodeType): Node | null {
  const element = elementOf(source);
  if (!element) return null;
  const node = parse(reading, element, type.create({ extra: otherAttributes(element) }), false);
  return isSame(source, node, reading.style) ? node : null;
}

function readText(reading: Reading, source: string): Node | null {
  const { paragraph } = reading.schema.nodes;
  return paragraph ? readInline(reading, source, paragraph.create({ bare: true })) : null;
}

function readInline(reading: Reading, source: string, target: Node): Node | null {
  const node = parse(reading, bodyOf(source), target, reading.style === 'blank-lines' ? 'full' : false);
  return isSame(source, node, reading.style) ? node : null;
}

/** A block that is parsed as a whole: a paragraph, a list, a table. */
function readLeaf(reading: Reading, source: string, name: string): Node | null {
  if (!leaves.has(name)) return null;
  const { doc } = reading.schema.nodes;
  const document = parse(reading, bodyOf(source), (doc as NodeType).create(), false);
  const node = document.firstChild;
  if (document.childCount !== 1 || !node || !isSame(source, node, reading.style)) return null;
  if (node.type.name === 'table' && (TableMap.get(node).problems ?? []).length > 0) return null;
  return node;
}

const leaves = new Set('p h1 h2 h3 h4 h5 h6 ul ol pre hr table'.split(' '));

function parse(reading: Reading, dom: Element, topNode: Node, preserveWhitespace: boolean | 'full'): Node {
  return ModelParser.fromSchema(reading.schema).parse(dom, { topNode, preserveWhitespace });
}

function isSame(source: string, node: Node, style: TextStyle): boolean {
  return isSameHtml(source, writeBlock(node, { style, wordPress: false }));
}

function bodyOf(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  // Styles are kept as they are; the parser would turn some of them into formats.
  for (const element of body.querySelectorAll('[style]')) {
    element.setAttribute(keptStyle, element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  return body;
}

function elementOf(html: string): Element | null {
  return bodyOf(html).firstElementChild;
}
