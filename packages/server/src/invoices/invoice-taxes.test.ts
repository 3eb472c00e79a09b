// Which tax an invoice has: by its buyer and the tax rules, whenever its draft is saved and when it is issued.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDraft, createRate, issue, startSelling } from '../../test/support/invoicing.ts';
import { brokenRules } from '../../test/support/standard-rules.ts';
import type { TestService } from '../../test/support/test-service.ts';
import type { Invoice } from './invoices.schemas.ts';

const none = { percent: '0', country: 'de' };

async function startWithRules(t: TestContext) {
  const service = await startSelling(t);
  const rates = {
    de19: await createRate(service, '19'),
    fr20: await createRate(service, '20', { country: 'fr', name: 'TVA 20 %' }),
    reverse: await createRate(service, '0', { ...none, category: 'AE', reason: 'Reverse charge' }),
    export: await createRate(service, '0', { ...none, category: 'G', reason: 'Export' }),
  };
  const taxRules = [
    { buyer: 'eu_business', instead: rates.reverse },
    { buyer: 'abroad', instead: rates.export },
  ];
  assert.equal((await setRules(service, taxRules)).status, 200);
  return { service, rates, taxRules };
}

function setRules(service: TestService, taxRules: object[] | null) {
  return service.request('PATCH', '/settings', { body: { invoicing: { taxRules } } });
}

const buyers = {
  german: { name: 'Ada', address: { line1: 'Weg 1', postalCode: '20457', city: 'Hamburg', country: 'de' } },
  french: { name: 'Zoé', address: { line1: 'Rue 1', postalCode: '75001', city: 'Paris', country: 'fr' } },
  company: {
    ...{ name: 'Débit SARL', vatId: 'FR40303265045' },
    address: { line1: 'Rue 2', postalCode: '75001', city: 'Paris', country: 'fr' },
  },
  swiss: { name: 'Urs', address: { line1: 'Gasse 1', postalCode: '8001', city: 'Zürich', country: 'ch' } },
};

function draftFor(service: TestService, taxRateId: string, buyer: object | null, rest: object = {}) {
  return createDraft(service, { buyer, lines: [{ description: 'Lamp', unitAmount: 10_000, taxRateId }], ...rest });
}

const taxesIn = ({ taxedAs, amount, lines }: Invoice) => [
  ...[taxedAs, amount],
  ...lines.map(({ tax }) => `${tax?.category} ${tax?.percent}`),
];

test('the buyer decides on the tax of a draft, and a rule for one country on that of consumers there', async (t) => {
  const { service, rates, taxRules } = await startWithRules(t);
  const taxed = async (buyer: object | null) => taxesIn(await draftFor(service, rates.de19, buyer));
  assert.deepEqual(await taxed(null), ['domestic', 11_900, 'S 19']);
  assert.deepEqual(await taxed(buyers.german), ['domestic', 11_900, 'S 19']);
  assert.deepEqual(await taxed(buyers.french), ['eu_consumer', 11_900, 'S 19']);
  assert.deepEqual(await taxed(buyers.company), ['eu_business', 10_000, 'AE 0']);
  assert.deepEqual(await taxed({ ...buyers.company, vatId: 'FR41303265045' }), ['eu_consumer', 11_900, 'S 19']);
  assert.deepEqual(await taxed(buyers.swiss), ['abroad', 10_000, 'G 0']);
  const destination = { buyer: 'eu_consumer', country: 'fr', taxRateId: rates.de19, instead: rates.fr20 };
  await setRules(service, [...taxRules, destination]);
  const consumer = await draftFor(service, rates.de19, buyers.french);
  assert.deepEqual(taxesIn(consumer), ['eu_consumer', 12_000, 'S 20']);
  assert.equal(consumer.lines[0].taxRateId, rates.de19, 'its own rate stays');
  assert.deepEqual(await taxed({ ...buyers.french, address: { country: 'it' } }), ['eu_consumer', 11_900, 'S 19']);
  await setRules(service, null);
  assert.deepEqual(await taxed(buyers.company), [null, 11_900, 'S 19']);
});

test('a draft is taxed anew when its buyer changes and when it is issued, and keeps that from then on', async (t) => {
  const { service, rates, taxRules } = await startWithRules(t);
  const { id } = await draftFor(service, rates.de19, buyers.german);
  const patch = async (body: object) => (await service.request('PATCH', `/invoices/${id}`, { body })).body;
  assert.deepEqual(taxesIn(await patch({ buyer: buyers.company })), ['eu_business', 10_000, 'AE 0']);
  assert.deepEqual(taxesIn(await patch({ buyer: { vatId: null } })), ['eu_consumer', 11_900, 'S 19']);
  assert.deepEqual(taxesIn(await patch({ buyer: buyers.swiss })), ['abroad', 10_000, 'G 0']);
  await setRules(service, taxRules.slice(0, 1));
  assert.equal((await service.request('GET', `/invoices/${id}`)).body.amount, 10_000, 'until it is saved');
  const issued = (await issue(service, id)).body;
  assert.deepEqual([issued.status, ...taxesIn(issued)], ['open', 'abroad', 11_900, 'S 19']);
  await setRules(service, taxRules);
  const { status, body } = await service.request('PATCH', `/invoices/${id}`, { body: { lines: linesAgain(issued) } });
  assert.deepEqual([status, ...taxesIn(body)], [200, 'abroad', 11_900, 'S 19']);
  const credited = await service.request('POST', `/invoices/${id}/credit-notes`, { body: {} });
  assert.deepEqual([credited.body.amount, credited.body.lines[0].tax.percent], [11_900, '19']);
});

