// Which files the library accepts. Their bytes decide; text and containers, which have no signature of their own, go by
// the declared type or by the ending of the name.

import type { Fault } from '../../errors.ts';
import { isUnsafeName } from '../../files/file-name.ts';
import { normalizeType, resolveFileType } from '../../files/sniff.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Accepted types with the ending of their names. */
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/aac': 'aac',
  'video/mp4': 'mp4',
  'video/x-m4v': 'm4v',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'video/matroska': 'mkv',
  'application/zip': 'zip',
  'application/epub+zip': 'epub',
  'application/rtf': 'rtf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  [`${office}.wordprocessingml.document`]: 'docx',
  [`${office}.spreadsheetml.sheet`]: 'xlsx',
  [`${office}.presentationml.presentation`]: 'pptx',
  [`${openDocument}.text`]: 'odt',
  [`${openDocument}.spreadsheet`]: 'ods',
  [`${openDocument}.presentation`]: 'odp',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'text/vtt': 'vtt',
};

const accepted = Object.keys(endings);
const typesByEnding: Record<string, string> = {
  ...Object.fromEntries(Object.entries(endings).map(([type, ending]) => [ending, type])),
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/** Pictures that are decoded: their size is known, and they can be resized. */
const decoded = ['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', 'image/avif'];

export function isDecoded(mimeType: string): boolean {
  return decoded.includes(mimeType);
}

/** The ending of names of this type; `bin` for one that is not accepted. */
export function endingOf(mimeType: string): string {
  return endings[mimeType] ?? 'bin';
}

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
  const declared = declaredType(name, type);
  const text = Buffer.from(sample).toString('latin1');
  const found = await resolveFileType(sample, declared, accepted);
  if (found === null || isRunnable(text) || (found === 'image/svg+xml' && !isSvg(text))) return notAccepted(text);
  return found;
}

/** Programs that do not know a type declare none: the ending of the name says what it is. */
function declaredType(name: string, type: string): string {
  const declared = normalizeType(type);
  if (declared !== 'application/octet-stream' && declared !== 'text/plain') return declared;
  return typesByEnding[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? declared;
}

const svgRoot = /^<(?:[a-z]+:)?svg[\s>/]/i;
/** What a browser may take for a page (https://mimesniff.spec.whatwg.org), and scripts of a shell. */
const runnable = /^#!|^<(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p)[\s>/]/i;
const doctype = /<!doctype (?!html[\s>/])[^[>]*(?:\[[^\]]*\])?[^>]*>/iy;

/**
 * The text from its first element on: without a byte order mark, instructions, comments and document types, except that of
 * HTML. One pattern for all of them would try each way to read many comments.
 */
function fromRoot(text: string): string {
  let rest = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  for (;;) {
    const end = endOfProlog(rest);
    if (end === null) return rest;
    rest = rest.slice(end).trimStart();
  }
}

function endOfProlog(text: string): number | null {
  const [, start] = /^(<\?|<!--)/.exec(text) ?? [];
  if (start === undefined) {
    doctype.lastIndex = 0;
    return doctype.test(text) ? doctype.lastIndex : null;
  }
  const mark = start === '<?' ? '>' : '-->';
  const end = text.indexOf(mark, start.length);
  return end < 0 ? null : end + mark.length;
}

function isSvg(text: string): boolean {
  return svgRoot.test(fromRoot(text));
}

function isRunnable(text: string): boolean {
  return runnable.test(fromRoot(text));
}

function notAccepted(text: string): Omit<Fault, 'pointer'> {
  const isHeic = /^.{4}ftyp(?:hei|hev|mif1|msf1)/s.test(text);
  const advice = isHeic ? 'browsers cannot show HEIC; send a JPEG' : isRunnable(text) ? 'it is a page or a script' : '';
  const list = 'a picture, PDF, audio or video file, office document, text, CSV or ZIP';
  return { code: 'type_not_allowed', detail: `must be ${list}${advice && `: ${advice}`}` };
}
