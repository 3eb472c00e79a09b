// The formats of exports. All are written while the rows are read, so that memory does not grow with their number.

import { byteOrderMark, csvLine } from '../../lib/csv.ts';
import { dropForbidden } from '../../lib/escape-xml.ts';
import { minorDigits } from '../../lib/money.ts';
import type { SubmissionItem } from '../results/submissions.schemas.ts';
import type { Column } from './export-columns.ts';

export const exportFormats = {
  csv: { type: 'text/csv', description: 'RFC 4180, UTF-8' },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    description: 'A workbook with one sheet',
  },
  ndjson: { type: 'application/x-ndjson', description: 'One submission on each line, as JSON' },
} as const;
export type ExportFormat = keyof typeof exportFormats;

export type Rows<Item> = AsyncIterable<Item[]>;

/** Formula-safe: see lib/csv.ts. */
export async function* writeCsv<Item>(columns: readonly Column<Item>[], pages: Rows<Item>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ name }) => name));
  for await (const items of pages) yield items.map((item) => csvLine(columns.map(({ of }) => of(item)))).join('');
}

export async function* writeNdjson<Item>(pages: Rows<Item>): AsyncGenerator<string> {
  for await (const items of pages) yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

const formatsOfKinds = { time: 'yyyy-mm-dd hh:mm:ss', date: 'yyyy-mm-dd', money: '#,##0.00' } as const;
const widths = { time: 20, date: 12, money: 12, text: 24 };

/** Texts are cells of text, which no spreadsheet runs as a formula. Amounts are decimals of their currency. */
export async function* writeXlsx<Item extends SubmissionItem>(
  columns: readonly Column<Item>[],
  pages: Rows<Item>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* rows() {
    yield columns.map(({ label }) => textCell(label));
    for await (const items of pages) {
      for (const item of items) yield columns.map((column) => xlsxCell(column, item));
    }
  }
  yield* writeXlsxStream(rows(), {
    name: 'Submissions',
    columns: columns.map(({ kind }) => ({
      width: widths[kind ?? 'text'],
      ...(kind && { numFmt: formatsOfKinds[kind] }),
    })),
    freezePane: { rows: 1 },
  });
}

function xlsxCell<Item extends SubmissionItem>({ kind, of }: Column<Item>, item: Item) {
  const cell = of(item);
  if (cell === null || cell === undefined || cell === '') return null;
  if (kind === 'money' && typeof cell === 'number') return cell / 10 ** minorDigits(item.payment?.currency ?? 'usd');
  // `Date` would also read what is only said about a day, such as when an answer was removed.
  if (kind && typeof cell === 'string' && /^\d/.test(cell)) {
    const time = new Date(cell);
    // Spreadsheets count days from 1900 on.
    return time.getUTCFullYear() >= 1900 ? time : cell;
  }
  return typeof cell === 'string' ? textCell(cell) : cell;
}

/** More than this makes Excel repair the file. */
const maxCellLength = 32_767;

/** `_x0041_` would be read as the character of that code, also once a character within it was dropped. */
function textCell(text: string): string {
  const escaped = dropForbidden(text).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  return escaped.length > maxCellLength ? `${dropForbidden(escaped.slice(0, maxCellLength - 1))}…` : escaped;
}
