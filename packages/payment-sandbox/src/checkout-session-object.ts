// Builds a checkout session in Stripe's format.
import type Stripe from 'stripe';
import type { SessionValues } from './checkout-session-params.ts';
import type { Context } from './context.ts';
import { newId } from './new-id.ts';
import { mergeMetadata } from './parameters.ts';

/** An open session with all of Stripe's fields, including those that the sandbox does not use. */
export function buildSession(
  ctx: Context,
  values: SessionValues,
  items: Stripe.LineItem[],
  expiresAt: number,
): Stripe.Checkout.Session {
  const id = newId('cs_test_a1', 56);
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const isPayment = values.mode === 'payment';
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: values.cancel_url ?? null,
    client_reference_id: values.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: ctx.now(),
    currency: items[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: values.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer: values.customer ?? null,
    customer_account: null,
    customer_creation: isPayment && values.customer === undefined ? (values.customer_creation ?? 'if_required') : null,
    customer_details: values.customer_email === undefined ? null : detailsOf(values.customer_email, null),
    customer_email: values.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: isPayment ? invoiceCreation(values) : null,
    line_items: { object: 'list', data: items, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` },
    livemode: false,
    locale: values.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, values.metadata),
    mode: values.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: values.submit_type ?? null,
    subscription: null,
    success_url: values.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${ctx.publicUrl}/pay/${id}`,
    wallet_options: null,
  };
}

function invoiceCreation(values: SessionValues): Stripe.Checkout.Session.InvoiceCreation {
  const data = values.invoice_creation?.invoice_data;
  return {
    enabled: values.invoice_creation?.enabled ?? false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: data?.description ?? null,
      footer: data?.footer ?? null,
      issuer: null,
      metadata: mergeMetadata({}, data?.metadata),
      rendering_options: null,
    },
  };
}

/** The customer details of a session. */
export function detailsOf(address: string | null, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email: address,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}
