// What is printed on the PDF of an invoice or credit note, in its language: the values of the template (document-template.ts).

import { type Language, loadLanguage } from '../languages/language.ts';
import { fillIn, type Texts } from '../languages/language-texts.ts';
import { type Address, type Buyer, type Seller, spacedIban } from '../settings/invoicing.ts';
import { brandColorsOn } from '../settings/site.ts';
import { localeFor, type SiteFormats, siteFormats } from '../settings/site-formats.ts';
import type { TaxTotal } from './calculate.ts';
import type { CreditNote, Invoice } from './invoices.schemas.ts';
import type { Letterhead } from './letterhead.ts';
import { quantityOf } from './quantity-words.ts';
import type { TaxCategory } from './tax-categories.ts';

/** What is printed: an invoice, or the credit note of one. */
export type Printed = { invoice: Invoice; note: CreditNote | null; dueDay: string | null; isDraft: boolean };

/** A text, or what is read from left to right in every language. */
type Value = string | { code: string };
type Fact = [label: string, value: Value];
type Column = { label: string; end: boolean; wide: boolean };
type Row = Value[];

export type Page = {
  lang: string;
  dir: Language['direction'];
  region: string | null;
  fonts: string[];
  paper: 'a4' | 'us-letter';
  accent: string;
  site: string;
  title: string;
  author: string;
  heading: string;
  number: string | null;
  draft: string | null;
  subject: string | null;
  seller: Value[];
  'buyer-label': string;
  buyer: Value[];
  facts: Fact[];
  columns: Column[];
  rows: Row[];
  sums: [label: string, value: string, kind: 'line' | 'total'][];
  reasons: string[];
  notes: string[];
  'payment-heading': string;
  payment: Fact[];
  'qr-label': string;
  footer: Value[];
  /** With `{page}` and `{pages}`. */
  pages: string;
};

/** What each part of the page is written with. */
type Writing = Printed & {
  texts: Texts['invoicePaper'];
  formats: SiteFormats;
  /** BCP 47. */
  tag: string;
  letterhead: Letterhead;
  currency: string;
};

const standardAccent = '#1f4fd8';
const scriptFonts = ['Noto Naskh Arabic', 'Noto Sans Hebrew'];
const eastAsianFonts = { ja: 'Noto Sans Japanese', zh: 'Noto Sans S Chinese' };

export async function writePage(printed: Printed, letterhead: Letterhead): Promise<Page> {
  const { invoice, note, isDraft } = printed;
  const language = await loadLanguage(letterhead.language);
  const texts = language.texts.invoicePaper;
  const formats = siteFormats(letterhead, language.code);
  const tag = localeFor(language.code, letterhead.locale);
  const writing: Writing = { ...printed, texts, formats, tag, letterhead, currency: invoice.currency ?? 'eur' };
  const { number, seller, buyer } = note ?? invoice;
  const heading = note ? texts.creditNote : texts.invoice;
  const payment = paymentFacts(writing);
  return {
    lang: language.code,
    dir: language.direction,
    region: new Intl.Locale(tag).maximize().region ?? null,
    fonts: fontsOf(language),
    paper: letterhead.paper === 'letter' ? 'us-letter' : 'a4',
    accent: brandColorsOn('#ffffff', letterhead.brandColor ?? standardAccent).accent,
    site: letterhead.siteName,
    title: [heading, number].filter(Boolean).join(' '),
    author: seller?.name ?? letterhead.siteName,
    ...{ heading, number, draft: isDraft ? texts.draft : null, subject: subjectOf(writing) },
    seller: sellerLines(seller ?? {}, tag),
    'buyer-label': texts.billTo,
    buyer: buyerLines(buyer ?? {}, seller ?? {}, writing),
    facts: facts(writing),
    ...table(writing),
    sums: sums(writing),
    reasons: reasons(writing),
    notes: linesIn(note ? note.reason : invoice.notes),
    'payment-heading': texts.payment,
    payment,
    'qr-label': texts.scan,
    footer: footer(seller ?? {}, texts),
    pages: texts.page,
  };
}

/** The characters that Chinese and Japanese share have two shapes: those of the language come first. */
function fontsOf({ code }: Language): string[] {
  const { ja, zh } = eastAsianFonts;
  return ['Noto Sans', ...scriptFonts, ...(code === 'zh' ? [zh, ja] : [ja, zh])];
}

