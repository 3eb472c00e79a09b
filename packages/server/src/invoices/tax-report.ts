// The tax report of a period: what a VAT return and the OSS ask for. It adds up what the documents say, and computes no tax.

import type { ReadContext } from '../context/context.ts';
import type { Table } from '../lib/table-files.ts';
import { createPauses } from '../lib/yield-to-event-loop.ts';
import { taxesOf } from './calculate.ts';
import type { CreditNote } from './invoices.schemas.ts';
import { type Period, pageIssued } from './issued.ts';
import type { TaxAmounts, TaxReport, TaxReportRow, TaxReportTotal } from './tax-report.schemas.ts';

/** What is read of a document that was issued, of either kind. */
type Paper = Pick<CreditNote, 'lines' | 'seller' | 'buyer'>;
type Side = 'invoiced' | 'credited';
type Sums = Omit<TaxReportTotal, 'currency'>;

/** For `inBackground`. */
export async function readTaxReport(ctx: ReadContext, period: Period): Promise<TaxReport> {
  const rows = new Map<string, TaxReportRow>();
  const totals = new Map<string, TaxReportTotal>();
  const pause = createPauses();
  const add = async (side: Side, documents: readonly { currency: string | null; paper: string | null }[]) => {
    for (const { currency, paper } of documents) {
      await pause();
      addDocument({ rows, totals }, side, currency as string, JSON.parse(paper as string));
    }
  };
  for await (const page of pageIssued(ctx, 'invoices', period)) await add('invoiced', page);
  for await (const page of pageIssued(ctx, 'creditNotes', period)) await add('credited', page);
  const { firstDay, lastDay } = period;
  return { firstDay, lastDay, rows: inOrder(rows), totals: inOrder(totals) };
}

function addDocument(
  { rows, totals }: { rows: Map<string, TaxReportRow>; totals: Map<string, TaxReportTotal> },
  side: Side,
  currency: string,
  { lines, seller, buyer }: Paper,
): void {
  // What has no place of its own was supplied where the seller is.
  const country = buyer?.address?.country ?? seller?.address?.country ?? null;
  const total = entryOf(totals, { currency });
  total.documents++;
  for (const { category, percent: written, base, tax } of taxesOf(lines)) {
    // `19` and `19.00` are the same.
    const percent = `${Number(written)}`;
    const row = entryOf(rows, { currency, country, category, percent });
    row.documents++;
    for (const sums of [row, total]) addAmounts(sums, side, { base, tax, gross: base + tax });
  }
}

/** The entry with these keys, which is added if there is none. */
function entryOf<Keys extends object>(entries: Map<string, Keys & Sums>, keys: Keys): Keys & Sums {
  const name = Object.values(keys).join(' ');
  const none = (): TaxAmounts => ({ base: 0, tax: 0, gross: 0 });
  const entry = entries.get(name) ?? {
    ...{ ...keys, documents: 0 },
    ...{ invoiced: none(), credited: none(), balance: none() },
  };
  entries.set(name, entry);
  return entry;
}

function addAmounts(sums: Sums, side: Side, amounts: TaxAmounts): void {
  for (const name of ['base', 'tax', 'gross'] as const) {
    sums[side][name] += amounts[name];
    sums.balance[name] = sums.invoiced[name] - sums.credited[name];
  }
}

/** By their keys, the highest percentage first. */
function inOrder<Entry extends { currency: string } & Partial<TaxReportRow>>(entries: Map<string, Entry>): Entry[] {
  const keyOf = ({ currency, country, category }: Entry) => [currency, country, category].join(' ');
  return [...entries.values()].sort(
    (a, b) => keyOf(a).localeCompare(keyOf(b)) || Number(b.percent ?? 0) - Number(a.percent ?? 0),
  );
}

const sideLabels = { invoiced: 'Invoices', credited: 'Credit notes', balance: 'Balance' } as const;
const sides = Object.entries(sideLabels) as [keyof typeof sideLabels, string][];
const amountNames = ['base', 'tax', 'gross'] as const;

export const taxReportTable: Table<TaxReportRow> = {
  title: 'Tax report',
  currencyOf: ({ currency }) => currency,
  columns: [
    { name: 'currency', label: 'Currency', of: ({ currency }) => currency },
    { name: 'country', label: 'Country', of: ({ country }) => country },
    { name: 'category', label: 'Category', of: ({ category }) => category },
    { name: 'percent', label: 'Percent', of: ({ percent }) => percent },
    { name: 'documents', label: 'Documents', of: ({ documents }) => documents },
    ...sides.flatMap(([side, label]) =>
      amountNames.map((name) => ({
        name: `${side}${name[0]?.toUpperCase()}${name.slice(1)}`,
        label: `${label}, ${name}`,
        kind: 'money' as const,
        of: (row: TaxReportRow) => row[side][name],
      })),
    ),
  ],
};
