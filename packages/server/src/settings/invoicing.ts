// How invoices are issued: who sells, how they are numbered, and when they are due.

import Type, { type Static } from 'typebox';
import type { ReadContext } from '../context/context.ts';
import { bodyOf } from '../http/schemas.ts';
import { languageCodes } from '../languages/language.ts';
import { type Fault, failBody } from '../lib/errors.ts';
import { partyLengths } from '../lib/party-lengths.ts';
import { readSetting } from './settings.ts';

const text = (description: string, maxLength: number) => Type.String({ description, maxLength });
export const Country = Type.String({ pattern: '^[a-z]{2}$', description: 'ISO 3166, lowercase', examples: ['de'] });

const Address = bodyOf(
  {
    line1: Type.Optional(text('Street and number', partyLengths.line)),
    line2: Type.Optional(text('What else is needed', partyLengths.line)),
    postalCode: Type.Optional(text('Postal code', partyLengths.postalCode)),
    city: Type.Optional(text('Town', partyLengths.city)),
    region: Type.Optional(text('State or province, where addresses have one', partyLengths.region)),
    country: Type.Optional(Country),
  },
  { title: 'Address', description: 'A postal address' },
);
export type Address = Static<typeof Address>;

const party = {
  name: Type.Optional(text('Legal name', partyLengths.name)),
  address: Type.Optional(Address),
  vatId: Type.Optional(text('VAT ID with its country, such as DE123456789', partyLengths.vatId)),
  email: Type.Optional(text('Email address', 254)),
};

export const Buyer = bodyOf(
  {
    ...party,
    reference: Type.Optional(text('What the buyer wants to see on it, such as an order number or a Leitweg-ID', 200)),
    language: Type.Optional(
      Type.Enum(languageCodes, {
        description:
          'Language of document, page and mails; if it is not set, that in which the contact last submitted a form, or else that of the site',
      }),
    ),
  },
  { title: 'Buyer', description: 'Who owes it, as on the document' },
);
export type Buyer = Static<typeof Buyer>;

export const Seller = bodyOf(
  {
    ...party,
    taxNumber: Type.Optional(text('Tax number, if there is no VAT ID', 50)),
    registration: Type.Optional(text('Where the company is registered, and under which number', 200)),
    phone: Type.Optional(text('Phone number', 60)),
    iban: Type.Optional(text('Of the account that transfers go to', 42)),
    bic: Type.Optional(text('Of its bank', 11)),
    bank: Type.Optional(text('Name of the bank', 100)),
  },
  { title: 'Seller', description: 'Who issues invoices, as on the documents' },
);
export type Seller = Static<typeof Seller>;

export const buyerKinds = ['domestic', 'eu_business', 'eu_consumer', 'abroad'] as const;
export type BuyerKind = (typeof buyerKinds)[number];
export const BuyerKindSchema = Type.Unsafe<BuyerKind>({
  enum: [...buyerKinds],
  title: 'BuyerKind',
  description:
    'As whom the tax rules see a buyer: `domestic` is in the country of the seller, or in none that is known; `eu_business` in another one of the EU, with a valid VAT ID; `eu_consumer` there without; `abroad` outside the EU',
});

const rateId = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const TaxRule = bodyOf(
  {
    buyer: BuyerKindSchema,
    country: Type.Optional({ ...Country, description: 'Only for buyers there; any if it is not set' }),
    taxRateId: Type.Optional(rateId('Only for lines with this tax rate; any if it is not set')),
    instead: rateId('ID of the tax rate with which they are taxed'),
  },
  { title: 'TaxRule', description: 'For some buyers, lines are taxed with another rate than their own' },
);
export type TaxRule = Static<typeof TaxRule>;

const defaultPatterns = { invoiceNumbers: 'INV-{year}-{0000}', creditNoteNumbers: 'CN-{year}-{0000}' };

const pattern = (example: string) =>
  Type.Optional(
    Type.String({
      maxLength: 60,
      examples: [example],
      description: `With \`{0000}\` for the count, in at least so many digits (up to 9), and perhaps \`{year}\` and \`{month}\`, with which it begins anew; \`${example}\` if it is not set`,
    }),
  );
const last = Type.Optional(
  Type.String({ maxLength: 60, description: 'The last one that was issued elsewhere. The next one follows it' }),
);

