// What the process for pictures does (picture-process.ts): the only file that decodes them.

import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { BrokenPicture, withoutMetadata } from './picture-metadata.ts';

// One picture at a time, on one thread: the service comes first.
sharp.concurrency(1);
sharp.cache(false);

/** Decoding needs up to eight bytes of memory for each. */
const maxPixels = 100_000_000;
/** Of all frames that are made: WebP takes a second for 4 million. */
const maxAnimationPixels = 40_000_000;
const maxPlaceholderBytes = 100;

export type PictureFault = 'broken' | 'too_many_pixels';

/** The name of this error crosses to the service. */
export class PictureError extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

export type Inspected = {
  /** In pixels, as the picture is shown. */
  width: number;
  height: number;
  /** A few pixels as a data URL; null if they need too many bytes. */
  placeholder: string | null;
};

/** Each returns data and the bytes of a picture; null for the bytes that it got. */
export const pictureTasks = { inspect, resize };

const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels };

/** Checks that all of a picture can be read, turns it the way it was taken, and removes its metadata. */
async function inspect(bytes: Buffer, { mimeType }: { mimeType: string }): Promise<[Inspected, Buffer | null]> {
  const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  const { width, height } = metadata.autoOrient;
  if (width * height > maxPixels) throw new PictureError('too_many_pixels');
  const placeholder = await makePlaceholder(bytes);
  const clean =
    (metadata.orientation ?? 1) > 1 ? await turned(bytes, metadata) : await cleaned(bytes, mimeType, metadata);
  return [{ width, height, placeholder }, clean === bytes ? null : clean];
}

/** Encodes it again, because its pixels change. */
function turned(bytes: Buffer, { chromaSubsampling, format }: Metadata): Promise<Buffer> {
  const picture = sharp(bytes, options).autoOrient().keepIccProfile();
  if (format !== 'jpeg') return picture.toBuffer();
  return picture.jpeg({ quality: 92, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' }).toBuffer();
}

async function cleaned(bytes: Buffer, mimeType: string, { exif, xmp }: Metadata): Promise<Buffer> {
  const clean = withoutMetadata(bytes, mimeType);
  if (clean) return clean;
  if (!exif && !xmp) return bytes;
  const overwritten = Buffer.from(bytes);
  for (const found of [exif, xmp]) {
    if (!found) continue;
    const at = overwritten.indexOf(found);
    if (at < 0) return sharp(bytes, options).keepIccProfile().toBuffer();
    overwritten.fill(0, at, at + found.length);
  }
  return overwritten;
}

/** Reads every pixel, so it fails if the file is cut off. */
async function makePlaceholder(bytes: Buffer): Promise<string | null> {
  const small = await sharp(bytes, options)
    .autoOrient()
    .resize(12, 12, { fit: 'inside' })
    .webp({ quality: 20, alphaQuality: 20, effort: 6 })
    .toBuffer();
  return small.length > maxPlaceholderBytes ? null : `data:image/webp;base64,${small.toString('base64')}`;
}

export type Area = { left: number; top: number; width: number; height: number };
export type Size = {
  /** In pixels, not larger than the picture. */
  width: number;
  height: number;
  /** The part of the picture to show; null for all of it. */
  area: Area | null;
  format: 'avif' | 'webp' | 'jpeg' | 'png';
  /** 1 to 100. */
  quality: number;
};

/** Makes a size of a picture, without metadata, in sRGB. Only WebP keeps the frames of an animation. */
async function resize(bytes: Buffer, { width, height, area, format, quality }: Size): Promise<[null, Buffer]> {
  const animated = format === 'webp' && (await isAnimation(bytes, width * height));
  let picture = sharp(bytes, { ...options, animated });
  if (area) picture = picture.extract(area);
  picture = picture.resize(width, height, { fit: 'fill' });
  if (format === 'avif') return [null, await picture.avif({ quality, effort: 3 }).toBuffer()];
  if (format === 'webp') return [null, await picture.webp({ quality }).toBuffer()];
  if (format === 'png') return [null, await picture.png({ quality }).toBuffer()];
  return [null, await picture.flatten({ background: 'white' }).jpeg({ quality, progressive: true }).toBuffer()];
}

/**
 * An animation that has too many pixels in all, or would take too long to encode, is shown by its first frame. The pictures
 * in other files, such as bursts and thumbnails in AVIF, are no frames: their primary one is shown.
 */
async function isAnimation(bytes: Buffer, madePixels: number): Promise<boolean> {
  const { format, pages = 1, width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  const hasFrames = format === 'gif' || format === 'webp';
  return hasFrames && pages > 1 && pages * width * height <= maxPixels && pages * madePixels <= maxAnimationPixels;
}

/** What is wrong with a picture, for the service. */
export function faultOf(error: unknown): PictureFault {
  if (error instanceof PictureError) return error.fault;
  if (error instanceof BrokenPicture) return 'broken';
  return /pixel limit/i.test(String(error)) ? 'too_many_pixels' : 'broken';
}
