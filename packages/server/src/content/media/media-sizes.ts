// Sizes of pictures, as they are asked for in the query of a URL: which there are, and what they show.

import Type, { type Static } from 'typebox';
import { type FaultCode, failQuery } from '../../lib/errors.ts';
import type { Area, Size } from '../../storage/picture-tasks.ts';
import { isDecoded } from './media-types.ts';

/** Only these: anyone can request sizes. */
const widths = [160, 320, 640, 960, 1280, 1920, 2560];
const qualities = [30, 40, 50, 60, 70, 80, 90];
const formats = ['avif', 'webp', 'jpeg'] as const;
const defaultQuality = { avif: 60, webp: 80, jpeg: 80 };

const oneOf = (values: number[]) => Type.Optional(Type.Unsafe<number>({ type: 'integer', enum: values }));

export const sizeQuery = {
  width: oneOf(widths),
  height: Type.Optional(Type.Integer({ minimum: 10, maximum: 2560, multipleOf: 10 })),
  fit: Type.Optional(Type.Enum(['contain', 'cover'])),
  quality: oneOf(qualities),
  format: Type.Optional(Type.Enum(['auto', ...formats])),
};
const SizeQuery = Type.Object(sizeQuery);
type SizeQuery = Static<typeof SizeQuery>;

export type SizedFile = {
  mimeType: string;
  width: number | null;
  height: number | null;
  focalX: number | null;
  focalY: number | null;
};

/** `name` differs whenever the bytes may. */
export type AskedSize = { name: string; size: Size; byAccept: boolean };

/**
 * The size that is asked for, null for the original. It is never larger than the picture. Throws invalid_query for files
 * that have no sizes.
 */
export function readSize(query: SizeQuery, file: SizedFile, accept = ''): AskedSize | null {
  const asked = (Object.keys(sizeQuery) as (keyof SizeQuery)[]).filter((name) => query[name] !== undefined);
  if (asked.length === 0) return null;
  const fault = (pointer: string, code: FaultCode, detail: string) => failQuery([{ pointer, code, detail }]);
  if (!isDecoded(file.mimeType) || file.width === null || file.height === null)
    throw fault(asked[0] as string, 'no_sizes', 'is only for pictures; SVG needs no sizes');
  if (query.width === undefined) throw fault('width', 'required', `is required: one of ${widths.join(', ')}`);
  if (query.fit === 'cover' && query.height === undefined)
    throw fault('height', 'required', 'is required with fit=cover');
  const byAccept = (query.format ?? 'auto') === 'auto';
  const format =
    query.format === undefined || query.format === 'auto' ? bestFormat(file.mimeType, accept) : query.format;
  const quality = query.quality ?? defaultQuality[format];
  const size = {
    ...shape({ width: query.width, height: query.height, fit: query.fit }, file as Picture),
    format,
    quality,
  };
  const area = size.area ? `-${[size.area.left, size.area.top, size.area.width, size.area.height].join('_')}` : '';
  return { name: `${size.width}x${size.height}${area}-q${quality}.${format}`, size, byAccept };
}

/** GIF and WebP may be animations, which WebP keeps. */
function bestFormat(mimeType: string, accept: string): (typeof formats)[number] {
  const accepts = (type: string): boolean =>
    new RegExp(`${type}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(accept);
  const isStill = !['image/gif', 'image/webp', 'image/apng'].includes(mimeType);
  if (isStill && accepts('image/avif')) return 'avif';
  return accepts('image/webp') ? 'webp' : 'jpeg';
}

type Picture = { width: number; height: number; focalX: number | null; focalY: number | null };
type Box = { width: number; height: number | undefined; fit: SizeQuery['fit'] };

function shape(box: Box, picture: Picture): { width: number; height: number; area: Area | null } {
  const height = box.height ?? Number.POSITIVE_INFINITY;
  if (box.fit !== 'cover') {
    const scale = Math.min(1, box.width / picture.width, height / picture.height);
    return { width: pixels(picture.width * scale), height: pixels(picture.height * scale), area: null };
  }
  // A box that is larger than the picture keeps its proportions.
  const scale = Math.min(1, picture.width / box.width, picture.height / height);
  const zoom = Math.min(picture.width / box.width, picture.height / height);
  const area = {
    width: Math.min(picture.width, pixels(box.width * zoom)),
    height: Math.min(picture.height, pixels(height * zoom)),
  };
  return {
    width: pixels(box.width * scale),
    height: pixels(height * scale),
    area: {
      left: startAt(picture.focalX, picture.width, area.width),
      top: startAt(picture.focalY, picture.height, area.height),
      ...area,
    },
  };
}

/** Where a part begins whose middle is as near to the focal point as can be. */
function startAt(focal: number | null, whole: number, part: number): number {
  return Math.round(Math.min(Math.max((focal ?? 0.5) * whole - part / 2, 0), whole - part));
}

function pixels(length: number): number {
  return Math.max(1, Math.round(length));
}

/** For `<img srcset>`: the widths up to that of the picture. */
export function srcsetOf(
  url: string | null,
  { mimeType, width, fileId }: { mimeType: string | null; width: number | null; fileId: string | null },
): string | null {
  if (url === null || width === null || mimeType === null || fileId === null || !isDecoded(mimeType)) return null;
  const smaller = widths.filter((listed) => listed < width);
  const next = widths[smaller.length];
  const all = smaller.map((listed) => `${url}?width=${listed} ${listed}w`);
  if (next !== undefined) all.push(`${url}?width=${next} ${Math.min(width, next)}w`);
  return all.join(', ');
}
