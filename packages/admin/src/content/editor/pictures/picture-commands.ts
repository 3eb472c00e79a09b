// What can be done with the picture or gallery that has the cursor.

import { Fragment, type Node, type NodeType } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { TextStyle, Wrap } from '../document/blocks.ts';
import { wrapOf } from '../document/blocks.ts';
import type { Attributes } from '../document/html-attributes.ts';
import { withSettings } from '../document/wordpress-comments.ts';
import { writeAttributes } from '../document/write-inline.ts';
import { countItems, type Gallery, galleryAt, itemAt, itemOf, placeOfItem } from './gallery.ts';
import { figureOf, imageOf, type LibraryFile } from './library-file.ts';

export type Place = { at: number; node: Node };

export type Picture = {
  image: Place | null;
  /** The figure around the image. */
  figure: Place | null;
  gallery: Gallery | null;
  /** Its index in the gallery. */
  item: number | null;
};

/** The picture or gallery with the cursor; null if there is none. */
export function pictureIn({ selection, doc }: EditorState): Picture | null {
  const { $from } = selection;
  const path: Place[] = [];
  for (let depth = 1; depth <= $from.depth; depth++) path.push({ node: $from.node(depth), at: $from.before(depth) });
  if (selection instanceof NodeSelection) path.push({ node: selection.node, at: selection.from });
  const gallery = galleryAt(selection instanceof NodeSelection ? doc.resolve(selection.from) : $from);
  const figure = path.findLast(({ node }) => node.type.name === 'figure') ?? null;
  const image = path.findLast(({ node }) => node.type.name === 'image') ?? (figure && firstImage(figure));
  if (!image && !gallery) return null;
  return { image, figure, gallery, item: gallery && itemAt(gallery, selection.from) };
}

function firstImage({ node, at }: Place): Place | null {
  let found: Place | null = null;
  node.descendants((child, pos) => {
    if (!found && child.type.name === 'image') found = { node: child, at: at + 1 + pos };
  });
  return found;
}

export function setAlt(state: EditorState, { image }: Picture, alt: string): Transaction {
  return image ? keepingNode(state.tr.setNodeAttribute(image.at, 'alt', alt), image.at, state) : state.tr;
}

/** Puts another file in place of a picture. What its element says of the old one is gone. */
export function replacePicture(state: EditorState, { image }: Picture, file: LibraryFile): Transaction {
  if (!image) return state.tr;
  const attrs = { ...image.node.attrs, ...imageOf(file).attrs, extra: null };
  return keepingNode(state.tr.setNodeMarkup(image.at, null, attrs), image.at, state);
}

/** A changed node is no longer selected otherwise. */
function keepingNode(tr: Transaction, at: number, { selection }: EditorState): Transaction {
  return selection instanceof NodeSelection && selection.from === at
    ? tr.setSelection(NodeSelection.create(tr.doc, at))
    : tr;
}

export const alignments = ['left', 'center', 'right', 'wide', 'full'] as const;
export type Alignment = (typeof alignments)[number];

/** The block that is aligned: the gallery, or else the figure. */
function alignedBlock({ gallery, figure }: Picture): Place | null {
  return gallery ? { at: gallery.outerAt, node: gallery.outer } : figure;
}

export function alignmentOf(picture: Picture): Alignment | null {
  const names = (alignedBlock(picture)?.node.attrs.extra as Attributes | null)?.class ?? '';
  const found = /(?:^|\s)align(\w+)/.exec(names)?.[1];
  return alignments.find((name) => name === found) ?? null;
}

/** Aligns a figure or gallery by the class that WordPress has for it; null takes it away. */
export function alignPicture(state: EditorState, picture: Picture, alignment: Alignment | null): Transaction {
  const block = alignedBlock(picture);
  if (!block) return state.tr;
  const { class: names = '', ...others } = (block.node.attrs.extra as Attributes | null) ?? {};
  const kept = names.split(/\s+/).filter((name) => name !== '' && !/^align\w+$/.test(name));
  const classes = [...kept, ...(alignment ? [`align${alignment}`] : [])].join(' ');
  const all: Attributes = { ...(classes ? { class: classes } : {}), ...others };
  const extra = Object.keys(all).length > 0 ? all : null;
  const wrap = wrapOf(block.node);
  const changed = block.node.type.create({ ...block.node.attrs, extra }, block.node.content);
  return withAttributes(state, block, { extra, wrap: wrap && withTag(changed, wrap, all) });
}

function withAttributes(state: EditorState, { at, node }: Place, attrs: Record<string, unknown>): Transaction {
  const { tr, selection } = state;
  for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(at, name, value);
  if (selection instanceof NodeSelection && selection.from < at + node.nodeSize)
    tr.setSelection(NodeSelection.create(tr.doc, selection.from));
  return tr;
}

/** The bytes before the content, which end with the tag, with other attributes in it. */
function withTag(node: Node, wrap: Wrap, attributes: Attributes): Wrap {
  const [, before = '', name = ''] = /^([\s\S]*)<([a-zA-Z]+)(?:"[^"]*"|'[^']*'|[^<>"'])*>$/.exec(wrap.open) ?? [];
  if (name === '') return wrap;
  return { ...wrap, open: `${withSettings(node, before)}<${name}${writeAttributes(attributes)}>` };
}

/** Adds a caption, with the cursor in it. */
export function addCaption(state: EditorState, { figure }: Picture): Transaction {
  const { figcaption } = state.schema.nodes;
  const { tr } = state;
  if (!figure || !figcaption) return tr;
  const at = figure.at + figure.node.nodeSize - 1;
  tr.insert(at, figcaption.create());
  return tr.setSelection(TextSelection.create(tr.doc, at + 1));
}

export function hasCaption({ figure }: Picture): boolean {
  return figure?.node.lastChild?.type.name === 'figcaption';
}

/** Removes the picture from its gallery or from the text; the last one with its gallery. */
export function removePicture(state: EditorState, { image, figure, gallery, item }: Picture): Transaction {
  const { tr } = state;
  if (gallery && item !== null && countItems(gallery) > 1) {
    const from = placeOfItem(gallery, item);
    tr.delete(from, from + gallery.node.child(item).nodeSize);
    return tr.setSelection(Selection.near(tr.doc.resolve(placeOfItem(gallery, Math.max(0, item - 1)) + 1)));
  }
  const block = gallery ? { at: gallery.outerAt, node: gallery.outer } : figure;
  if (block) return removeBlock(tr, block, state.schema.nodes.paragraph);
  return image ? tr.delete(image.at, image.at + image.node.nodeSize) : tr;
}

function removeBlock(tr: Transaction, { at, node }: Place, paragraph: NodeType | undefined): Transaction {
  const isOnly = tr.doc.resolve(at).parent.childCount === 1;
  const rest = isOnly && paragraph ? Fragment.from(paragraph.create()) : Fragment.empty;
  tr.replaceWith(at, at + node.nodeSize, rest);
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size))));
}

/** Adds pictures at the end of the gallery. A picture becomes a gallery with them. */
export function addPictures(state: EditorState, { gallery }: Picture, files: readonly LibraryFile[]): Transaction {
  const style = state.doc.attrs.style as TextStyle;
  const { tr, schema } = state;
  if (!gallery) return tr;
  const nodes = files.map((file) => schema.nodeFromJSON(itemOf(gallery, figureOf(file, style))));
  return tr.insert(placeOfItem(gallery, countItems(gallery)), nodes);
}
