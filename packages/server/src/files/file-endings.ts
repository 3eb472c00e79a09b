// Media types by the endings of file names.

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The usual ending first. Several types may have the same. */
const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/apng': ['png', 'apng'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'image/x-icon': ['ico'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'application/pdf': ['pdf'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/x-m4a': ['m4a'],
  'audio/ogg': ['ogg', 'oga'],
  'audio/opus': ['opus', 'ogg'],
  'audio/wav': ['wav'],
  'audio/flac': ['flac'],
  'audio/x-flac': ['flac'],
  'audio/aac': ['aac'],
  'video/mp4': ['mp4', 'm4v'],
  'video/x-m4v': ['m4v', 'mp4'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv', 'ogg'],
  'video/quicktime': ['mov'],
  'video/matroska': ['mkv'],
  'application/zip': ['zip'],
  'application/epub+zip': ['epub'],
  'application/rtf': ['rtf'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  [`${office}.wordprocessingml.document`]: ['docx'],
  [`${office}.spreadsheetml.sheet`]: ['xlsx'],
  [`${office}.presentationml.presentation`]: ['pptx'],
  [`${openDocument}.text`]: ['odt'],
  [`${openDocument}.spreadsheet`]: ['ods'],
  [`${openDocument}.presentation`]: ['odp'],
  'text/plain': ['txt', 'text', 'log'],
  'text/csv': ['csv'],
  'text/tab-separated-values': ['tsv', 'tab'],
  'text/markdown': ['md', 'markdown'],
  'text/html': ['html', 'htm'],
  'text/css': ['css'],
  'text/javascript': ['js', 'mjs'],
  'text/vtt': ['vtt'],
  'text/calendar': ['ics'],
  'text/vcard': ['vcf'],
  'application/json': ['json'],
  'application/geo+json': ['geojson'],
  'application/xml': ['xml'],
  'application/yaml': ['yaml', 'yml'],
};

const typesByEnding = new Map<string, string>();
for (const [type, own] of Object.entries(endings))
  for (const ending of own) if (!typesByEnding.has(ending)) typesByEnding.set(ending, type);

/** The usual ending of names of this type; `bin` for one that is not listed. */
export function endingOf(type: string): string {
  return endings[type]?.[0] ?? 'bin';
}

/** The type that belongs to the ending of a name, which is without a dot; null if it is not listed. */
export function typeOfEnding(ending: string): string | null {
  return typesByEnding.get(ending) ?? null;
}

/** The ending of a name in lower case, without the dot; empty if it has none. */
export function endingIn(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Whether names of files of this type may have this ending. */
export function mayEnd(type: string, ending: string): boolean {
  return endings[type]?.includes(ending) ?? false;
}
