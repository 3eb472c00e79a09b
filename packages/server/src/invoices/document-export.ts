// All documents of a period as one ZIP: each invoice and credit note in every format that there is, and an index of them.

import { type Context, inBackground } from '../context/context.ts';
import { type Table, writeCsv } from '../lib/table-files.ts';
import type { ZippedFile } from '../lib/write-zip.ts';
import { creditNoteJson } from './credit-notes.ts';
import { baseName, type DocumentFormat, endingOf, readDocument, whyNoDocument } from './documents.ts';
import type { CreditNote } from './invoices.schemas.ts';
import { invoiceJson } from './invoices.ts';
import { type Period, pageIssued } from './issued.ts';
import type { DocumentRecord } from './render-later.ts';

const formats = ['pdf', 'ubl', 'cii'] as const satisfies DocumentFormat[];
type Format = (typeof formats)[number];

/** A line of the index. `missing`: why it lacks files. */
type Indexed = Pick<CreditNote, 'number' | 'issueDay' | 'currency' | 'totals' | 'buyer'> & {
  kind: DocumentRecord['kind'];
  files: { [Name in Format]?: string };
  missing: Set<string>;
};

/** The index is the last file. */
export async function* exportDocuments(ctx: Context, period: Period): AsyncGenerator<ZippedFile> {
  const index: Indexed[] = [];
  const names = new Set<string>();
  for await (const { kind, id, issuedAt, ...facts } of readIssued(ctx, period)) {
    const entry: Indexed = { kind, ...facts, files: {}, missing: new Set() };
    index.push(entry);
    const base = unusedName(names, kind === 'invoice' ? 'invoices' : 'credit-notes', facts.number);
    for (const format of formats) {
      const content = await readOrSay(ctx, { kind, id }, format);
      if (typeof content === 'string') entry.missing.add(content);
      else {
        entry.files[format] = `${base}${endingOf(format)}`;
        yield { name: entry.files[format], content, changedAt: new Date(issuedAt) };
      }
    }
  }
  yield { name: 'index.csv', content: writeCsv(indexTable, pagesOf(index)), changedAt: ctx.now() };
}

async function* pagesOf<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += 100) yield items.slice(start, start + 100);
}

type Issued = Omit<Indexed, 'files' | 'missing'> & { id: string; issuedAt: string };

async function* readIssued(ctx: Context, period: Period): AsyncGenerator<Issued> {
  const background = inBackground(ctx);
  // What was issued has all members.
  for await (const page of pageIssued(background, 'invoices', period))
    for (const row of page) yield issuedOf('invoice', invoiceJson(row) as Omit<Issued, 'kind'>);
  for await (const page of pageIssued(background, 'creditNotes', period))
    for (const row of page) yield issuedOf('creditNote', creditNoteJson(row));
}

function issuedOf(kind: Issued['kind'], record: Omit<Issued, 'kind'>): Issued {
  const { id, number, issueDay, issuedAt, currency, totals, buyer } = record;
  return { kind, id, number, issueDay, issuedAt, currency, totals, buyer };
}

/** The bytes of the document, or why there is none. */
async function readOrSay(ctx: Context, record: DocumentRecord, format: Format): Promise<Buffer | string> {
  try {
    return (await readDocument(ctx, record, format)).body;
  } catch (error) {
    const reason = whyNoDocument(error);
    if (reason === null) throw error;
    return reason;
  }
}

/** Numbers from elsewhere can have any character, and differ only in what no file name has. */
function unusedName(names: Set<string>, folder: string, number: string): string {
  const name = `${folder}/${baseName(number)}`;
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${name}~${count}`;
    if (names.has(tried.toLowerCase())) continue;
    names.add(tried.toLowerCase());
    return tried;
  }
}

const indexTable: Table<Indexed> = {
  title: 'Documents',
  currencyOf: ({ currency }) => currency,
  columns: [
    { name: 'kind', label: 'Kind', of: ({ kind }) => (kind === 'invoice' ? 'invoice' : 'credit note') },
    { name: 'number', label: 'Number', of: ({ number }) => number },
    { name: 'issueDay', label: 'Issue date', kind: 'date', of: ({ issueDay }) => issueDay },
    { name: 'buyer', label: 'Buyer', of: ({ buyer }) => buyer?.name },
    { name: 'currency', label: 'Currency', of: ({ currency }) => currency },
    { name: 'net', label: 'Net', kind: 'money', of: ({ totals }) => totals.net },
    { name: 'tax', label: 'Tax', kind: 'money', of: ({ totals }) => totals.tax },
    { name: 'gross', label: 'Gross', kind: 'money', of: ({ totals }) => totals.gross },
    ...formats.map((format) => ({
      name: format,
      label: format.toUpperCase(),
      of: ({ files }: Indexed) => files[format],
    })),
    { name: 'missing', label: 'Why there is no file', of: ({ missing }) => [...missing].join('; ') || null },
  ],
};
