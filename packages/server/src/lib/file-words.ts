// Sizes and types of files in words, for people.

const units = ['bytes', 'KB', 'MB', 'GB'];
let oneDecimal: Intl.NumberFormat | null = null;

/** "97.7 KB", never more than `bytes`; 1 KB is 1024 bytes, as in the admin. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = Math.floor((bytes / 1024 ** step) * 10) / 10;
  oneDecimal ??= new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
  return `${oneDecimal.format(amount)} ${bytes === 1 ? 'byte' : units[step]}`;
}

const office = 'application/vnd.openxmlformats-officedocument.';
const names: Record<string, string> = {
  'image/*': 'images',
  'audio/*': 'audio',
  'video/*': 'video',
  'text/*': 'text',
  'application/*': 'documents',
  'text/plain': 'plain text',
  'image/svg+xml': 'SVG',
  'image/webp': 'WebP',
  'application/msword': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  [`${office}wordprocessingml.document`]: 'Word',
  [`${office}spreadsheetml.sheet`]: 'Excel',
  [`${office}presentationml.presentation`]: 'PowerPoint',
  'application/vnd.oasis.opendocument.text': 'OpenDocument text',
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheet',
};
let list: Intl.ListFormat | null = null;

/** "PDF, PNG, or images"; null if every type is accepted. */
export function nameFileTypes(accept: readonly string[] = []): string | null {
  if (accept.length === 0 || accept.includes('*/*')) return null;
  list ??= new Intl.ListFormat('en', { type: 'disjunction' });
  return list.format(new Set(accept.map((type) => names[type] ?? shortName(type))));
}

/** `application/pdf` → "PDF" */
function shortName(type: string): string {
  const name = type.slice(type.indexOf('/') + 1).replace(/^(x-|vnd\.)/, '');
  return name.length <= 4 ? name.toUpperCase() : name;
}
