// Detects the media type of a file from its first bytes, and checks it against what a field accepts.

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
};

/** Container formats. The declared type says what is inside, such as a DOCX in a ZIP. */
const containers: Record<string, RegExp> = {
  'application/zip':
    /^application\/(vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.|vnd\.ms-|epub\+zip|java-archive)/,
  'application/x-cfb': /^application\/(msword|vnd\.ms-|vnd\.visio)/,
  'application/xml': /^(image\/svg\+xml|application\/[a-z0-9.-]+\+xml)$/,
};

/** Whether a field's `accept` may contain this text: a media type, or a range such as `image/*`. */
export function isAcceptable(text: string): boolean {
  return text === '*/*' || /^[a-z]+\/\*$/.test(text) || mediaType.test(text);
}

/** Normalizes a media type: lower case, without parameters, under its standard name. */
export function normalizeType(type: string): string {
  const bare = (type.split(';')[0] as string).trim().toLowerCase();
  return aliases[bare] ?? (mediaType.test(bare) || isAcceptable(bare) ? bare : anyType);
}

/**
 * Returns the type to store for a file that starts with `sample`, or null if `accept` does not allow it.
 * The bytes decide. Text has no signature, so its declared type counts, if `accept` names it. SVG may contain scripts,
 * so `image/*` does not allow it. Without `accept`, every file is allowed.
 */
export async function resolveFileType(
  sample: Uint8Array,
  declared: string,
  accept: string[] | null,
): Promise<string | null> {
  const found = await sniffType(sample);
  const claimed = normalizeType(declared);
  const allowed = accept?.map(normalizeType) ?? null;
  if (allowed === null || allowed.includes('*/*')) return found === null ? claimed : unwrap(found, claimed);
  if (found !== null) {
    return [unwrap(found, claimed), found].find((type) => isAllowed(allowed, type)) ?? null;
  }
  if (isTextType(claimed)) return looksLikeText(sample) && isAllowedText(allowed, claimed) ? claimed : null;
  return allowed.includes(anyType) ? claimed : null;
}

/** Detects the type from the bytes; null if unknown. The library is loaded with the first file. */
async function sniffType(sample: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const result = await fileTypeFromBuffer(sample);
  return result ? normalizeType(result.mime) : null;
}

function unwrap(found: string, claimed: string): string {
  return containers[found]?.test(claimed) ? claimed : found;
}

function isAllowed(allowed: string[], type: string): boolean {
  // SVG may contain scripts, so it has to be named.
  if (type === 'image/svg+xml') return allowed.includes(type);
  return allowed.includes(type) || allowed.includes(`${type.split('/')[0]}/*`);
}

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /\+(xml|json)$/.test(type) ||
    ['application/json', 'application/xml', 'application/yaml', 'application/x-yaml', 'application/rtf'].includes(type)
  );
}

function isAllowedText(allowed: string[], type: string): boolean {
  return allowed.includes(type) || (type.startsWith('text/') && type !== 'text/html' && allowed.includes('text/*'));
}

/** Text contains no NUL, unless it is UTF-16 with a byte order mark. */
function looksLikeText(sample: Uint8Array): boolean {
  const isUtf16 = (sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff);
  return isUtf16 || !sample.includes(0);
}
