// Which files the library accepts. Their bytes decide; text and containers, which have no signature of their own, go by
// the declared type or by the ending of the name.

import { isUnsafeName } from '../../files/file-name.ts';
import { fromRoot, isPage, resolveFileType } from '../../files/sniff.ts';
import type { Fault } from '../../lib/errors.ts';

/** Pictures that are decoded: their size is known, and they can be resized. */
const decoded = ['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif'];

export function isDecoded(mimeType: string): boolean {
  return decoded.includes(mimeType);
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const accepted = [
  ...[...decoded, 'image/svg+xml', 'application/pdf'],
  ...['mpeg', 'mp4', 'x-m4a', 'ogg', 'opus', 'wav', 'flac', 'x-flac', 'aac'].map((name) => `audio/${name}`),
  ...['mp4', 'x-m4v', 'webm', 'ogg', 'quicktime', 'matroska'].map((name) => `video/${name}`),
  ...['zip', 'epub+zip', 'rtf', 'msword', 'vnd.ms-excel', 'vnd.ms-powerpoint'].map((name) => `application/${name}`),
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
    (name) => `${office}.${name}`,
  ),
  ...['text', 'spreadsheet', 'presentation'].map((name) => `${openDocument}.${name}`),
  ...['plain', 'csv', 'markdown', 'vtt'].map((name) => `text/${name}`),
];

const maxNameLength = 255;

/** What is wrong with a file name. Those of paths and control characters are attacks or mistakes, and are not corrected. */
export function findNameFault(name: string): Omit<Fault, 'pointer'> | null {
  if (name.includes('\ufffd')) return { code: 'invalid_name', detail: 'must have a name in UTF-8' };
  if (isUnsafeName(name))
    return {
      code: 'invalid_name',
      detail: 'must have a name without slashes and control characters, direction marks included',
    };
  if (name.length > maxNameLength)
    return { code: 'invalid_name', detail: `must have a name of at most ${maxNameLength} characters` };
  return null;
}

/** The type to store for a file that starts with `sample`, or why it is rejected. */
export async function checkMediaFile(
  sample: Uint8Array,
  { name, type }: { name: string; type: string },
): Promise<string | Omit<Fault, 'pointer'>> {
  const nameFault = findNameFault(name);
  if (nameFault) return nameFault;
  if (sample.length === 0) return { code: 'empty', detail: 'must not be empty' };
  const text = Buffer.from(sample).toString('latin1');
  const found = await resolveFileType(sample, type, accepted, name);
  if (found === null || isRunnable(text) || (found === 'image/svg+xml' && !isSvg(text))) return notAccepted(text);
  return found;
}

const svgRoot = /^<(?:[a-z]+:)?svg[\s>/]/i;

function isSvg(text: string): boolean {
  return svgRoot.test(fromRoot(text));
}

/** A page, or a script of a shell. */
function isRunnable(text: string): boolean {
  return isPage(text) || fromRoot(text).startsWith('#!');
}

function notAccepted(text: string): Omit<Fault, 'pointer'> {
  const isHeic = /^.{4}ftyp(?:hei|hev|mif1|msf1)/s.test(text);
  const advice = isHeic ? 'browsers cannot show HEIC; send a JPEG' : isRunnable(text) ? 'it is a page or a script' : '';
  const list = 'a picture, PDF, audio or video file, office document, text, CSV or ZIP';
  return { code: 'type_not_allowed', detail: `must be ${list}${advice && `: ${advice}`}` };
}
