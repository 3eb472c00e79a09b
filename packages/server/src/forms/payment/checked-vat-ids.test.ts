// VAT IDs of businesses abroad are asked of the EU before a form sells to them without tax, where the site allows it.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { buyers, courses, quote, startTaxedShop } from '../../../test/support/taxed-shop.ts';
import { startVies } from '../../../test/support/vies.ts';
import { inTransaction } from '../../context/context.ts';

const { company, french, german, swiss } = buyers;
const { vatId: _, ...companyWithout } = company;
const own = 'DE136695976';
const vatId = 'FR40303265045';
const gross = 23_800;
const net = 20_000;

async function start(t: TestContext, vatIdsChecked = true) {
  const vies = await startVies(t);
  const seller = { name: 'Harbor Ltd', vatId: own, address: { city: 'Hamburg', country: 'de' } };
  const service = await startTaxedShop(t, { invoicing: { seller, vatIdsChecked }, config: { viesUrl: vies.url } });
  const send = (path: 'quote' | 'submit', who: object) => {
    const body = { ...(path === 'submit' && { email: 'ada@example.com' }), who, order: courses(2) };
    return service.request('POST', `/forms/shop/${path}`, { token: null, body });
  };
  const count = async (path: '/payments' | '/invoices') => (await service.request('GET', path)).body.items.length;
  return { vies, service, send, count };
}

const faultsIn = ({ status, body }: { status: number; body: { errors: Record<string, string>[] } }) => [
  status,
  ...body.errors.map(({ pointer, code }) => `${pointer} ${code}`),
];

test('what is in use is sold without tax, asked about once, and the invoice has the proof', async (t) => {
  const { vies, service, send } = await start(t);
  const quoted = await quote(service, { order: courses(2), who: company });
  assert.deepEqual([quoted.amount, quoted.taxedAs, quoted.vatIdCheck], [net, 'eu_business', undefined]);
  const sent = await send('submit', company);
  assert.equal(sent.status, 200, sent.text);
  assert.equal(sent.body.payment.amount, net);
  // Paid days later.
  await inTransaction(service.context, (ctx) => ctx.db.deleteFrom('vatIdChecks').execute());
  await service.pay(sent.body.paymentUrl);
  await service.settled();
  const { body: payment } = await service.request('GET', `/payments/${sent.body.payment.id}`);
  assert.deepEqual([payment.review, payment.vatIdCheck], [null, undefined]);
  const { body: invoice } = await service.request('GET', `/invoices/${payment.invoiceId}`);
  assert.deepEqual([invoice.status, invoice.amount, invoice.taxedAs], ['paid', net, 'eu_business']);
  const { checkedAt: _, ...check } = invoice.vatIdCheck;
  const proof = { vatId, consultationNumber: 'WAPI1', name: 'DÉBIT SARL', address: '2 RUE DU PORT\n75001 PARIS' };
  assert.deepEqual(check, proof, 'what was so when it was sold');
  assert.deepEqual(vies.asked, [`${vatId} for ${own}`]);
});

test('the proof of a sale is not that of another buyer, whom a person enters before the issue', async (t) => {
  const { service, send } = await start(t);
  const sent = await send('submit', company);
  const setSeller = (change: object) =>
    service.request('PATCH', '/settings', { body: { invoicing: { seller: { name: null, ...change } } } });
  assert.equal((await setSeller({})).status, 200);
  await service.pay(sent.body.paymentUrl);
  await service.settled();
  const { body: payment } = await service.request('GET', `/payments/${sent.body.payment.id}`);
  assert.match(payment.review, /seller|issue/i);
  const path = `/invoices/${payment.invoiceId}`;
  const buyer = { vatId: 'ATU13585627', address: { country: 'at' } };
  assert.equal((await service.request('PATCH', path, { body: { buyer } })).status, 200);
  assert.equal((await setSeller({ name: 'Harbor Ltd' })).status, 200);
  const { status, text, body } = await service.request('POST', `${path}/issue`);
  assert.deepEqual([status, body.taxedAs, body.vatIdCheck], [200, 'eu_business', null], text);
});

