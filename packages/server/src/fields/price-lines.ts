// The lines of a price: what the visitor of a form can buy, as the form declares it.

import Type, { type Static } from 'typebox';
import { OptionImage } from './option-image.ts';
import { placesKey, stockKey } from './stock-keys.ts';

/** Below what cards can carry, which is 12 digits; what other methods carry is less. */
export const maxAmount = 99_999_999_999;
export const maxQuantity = 1000;
const maxStock = 100_000_000;

const Price = Type.Integer({
  minimum: 0,
  maximum: maxAmount,
  description: 'Price of one in the minor unit of the currency, such as cents; 0 if it is free',
});
const Stock = Type.Integer({
  minimum: 0,
  maximum: maxStock,
  description: 'How many are for sale in all, including those that are sold; without it, any number',
});

const FieldName = { pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$' };

export const PriceLine = Type.Object(
  {
    name: Type.String({ ...FieldName, description: 'Names the line in answers' }),
    type: Type.Enum(['item', 'choice', 'custom'], {
      description:
        '`item` has one price, `choice` a price for each option, and in `custom` the visitor enters the amount',
    }),
    label: Type.Optional(Type.String({ maxLength: 200, description: 'What people see instead of the name' })),
    help: Type.Optional(Type.String({ maxLength: 500, description: 'A hint below the label' })),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether an option must be chosen, or an amount entered; false by default' }),
    ),
    amount: Type.Optional(Price),
    stock: Type.Optional(Stock),
    minQuantity: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxQuantity,
        description: 'Minimum quantity, 1 by default. An item with 0 is an extra that visitors may add',
      }),
    ),
    maxQuantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxQuantity, description: 'Maximum quantity, of each option; 1 by default' }),
    ),
    options: Type.Optional(
      Type.Array(
        Type.Object(
          {
            value: Type.String({ minLength: 1, maxLength: 100, description: 'Names the option in answers' }),
            label: Type.String({ maxLength: 200, description: 'What people see' }),
            amount: Price,
            stock: Type.Optional(Stock),
            image: Type.Optional(OptionImage),
          },
          { title: 'PriceOption', description: 'An option with its price', additionalProperties: false },
        ),
        { maxItems: 100, description: 'What can be chosen, with prices. Only options that are items can be none' },
      ),
    ),
    optionsFrom: Type.Optional(
      Type.Object(
        {
          type: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the content type' }),
          price: Type.String({
            ...FieldName,
            description: 'Its money field with the price. Items without one, or in another currency, are not for sale',
          }),
          stock: Type.Optional(
            Type.String({
              ...FieldName,
              description:
                'Its integer field that says how many are left. It counts down when a checkout holds some, and up when they come back',
            }),
          ),
          taxRate: Type.Optional(
            Type.String({
              ...FieldName,
              description:
                'Its text or choice field with the ID of the tax rate; without a value, that of the line or the form. Items with an unknown rate are not for sale, nor are those whose rate cannot be on an invoice with the others, because only one of them is outside the scope of tax',
            }),
          ),
          picture: Type.Optional(
            Type.String({
              ...FieldName,
              description:
                'Its media field with the picture that is shown with the option, unless it is private; of several, the first',
            }),
          ),
          where: Type.Optional(
            Type.Unsafe<Record<string, unknown>>({
              type: 'object',
              additionalProperties: true,
              description: 'Conditions that its items must meet, as in the `where` of lists of items',
            }),
          ),
        },
        {
          additionalProperties: false,
          description:
            'The published items of a content type as the options, instead of `options`: at most 100 in the order of `menuOrder` and title. The ID of an item names the option',
        },
      ),
    ),
    multiple: Type.Optional(Type.Boolean({ description: 'Whether several options can be chosen' })),
    minimum: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxAmount, description: 'Minimum amount in the minor unit of the currency' }),
    ),
    maximum: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxAmount, description: 'Maximum amount in the minor unit of the currency' }),
    ),
    preset: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxAmount, description: 'The amount that the page suggests' }),
    ),
    taxRateId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'ID of its tax rate on the invoice, if not that of `invoice`',
      }),
    ),
    takesPlaces: Type.Optional(
      Type.Boolean({
        description: 'Whether each one takes one of the `places`. If no line does, each submission takes one',
      }),
    ),
  },
  { title: 'PriceLine', description: 'What the visitor of a form can buy', additionalProperties: false },
);
type DeclaredLine = Static<typeof PriceLine>;

