// Shapes of invoices.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../http/list-of-records.ts';
import { mergePatchOf } from '../http/merge-patch.ts';
import { bodyOf, ExternalId, Id, nullable, Time } from '../http/schemas.ts';
import { notBlank } from '../lib/validation.ts';
import { Buyer, BuyerKindSchema, Country, Seller } from '../settings/invoicing.ts';
import { percentPattern, quantityPattern } from './calculate.ts';
import { type TaxCategory, taxCategories } from './tax-categories.ts';

const externalId = nullable(ExternalId);
const text = (description: string, maxLength: number) => Type.String({ description, maxLength });
const minor = 'In the smallest unit of the currency';
const Money = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: minor });
export const Day = Type.String({ format: 'date', description: 'A day, such as 2027-02-19' });
export const Currency = Type.String({ pattern: '^[a-z]{3}$', description: 'ISO 4217, lowercase' });
export const Percent = Type.String({
  pattern: percentPattern,
  description: 'A decimal number with up to four decimals',
  examples: ['19'],
});

export const TaxCategorySchema = Type.Unsafe<TaxCategory>({
  enum: Object.keys(taxCategories),
  title: 'TaxCategory',
  description: `As in EN 16931: ${Object.entries(taxCategories)
    .map(([code, { label }]) => `\`${code}\` ${label[0]?.toLowerCase()}${label.slice(1)}`)
    .join(', ')}`,
});

const discounts = {
  discount: Type.Optional(
    nullable({ ...Money, description: 'By how much the price is reduced, in the smallest unit of the currency' }),
  ),
  discountPercent: Type.Optional(nullable({ ...Percent, description: 'By how much the price is reduced, in percent' })),
};

export const NewInvoiceLine = bodyOf(
  {
    description: Type.String({ minLength: 1, maxLength: 1000, description: 'What was supplied' }),
    quantity: Type.Optional(
      Type.String({
        pattern: quantityPattern,
        default: '1',
        description: 'A decimal number with up to six decimals',
        examples: ['1.5'],
      }),
    ),
    unit: Type.Optional(nullable(text('What is counted, such as `hour` or `piece`', 50))),
    unitAmount: { ...Money, description: 'Price of one, in the smallest unit of the currency' },
    ...discounts,
    taxRateId: Type.Optional(nullable({ ...Id, description: 'ID of the tax rate; null or absent: no tax is due' })),
    itemId: Type.Optional(nullable({ ...Id, description: 'ID of the item that is sold' })),
  },
  { title: 'NewInvoiceLine', description: 'A line of an invoice' },
);
export type NewInvoiceLine = Static<typeof NewInvoiceLine>;

export const LineTax = Type.Object(
  {
    percent: Percent,
    category: TaxCategorySchema,
    reason: nullable(Type.String({ description: 'Why no tax is due' })),
  },
  { title: 'LineTax', description: 'What a line is taxed with' },
);

const amounts = {
  discountAmount: { ...Money, description: 'Its discount, and its share of that of the whole' },
  netAmount: { ...Money, description: 'Without tax' },
  taxAmount: { ...Money, description: 'Its share of the tax' },
  grossAmount: { ...Money, description: 'With tax' },
};

export const InvoiceLine = Type.Object(
  {
    position: Type.Integer({ minimum: 1, description: 'Counts from 1' }),
    description: Type.String({ description: 'What was supplied' }),
    quantity: Type.String({ description: 'A decimal number' }),
    unit: nullable(Type.String({ description: 'What is counted' })),
    unitAmount: { ...Money, description: 'Price of one, in the smallest unit of the currency' },
    discount: nullable(Money),
    discountPercent: nullable(Percent),
    taxRateId: nullable(
      Type.String({ description: 'ID of its own tax rate. If a tax rule applies, `tax` is that of another one' }),
    ),
    tax: nullable(LineTax),
    itemId: nullable(Type.String({ description: 'ID of the item that is sold' })),
    ...amounts,
  },
  { title: 'InvoiceLine', description: 'A line of an invoice, with its amounts' },
);
export type InvoiceLine = Static<typeof InvoiceLine>;

export const TaxTotal = Type.Object(
  {
    ...LineTax.properties,
    base: { ...Money, description: 'What is taxed' },
    tax: { ...Money, description: 'The tax on it' },
  },
  { title: 'TaxTotal', description: 'What is due for one tax' },
);

const sums = {
  net: { ...Money, description: 'Without tax' },
  tax: { ...Money, description: 'All taxes' },
  gross: { ...Money, description: 'With tax; the same as `amount`' },
  discount: { ...Money, description: 'All discounts' },
  taxes: Type.Array(TaxTotal, { description: 'One for each category and percentage' }),
};

export const InvoiceTotals = Type.Object(
  {
    ...sums,
    credited: { ...Money, description: 'What credit notes have taken back' },
    paid: { ...Money, description: 'What has been paid; the same as `amountPaid`' },
    refunded: { ...Money, description: 'What of that was refunded' },
    open: { ...Money, description: 'What is left to pay. A refund leaves it as it is' },
    overpaid: { ...Money, description: 'What was paid beyond the amount, and is neither credited nor refunded' },
  },
  { title: 'InvoiceTotals', description: minor },
);

export const InvoiceStatus = Type.Enum(['draft', 'open', 'paid', 'void', 'uncollectible'], {
  title: 'InvoiceStatus',
  description: '`open` can be paid; `void` was withdrawn; `uncollectible` was given up, by the processor',
});

const VatIdCheck = Type.Object(
  {
    vatId: Type.String({ description: 'Which one' }),
    checkedAt: { ...Time, description: 'When it was asked' },
    consultationNumber: nullable(
      Type.String({ description: 'Proves that it was asked; null if the seller has no VAT ID of the EU' }),
    ),
    name: nullable(Type.String({ description: 'Whose it is, if the country says it' })),
    address: nullable(Type.String({ description: 'Where that is, if the country says it' })),
  },
  { title: 'VatIdCheck', description: 'The EU has said that the VAT ID of the buyer is in use' },
);
export type VatIdCheck = Static<typeof VatIdCheck>;

const paperMembers = {
  pricesIncludeTax: Type.Boolean({ description: 'Whether unit amounts and discounts include tax' }),
  discount: nullable({ ...Money, description: 'By how much the whole is reduced, shared over the lines' }),
  discountPercent: nullable({ ...Percent, description: 'By how much the whole is reduced, in percent' }),
  taxOverride: nullable(Type.String({ description: 'Why the tax rules do not apply to it; null if they do' })),
  taxedAs: nullable(BuyerKindSchema),
  vatIdCheck: nullable({
    ...VatIdCheck,
    description:
      'That the EU has said, before its issue, that the VAT ID of the buyer is in use; null if it was not asked',
  }),
  notes: nullable(Type.String({ description: 'A text below the lines' })),
  deliveryFrom: nullable({ ...Day, description: 'When it was supplied, or the first day of that' }),
  deliveryUntil: nullable({ ...Day, description: 'The last day' }),
  seller: nullable(Seller),
  buyer: nullable(Buyer),
};

export const ReportedInvoice = Type.Object(
  {
    id: Type.String({ description: 'ID of the invoice' }),
    externalId,
    number: nullable(Type.String({ description: 'As on the document that the customer has' })),
    contactId: nullable(Type.String({ description: 'The contact who owes it' })),
    status: InvoiceStatus,
    amount: nullable(Type.Integer({ description: minor })),
    amountPaid: Type.Integer({ description: 'What has been paid, in the smallest unit of the currency' }),
    currency: nullable(Type.String({ description: 'ISO 4217, lowercase' })),
    description: nullable(Type.String({ description: 'What it is for' })),
    lines: Type.Array(InvoiceLine, { description: 'An invoice that has only an amount has one' }),
    ...paperMembers,
    totals: nullable(InvoiceTotals),
    dueAt: nullable({ ...Time, description: 'When it should be paid' }),
    issuedAt: nullable({ ...Time, description: 'Since when it cannot be changed' }),
    issueDay: nullable({ ...Day, description: 'The day on its document' }),
    sentAt: nullable({ ...Time, description: 'When the mail server last accepted it for its contact' }),
    paidAt: nullable({ ...Time, description: 'When it was paid in full' }),
    remindersPaused: Type.Boolean({ description: 'Whether the schedule of reminders leaves it out' }),
    reminderDays: nullable(
      Type.Integer({ description: 'The last step of that schedule that was used, in days after `dueAt`' }),
    ),
    processorInvoiceId: nullable(
      Type.String({ description: "The processor's ID, if it is an invoice of a subscription" }),
    ),
    subscriptionId: nullable(Type.String({ description: "The processor's ID of the subscription" })),
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
  },
  { title: 'ReportedInvoice', description: 'An invoice in an event: without the URL of its page' },
);
export type Invoice = Static<typeof ReportedInvoice>;

export const InvoiceSchema = Type.Object(
  {
    ...ReportedInvoice.properties,
    pageUrl: nullable(
      Type.String({
        description:
          'Its page, which all who have the URL can read and pay at; null for one that has none, such as a draft',
        examples: ['https://example.com/i/v1.k3Jx'],
      }),
    ),
  },
  { title: 'Invoice', description: 'What a contact owes and has paid' },
);

const Amount = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Minor units of the currency; for an invoice without lines',
});

const invoiceMembers = {
  contactId: Type.Optional(nullable({ ...Id, description: 'ID of the contact who owes it' })),
  number: Type.Optional(
    nullable({
      ...text('One from elsewhere. Leave it out to draw the next of the series when it is issued', 100),
      pattern: notBlank,
    }),
  ),
  description: Type.Optional(nullable(text('What it is for', 5000))),
  dueAt: Type.Optional(nullable({ ...Time, description: 'When it should be paid' })),
  lines: Type.Optional(
    Type.Array(NewInvoiceLine, { minItems: 1, maxItems: 500, description: 'Instead of `amount`, which is their sum' }),
  ),
  pricesIncludeTax: Type.Optional(Type.Boolean({ description: 'Whether unit amounts and discounts include tax' })),
  ...discounts,
  taxOverride: Type.Optional(
    nullable(
      text(
        'Why the tax rules do not apply to it. Its lines are taxed with their own rates then; null: they apply',
        500,
      ),
    ),
  ),
  notes: Type.Optional(nullable(text('A text below the lines', 5000))),
  deliveryFrom: Type.Optional(nullable({ ...Day, description: 'When it was supplied, or the first day of that' })),
  deliveryUntil: Type.Optional(nullable({ ...Day, description: 'The last day' })),
  remindersPaused: Type.Optional(Type.Boolean({ description: 'Whether the schedule of reminders leaves it out' })),
};

const example = {
  contactId: 'con_01',
  currency: 'eur',
  status: 'draft',
  lines: [{ description: 'Consulting in May', quantity: '1.5', unit: 'hour', unitAmount: 8000 }],
};

export const NewInvoice = bodyOf(
  {
    externalId: Type.Optional(externalId),
    ...invoiceMembers,
    buyer: Type.Optional(nullable(Buyer)),
    status: Type.Optional(
      Type.Enum(['draft', 'open'], {
        description: 'A `draft` cannot be paid yet. By default it is one if it has lines, and otherwise `open`',
      }),
    ),
    amount: Type.Optional(Amount),
    currency: Currency,
  },
  { title: 'NewInvoice', description: 'An invoice to create, with lines or an amount', examples: [example] },
);
export type NewInvoice = Static<typeof NewInvoice>;

const changeMembers = {
  ...invoiceMembers,
  buyer: Type.Optional(nullable(mergePatchOf(Buyer))),
  status: Type.Optional(
    Type.Enum(['draft', 'open', 'void'], {
      description: '`void` withdraws it, for good: one that is issued by a credit note',
    }),
  ),
  amount: Type.Optional(Amount),
  currency: Type.Optional(Currency),
};

export const InvoicePatch = bodyOf(
  { externalId: Type.Optional(externalId), ...changeMembers },
  {
    title: 'InvoiceChange',
    description:
      'Only the given members change. Of one that is issued only `status`, `contactId`, `externalId` and `remindersPaused`',
  },
);
export const ExternalInvoice = bodyOf(changeMembers, {
  title: 'ExternalInvoice',
  description:
    'What another system knows of an invoice. What is left out stays as it is; a new one needs `currency`, and `amount` or `lines`, and begins as `open` or `draft`',
  examples: [{ amount: 12_000, currency: 'eur', description: 'Consulting in May' }],
});
export type InvoicePatch = Static<typeof InvoicePatch>;

export const invoiceList = listOfRecords({
  item: InvoiceSchema,
  filters: [
    ...['status', 'contactId', 'number', 'externalId', 'amount', 'amountPaid', 'currency', 'subscriptionId'],
    ...['processorInvoiceId', 'dueAt', 'issuedAt', 'issueDay', 'sentAt', 'paidAt', 'createdAt', 'updatedAt'],
  ],
  sort: ['-createdAt', 'updatedAt', 'dueAt', 'issuedAt', 'paidAt', 'amount', 'number'],
});
export type InvoiceQuery = Static<typeof invoiceList.query>;

// Credit notes.

export const CreditNoteSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the credit note' }),
    number: Type.String({ description: 'Drawn from its series' }),
    invoiceId: Type.String({ description: 'ID of the invoice that it takes back' }),
    contactId: nullable(Type.String({ description: 'The contact of the invoice' })),
    refundId: nullable(Type.String({ description: 'The refund for which it was issued' })),
    amount: { ...Money, description: 'What it takes back, with tax' },
    currency: Currency,
    reason: nullable(Type.String({ description: 'Why' })),
    lines: Type.Array(
      Type.Object(
        {
          position: Type.Integer({ minimum: 1, description: 'Of the line of the invoice' }),
          description: Type.String({ description: 'What was supplied' }),
          quantity: nullable(Type.String({ description: 'How much is credited; null for a part of the price' })),
          unit: nullable(Type.String({ description: 'What is counted' })),
          tax: nullable(LineTax),
          netAmount: amounts.netAmount,
          taxAmount: amounts.taxAmount,
          grossAmount: amounts.grossAmount,
        },
        { title: 'CreditNoteLine', description: 'What is credited of a line' },
      ),
      { description: 'The lines of the invoice of which it credits something' },
    ),
    totals: Type.Object(
      { net: sums.net, tax: sums.tax, gross: sums.gross, taxes: sums.taxes },
      { title: 'CreditNoteTotals', description: minor },
    ),
    seller: nullable(Seller),
    buyer: nullable(Buyer),
    issuedAt: Time,
    issueDay: { ...Day, description: 'The day on its document' },
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
  },
  { title: 'CreditNote', description: 'Takes back an invoice that was issued, or a part of it' },
);
export type CreditNote = Static<typeof CreditNoteSchema>;

export const NewCreditNote = bodyOf(
  {
    lines: Type.Optional(
      Type.Array(
        bodyOf(
          {
            position: Type.Integer({ minimum: 1, description: 'Of the line of the invoice' }),
            quantity: Type.Optional(
              Type.String({ pattern: quantityPattern, description: 'How much of it is credited' }),
            ),
            amount: Type.Optional({ ...Money, minimum: 1, description: 'How much of its price is, with tax' }),
          },
          { title: 'CreditedLine', description: 'All that is left of it, unless there is a quantity or an amount' },
        ),
        { minItems: 1, maxItems: 500, description: 'Which lines it credits' },
      ),
    ),
    amount: Type.Optional({ ...Money, minimum: 1, description: 'With tax, shared over the lines' }),
    reason: Type.Optional(nullable(text('Why', 1000))),
  },
  {
    title: 'NewCreditNote',
    description: 'Some lines, an amount, or else all that is left of the invoice',
    examples: [{ lines: [{ position: 1, quantity: '1' }], reason: 'Returned' }],
  },
);
export type NewCreditNote = Static<typeof NewCreditNote>;

export const creditNoteList = listOfRecords({
  item: CreditNoteSchema,
  filters: [
    ...['number', 'invoiceId', 'contactId', 'amount', 'currency', 'issuedAt', 'issueDay', 'createdAt', 'updatedAt'],
  ],
  sort: ['-createdAt', 'updatedAt', 'issuedAt', 'amount', 'number'],
});
export type CreditNoteQuery = Static<typeof creditNoteList.query>;

// Tax rates.

const validity = {
  validFrom: nullable({ ...Day, description: 'The first day; null: always' }),
  validUntil: nullable({ ...Day, description: 'The last day; null: for good' }),
};

export const TaxRateSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the tax rate' }),
    name: Type.String({ description: 'As people call it' }),
    percent: Percent,
    country: Country,
    category: TaxCategorySchema,
    reason: nullable(Type.String({ description: 'Why no tax is due, as on documents' })),
    ...validity,
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
  },
  { title: 'TaxRate', description: 'A percentage and its category' },
);
export type TaxRate = Static<typeof TaxRateSchema>;

const changeable = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'As people call it' })),
  reason: Type.Optional(nullable(text('Why no tax is due, as on documents', 500))),
  validFrom: Type.Optional(validity.validFrom),
  validUntil: Type.Optional(validity.validUntil),
};

export const NewTaxRate = bodyOf(
  {
    ...changeable,
    name: Type.String({ minLength: 1, maxLength: 100, description: 'As people call it' }),
    percent: Percent,
    country: Country,
    category: TaxCategorySchema,
  },
  {
    title: 'NewTaxRate',
    description: 'A tax rate to create',
    examples: [{ name: 'VAT 19 %', percent: '19', country: 'de', category: 'S' }],
  },
);
export type NewTaxRate = Static<typeof NewTaxRate>;

export const TaxRateChange = bodyOf(changeable, {
  title: 'TaxRateChange',
  description: 'Only the given members change. For another percentage, create another tax rate',
});
export type TaxRateChange = Static<typeof TaxRateChange>;

export const taxRateList = listOfRecords({
  item: TaxRateSchema,
  filters: ['name', 'percent', 'country', 'category', 'validFrom', 'validUntil', 'createdAt', 'updatedAt'],
  sort: ['name', 'createdAt', 'updatedAt', 'validFrom'],
});
export type TaxRateQuery = Static<typeof taxRateList.query>;