export const Invoicing = bodyOf(
  {
    seller: Type.Optional(Seller),
    invoiceNumbers: pattern(defaultPatterns.invoiceNumbers),
    lastInvoiceNumber: last,
    creditNoteNumbers: pattern(defaultPatterns.creditNoteNumbers),
    lastCreditNoteNumber: last,
    dueDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description: 'Days from its issue until an invoice is due, if it has no `dueAt`; 14 if it is not set',
      }),
    ),
    taxRules: Type.Optional(
      Type.Array(TaxRule, {
        maxItems: 200,
        description:
          'Which tax rate applies to which buyer. The first rule that fits a line counts; without one, its own rate does',
        examples: [[{ buyer: 'eu_business', instead: 'tax_01' }]],
      }),
    ),
    vatIdsChecked: Type.Optional(
      Type.Boolean({
        description:
          'Whether the EU’s service (VIES) is asked if the VAT ID of an `eu_business` is in use, before the tax rules are applied to an order of a form or an invoice that is issued; no if it is not set',
      }),
    ),
    paper: Type.Optional(
      Type.Enum(['a4', 'letter'], {
        description: 'Size of the documents; if it is not set, `letter` where the country of the seller uses it',
      }),
    ),
    reminders: Type.Optional(
      Type.Array(
        bodyOf(
          {
            days: Type.Integer({ minimum: -90, maximum: 365, description: 'After `dueAt`; negative: before it' }),
          },
          { title: 'Reminder', description: 'When an open invoice is reminded of by mail, once' },
        ),
        {
          maxItems: 10,
          uniqueItems: true,
          description: 'None if it is not set',
          examples: [[{ days: -3 }, { days: 7 }]],
        },
      ),
    ),
  },
  { title: 'Invoicing', description: 'Who issues invoices, and how they are numbered' },
);
export type Invoicing = Static<typeof Invoicing>;

/** With what is not set by default. */
export async function readInvoicing(ctx: ReadContext) {
  const stored = (await readSetting<Invoicing>(ctx, 'invoicing')) ?? {};
  return {
    seller: {} as Seller,
    ...defaultPatterns,
    dueDays: 14,
    reminders: [],
    taxRules: [],
    vatIdsChecked: false,
    ...stored,
  };
}

/** In groups of four, as people read it (ISO 13616). */
export function spacedIban(iban: string): string {
  return iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}

/** What of a seller no invoice can do without, and is not set. */
export function missingOf({ name, address = {} }: Seller): string[] {
  return Object.entries({ name, city: address.city, country: address.country })
    .filter(([, value]) => !value?.trim())
    .map(([member]) => member);
}

const count = /^\{0{1,9}\}$/;
const tokens = /\{[^}]*\}?|\}/g;

/** Throws invalid_body for a pattern that cannot number anything. */
export function checkInvoicing(invoicing: Invoicing): void {
  const { invoiceNumbers, creditNoteNumbers, ...rest } = { ...defaultPatterns, ...invoicing };
  const faults: Fault[] = [];
  for (const [name, pattern] of Object.entries({ invoiceNumbers, creditNoteNumbers })) {
    const found = pattern.match(tokens) ?? [];
    const counts = found.filter((token) => count.test(token)).length;
    const isKnown = found.every((token) => count.test(token) || token === '{year}' || token === '{month}');
    const isOnce = new Set(found).size === found.length;
    const isDated = !pattern.includes('{month}') || pattern.includes('{year}');
    if (counts !== 1 || !isKnown || !isOnce || !isDated)
      faults.push({
        pointer: `/invoicing/${name}`,
        code: 'invalid_pattern',
        detail:
          'must have one count such as `{0000}`, of up to 9 digits, and besides only `{year}` and, with it, `{month}`, each once',
      });
  }
  if (faults.length > 0) throw failBody(faults);
  const numbers = { lastInvoiceNumber: invoiceNumbers, lastCreditNoteNumber: creditNoteNumbers };
  for (const [name, pattern] of Object.entries(numbers)) {
    const number = rest[name as keyof typeof rest] as string | undefined;
    if (number === undefined || readNumber(pattern, number) !== null) continue;
    faults.push({ pointer: `/invoicing/${name}`, code: 'format', detail: `is not a number of \`${pattern}\`` });
  }
  if (faults.length > 0) throw failBody(faults);
}

/** The pattern of a series on a day: with the year and the month filled in. */
export function seriesOn(pattern: string, day: string): string {
  const [year = '', month = ''] = day.split('-');
  return pattern.replace('{year}', year).replace('{month}', month);
}

/** `INV-2027-0012` of the series `INV-2027-{0000}` and 12. */
export function numberIn(series: string, position: number): string {
  return series.replace(/\{0+\}/, (digits) => `${position}`.padStart(digits.length - 2, '0'));
}

/** The series and the position of a number; null if it is not one of the pattern. */
export function readNumber(pattern: string, number: string): { series: string; position: number } | null {
  const source = pattern
    .split(/(\{[^}]*\})/)
    .map((part) => {
      if (part === '{year}') return '(?<year>\\d{4})';
      if (part === '{month}') return '(?<month>\\d{2})';
      return count.test(part) ? `(?<count>\\d{${part.length - 2},9})` : part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    })
    .join('');
  const groups = new RegExp(`^${source}$`).exec(number)?.groups;
  if (!groups) return null;
  return { series: seriesOn(pattern, `${groups.year ?? ''}-${groups.month ?? ''}`), position: Number(groups.count) };
}
