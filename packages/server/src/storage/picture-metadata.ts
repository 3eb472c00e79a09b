// Removes what pictures say about where, when and with what they were taken (Exif, XMP, IPTC, comments), and whatever
// follows their end, such as the film of a "live" picture. Pixels, color profiles and animations stay byte for byte.

/** Thrown for a file that ends too early, or is not what it says. */
export class BrokenPicture extends Error {}

/** The picture without metadata; the same buffer if there is nothing to remove, null for formats without a rule here. */
export function withoutMetadata(bytes: Buffer, mimeType: string): Buffer | null {
  const clean = rules[mimeType]?.(bytes);
  return clean === undefined ? null : clean.length === bytes.length ? bytes : clean;
}

const rules: Record<string, (bytes: Buffer) => Buffer> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/apng': cleanPng,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
};

/** Segments up to the end of the image (ITU-T T.81, annex B). JFIF, color profiles and Adobe's color transform stay. */
function cleanJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (bytes[at] !== 0xff || at + 1 >= bytes.length) throw new BrokenPicture();
    const marker = bytes[at + 1] as number;
    if (marker === 0xd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    const end = at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : bytes.length);
    if (end > bytes.length) throw new BrokenPicture();
    const segment = bytes.subarray(at, end);
    if (isKeptSegment(marker, segment)) kept.push(segment);
    at = end;
    if (marker !== 0xda) continue;
    at = endOfScan(bytes, end);
    kept.push(bytes.subarray(end, at));
  }
}

function isKeptSegment(marker: number, segment: Buffer): boolean {
  if (marker === 0xe2) return segment.subarray(4, 16).toString('latin1') === 'ICC_PROFILE\0';
  return marker === 0xe0 || marker === 0xee || !((marker >= 0xe1 && marker <= 0xef) || marker === 0xfe);
}

/** Where the next marker is, other than a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new BrokenPicture();
}

const pngMetadata = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];

function cleanPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) break;
    if (!pngMetadata.includes(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  throw new BrokenPicture();
}

const webpMetadata = ['EXIF', 'XMP '];

function cleanWebp(bytes: Buffer): Buffer {
  const length = 8 + bytes.readUInt32LE(4);
  if (length > bytes.length) throw new BrokenPicture();
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > length) throw new BrokenPicture();
    const type = bytes.toString('latin1', at, at + 4);
    if (!webpMetadata.includes(type))
      kept.push(type === 'VP8X' ? withoutFlags(bytes.subarray(at, end)) : bytes.subarray(at, end));
    at = end;
  }
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...kept]);
}

/** The flags that say that there are Exif and XMP chunks. */
function withoutFlags(chunk: Buffer): Buffer {
  const clean = Buffer.from(chunk);
  clean[8] = (clean[8] as number) & ~0x0c;
  return clean;
}

/** Applications whose blocks are part of the picture: repetitions and color profiles. */
const gifApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Blocks of GIF89a. */
function cleanGif(bytes: Buffer): Buffer {
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const byteAt = (at: number): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new BrokenPicture();
    return byte;
  };
  const endOfBlocks = (from: number): number => {
    let at = from;
    while (byteAt(at) !== 0) at += 1 + byteAt(at);
    return at + 1;
  };
  let at = 13 + tableBytes(byteAt(10));
  const kept: Buffer[] = [bytes.subarray(0, at)];
  for (;;) {
    const type = byteAt(at);
    if (type === 0x3b) return Buffer.concat([...kept, bytes.subarray(at, at + 1)]);
    let end: number;
    let isKept = true;
    if (type === 0x2c) end = endOfBlocks(at + 11 + tableBytes(byteAt(at + 9)));
    else if (type === 0x21) {
      const label = byteAt(at + 1);
      end = endOfBlocks(at + 2);
      const isApplication = label === 0xff && !gifApplications.includes(bytes.toString('latin1', at + 3, at + 14));
      isKept = label !== 0xfe && !isApplication;
    } else throw new BrokenPicture();
    if (isKept) kept.push(bytes.subarray(at, end));
    at = end;
  }
}
