// The parameters for creating a checkout session: those that are read, ignored and rejected.
import { invalidRequest } from './api-error.ts';
import {
  currencyCode,
  each,
  email,
  flag,
  ignored,
  integer,
  list,
  metadata,
  object,
  oneOf,
  type Reader,
  required,
  text,
  unsupported,
  type Values,
  webAddress,
} from './parameters.ts';
import { inlinePriceParams } from './prices.ts';

const noMethodTypes: Reader<never> = {
  read(_value, param) {
    const message =
      'The parameter `payment_method_types` is no longer supported. Payment methods are chosen from your settings; use `allowed_payment_method_types` or `excluded_payment_method_types` to narrow them.';
    throw invalidRequest(message, param, 'payment_method_types_no_longer_supported');
  },
};
export const intentData = {
  description: text(1000),
  metadata,
  receipt_email: email,
  setup_future_usage: oneOf('on_session', 'off_session'),
  capture_method: oneOf('automatic', 'automatic_async'),
  ...each(ignored, ['statement_descriptor', 'statement_descriptor_suffix']),
  ...each(unsupported, ['application_fee_amount', 'on_behalf_of', 'shipping', 'transfer_data', 'transfer_group']),
};
export const subscriptionData = {
  description: text(500),
  metadata,
  ...each(ignored, ['billing_mode', 'proration_behavior', 'invoice_settings']),
  ...each(unsupported, [
    'trial_end',
    'trial_period_days',
    'trial_settings',
    'billing_cycle_anchor',
    'transfer_data',
    'default_tax_rates',
  ]),
};
export const invoiceData = {
  description: text(1500),
  metadata,
  footer: text(),
  ...each(ignored, ['custom_fields', 'rendering_options', 'issuer']),
};
const line = {
  price: text(),
  price_data: inlinePriceParams,
  quantity: integer(1, 999_999),
  metadata,
  adjustable_quantity: ignored,
};
export const createSessionParams = {
  mode: required(oneOf('payment', 'subscription', 'setup')),
  line_items: list(object(line), 100),
  success_url: webAddress,
  cancel_url: webAddress,
  client_reference_id: text(200),
  customer: text(),
  customer_email: email,
  customer_creation: oneOf('always', 'if_required'),
  metadata,
  payment_intent_data: object(intentData),
  subscription_data: object(subscriptionData),
  invoice_creation: object({ enabled: required(flag), invoice_data: object(invoiceData) }),
  expires_at: integer(),
  currency: currencyCode,
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  ui_mode: oneOf('hosted_page'),
  locale: text(10),
  custom_text: object({
    submit: object({ message: required(text(1200)) }),
    ...each(ignored, ['after_submit', 'shipping_address', 'terms_of_service_acceptance']),
  }),
  payment_method_types: noMethodTypes,
  ...each(ignored, [
    'adaptive_pricing',
    'allowed_payment_method_types',
    'excluded_payment_method_types',
    'billing_address_collection',
  ]),
  ...each(ignored, ['branding_settings', 'integration_identifier', 'origin_context', 'payment_method_collection']),
  ...each(ignored, [
    'payment_method_options',
    'payment_method_configuration',
    'saved_payment_method_options',
    'wallet_options',
    'customer_update',
  ]),
  ...each(unsupported, [
    'after_expiration',
    'allow_promotion_codes',
    'automatic_tax',
    'consent_collection',
    'custom_fields',
    'discounts',
  ]),
  ...each(unsupported, [
    'name_collection',
    'optional_items',
    'phone_number_collection',
    'return_url',
    'setup_intent_data',
  ]),
  ...each(unsupported, [
    'shipping_address_collection',
    'shipping_options',
    'tax_id_collection',
    'managed_payments',
    'redirect_on_completion',
  ]),
};
export type SessionValues = Values<typeof createSessionParams>;
