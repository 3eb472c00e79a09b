// Writes into a text what is known about its pictures and links. Everything else stays byte for byte.

import { escapeAttribute, replaceParts } from '../../lib/html-tags.ts';
import type { ExpandedMedia } from '../model/expand.schemas.ts';
import type { LinkPlace, PicturePlace, TextPlace } from './text-places.ts';

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
