// VAT IDs of businesses abroad are asked of the EU before an invoice is issued, where the site allows it, and the invoice keeps the proof.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDraft, createRate, issue, seller } from '../../test/support/invoicing.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { startVies } from '../../test/support/vies.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { runTaskNow } from '../jobs/queue.ts';
import type { Invoice } from './invoices.schemas.ts';

const buyer = { name: 'Débit SARL', vatId: 'FR40303265045', address: { city: 'Paris', country: 'fr' } };
const own = 'DE136695976';

async function start(t: TestContext, invoicing: object = {}) {
  const vies = await startVies(t);
  const service = await startTestService(t, { viesUrl: vies.url });
  const taxRateId = await createRate(service, '19');
  const instead = await createRate(service, '0', { category: 'AE', reason: 'Reverse charge' });
  const set = async (rest: object) => {
    const { status, text } = await service.request('PATCH', '/settings', { body: { invoicing: rest } });
    assert.equal(status, 200, text);
  };
  await set({
    ...{ seller: { ...seller, vatId: own }, taxRules: [{ buyer: 'eu_business', instead }], vatIdsChecked: true },
    ...invoicing,
  });
  const draft = (rest: object = {}) =>
    createDraft(service, { buyer, lines: [{ description: 'Lamp', unitAmount: 10_000, taxRateId }], ...rest });
  return { service, vies, set, draft, taxRateId };
}

const proof = (consultationNumber: string | null, name: string | null = 'DÉBIT SARL') => ({
  ...{ vatId: buyer.vatId, consultationNumber, name, address: name && '2 RUE DU PORT\n75001 PARIS' },
});

function checkOf({ vatIdCheck }: Pick<Invoice, 'vatIdCheck'>) {
  const { checkedAt, ...rest } = vatIdCheck ?? assert.fail('the invoice has no proof');
  assert.ok(Math.abs(Date.parse(checkedAt) - Date.now()) < 60_000, checkedAt);
  return rest;
}

test('a draft asks nothing until it is issued, and then keeps what the EU said', async (t) => {
  const { service, vies, draft } = await start(t);
  const { id, vatIdCheck } = await draft();
  await service.request('PATCH', `/invoices/${id}`, { body: { notes: 'Soon' } });
  await service.request('GET', `/invoices/${id}/document?format=pdf`);
  assert.deepEqual([vatIdCheck, vies.asked], [null, []]);
  const { status, text, body } = await issue(service, id);
  assert.equal(status, 200, text);
  assert.deepEqual([body.amount, body.taxedAs, checkOf(body)], [10_000, 'eu_business', proof('WAPI1')]);
  assert.deepEqual(vies.asked, [`${buyer.vatId} for ${own}`]);
  const { body: later } = await service.request('GET', `/invoices/${id}`);
  assert.deepEqual(later.vatIdCheck, body.vatIdCheck);
  const events = service.context.db.selectFrom('events').select('data').where('type', '=', 'invoice.updated');
  assert.ok(JSON.parse((await events.executeTakeFirstOrThrow()).data).changed.includes('vatIdCheck'));
});

test('it is not asked where no rule makes the tax depend on it', async (t) => {
  const { service, vies, set, draft, taxRateId } = await start(t);
  vies.say('MS_UNAVAILABLE');
  const untaxed = await draft({ lines: [{ description: 'Lamp', unitAmount: 100 }] });
  assert.equal((await issue(service, untaxed.id)).status, 200);
  await set({ taxRules: [{ buyer: 'abroad', instead: taxRateId }] });
  const { status, text, body } = await issue(service, (await draft()).id);
  assert.deepEqual([status, body.vatIdCheck, vies.asked], [200, null, []], text);
});

test('every way to issue asks, and the answer counts for a day', async (t) => {
  const { service, vies, draft } = await start(t);
  const created = await draft({ status: 'open' });
  const { id } = await draft();
  const opened = await service.request('PATCH', `/invoices/${id}`, { body: { status: 'open' } });
  const { lines, currency } = created;
  const [{ description, unitAmount, taxRateId }] = lines;
  const replaced = await service.request('PUT', '/invoices/by-external-id/erp-1', {
    body: { currency, buyer, status: 'open', lines: [{ description, unitAmount, taxRateId }] },
  });
  const checks = [created, opened.body, replaced.body].map(checkOf);
  assert.deepEqual(checks, [proof('WAPI1'), proof('WAPI1'), proof('WAPI1')]);
  assert.equal(vies.asked.length, 1);
  service.advance(24 * 3_600_000);
  await draft({ status: 'open' });
  assert.equal(vies.asked.length, 2);
});

