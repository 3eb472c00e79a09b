// The lines of a price: what the visitor of a form can buy, as the form declares it.

import Type, { type Static } from 'typebox';

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

export const PriceLine = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$', description: 'Names the line in answers' }),
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
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100, description: 'What can be chosen, with prices' },
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
    takesPlaces: Type.Optional(
      Type.Boolean({
        description: 'Whether each one takes one of the `places`. If no line does, each submission takes one',
      }),
    ),
  },
  { title: 'PriceLine', description: 'What the visitor of a form can buy', additionalProperties: false },
);
export type PriceLine = Static<typeof PriceLine>;

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
};

type Priced = {
  name: string;
  amount?: number;
  lines?: PriceLine[];
  places?: number;
  discountCodes?: boolean;
  description?: string;
  label?: string;
};

/** Whether its price is worked out from lines, or takes places. Others have one fixed price. */
export function hasOrder({ lines, places, discountCodes }: Priced): boolean {
  return lines !== undefined || places !== undefined || discountCodes === true;
}

/** The lines of a price; a fixed price is one item. */
export function linesOf({ name, amount, lines, description, label }: Priced): PriceLine[] {
  return lines ?? [{ name, type: 'item', amount: amount ?? 0, label: description ?? label ?? name }];
}

/** The least and the most of it that can be bought at once. */
export function quantitiesOf({ minQuantity = 1, maxQuantity = 1 }: PriceLine): { min: number; max: number } {
  return { min: minQuantity, max: Math.max(minQuantity, maxQuantity) };
}

/** Names the stock of a line or an option. */
export function stockKey(line: string, option: string | null): string {
  return option === null ? line : `${line}/${option}`;
}

/** Names the stock of places. No line has this name. */
export const placesKey = '*';

/** How many there are in all, by stock; null for what has no limit. */
export function stockOf(field: Priced): Map<string, number | null> {
  const limits = new Map<string, number | null>([[placesKey, field.places ?? null]]);
  for (const { name, type, stock, options = [] } of field.lines ?? []) {
    if (type === 'item') limits.set(name, stock ?? null);
    for (const option of options) limits.set(stockKey(name, option.value), option.stock ?? null);
  }
  return limits;
}
