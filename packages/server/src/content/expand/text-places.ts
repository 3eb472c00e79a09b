// Where a text has pictures of the media library, and links to items.

import { findTags, type HtmlTag } from '../../lib/html-tags.ts';
import { offThread } from '../../lib/off-thread.ts';
import { mediaIdIn } from '../references/media-in-texts.ts';

export type PicturePlace = {
  kind: 'picture';
  mediaId: string;
  /** Where attributes can be added. */
  at: number;
  /** The attributes that count here, as they are. */
  attributes: Partial<Record<(typeof pictureAttributes)[number], string>>;
  /** What its URL asks for. */
  size: { width: number | null; height: number | null; isCropped: boolean };
};

export type LinkPlace = {
  kind: 'link';
  itemId: string;
  /** Where `href` is, or can be added. */
  start: number;
  end: number;
  /** With its `#`; empty without one. */
  fragment: string;
};

export type TextPlace = PicturePlace | LinkPlace;

const tagNames = new Set(['img', 'a']);
const pictureAttributes = ['srcset', 'sizes', 'width', 'height', 'style', 'loading', 'fetchpriority'] as const;
const itemId = /^item_[0-9a-z]{26}$/;

/** Responses stay within measure: what follows in a text is left as it is. */
const maxPlaces = 1000;
/** Longer texts are read on another thread. */
const maxAtOnce = 100_000;

/** In the order of the text, when it is the type's turn if the text is long. */
export async function findPlaces(type: string, html: string): Promise<TextPlace[]> {
  if (!html.includes('/media/med_') && !html.includes('data-item')) return [];
  if (html.length <= maxAtOnce) return readPlaces(html);
  return offThread<typeof readPlaces>(type, import.meta.url, 'readPlaces', html);
}

/** Exported for the thread. */
export function readPlaces(html: string): TextPlace[] {
  return findTags(html, tagNames)
    .flatMap((tag) => (tag.name === 'img' ? readPicture(tag) : readLink(tag)) ?? [])
    .slice(0, maxPlaces);
}

function readPicture({ nameEnd, attributes }: HtmlTag): PicturePlace | null {
  const src = attributes.get('src')?.value ?? '';
  const mediaId = mediaIdIn(src);
  if (mediaId === null) return null;
  const query = new URLSearchParams(/\?([^#]*)/.exec(src)?.[1] ?? '');
  const pixels = (name: string): number | null => Number(query.get(name)) || null;
  return {
    kind: 'picture',
    mediaId,
    at: nameEnd,
    attributes: Object.fromEntries(
      pictureAttributes.flatMap((name) => {
        const attribute = attributes.get(name);
        return attribute ? [[name, attribute.value]] : [];
      }),
    ),
    size: { width: pixels('width'), height: pixels('height'), isCropped: query.get('fit') === 'cover' },
  };
}

function readLink({ nameEnd, attributes }: HtmlTag): LinkPlace | null {
  const id = attributes.get('data-item')?.value.trim() ?? '';
  if (!itemId.test(id)) return null;
  const href = attributes.get('href');
  const { start, end } = href ?? { start: nameEnd, end: nameEnd };
  return { kind: 'link', itemId: id, start, end, fragment: /#.*$/s.exec(href?.value ?? '')?.[0] ?? '' };
}
