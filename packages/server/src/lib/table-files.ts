// Tables as files: CSV, workbooks and NDJSON. All are written while the rows are read, so that memory does not grow with their
// number. CSV names columns as the API does, workbooks as people do.

import { byteOrderMark, type Cell, csvLine } from './csv.ts';
import { dropForbidden } from './escape-xml.ts';
import { decimalAmount } from './money.ts';
import { createPauses } from './yield-to-event-loop.ts';

export type Column<Item> = {
  name: string;
  label: string;
  /**
   * `money`: an amount in the smallest unit of the currency of the row, written as a decimal number. `minorUnits`: the same, but
   * CSV has it as it is.
   */
  kind?: 'time' | 'date' | 'money' | 'minorUnits';
  of(item: Item): Cell;
};

export type Table<Item> = {
  /** Of its sheet. */
  title: string;
  columns: readonly Column<Item>[];
  /** In which the amounts of a row are. */
  currencyOf?: (item: Item) => string | null | undefined;
};

export const fileFormats = {
  csv: { type: 'text/csv', description: 'RFC 4180, UTF-8' },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    description: 'A workbook with one sheet',
  },
  ndjson: { type: 'application/x-ndjson', description: 'One record on each line, as JSON' },
} as const;
export type FileFormat = keyof typeof fileFormats;

type Rows<Item> = AsyncIterable<readonly Item[]>;

/** The chunks of a file in this format. NDJSON has the whole records. */
export function writeTable<Item>(
  format: FileFormat,
  table: Table<Item>,
  pages: Rows<Item>,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'csv') return writeCsv(table, pages);
  return format === 'xlsx' ? writeXlsx(table, pages) : writeNdjson(pages);
}

/** Formula-safe: see csv.ts. */
export async function* writeCsv<Item>(table: Table<Item>, pages: Rows<Item>): AsyncGenerator<string> {
  const { columns } = table;
  yield byteOrderMark + csvLine(columns.map(({ name }) => name));
  for await (const items of pages)
    yield items.map((item) => csvLine(columns.map((column) => csvCell(table, column, item)))).join('');
}

function csvCell<Item>(table: Table<Item>, { kind, of }: Column<Item>, item: Item): Cell {
  const cell = of(item);
  return kind === 'money' ? amountOf(table, item, cell) : cell;
}

/** Null without a currency. */
function amountOf<Item>({ currencyOf }: Table<Item>, item: Item, cell: Cell): string | null {
  const currency = currencyOf?.(item);
  return typeof cell === 'number' && currency ? decimalAmount(cell, currency) : null;
}

async function* writeNdjson<Item>(pages: Rows<Item>): AsyncGenerator<string> {
  for await (const items of pages) yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

const formatsOfKinds = { time: 'yyyy-mm-dd hh:mm:ss', date: 'yyyy-mm-dd' } as const;
const widths = { time: 20, date: 12, money: 12, minorUnits: 12, text: 24 };

/** Texts are cells of text, which no spreadsheet runs as a formula. Amounts are numbers with the decimals of their currency. */
async function* writeXlsx<Item>(table: Table<Item>, pages: Rows<Item>): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const { title, columns, currencyOf } = table;
  const pause = createPauses();
  let moneyFormat = moneyFormatOf(null);
  async function* rows() {
    yield columns.map(({ label }) => textCell(label));
    for await (const items of pages) {
      for (const item of items) {
        await pause();
        moneyFormat = moneyFormatOf(currencyOf?.(item));
        yield columns.map((column) => xlsxCell(table, column, item));
      }
    }
  }
  // A format belongs to a column, and is read anew for each of its cells: amounts of several currencies share a column.
  const moneyColumn = {
    width: widths.money,
    get numFmt() {
      return moneyFormat;
    },
  };
  yield* writeXlsxStream(rows(), {
    name: title,
    columns: columns.map(({ kind }) => {
      if (kind === 'money' || kind === 'minorUnits') return moneyColumn;
      return { width: widths[kind ?? 'text'], ...(kind && { numFmt: formatsOfKinds[kind] }) };
    }),
    freezePane: { rows: 1 },
  });
}

function moneyFormatOf(currency: string | null | undefined): string {
  return decimalAmount(0, currency ?? 'usd').replace('0', '#,##0');
}

function xlsxCell<Item>(table: Table<Item>, { kind, of }: Column<Item>, item: Item) {
  const cell = of(item);
  if (cell === null || cell === undefined || cell === '') return null;
  if (kind === 'money' || kind === 'minorUnits') {
    const amount = amountOf(table, item, cell);
    return amount === null ? null : Number(amount);
  }
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