test('what is not in use is a fault of the VAT ID, and without it the price has tax', async (t) => {
  const { vies, send, count } = await start(t);
  vies.say('not in use');
  for (const path of ['quote', 'submit', 'quote'] as const)
    assert.deepEqual(faultsIn(await send(path, company)), [422, '/who/vatId vat_id_not_in_use']);
  assert.deepEqual([vies.asked.length, await count('/payments')], [1, 0]);
  const { body } = await send('submit', companyWithout);
  assert.deepEqual([body.payment.amount, body.payment.taxedAs], [gross, 'eu_consumer']);
});

test('without an answer it is a fault, and nothing is lost: the same request is accepted later', async (t) => {
  const { vies, send, count } = await start(t);
  for (const verdict of ['MS_UNAVAILABLE', 'is no JSON', 'breaks off']) {
    vies.say(verdict);
    assert.deepEqual(faultsIn(await send('quote', company)), [422, '/who/vatId vat_id_unchecked']);
    assert.deepEqual(faultsIn(await send('submit', company)), [422, '/who/vatId vat_id_unchecked']);
  }
  assert.equal(await count('/payments'), 0);
  vies.say('in use');
  assert.equal((await send('submit', company)).body.payment.amount, net);
});

test('it is not asked about others, and not if the site does not allow it', async (t) => {
  const { vies, service, send } = await start(t);
  for (const who of [german, french, swiss, { ...company, vatId: 'FR41303265045' }]) await send('quote', who);
  await service.request('PATCH', '/settings', { body: { invoicing: { vatIdsChecked: false } } });
  assert.equal((await send('submit', company)).body.payment.amount, net);
  assert.deepEqual(vies.asked, []);
});

test('two buyers with one VAT ID at once both buy', async (t) => {
  const { send, count } = await start(t);
  const sent = await Promise.all([send('submit', company), send('submit', company), send('quote', company)]);
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(await count('/payments'), 2);
});

test('the page says what is wrong with the VAT ID, in the language of the visitor, and keeps the rest', async (t) => {
  const { vies, service, count } = await start(t);
  const open = async (language: string) => {
    const url = `${service.origin}/f/shop?lang=${language}`;
    let page = await (await fetch(url)).text();
    return async (who: Record<string, string>) => {
      const answers = Object.entries(who).map(([name, value]): [string, string] => [`who.${name}`, value]);
      const hidden = [/name="(_page)" value="([^"]+)"/, /name="(\.prices)" value="([^"]+)"/];
      const carried = hidden.map((input) => (input.exec(page)?.slice(1) ?? []) as [string, string]);
      const body = new URLSearchParams([...carried, ...answers, ['email', 'zoe@example.com'], ['order.course', '1']]);
      const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      page = await response.text();
      return { status: response.status, page };
    };
  };
  const send = await open('en');
  vies.say('MS_UNAVAILABLE');
  const unchecked = await send(company);
  assert.equal(unchecked.status, 422);
  assert.match(unchecked.page, /VAT ID, if there is one: this VAT ID could not be checked with the EU just now/);
  assert.match(unchecked.page, /value="FR 40 303265045"/);
  assert.match(unchecked.page, /value="zoe@example.com"/);
  vies.say('not in use');
  const refused = await send(company);
  assert.equal(refused.status, 422);
  assert.match(refused.page, /VAT ID, if there is one: this VAT ID is not in use, says the EU/);
  const german = await open('de');
  assert.match((await german(company)).page, /diese USt-IdNr\. ist laut EU nicht gültig/);
  assert.equal(await count('/payments'), 0);
  assert.equal((await send(companyWithout)).status, 303);
  const { body } = await service.request('GET', '/payments');
  assert.equal(body.items[0].amount, gross / 2);
});
