// Sizes and types of files in words, for people.

import type { Language } from './language.ts';
import type { Texts } from './language-texts.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** "97.7 KB", never more than `bytes`; 1 KB is 1024 bytes, as in the admin. `locale` is BCP 47. */
export function formatBytes(bytes: number, locale = 'en'): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = Math.floor((bytes / 1024 ** step) * 10) / 10;
  const unitDisplay = step === 0 ? 'long' : 'short';
  const style = { style: 'unit', unit: units[step] as string, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, style).format(amount).replace('kB', 'KB');
}

const office = 'application/vnd.openxmlformats-officedocument.';
type FileText = Exclude<keyof Texts['files'], 'several' | 'severalOfTypes'>;
const textNames: Record<string, FileText> = {
  'image/*': 'images',
  'audio/*': 'audio',
  'video/*': 'video',
  'text/*': 'text',
  'application/*': 'documents',
  'text/plain': 'plainText',
  'application/vnd.oasis.opendocument.text': 'openDocumentText',
  'application/vnd.oasis.opendocument.spreadsheet': 'openDocumentSpreadsheet',
};
/** The same in all languages. */
const names: Record<string, string> = {
  'image/svg+xml': 'SVG',
  'image/webp': 'WebP',
  'application/msword': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  [`${office}wordprocessingml.document`]: 'Word',
  [`${office}spreadsheetml.sheet`]: 'Excel',
  [`${office}presentationml.presentation`]: 'PowerPoint',
};

/** "PDF, PNG, or images"; null if every type is accepted. */
export function nameFileTypes({ code, texts }: Language, accept: readonly string[] = []): string | null {
  if (accept.length === 0 || accept.includes('*/*')) return null;
  const nameOf = (type: string): string => {
    const text = textNames[type];
    return text === undefined ? (names[type] ?? shortName(type)) : texts.files[text];
  };
  return new Intl.ListFormat(code, { type: 'disjunction' }).format(new Set(accept.map(nameOf)));
}

/** `application/pdf` or `.pdf` → "PDF" */
function shortName(type: string): string {
  if (type.startsWith('.')) return type.slice(1).toUpperCase();
  const name = type.slice(type.indexOf('/') + 1).replace(/^(x-|vnd\.)/, '');
  return name.length <= 4 ? name.toUpperCase() : name;
}
