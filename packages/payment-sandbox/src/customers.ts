// Customers: created through the API, or by the hosted page if the session requests one.
import type Stripe from 'stripe';
import { type Context, change, fetchObject } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { emit, emitUpdate } from './native-events.ts';
import { newId } from './new-id.ts';
import {
  clearable,
  each,
  email,
  mergeMetadata,
  metadata,
  object,
  text,
  unsupported,
  type Values,
} from './parameters.ts';
import { noParams, type Route, route } from './route.ts';

const address = object({
  city: text(),
  country: text(2),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
});
const customerParams = {
  address: clearable(address),
  description: clearable(text()),
  email: clearable(email),
  invoice_settings: object({ default_payment_method: clearable(text()) }),
  metadata,
  name: clearable(text(256)),
  phone: clearable(text(20)),
  ...each(unsupported, [
    'balance',
    'cash_balance',
    'payment_method',
    'shipping',
    'source',
    'tax',
    'tax_exempt',
    'tax_id_data',
    'test_clock',
  ]),
};
type CustomerValues = Values<typeof customerParams>;

/** Creates a customer. Emits `customer.created`. */
export function createCustomer(ctx: Context, values: CustomerValues): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus_', 14),
    object: 'customer',
    address: (values.address as Stripe.Address | null | undefined) ?? null,
    balance: 0,
    created: ctx.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: values.description ?? null,
    email: values.email ?? null,
    invoice_prefix: newId('', 8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: values.invoice_settings?.default_payment_method ?? null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, values.metadata),
    name: values.name ?? null,
    next_invoice_sequence: 1,
    phone: values.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  ctx.store.insert(customer);
  emit(ctx, 'customer.created', customer);
  return customer;
}

/** Updates the given fields. Emits `customer.updated` if a value changes. */
export function updateCustomer(ctx: Context, id: string, values: CustomerValues): Stripe.Customer {
  const before = fetchObject(ctx, 'customer', id);
  const { metadata: pairs, invoice_settings, address: newAddress, ...fields } = values;
  const after = change(ctx, before, {
    ...(fields as Partial<Stripe.Customer>),
    ...(newAddress !== undefined && { address: newAddress as Stripe.Address | null }),
    ...(invoice_settings && { invoice_settings: { ...before.invoice_settings, ...invoice_settings } }),
    metadata: mergeMetadata(before.metadata, pairs),
  });
  emitUpdate(ctx, 'customer.updated', before, after);
  return after;
}

/** Returns the customer's next invoice number, such as `A1B2C3D4-0001`. */
export function takeInvoiceNumber(ctx: Context, id: string): string {
  const customer = fetchObject(ctx, 'customer', id);
  const sequence = customer.next_invoice_sequence ?? 1;
  change(ctx, customer, { next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', object(customerParams), createCustomer),
  route('GET', '/v1/customers', object({ ...pageParams, email: text() }), (ctx, page) =>
    listObjects(ctx, 'customer', '/v1/customers', page, { email: page.email }),
  ),
  route('GET', '/v1/customers/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'customer', id)),
  route('POST', '/v1/customers/:id', object(customerParams), (ctx, values, id) => updateCustomer(ctx, id, values)),
];
