// What a file really is: told by its first bytes, compared with what a field takes.

/** So many bytes tell the type (the sample size of file-type). */
export const sampleBytes = 4100;

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;
const anyType = 'application/octet-stream';

/** Other names of the same types, as programs and people write them. */
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

/** Formats that are another format inside: the declared type says which. */
const wrappers: Record<string, RegExp> = {
  'application/zip':
    /^application\/(vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.|vnd\.ms-|epub\+zip|java-archive)/,
  'application/x-cfb': /^application\/(msword|vnd\.ms-|vnd\.visio)/,
  'application/xml': /^(image\/svg\+xml|application\/[a-z0-9.-]+\+xml)$/,
};

/** Whether this may stand in a field's `accept`: a media type, or all of a kind such as `image/*`. */
export function isAcceptable(text: string): boolean {
  return text === '*/*' || /^[a-z]+\/\*$/.test(text) || mediaType.test(text);
}

/** A media type as we store and compare it: lower case, without parameters, under its usual name. */
export function normalizeType(type: string): string {
  const bare = (type.split(';')[0] as string).trim().toLowerCase();
  return aliases[bare] ?? (mediaType.test(bare) || isAcceptable(bare) ? bare : anyType);
}

/**
 * The type to store for a file that begins with `sample`, or null where `accept` does not take it.
 * What the bytes say counts. Text has no marks to be known by: there the declared type counts, if it is named in
 * `accept` (an `image/*` does not let in an SVG, which may hold scripts). Without `accept` every file is taken.
 */
export async function judgeType(sample: Uint8Array, declared: string, accept: string[] | null): Promise<string | null> {
  const found = await sniffType(sample);
  const claimed = normalizeType(declared);
  const named = accept?.map(normalizeType) ?? null;
  if (named === null || named.includes('*/*')) return found === null ? claimed : unwrap(found, claimed);
  if (found !== null) {
    return [unwrap(found, claimed), found].find((type) => isIn(named, type)) ?? null;
  }
  if (isTextType(claimed)) return looksLikeText(sample) && isNamed(named, claimed) ? claimed : null;
  return named.includes(anyType) ? claimed : null;
}

/** The type the bytes tell, or null. The library is read when the first file comes. */
async function sniffType(sample: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const result = await fileTypeFromBuffer(sample);
  return result ? normalizeType(result.mime) : null;
}

function unwrap(found: string, claimed: string): string {
  return wrappers[found]?.test(claimed) ? claimed : found;
}

function isIn(named: string[], type: string): boolean {
  // SVG is a picture that may hold scripts: only by name.
  if (type === 'image/svg+xml') return named.includes(type);
  return named.includes(type) || named.includes(`${type.split('/')[0]}/*`);
}

function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    /\+(xml|json)$/.test(type) ||
    ['application/json', 'application/xml', 'application/yaml', 'application/x-yaml', 'application/rtf'].includes(type)
  );
}

function isNamed(named: string[], type: string): boolean {
  return named.includes(type) || (type.startsWith('text/') && type !== 'text/html' && named.includes('text/*'));
}

/** Text holds no NUL, unless it is UTF-16 and says so. */
function looksLikeText(sample: Uint8Array): boolean {
  const isUtf16 = (sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff);
  return isUtf16 || !sample.includes(0);
}