/** What is left to pay of an invoice as it is issued. */
export function openAtIssue({ invoice, note }: Pick<Printed, 'invoice' | 'note'>, { amountPaid }: Letterhead): number {
  return note ? 0 : Math.max(0, (invoice.amount ?? 0) - amountPaid);
}

function subjectOf({ note, invoice, texts, formats }: Writing): string | null {
  if (note) {
    const day = invoice.issueDay === null ? '' : formats.day(invoice.issueDay);
    return fillIn(texts.corrects, { number: invoice.number ?? '', day });
  }
  const [line] = invoice.lines;
  return line?.description === invoice.description ? null : invoice.description;
}

function sellerLines({ name, address, email, phone }: Seller, tag: string): Value[] {
  return [...linesIn(name), ...addressLines(address, tag, null), ...codes(phone, email)];
}

function buyerLines({ name, address, email, vatId }: Buyer, seller: Seller, { texts, tag }: Writing): Value[] {
  const where = addressLines(address, tag, seller.address?.country ?? null);
  return [...linesIn(name), ...where, ...codes(email), ...(vatId ? [`${texts.vatId} ${vatId}`] : [])];
}

/** Where the postal code comes after the town (Universal Postal Union). */
const codeAfterTown = new Set('us ca gb ie au nz in za sg hk tw th id my ph sa ae eg jo lb'.split(' '));

/** The country is named to readers in another one. */
function addressLines(address: Address = {}, tag: string, home: string | null): string[] {
  const { line1, line2, postalCode, city, region, country } = address;
  const town = codeAfterTown.has(country ?? '')
    ? [[city, region].filter(Boolean).join(', '), postalCode]
    : [postalCode, [city, region].filter(Boolean).join(', ')];
  const name =
    country && country !== home ? new Intl.DisplayNames(tag, { type: 'region' }).of(country.toUpperCase()) : '';
  return [line1, line2, town.filter(Boolean).join(' '), name].flatMap((line) => linesIn(line));
}

function facts({ note, invoice, dueDay, texts, formats, isDraft, letterhead }: Writing): Fact[] {
  const day = (value: string | null): string | null => value && formats.day(value);
  const { deliveryFrom: from, deliveryUntil: until } = invoice;
  const isPeriod = from !== null && until !== null && from !== until;
  const isOpen = openAtIssue({ invoice, note }, letterhead) > 0;
  const found: [label: string, value: string | null | undefined][] = [
    [texts.issued, isDraft ? null : day((note ?? invoice).issueDay)],
    isPeriod ? [texts.period, `${day(from)} – ${day(until)}`] : [texts.delivered, day(until ?? from)],
    [texts.due, isOpen ? day(dueDay) : null],
    [texts.reference, (note ?? invoice).buyer?.reference],
  ];
  return found.flatMap(([label, value]): Fact[] => (value ? [[label, value]] : []));
}

type PrintedLine = {
  description: string;
  quantity: string | null;
  unit: string | null;
  unitAmount: number | null;
  discountAmount: number;
  percent: string | null;
  amount: number;
};

function table(writing: Writing): Pick<Page, 'columns' | 'rows'> {
  const { texts, formats, currency, tag } = writing;
  const lines = printedLines(writing);
  const money = (amount: number | null): string => (amount === null ? '' : formats.money(amount, currency));
  const columns: (Column & { isUsed: boolean; value(line: PrintedLine): Value })[] = [
    { label: texts.description, wide: true, value: (line: PrintedLine) => line.description },
    { label: texts.quantity, end: true, value: (line: PrintedLine) => quantityOf(line, tag) },
    { label: texts.unitPrice, end: true, value: (line: PrintedLine) => money(line.unitAmount) },
    {
      label: texts.discount,
      end: true,
      value: (line: PrintedLine) => money(line.discountAmount ? -line.discountAmount : null),
    },
    {
      label: texts.tax,
      end: true,
      value: (line: PrintedLine) => (line.percent === null ? '' : formats.percent(line.percent)),
    },
    { label: texts.amount, end: true, value: (line: PrintedLine) => money(line.amount) },
  ].map((column) => ({ end: false, wide: false, ...column, isUsed: lines.some((line) => column.value(line) !== '') }));
  const used = columns.filter(({ isUsed }) => isUsed);
  return {
    columns: used.map(({ label, end, wide }) => ({ label, end, wide })),
    rows: lines.map((line) => used.map(({ value }) => value(line))),
  };
}

