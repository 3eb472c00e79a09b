// A service that issues invoices, and requests for drafts, invoices and credit notes.

import assert from 'node:assert/strict';
import { startPaymentService } from './payment-service.ts';
import { startTestService, type TestService } from './test-service.ts';

export const seller = {
  name: 'Harbor Ltd',
  address: { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'de' },
  vatId: 'DE123456789',
};

export async function startSelling(t: Parameters<typeof startTestService>[0], invoicing: object = {}) {
  const service = await startTestService(t);
  const settings = await service.request('PATCH', '/settings', {
    body: { timeZone: 'Europe/Berlin', invoicing: { seller, ...invoicing } },
  });
  assert.equal(settings.status, 200, settings.text);
  return service;
}

type Service = Pick<TestService, 'request'>;

export async function createRate(service: Service, percent: string, rest: object = {}): Promise<string> {
  const body = { name: `VAT ${percent} %`, percent, country: 'de', category: 'S', ...rest };
  const { status, text, body: rate } = await service.request('POST', '/tax-rates', { body });
  assert.equal(status, 201, text);
  return rate.id;
}

/** Two lines with two rates: 150.00 and 20.00 without tax. */
export async function createDraft(service: Service, rest: object = {}) {
  const lines = [
    {
      ...{ description: 'Consulting', quantity: '1.5', unit: 'hour', unitAmount: 10_000 },
      taxRateId: await createRate(service, '19'),
    },
    { description: 'Book', unitAmount: 2000, taxRateId: await createRate(service, '7') },
  ];
  const { status, text, body } = await service.request('POST', '/invoices', {
    body: { currency: 'eur', lines, ...rest },
  });
  assert.equal(status, 201, text);
  return body;
}

/** A service that takes payments, with a contact who gets invoices. */
export async function startInvoicing(t: Parameters<typeof startPaymentService>[0]) {
  const service = await startPaymentService(t);
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const { id: contactId } = (await service.request('POST', '/contacts', { body: { email: 'ada@example.com' } })).body;
  const issued = async (): Promise<{ id: string; amount: number }> => {
    const { id } = await createDraft(service, { contactId });
    return (await issue(service, id)).body;
  };
  return { service, contactId: contactId as string, issued };
}

export const issue = (service: Service, id: string) => service.request('POST', `/invoices/${id}/issue`);
export const credit = (service: Service, id: string, body: object = {}) =>
  service.request('POST', `/invoices/${id}/credit-notes`, { body });

/** Adds an invoice whose letterhead no document can have. */
export async function addUnrenderable({ database: { writer } }: TestService, id: string): Promise<string> {
  const invoices = writer.selectFrom('invoices').selectAll().where('id', '=', id);
  const row = await invoices.executeTakeFirstOrThrow();
  const paper = JSON.parse(row.paper ?? '');
  const broken = { ...paper, letterhead: { ...paper.letterhead, brandColor: '#nocolor' } };
  const copy = { ...row, id: 'inv_broken', number: 'BROKEN-1', paper: JSON.stringify(broken) };
  await writer.insertInto('invoices').values(copy).execute();
  return copy.number;
}