function linesAgain({ lines }: Invoice) {
  return lines.map(({ description, unitAmount, taxRateId }) => ({
    ...{ description, unitAmount, taxRateId },
  }));
}

test('a person can tax it differently, and the invoice says why', async (t) => {
  const { service, rates } = await startWithRules(t);
  const { id, ...draft } = await draftFor(service, rates.de19, buyers.company, { taxOverride: 'The lamp stays here' });
  assert.deepEqual([draft.taxOverride, ...taxesIn(draft)], ['The lamp stays here', null, 11_900, 'S 19']);
  const { body } = await service.request('PATCH', `/invoices/${id}`, { body: { taxOverride: null } });
  assert.deepEqual([body.taxOverride, ...taxesIn(body)], [null, 'eu_business', 10_000, 'AE 0']);
  await service.request('PATCH', `/invoices/${id}`, { body: { taxOverride: 'Not for business' } });
  const issued = (await issue(service, id)).body;
  assert.deepEqual([issued.taxOverride, ...taxesIn(issued)], ['Not for business', null, 11_900, 'S 19']);
  const later = await service.request('PATCH', `/invoices/${id}`, { body: { taxOverride: null } });
  assert.equal(later.body.code, 'invoice_issued');
});

test('the rate that applies must be valid, and lines without a rate stay without', async (t) => {
  const { service, rates, taxRules } = await startWithRules(t);
  const past = await createRate(service, '5.5', { country: 'fr', validUntil: '2020-12-31' });
  await setRules(service, [...taxRules, { buyer: 'eu_consumer', instead: past }]);
  const ended = await draftFor(service, rates.de19, buyers.french);
  assert.match((await issue(service, ended.id)).body.detail, /^The tax rate of line 1, VAT 5.5 %, is not valid on/);
  const old = await draftFor(service, past, buyers.swiss);
  assert.equal((await issue(service, old.id)).status, 200, 'its own rate has ended, but does not apply');
  const lines = [{ description: 'Gift', unitAmount: 100 }];
  const free = await createDraft(service, { lines, buyer: buyers.swiss });
  assert.deepEqual([free.taxedAs, free.lines[0].tax], ['abroad', null]);
});

test('rules name rates that exist, each can be reached, and a rate that one names is not deleted', async (t) => {
  const { service, rates, taxRules } = await startWithRules(t);
  const faults = async (rules: object[]) => {
    const { status, body } = await setRules(service, rules);
    assert.equal(status, 422);
    return body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
  };
  const at = '/invoicing/taxRules';
  assert.deepEqual(await faults([{ buyer: 'abroad', instead: 'tax_2' }]), [`${at}/0/instead not_found`]);
  assert.deepEqual(await faults([{ buyer: 'abroad', taxRateId: 'tax_1', instead: 'tax_2' }]), [
    ...[`${at}/0/taxRateId not_found`, `${at}/0/instead not_found`],
  ]);
  assert.deepEqual(await faults([...taxRules, { buyer: 'abroad', country: 'ch', instead: rates.de19 }]), [
    `${at}/2 not_allowed`,
  ]);
  assert.deepEqual(await faults([{ buyer: 'other', instead: rates.de19 }]), [`${at}/0/buyer not_allowed`]);
  const destination = { buyer: 'eu_consumer', country: 'fr', taxRateId: rates.de19, instead: rates.fr20 };
  await setRules(service, [destination]);
  for (const id of [rates.de19, rates.fr20]) {
    const { status, body } = await service.request('DELETE', `/tax-rates/${id}`);
    assert.deepEqual([status, body.code], [409, 'conflict']);
    assert.match(body.detail, /^Tax rule 1 /);
  }
  assert.equal((await service.request('DELETE', `/tax-rates/${rates.export}`)).status, 200);
});

test('a rule and the deletion of its rate at once: never a rule without its rate', async (t) => {
  const { service } = await startWithRules(t);
  for (let round = 0; round < 5; round++) {
    const instead = await createRate(service, '0', { ...none, category: 'G', reason: 'Export' });
    const [saved, deleted] = await Promise.all([
      setRules(service, [{ buyer: 'abroad', instead }]),
      service.request('DELETE', `/tax-rates/${instead}`),
    ]);
    assert.deepEqual([saved.status, deleted.status].sort(), saved.status === 200 ? [200, 409] : [200, 422]);
    await setRules(service, []);
  }
});

test('an invoice with reverse charge is an e-invoice that meets the standard', async (t) => {
  const { service, rates } = await startWithRules(t);
  for (const [buyer, category] of [
    [buyers.company, 'AE'],
    [buyers.swiss, 'G'],
  ] as const) {
    const { id } = await draftFor(service, rates.de19, buyer, { status: 'open' });
    const { status, text } = await service.request('GET', `/invoices/${id}/document?format=ubl`);
    assert.equal(status, 200, text);
    assert.match(text, new RegExp(`<cbc:ID>${category}</cbc:ID>`));
    assert.deepEqual(brokenRules(text), []);
  }
});
