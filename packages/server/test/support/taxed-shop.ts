// A form that sells a course, whose buyers are taxed by the rules of the site.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Config } from '../../src/config/config.ts';
import { createRate, seller } from './invoicing.ts';
import { type PaymentService, startPaymentService } from './payment-service.ts';

const french = { name: 'Zoé', street: 'Rue 1', city: 'Paris', country: 'FR' };
export const buyers = {
  german: { name: 'Ada', street: 'Weg 1', city: 'Hamburg', country: 'DE' },
  french,
  company: { ...french, name: 'Débit SARL', vatId: 'FR 40 303265045' },
  swiss: { name: 'Urs', street: 'Gasse 1', city: 'Zürich', country: 'CH' },
};

type Shop = {
  currency?: string;
  price?: number;
  pricesIncludeTax?: boolean;
  invoicing?: object;
  config?: Partial<Config>;
};

/** The form accepts a gift, too, at a German rate of 19 %; French consumers are taxed with 20 %. */
export async function startTaxedShop(
  t: TestContext,
  { currency = 'eur', price = 11_900, pricesIncludeTax = true, invoicing = {}, config = {} }: Shop = {},
) {
  const service = await startPaymentService(t, { config });
  const none = { country: 'de' };
  const taxRateId = await createRate(service, '19');
  const reverse = await createRate(service, '0', { ...none, category: 'AE', reason: 'Reverse charge' });
  const exported = await createRate(service, '0', { ...none, category: 'G', reason: 'Export' });
  const instead = await createRate(service, '20', { country: 'fr' });
  const taxRules = [
    { buyer: 'eu_business', instead: reverse },
    { buyer: 'eu_consumer', country: 'fr', taxRateId, instead },
    { buyer: 'abroad', instead: exported },
  ];
  const settings = { body: { invoicing: { seller, taxRules, ...invoicing } } };
  assert.equal((await service.request('PATCH', '/settings', settings)).status, 200);
  const order = {
    ...{ name: 'order', type: 'payment', label: 'Order', currency, invoice: { taxRateId, pricesIncludeTax } },
    lines: [
      { name: 'course', type: 'item', label: 'Course', amount: price, minQuantity: 1, maxQuantity: 9 },
      { name: 'gift', type: 'custom', label: 'Gift', required: false },
    ],
  };
  const fields = [{ name: 'email', type: 'email' }, { name: 'who', type: 'billing', label: 'Invoice to' }, order];
  const made = await service.request('POST', '/forms', { body: { name: 'Shop', slug: 'shop', fields } });
  assert.equal(made.status, 201, made.text);
  return service;
}

export const courses = (quantity: number) => ({ lines: [{ line: 'course', quantity }] });

export async function quote(service: PaymentService, body: object) {
  const { status, text, body: quoted } = await service.request('POST', '/forms/shop/quote', { token: null, body });
  assert.equal(status, 200, text);
  return quoted;
}
