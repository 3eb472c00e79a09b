// Pictures in what is pasted: those from elsewhere are taken out of the text at once, and uploaded to where they were.

import { undoDepth } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { JSONContent } from '@tiptap/react';
import type { TextStyle } from '../document/blocks.ts';
import { figureOf, imageOf, type LibraryFile } from './library-file.ts';
import { PictureUpload } from './picture-upload.ts';
import { newPlace, type UploadPlace } from './upload-place.ts';
import { addPlaces } from './upload-places.ts';

/** Before the address of a picture that is to be uploaded. No text contains it. */
const mark = 'upload:';

/** Marks the pictures of pasted HTML that are not on this site. */
export function markPictures(html: string): string {
  if (html.includes('data-pm-slice') || !/<img/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (/^(?:https?:|data:image\/)/i.test(src) && !src.startsWith(`${location.origin}/`)) {
      image.setAttribute('src', mark + src);
    } else if (/^blob:/i.test(src)) image.remove();
  }
  return body.innerHTML;
}

/** Replaces the marked pictures of a document by uploads; null if there are none. */
export function takePictures(state: EditorState): Transaction | null {
  const found: { node: Node; at: number }[] = [];
  state.doc.descendants((node, at) => {
    if (node.type.name === 'image' && String(node.attrs.src).startsWith(mark)) found.push({ node, at });
  });
  if (found.length === 0) return null;
  const { tr } = state;
  const style = state.doc.attrs.style as TextStyle;
  // From the last to the first, so that the places before stay what they are.
  const places = found.reverse().map(({ node, at }) => {
    const place = takeOut(tr, node, at, style);
    return { place, steps: tr.steps.length };
  });
  return addPlaces(
    tr,
    places.reverse().map(({ place, steps }) => ({
      ...place,
      undoDepth: undoDepth(state),
      pos: tr.mapping.slice(steps).map(place.pos, -1),
    })),
  );
}

function takeOut(tr: Transaction, image: Node, at: number, style: TextStyle): UploadPlace {
  const src = String(image.attrs.src).slice(mark.length);
  const alt = String(image.attrs.alt ?? '');
  const uploads = [new PictureUpload(sourceOf(src), alt)];
  const $at = tr.doc.resolve(at);
  const figure = $at.depth > 1 && $at.node(-1).type.name === 'figure' ? $at.node(-1) : null;
  const isAlone = $at.parent.childCount === 1;
  if (isAlone && figure) {
    const pos = removeBlock(tr, $at.before(-1), figure);
    const caption = figure.childCount > 1 ? figure.child(1).textContent : '';
    return newPlace({ pos, isInline: false, uploads, write: writeFigures(style, caption) });
  }
  const within = $at.depth > 0 ? $at.node(-1).type.name : '';
  if (isAlone && $at.parent.type.name === 'paragraph' && /^(?:doc|section|blockquote|details)$/.test(within)) {
    const pos = removeBlock(tr, $at.before(), $at.parent);
    return newPlace({ pos, isInline: false, uploads, write: writeFigures(style, '') });
  }
  tr.delete(at, at + image.nodeSize);
  const marks = image.marks.map((mark) => mark.toJSON());
  const write = (files: readonly LibraryFile[]): JSONContent[] =>
    files.map((file) => ({
      ...imageOf(file),
      // As large as it was shown.
      ...(image.attrs.width
        ? { attrs: { ...imageOf(file).attrs, width: image.attrs.width, height: image.attrs.height } }
        : {}),
      marks,
    }));
  return newPlace({ pos: at, isInline: true, uploads, write });
}

function writeFigures(style: TextStyle, caption: string): UploadPlace['write'] {
  return (files) => files.map((file) => figureOf({ ...file, caption: caption || file.caption }, style));
}

/** Removes a block; an empty paragraph takes its place if it was the only one. Returns where it was. */
function removeBlock(tr: Transaction, from: number, block: Node): number {
  const isOnly = tr.doc.resolve(from).parent.childCount === 1;
  const { paragraph } = tr.doc.type.schema.nodes;
  if (isOnly && paragraph) tr.replaceWith(from, from + block.nodeSize, paragraph.create());
  else tr.delete(from, from + block.nodeSize);
  return from;
}

/** A picture that is in the HTML itself becomes a file. */
function sourceOf(src: string): File | { url: string } {
  const [, type, coding, data] = /^data:(image\/[\w.+-]+)[^,]*?(;base64)?,([\s\S]*)$/i.exec(src) ?? [];
  if (!type || data === undefined) return { url: src };
  const name = `pasted.${type.split('/')[1]?.replace('jpeg', 'jpg').replace('svg+xml', 'svg')}`;
  try {
    const text = coding ? atob(data) : decodeURIComponent(data);
    const bytes = coding ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : text;
    return new File([bytes], name, { type });
  } catch {
    // The service says what is wrong with it.
    return new File([], name, { type });
  }
}
