// Files that are dropped on the text or pasted into it are uploaded to where they were put.

import type { ResolvedPos } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { TextStyle } from '../document/blocks.ts';
import { countItems, galleryAt, itemAt, itemOf, placeOfItem } from './gallery.ts';
import { blocksOf, figureOf, type LibraryFile } from './library-file.ts';
import { PictureUpload, type UploadSource } from './picture-upload.ts';
import { newPlace, type UploadPlace } from './upload-place.ts';
import { addPlaces } from './upload-places.ts';

/** Uploads files to the place with the cursor, or to another one. */
export function insertFiles(view: EditorView, sources: readonly UploadSource[], $pos?: ResolvedPos, alt = ''): void {
  const { state } = view;
  const uploads = sources.map((source) => new PictureUpload(source, alt));
  const pictures = uploads.filter(({ isPicture }) => isPicture);
  const others = uploads.filter(({ isPicture }) => !isPicture);
  const $at = $pos ?? state.selection.$to;
  const place = (uploads: readonly PictureUpload[]): UploadPlace => {
    const { pos, write } = target(state, $at);
    return newPlace({ pos, isInline: false, uploads, write });
  };
  const places = [...(pictures.length > 0 ? [place(pictures)] : []), ...others.map((upload) => place([upload]))];
  view.dispatch(addPlaces(state.tr, places));
}

/** Where files go from a place, and as what: into the gallery that it is in, or between two blocks. */
export function target(state: EditorState, $pos: ResolvedPos): Pick<UploadPlace, 'pos' | 'write'> {
  const style = state.doc.attrs.style as TextStyle;
  const gallery = $pos.depth > 0 ? galleryAt($pos) : null;
  if (gallery) {
    const item = itemAt(gallery, $pos.pos);
    const write = (files: readonly LibraryFile[]) => files.map((file) => itemOf(gallery, figureOf(file, style)));
    return { pos: placeOfItem(gallery, item === null ? countItems(gallery) : item + 1), write };
  }
  return { pos: betweenBlocks(state, $pos), write: (files) => blocksOf(files, style) };
}

/** After the block that a place is in, as `insertBlock` has it; before it if it is an empty line. */
function betweenBlocks({ schema }: EditorState, $pos: ResolvedPos): number {
  const { figure } = schema.nodes;
  let { depth } = $pos;
  while (
    depth > 1 &&
    figure &&
    !$pos.node(depth - 1).canReplaceWith($pos.index(depth - 1), $pos.index(depth - 1), figure)
  )
    depth--;
  if (depth === 0) return $pos.pos;
  const block = $pos.node(depth);
  const isEmpty = block.type.name === 'paragraph' && block.childCount === 0;
  return isEmpty ? $pos.before(depth) : $pos.after(depth);
}

/** The place for what is dropped at a point: within a gallery, or above or below the block there. */
export function placeAtPoint(view: EditorView, { clientX, clientY }: DragEvent): ResolvedPos | null {
  const found = view.posAtCoords({ left: clientX, top: clientY });
  if (!found) return null;
  const $pos = view.state.doc.resolve(found.pos);
  if ($pos.depth === 0 || galleryAt($pos)) return $pos;
  const dom = view.nodeDOM($pos.before(1));
  const box = dom instanceof HTMLElement ? dom.getBoundingClientRect() : null;
  const isAbove = box !== null && clientY < box.top + box.height / 2;
  return view.state.doc.resolve(isAbove ? $pos.before(1) : $pos.after(1));
}

/** The files of a paste or drop that are not only a picture of the text that comes with them, and their alt text. */
export function filesOf(data: DataTransfer | null): { files: File[]; alt: string } {
  const files = [...(data?.files ?? [])];
  const html = data?.getData('text/html') ?? '';
  if (files.length === 0 || html === '') return { files, alt: '' };
  const { body } = new DOMParser().parseFromString(html.replaceAll(/<style[\s\S]*?<\/style>/gi, ''), 'text/html');
  const images = body.querySelectorAll('img');
  const isPicture = images.length === 1 && body.textContent?.trim() === '';
  return isPicture ? { files, alt: images[0]?.alt ?? '' } : { files: [], alt: '' };
}