test('what is not in use is not issued, and may be corrected, removed or overridden', async (t) => {
  const { service, vies, draft } = await start(t);
  vies.say('not in use');
  const { id } = await draft();
  const refused = await issue(service, id);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.detail, /^The EU says that the VAT ID FR40303265045 is not in use/);
  const { status } = await issue(service, id);
  assert.deepEqual([status, vies.asked.length], [409, 1], 'it is not asked again at once');
  assert.equal((await service.request('GET', `/invoices/${id}`)).body.status, 'draft');
  const overridden = await draft({ taxOverride: 'The lamp stays here', status: 'open' });
  assert.deepEqual([overridden.amount, overridden.vatIdCheck], [11_900, null]);
  await service.request('PATCH', `/invoices/${id}`, { body: { buyer: { vatId: null } } });
  const issued = (await issue(service, id)).body;
  assert.deepEqual([issued.amount, issued.taxedAs, issued.vatIdCheck], [11_900, 'eu_consumer', null]);
  const other = await draft();
  vies.say('in use');
  service.advance(10 * 60_000);
  assert.equal((await issue(service, other.id)).status, 200, 'it came into use');
});

test('without an answer nothing is issued, and no number is drawn', async (t) => {
  const { service, vies, draft } = await start(t);
  const { id } = await draft();
  for (const verdict of ['MS_UNAVAILABLE', 'is no JSON', 'breaks off', 'fails']) {
    vies.say(verdict);
    const { status, body } = await issue(service, id);
    assert.deepEqual([status, body.code], [503, 'vat_id_unchecked']);
    assert.match(body.detail, /taxOverride/);
  }
  vies.say('in use');
  const { body } = await issue(service, id);
  assert.match(body.number, /-0001$/);
});

test('it is not asked where it decides nothing, or the site does not allow it', async (t) => {
  const { vies, set, draft } = await start(t);
  const german = { name: 'Ada', vatId: own, address: { city: 'Hamburg', country: 'de' } };
  const swiss = { name: 'Urs', address: { city: 'Zürich', country: 'ch' } };
  for (const buyer of [german, swiss, null]) assert.equal((await draft({ buyer, status: 'open' })).vatIdCheck, null);
  await set({ vatIdsChecked: null });
  assert.equal((await draft({ status: 'open' })).vatIdCheck, null);
  await set({ vatIdsChecked: true, taxRules: null });
  assert.equal((await draft({ status: 'open' })).vatIdCheck, null);
  assert.deepEqual(vies.asked, []);
});

test('a seller without a VAT ID of the EU gets an answer without a number, and is asked for again with another', async (t) => {
  const { vies, set, draft } = await start(t, { seller: { ...seller, vatId: 'CHE-100.155.212 MWST' } });
  assert.deepEqual(checkOf(await draft({ status: 'open' })), proof(null));
  await set({ seller: { vatId: own } });
  assert.deepEqual(checkOf(await draft({ status: 'open' })), proof('WAPI2'));
  assert.deepEqual(vies.asked, [buyer.vatId, `${buyer.vatId} for ${own}`]);
});

test('two that are issued at once both ask, and both are issued', async (t) => {
  const { service, vies, draft } = await start(t);
  const drafts = [await draft(), await draft(), await draft()];
  const issued = await Promise.all(drafts.map(({ id }) => issue(service, id)));
  assert.deepEqual(
    issued.map(({ status, body }) => [status, checkOf(body).vatId]),
    drafts.map(() => [200, buyer.vatId]),
  );
  assert.deepEqual(issued.map(({ body }) => body.number.slice(-4)).sort(), ['0001', '0002', '0003']);
  assert.ok(vies.asked.length >= 1);
});

test('what the EU said is forgotten with the person, and after a day; what was issued keeps it', async (t) => {
  const { service, draft } = await start(t);
  const read = async (path: string) => (await service.request('GET', path)).body;
  const count = async () => (await service.context.db.selectFrom('vatIdChecks').select('vatId').execute()).length;
  const { body: contact } = await service.request('POST', '/contacts', { body: { email: 'zoe@example.com' } });
  const { id } = await draft({ contactId: contact.id, status: 'open' });
  await service.work();
  assert.equal(await count(), 1);
  const begun = await service.request('POST', '/privacy/erasures', { body: { contactId: contact.id } });
  await waitFor('the erasure', async () => (await read(`/privacy/erasures/${begun.body.id}`)).status === 'completed');
  assert.equal(await count(), 0);
  assert.equal((await read(`/invoices/${id}`)).vatIdCheck.name, 'DÉBIT SARL');
  await draft({ status: 'open' });
  assert.equal(await count(), 1);
  service.advance(24 * 3_600_000);
  await inTransaction(service.context, (ctx) => runTaskNow(ctx, 'invoices.forgetVatIdChecks'));
  await waitFor('what is a day old is gone', async () => (await count()) === 0);
});
