// What a text shows of a file: a figure, a gallery, or a link to it.

import type { Media } from '@frontdesk/client';
import type { JSONContent } from '@tiptap/react';
import type { TextStyle } from '../document/blocks.ts';

/** A file of the library, or a picture that stays where it is. */
export type LibraryFile = {
  src: string;
  name: string;
  isPicture: boolean;
  alt: string;
  caption: string;
  width: number | null;
  height: number | null;
};

export function fileOf(media: Media): LibraryFile {
  const { url, title, fileName, id, mimeType, alt, caption, width, height } = media;
  const isPicture = mimeType?.startsWith('image/') === true;
  return { src: url ?? '', name: title || fileName || id, isPicture, alt, caption, width, height };
}

export function imageOf({ src, alt, width, height }: LibraryFile): JSONContent {
  return { type: 'image', attrs: { src, alt, width, height } };
}

export function figureOf(file: LibraryFile, style: TextStyle): JSONContent {
  const { caption } = file;
  return {
    type: 'figure',
    attrs: { extra: style === 'wordpress' ? { class: 'wp-block-image' } : null },
    content: [
      { type: 'media', content: [imageOf(file)] },
      { type: 'figcaption', ...(caption ? { content: [{ type: 'text', text: caption }] } : {}) },
    ],
  };
}

export function galleryOf(files: readonly LibraryFile[], style: TextStyle): JSONContent {
  const names = style === 'wordpress' ? 'wp-block-gallery has-nested-images columns-default is-cropped' : 'gallery';
  return {
    type: 'section',
    attrs: { tag: 'figure', extra: { class: names } },
    content: [...files.map((file) => figureOf(file, style)), { type: 'figcaption' }],
  };
}

/** One picture as a figure, several as a gallery, other files as links. */
export function blocksOf(files: readonly LibraryFile[], style: TextStyle): JSONContent[] {
  const pictures = files.filter(({ isPicture }) => isPicture);
  const links = files.filter(({ isPicture }) => !isPicture).map(linkTo);
  if (pictures.length > 1) return [galleryOf(pictures, style), ...links];
  return [...pictures.map((file) => figureOf(file, style)), ...links];
}

function linkTo({ src, name }: LibraryFile): JSONContent {
  return {
    type: 'paragraph',
    attrs: { bare: false },
    content: [{ type: 'text', text: name, marks: [{ type: 'link', attrs: { href: src } }] }],
  };
}
