// Detects the media type of a file from its first bytes and its name, and checks it against what a field accepts.

import { endingIn, mayEnd, typeOfEnding } from './file-endings.ts';

/** Enough bytes to detect the type (the sample size of file-type). */
export const sampleBytes = 4100;

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;
const anyType = 'application/octet-stream';

/** Other common names of the same types. */
const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'application/x-zip-compressed': 'application/zip',
  'application/x-pdf': 'application/pdf',
  'text/xml': 'application/xml',
  'application/csv': 'text/csv',
  'application/x-csv': 'text/csv',
  'text/x-csv': 'text/csv',
  'text/comma-separated-values': 'text/csv',
  'text/x-markdown': 'text/markdown',
  'text/json': 'application/json',
  'application/x-yaml': 'application/yaml',
  'text/yaml': 'application/yaml',
  'text/x-yaml': 'application/yaml',
};

/** Container formats. The declared type or the name says what is inside, such as a DOCX in a ZIP. */
const containers: Record<string, RegExp> = {
  'application/zip':
    /^application\/(vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.|vnd\.ms-|epub\+zip|java-archive)/,
  'application/x-cfb': /^application\/(msword|vnd\.ms-|vnd\.visio)/,
  'application/xml': /^(image\/svg\+xml|application\/[a-z0-9.-]+\+xml)$/,
};

/** Whether a field's `accept` may contain this text: a media type, a range such as `image/*`, or an ending such as `.csv`. */
export function isAcceptable(text: string): boolean {
  return text === '*/*' || /^[a-z]+\/\*$/.test(text) || mediaType.test(text) || /^(\.[a-z0-9_+-]{1,20})+$/.test(text);
}

/** Normalizes a media type: lower case, without parameters, under its standard name. */
export function normalizeType(type: string): string {
  const bare = (type.split(';')[0] as string).trim().toLowerCase();
  return aliases[bare] ?? (mediaType.test(bare) || /^([a-z]+|\*)\/\*$/.test(bare) ? bare : anyType);
}

/** Formats that may consist of text alone. Others that seem to begin like this are text, such as a table of `BMW` and `GIF`. */
const textFormats = /^(text\/|application\/(pdf|postscript|eps|rtf|xml|pgp-encrypted|x-ms-regedit)\b)/;
/** A sample of these may be too short to say what is inside. */
const outerFormats = [...Object.keys(containers), 'image/tiff'];

/**
 * Returns the type to store for a file that starts with `sample`, or null if `accept` does not allow it.
 * The bytes decide. Text has no signature: if the bytes are text, the declared type or the ending of the name says which,
 * since programs and browsers often declare another one. SVG and pages may contain scripts, so ranges do not allow them.
 * Without `accept`, every file is allowed.
 */
export async function resolveFileType(
  sample: Uint8Array,
  declared: string,
  accept: readonly string[] | null,
  name = '',
): Promise<string | null> {
  const { fileTypeFromBuffer, supportedExtensions } = await import('file-type');
  const isText = looksLikeText(sample);
  const found = await fileTypeFromBuffer(sample);
  const detected = found && (!isText || textFormats.test(found.mime)) ? found : null;
  const claimed = normalizeType(declared);
  const named = typeOfEnding(endingIn(name));
  const possible = detected
    ? insideOf(normalizeType(detected.mime), [claimed, named])
    : isText
      ? textTypes(sample, claimed, named)
      : [];
  const endsWith = (ending: string): boolean => name.toLowerCase().endsWith(ending);
  /** Only the name says what these are, unless the bytes say that they are something else. */
  const isOther = (ending: string): boolean =>
    endsWith(ending) &&
    typeOfEnding(endingIn(ending)) === null &&
    (!detected ||
      !supportedExtensions.has(endingIn(ending)) ||
      `.${detected.ext}`.endsWith(ending) ||
      ending.endsWith(`.${detected.ext}`) ||
      outerFormats.includes(detected.mime));
  const entries = (accept ?? ['*/*']).map((entry) => (entry.startsWith('.') ? entry : normalizeType(entry)));
  const allows = (entry: string, type: string): boolean =>
    entry.startsWith('.') ? endsWith(entry) && mayEnd(type, endingIn(entry)) : isInRange(type, entry);
  const allowed = possible.find((type) => entries.some((entry) => allows(entry, type)));
  if (allowed !== undefined) return allowed;
  const isAny = (entry: string): boolean =>
    entry === '*/*' || (entry === anyType && detected === null) || (entry.startsWith('.') && isOther(entry));
  return entries.some(isAny) ? (possible[0] ?? claimed) : null;
}

/** What a file of a detected type may be, the best known type first. */
function insideOf(detected: string, hints: readonly (string | null)[]): string[] {
  const inside = hints.filter((type) => type !== null && containers[detected]?.test(type));
  return [...(inside as string[]), detected];
}

/** What a text may be, the best known type first. Programs that do not know a type declare text/plain. */
function textTypes(sample: Uint8Array, claimed: string, named: string | null): string[] {
  const hints = claimed === 'text/plain' ? [named, claimed] : [claimed, named];
  const mayBePage = claimed === 'text/html' || isPage(Buffer.from(sample).toString('latin1'));
  return hints.filter((type) => type !== null && isTextType(type) && (!mayBePage || holdsPages.test(type))) as string[];
}

/** Types of text that may begin like a page. */
const holdsPages = /^text\/(html|markdown)$|[/+]xml$/;

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /\+(xml|json)$/.test(type) ||
    ['application/json', 'application/xml', 'application/yaml', 'application/rtf'].includes(type)
  );
}

function isInRange(type: string, range: string): boolean {
  if (type === range || range === '*/*') return true;
  return range === `${type.split('/')[0]}/*` && type !== 'image/svg+xml' && type !== 'text/html';
}

/** Characters that text does not have; windows-1252 has letters where Unicode has further ones. */
const binary = /[\p{Cc}--[\t\n\f\r\x7f-\x9f]]/v;

/** Whether these bytes may be text: in UTF-16 with a byte order mark, or in UTF-8 or windows-1252, as Excel writes CSV. */
function looksLikeText(sample: Uint8Array): boolean {
  const [first, second] = sample;
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && !(first === 0xfe && second === 0xff)) return !binary.test(Buffer.from(sample).toString('latin1'));
  try {
    const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true });
    return !binary.test(decoder.decode(sample, { stream: true }));
  } catch {
    return false;
  }
}

/** What a browser may take for a page (https://mimesniff.spec.whatwg.org). */
const page = /^<(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p)[\s>/]/i;
const doctype = /<!doctype (?!html[\s>/])[^[>]*(?:\[[^\]]*\])?[^>]*>/iy;

/** Whether a browser may take a text, read byte by byte, for a page. */
export function isPage(text: string): boolean {
  return page.test(fromRoot(text));
}

/**
 * The text from its first element on: without a byte order mark, instructions, comments and document types, except that of
 * HTML. One pattern for all of them would try each way to read many comments.
 */
export function fromRoot(text: string): string {
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