function printedLines({ note, invoice }: Writing): PrintedLine[] {
  const isGross = invoice.pricesIncludeTax;
  const amountOf = (line: { netAmount: number; grossAmount: number }) => (isGross ? line.grossAmount : line.netAmount);
  const percentOf = (tax: Invoice['lines'][number]['tax']) =>
    tax === null || tax.category === 'O' ? null : tax.percent;
  if (note)
    return note.lines.map((line) => ({
      ...{ description: line.description, quantity: line.quantity, unit: line.unit, unitAmount: null },
      ...{ discountAmount: 0, percent: percentOf(line.tax), amount: amountOf(line) },
    }));
  return invoice.lines.map((line) => ({
    ...{ description: line.description, quantity: line.quantity, unit: line.unit, unitAmount: line.unitAmount },
    ...{ discountAmount: line.discountAmount, percent: percentOf(line.tax), amount: amountOf(line) },
  }));
}

function sums({ note, invoice, texts, formats, currency, letterhead }: Writing): Page['sums'] {
  const money = (amount: number) => formats.money(amount, currency);
  const totals = (note ?? invoice).totals;
  if (totals === null) return [];
  const taxed = totals.taxes.filter(({ category }) => category !== 'O');
  const { amountPaid } = letterhead;
  return [
    ...(taxed.length > 0 ? [[texts.net, money(totals.net), 'line'] as const] : []),
    ...taxed.map(({ percent: rate, base, tax }) => {
      const label = fillIn(texts.taxOn, { percent: formats.percent(rate), base: money(base) });
      return [label, money(tax), 'line'] as const;
    }),
    [texts.total, money(totals.gross), 'total'] as const,
    ...(note === null && amountPaid > 0
      ? [
          [texts.paid, money(-amountPaid), 'line'] as const,
          [texts.open, money(openAtIssue({ invoice, note }, letterhead)), 'total'] as const,
        ]
      : []),
  ].map(([label, value, kind]) => [label, value, kind]);
}

/** Why no tax is due, as the law wants it said (Article 226 of Directive 2006/112/EC), and that prices include it. */
function reasons({ note, invoice, texts }: Writing): string[] {
  const taxes: readonly TaxTotal[] = (note ?? invoice).totals?.taxes ?? [];
  const statements: Partial<Record<TaxCategory, string>> = {
    ...{ AE: texts.reverseCharge, K: texts.intraCommunity, G: texts.export, E: texts.exempt },
  };
  const found = taxes.flatMap(({ category, reason }) => {
    const statement = category === 'E' && reason ? null : statements[category];
    return [statement, reason].filter((text) => text !== null && text !== undefined);
  });
  const isIncluded = invoice.pricesIncludeTax && taxes.some(({ tax }) => tax > 0);
  return [...new Set([...(isIncluded ? [texts.pricesIncludeTax] : []), ...found])];
}

/** A draft is not to be paid. */
function paymentFacts({ invoice, note, isDraft, texts, formats, currency, dueDay, letterhead }: Writing): Fact[] {
  const open = openAtIssue({ invoice, note }, letterhead);
  const { name, iban, bic, bank } = invoice.seller ?? {};
  if (open === 0 || !iban || isDraft) return [];
  const found: [label: string, value: Value | null | undefined][] = [
    [texts.open, formats.money(open, currency)],
    [texts.due, dueDay && formats.day(dueDay)],
    [texts.accountHolder, name],
    ['IBAN', { code: spacedIban(iban) }],
    ['BIC', bic && { code: bic }],
    [texts.bank, bank],
    [texts.paymentReference, invoice.number && { code: invoice.number }],
  ];
  return found.flatMap(([label, value]): Fact[] => (value ? [[label, value]] : []));
}

function footer({ name, vatId, taxNumber, registration }: Seller, texts: Writing['texts']): Value[] {
  const labelled = (label: string, value: string | undefined) => (value ? [`${label} ${value}`] : []);
  return [
    ...linesIn(name),
    ...labelled(texts.vatId, vatId),
    ...labelled(texts.taxNumber, taxNumber),
    ...linesIn(registration),
  ];
}

function codes(...values: readonly (string | undefined)[]): Value[] {
  return values.flatMap((code) => (code ? [{ code }] : []));
}

function linesIn(text: string | null | undefined): string[] {
  return (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
}
