// Writes into a text what is known about its pictures and links. Everything else stays byte for byte.

import { escapeAttribute, findTags, type HtmlTag, replaceParts } from '../../lib/html-tags.ts';
import { offThread } from '../../lib/off-thread.ts';
import type { ExpandedMedia } from '../model/expand.schemas.ts';
import { mediaIdIn } from '../references/links-in-texts.ts';

type Known = {
  media: ReadonlyMap<string, ExpandedMedia>;
  /** URLs of items. */
  links: ReadonlyMap<string, string>;
};

export function writePlaces(html: string, places: readonly TextPlace[], { media, links }: Known): string {
  const parts = places.map((place) => {
    if (place.kind === 'link') return linkPart(place, links.get(place.itemId));
    return { start: place.at, end: place.at, text: missingAttributes(place, media.get(place.mediaId)) };
  });
  return replaceParts(
    html,
    parts.filter((part) => part !== null),
  );
}

function linkPart({ start, end, fragment }: LinkPlace, url: string | undefined) {
  if (url === undefined) return null;
  const href = `href="${escapeAttribute(url.includes('#') ? url : url + fragment)}"`;
  return { start, end, text: start === end ? ` ${href}` : href };
}

/** As text to insert after the name of the tag; empty for pictures that the caller may not read, or that are gone. */
function missingAttributes({ attributes, size }: PicturePlace, media: ExpandedMedia | undefined): string {
  if (!media || media.url === null) return '';
  const isLazy = (attributes.loading ?? 'lazy').toLowerCase() === 'lazy' && attributes.fetchpriority !== 'high';
  const added: Record<string, string | number> = {};
  const shown = shownSize(size, media);
  // A part of the picture has no smaller sizes in the list.
  if (!size.isCropped && media.srcset !== null && attributes.srcset === undefined) {
    added.srcset = media.srcset;
    const width = readPixels(attributes.width) ?? shown?.width ?? 0;
    if (attributes.sizes === undefined)
      added.sizes = `${isLazy ? 'auto, ' : ''}(max-width: ${width}px) 100vw, ${width}px`;
  }
  if (shown && !/\b(width|height|aspect-ratio)\b/i.test(attributes.style ?? '')) {
    const width = readPixels(attributes.width);
    const height = readPixels(attributes.height);
    const scale =
      attributes.width === undefined
        ? attributes.height === undefined
          ? 1
          : height && height / shown.height
        : width && width / shown.width;
    if (scale && attributes.width === undefined) added.width = Math.max(1, Math.round(shown.width * scale));
    if (scale && attributes.height === undefined) added.height = Math.max(1, Math.round(shown.height * scale));
  }
  if (isLazy && attributes.loading === undefined) added.loading = 'lazy';
  return Object.entries(added)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');
}

/** In pixels, of the picture at its URL; null if it is not known. */
function shownSize({ width, height, isCropped }: PicturePlace['size'], media: ExpandedMedia) {
  if (isCropped || !media.width || !media.height) return null;
  const scale = Math.min(1, (width ?? media.width) / media.width, (height ?? media.height) / media.height);
  return { width: media.width * scale, height: media.height * scale };
}

function readPixels(length: string | undefined): number | null {
  return length !== undefined && /^\s*[1-9]\d{0,4}\s*$/.test(length) ? Number(length) : null;
}

// Where a text has pictures of the media library, and links to items.

type PicturePlace = {
  kind: 'picture';
  mediaId: string;
  /** Where attributes can be added. */
  at: number;
  /** The attributes that count here, as they are. */
  attributes: Partial<Record<(typeof pictureAttributes)[number], string>>;
  /** What its URL asks for. */
  size: { width: number | null; height: number | null; isCropped: boolean };
};

type LinkPlace = {
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
