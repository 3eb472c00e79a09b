// The schemas of discount codes and stock in the API.

import Type, { type Static } from 'typebox';
import { maxAmount } from '../../fields/price-lines.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { bodyOf, Id, IdOrSlug, nullable, Time } from '../../http/schemas.ts';
import { PaymentDiscount, PaymentLine, taxMembers } from '../../payments/payment-lines.ts';

const members = {
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'What visitors enter; case, accents, spaces and the width of letters do not matter',
  }),
  percentOff: nullable(
    Type.Integer({ minimum: 1, maximum: 100, description: 'What it takes off, in percent; null with `amountOff`' }),
  ),
  amountOff: nullable(
    Type.Integer({
      minimum: 1,
      maximum: maxAmount,
      description: 'What it takes off, in the smallest unit of the currency; null with `percentOff`',
    }),
  ),
  appliesTo: nullable(
    Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Names of the lines, or options as `line/option`, that it is for; null for all',
    }),
  ),
  validFrom: nullable({ ...Time, description: 'From when it can be used; null for always' }),
  validUntil: nullable({ ...Time, description: 'Until when it can be used; null for always' }),
  maxUses: nullable(
    Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'How often it can be used; null for no limit' }),
  ),
};

export const NewDiscount = bodyOf(
  { ...Type.Partial(Type.Object(members)).properties, code: members.code },
  {
    title: 'NewDiscount',
    description: 'A discount code to create',
    examples: [{ code: 'EARLY', percentOff: 20, maxUses: 50, validUntil: '2027-01-31T23:00:00.000Z' }],
  },
);
export type NewDiscount = Static<typeof NewDiscount>;

export const DiscountChange = Type.Partial(bodyOf(members), {
  title: 'DiscountChange',
  description: 'The given members are replaced',
  additionalProperties: false,
});
export type DiscountChange = Static<typeof DiscountChange>;

export const DiscountSchema = Type.Object(
  {
    id: Id,
    formId: { ...Id, description: 'ID of the form' },
    ...members,
    code: Type.String({ description: 'What visitors enter, in capital letters' }),
    currency: nullable(Type.String({ description: 'Of `amountOff`; in another currency the code is not valid' })),
    held: Type.Integer({ description: 'Number of open checkouts that use it' }),
    used: Type.Integer({ description: 'Number of payments that used it' }),
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change; uses do not count' }),
  },
  { title: 'Discount', description: 'A discount code of a form' },
);
export type DiscountItem = Static<typeof DiscountSchema>;

export const DiscountParams = Type.Object({ id: IdOrSlug, discountId: Id });

const stockMembers = {
  line: nullable(Type.String({ description: 'Name of the line; null for the places of the form' })),
  option: nullable(Type.String({ description: 'The option; null if the line has none' })),
  label: Type.String({ description: 'What people see' }),
};

export const StockSchema = Type.Object(
  {
    ...stockMembers,
    total: nullable(Type.Integer({ description: 'How many are for sale in all; null for any number' })),
    held: Type.Integer({ description: 'How many open checkouts hold' }),
    sold: Type.Integer({ description: 'How many are sold' }),
    available: nullable(Type.Integer({ description: 'How many are left; null for any number' })),
  },
  { title: 'Stock', description: 'What a form sells in a limited number' },
);
export type StockItem = Static<typeof StockSchema>;

export const AvailabilitySchema = Type.Object(
  {
    ...stockMembers,
    soldOut: Type.Boolean({ description: 'Whether none is left' }),
    available: nullable(Type.Integer({ description: 'How many are left; null unless the form shows it' })),
  },
  { title: 'Availability', description: 'Whether something of a form can still be bought' },
);
export type AvailabilityItem = Static<typeof AvailabilitySchema>;

export const QuoteSchema = Type.Object(
  {
    amount: Type.Integer({ description: 'The total in the smallest unit of the currency' }),
    currency: Type.String({ description: 'ISO 4217, lowercase' }),
    lines: Type.Array(PaymentLine, { description: 'What would be bought' }),
    discount: nullable(PaymentDiscount),
    ...taxMembers,
  },
  { title: 'Quote', description: 'What an order would cost now' },
);
export type Quote = Static<typeof QuoteSchema>;

export const StockCorrection = bodyOf(
  {
    line: stockMembers.line,
    option: Type.Optional(stockMembers.option),
    sold: Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'How many are sold, elsewhere too' }),
  },
  {
    title: 'StockCorrection',
    description: 'Counts what was sold or returned elsewhere',
    examples: [{ line: 'ticket', option: 'early', sold: 12 }],
  },
);
export type StockCorrection = Static<typeof StockCorrection>;

export const discountList = completeListOf({
  item: DiscountSchema,
  filters: ['code', 'validFrom', 'validUntil', 'used', 'createdAt', 'updatedAt'],
  sort: ['code', 'createdAt', 'updatedAt', 'validUntil', 'used'],
});
export const stockList = completeListOf({
  item: StockSchema,
  filters: ['line', 'available'],
  sort: ['line', 'available'],
});
export const availabilityList = completeListOf({
  item: AvailabilitySchema,
  filters: ['line', 'soldOut'],
  sort: ['line', 'available'],
});