/** An option that is an item: of which field its stock is, and how many are left; null for any number. */
export type ItemOption = { type: string; stock: string | null; left: number | null; taxRateId?: string };
/** Options that are items are read when the form is used (forms/form/item-options.ts). */
export type PriceOption = NonNullable<DeclaredLine['options']>[number] & { item?: ItemOption };
export type PriceLine = Omit<DeclaredLine, 'options'> & { options?: PriceOption[] };

const InvoiceSettings = Type.Object(
  {
    taxRateId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'ID of the tax rate of all lines without one of their own. Without it, no tax is due on them',
      }),
    ),
    pricesIncludeTax: Type.Optional(
      Type.Boolean({ description: 'Whether the prices include tax; true by default. Otherwise it is added to them' }),
    ),
  },
  {
    title: 'InvoiceSettings',
    description: 'Issues an invoice, with a number and the tax of each line, when a submission is paid',
    additionalProperties: false,
  },
);

/** What a payment field can have besides a fixed price. */
export const priceSettings = {
  lines: Type.Optional(
    Type.Array(PriceLine, { minItems: 1, maxItems: 50, description: 'What can be bought, instead of one `amount`' }),
  ),
  places: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxStock,
      description: 'How many places there are for all submissions together',
    }),
  ),
  showAvailable: Type.Optional(
    Type.Boolean({ description: 'Whether visitors see how many are left, not only what is sold out' }),
  ),
  holdMinutes: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 1380,
      description: 'How long stock and places are held for a visitor who is about to pay; 60 by default',
    }),
  ),
  discountCodes: Type.Optional(Type.Boolean({ description: 'Whether visitors can enter a discount code' })),
  invoice: Type.Optional(InvoiceSettings),
};

/** A payment field. */
export type Priced = {
  name: string;
  amount?: number;
  currency?: string;
  lines?: PriceLine[];
  places?: number;
  discountCodes?: boolean;
  invoice?: Static<typeof InvoiceSettings>;
  description?: string;
  label?: string;
};

/** Whether its price is worked out from lines, takes places, or is taxed. Others have one fixed price. */
export function hasOrder({ lines, places, discountCodes, invoice }: Priced): boolean {
  return [lines, places, invoice].some((setting) => setting !== undefined) || discountCodes === true;
}

/** Whether tax is added to its prices. */
export function addsTax({ invoice }: Priced): boolean {
  return invoice?.pricesIncludeTax === false;
}

/** The tax rate of each line, by its name, and of items with another one, by their stock key. Empty without invoices. */
export function taxRatesOf(field: Priced): Map<string, string | null> {
  const { invoice } = field;
  if (invoice === undefined) return new Map();
  return new Map(
    linesOf(field).flatMap(({ name, taxRateId, options = [] }) => [
      [name, taxRateId ?? invoice.taxRateId ?? null] as const,
      ...options.flatMap(({ value, item }) =>
        item?.taxRateId === undefined ? [] : [[stockKey(name, value), item.taxRateId] as const],
      ),
    ]),
  );
}

/** The lines of a price; a fixed price is one item. */
export function linesOf({ name, amount, lines, description, label }: Priced): PriceLine[] {
  return lines ?? [{ name, type: 'item', amount: amount ?? 0, label: description ?? label ?? name }];
}

/** The least and the most of it that can be bought at once. */
export function quantitiesOf({ minQuantity = 1, maxQuantity = 1 }: PriceLine): { min: number; max: number } {
  return { min: minQuantity, max: Math.max(minQuantity, maxQuantity) };
}

/** More than a processor shows at once. */
export const maxEntries = 100;

/** How many there are in all, by stock; null for what has no limit. */
export function stockOf(field: Priced): Map<string, number | null> {
  const limits = new Map<string, number | null>([[placesKey, field.places ?? null]]);
  for (const { name, type, stock, options = [] } of field.lines ?? []) {
    if (type === 'item') limits.set(name, stock ?? null);
    for (const option of options) limits.set(stockKey(name, option.value), option.stock ?? null);
  }
  return limits;
}
