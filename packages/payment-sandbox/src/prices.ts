// Products and prices, created directly or inline with the `price_data` of a session, subscription or invoice.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { type Context, fetchObject } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { checkAmount } from './money.ts';
import { emit } from './native-events.ts';
import { newId } from './new-id.ts';
import {
  currencyCode,
  each,
  flag,
  ignored,
  integer,
  list,
  metadata,
  object,
  oneOf,
  required,
  text,
  unsupported,
  type Values,
} from './parameters.ts';
import { noParams, type Route, route } from './route.ts';

const recurring = object({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer(1, 1095),
});
const productData = {
  name: required(text()),
  description: text(40_000),
  images: list(text(), 8),
  metadata,
  unit_label: text(12),
  tax_code: ignored,
  tax_details: ignored,
};
const priceBase = {
  currency: required(currencyCode),
  unit_amount: integer(0),
  recurring,
  tax_behavior: ignored,
  unit_amount_decimal: unsupported,
};
export const inlinePriceParams = object({ ...priceBase, product: text(), product_data: object(productData) });
type InlinePrice = ReturnType<typeof inlinePriceParams.read>;
const createProductParams = {
  ...productData,
  ...each(ignored, ['active', 'shippable', 'statement_descriptor', 'type', 'url']),
  id: text(),
};
const createPriceParams = object({
  ...priceBase,
  product: text(),
  product_data: object({ name: required(text()), metadata, unit_label: text(12) }),
  metadata,
  nickname: text(),
  lookup_key: text(200),
  active: flag,
});

/** A decimal as sent over the wire. Only the SDK converts it to an object. */
export function wireDecimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal;
}

/** Creates a product. Emits `product.created`. */
function createProduct(ctx: Context, values: Values<typeof createProductParams>, active = true): Stripe.Product {
  const product: Stripe.Product = {
    id: values.id ?? newId('prod_', 14),
    object: 'product',
    active,
    created: ctx.now(),
    default_price: null,
    description: values.description ?? null,
    images: values.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: values.metadata ?? {},
    name: values.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: values.unit_label ?? null,
    updated: ctx.now(),
    url: null,
  };
  ctx.store.insert(product);
  if (active) emit(ctx, 'product.created', product);
  return product;
}

type PriceValues = InlinePrice & { metadata?: Record<string, string>; nickname?: string; lookup_key?: string };

/** Creates a price, and a product if `product_data` is given. `param` is the position of the values in the request. */
function createPrice(ctx: Context, values: PriceValues, param: string, inline: boolean): Stripe.Price {
  const at = (name: string) => (param === '' ? name : `${param}[${name}]`);
  if (values.unit_amount === undefined) {
    throw invalidRequest(`Missing required param: ${at('unit_amount')}.`, at('unit_amount'), 'parameter_missing');
  }
  checkAmount(values.unit_amount, values.currency, at('unit_amount'));
  if ((values.product === undefined) === (values.product_data === undefined)) {
    throw invalidRequest(
      `You must specify either \`product\` or \`product_data\` in ${param || 'the request'}.`,
      at('product'),
      'parameter_missing',
    );
  }
  const product = values.product_data
    ? createProduct(ctx, values.product_data, !inline)
    : fetchObject(ctx, 'product', values.product ?? '', at('product'));
  const price = buildPrice(ctx, values, product.id, !inline);
  ctx.store.insert(price);
  if (!inline) emit(ctx, 'price.created', price);
  return price;
}

function buildPrice(ctx: Context, values: PriceValues, product: string, active: boolean): Stripe.Price {
  const amount = values.unit_amount ?? 0;
  return {
    id: newId('price_1'),
    object: 'price',
    active,
    billing_scheme: 'per_unit',
    created: ctx.now(),
    currency: values.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: values.lookup_key ?? null,
    metadata: values.metadata ?? {},
    nickname: values.nickname ?? null,
    product,
    recurring: values.recurring
      ? {
          interval: values.recurring.interval,
          interval_count: values.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: values.recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: wireDecimal(amount),
  };
}

/** The price of a line, which has either the ID of a price or inline price data. */
export function priceOfLine(
  ctx: Context,
  line: { price?: string; price_data?: InlinePrice },
  param: string,
): Stripe.Price {
  if ((line.price === undefined) === (line.price_data === undefined)) {
    throw invalidRequest(
      `You must provide one of \`price\` or \`price_data\` for each line item.`,
      param,
      'parameter_missing',
    );
  }
  if (line.price_data) return createPrice(ctx, line.price_data, `${param}[price_data]`, true);
  return fetchObject(ctx, 'price', line.price ?? '', `${param}[price]`);
}

export const priceRoutes: Route[] = [
  route('POST', '/v1/products', object(createProductParams), (ctx, values) => createProduct(ctx, values)),
  route('GET', '/v1/products', object({ ...pageParams, active: flag }), (ctx, page) =>
    listObjects(ctx, 'product', '/v1/products', page, { active: page.active }),
  ),
  route('GET', '/v1/products/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'product', id)),
  route('POST', '/v1/prices', createPriceParams, (ctx, values) => createPrice(ctx, values, '', false)),
  route('GET', '/v1/prices', object({ ...pageParams, active: flag, product: text() }), (ctx, page) =>
    listObjects(ctx, 'price', '/v1/prices', page, { active: page.active, product: page.product }),
  ),
  route('GET', '/v1/prices/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'price', id)),
];
