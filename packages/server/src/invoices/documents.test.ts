import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStrictly } from '../../test/support/strict-xml.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';

const seller = {
  name: 'Harbor & Sons',
  address: { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'de' },
  vatId: 'DE 123 456 789',
  iban: 'DE02 1203 0000 0000 2020 51',
};
const buyer = { name: 'Ada Lovelace', address: { city: 'Graz', country: 'at' }, vatId: 'ATU12345678' };

async function startSelling(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const settings = await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  assert.equal(settings.status, 200, settings.text);
  return service;
}

type Service = Pick<TestService, 'request'>;

async function post(service: Service, path: string, body: object = {}) {
  const { status, text, body: made } = await service.request('POST', path, { body });
  assert.ok(status < 300, text);
  return made;
}

const rateOf = (service: Service, rest: object = {}) =>
  post(service, '/tax-rates', { name: 'VAT', percent: '19', country: 'de', category: 'S', ...rest });

/** Three chairs with tax, less 10 %, issued. */
async function issueChairs(service: Service, rest: object = {}) {
  const { id: taxRateId } = await rateOf(service);
  const lines = [{ description: 'Chair <oak>', quantity: '3', unit: 'piece', unitAmount: 10_000, taxRateId }];
  const rebate = { discountPercent: '10', buyer };
  return post(service, '/invoices', { currency: 'eur', status: 'open', lines, ...rebate, ...rest });
}

const documentOf = (service: Service, path: string, format = 'ubl') =>
  service.request('GET', `${path}/document?format=${format}`);

/** The texts of the elements of this name. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text as string);

test('an invoice that was issued is an e-invoice in both syntaxes', async (t) => {
  const service = await startSelling(t);
  const invoice = await issueChairs(service);
  const path = `/invoices/${invoice.id}`;
  const ubl = await documentOf(service, path);
  assert.equal(ubl.status, 200, ubl.text);
  assert.match(String(ubl.headers['content-type']), /^application\/xml/);
  assert.match(String(ubl.headers['content-disposition']), new RegExp(`${invoice.number}-ubl\\.xml`));
  assert.match(readStrictly(ubl.text), /Harbor & Sons/);
  assert.deepEqual(textsOf(ubl.text, 'cbc:PayableAmount'), ['321.30']);
  assert.deepEqual(textsOf(ubl.text, 'cbc:TaxAmount'), ['51.30', '51.30']);
  assert.deepEqual(textsOf(ubl.text, 'cbc:CompanyID'), ['DE123456789', 'ATU12345678']);
  assert.deepEqual(textsOf(ubl.text, 'cbc:LineExtensionAmount'), ['270.00', '270.00']);
  assert.deepEqual(textsOf(ubl.text, 'cbc:PriceAmount'), ['100.00']);
  assert.deepEqual(textsOf(ubl.text, 'cbc:Amount'), ['30.00']);
  const cii = await documentOf(service, path, 'cii');
  readStrictly(cii.text);
  assert.deepEqual(textsOf(cii.text, 'ram:DuePayableAmount'), ['321.30']);
  assert.deepEqual(textsOf(cii.text, 'ram:IBANID'), ['DE02120300000000202051']);
  assert.deepEqual((await documentOf(service, path)).text, ubl.text, 'it is the same each time');
});

test('an invoice is due on the day where the site is', async (t) => {
  const service = await startSelling(t);
  await service.request('PATCH', '/settings', { body: { timeZone: 'America/New_York' } });
  const { id } = await issueChairs(service, { dueAt: '2027-03-05T23:59:59.999-05:00' });
  const ubl = await documentOf(service, `/invoices/${id}`);
  assert.deepEqual(textsOf(ubl.text, 'cbc:DueDate'), ['2027-03-05']);
  const cii = await documentOf(service, `/invoices/${id}`, 'cii');
  assert.ok(textsOf(cii.text, 'udt:DateTimeString').includes('20270305'));
});

test('a credit note names the invoice that it takes back, with positive amounts', async (t) => {
  const service = await startSelling(t);
  const invoice = await issueChairs(service, { pricesIncludeTax: true });
  const note = await post(service, `/invoices/${invoice.id}/credit-notes`, { lines: [{ position: 1, quantity: '1' }] });
  const { text } = await documentOf(service, `/credit-notes/${note.id}`);
  assert.match(text, /<CreditNote /);
  assert.deepEqual(textsOf(text, 'cbc:CreditNoteTypeCode'), ['381']);
  assert.deepEqual(textsOf(text, 'cbc:ID').slice(0, 2), [note.number, invoice.number]);
  assert.deepEqual(textsOf(text, 'cbc:PayableAmount'), ['90.00']);
});

test('what the standard needs and the invoice does not say is named', async (t) => {
  const service = await startSelling(t);
  const missing = async (rest: object) => {
    const { id } = await issueChairs(service, rest);
    const { status, body } = await documentOf(service, `/invoices/${id}`);
    return status === 409 ? body.missing : status;
  };
  assert.deepEqual(await missing({ buyer: null }), ['buyer.name', 'buyer.address.country']);
  const reverse = await rateOf(service, { percent: '0', category: 'AE', reason: 'Reverse charge' });
  const intra = await rateOf(service, { percent: '0', category: 'K', reason: 'Intra-Community supply' });
  const line = { description: 'Chair', unitAmount: 10_000 };
  const withoutId = { ...buyer, vatId: undefined };
  assert.deepEqual(await missing({ lines: [{ ...line, taxRateId: reverse.id }], buyer: withoutId }), ['buyer.vatId']);
  assert.deepEqual(await missing({ lines: [{ ...line, taxRateId: intra.id }] }), ['deliveryFrom']);
  assert.equal(await missing({ lines: [{ ...line, taxRateId: intra.id }], deliveryFrom: '2027-02-19' }), 200);
  assert.deepEqual(await missing({ lines: [line] }), ['seller.registration'], 'no VAT ID outside the scope of VAT');
});

test('drafts, and amounts that the standard cannot write, have no document', async (t) => {
  const service = await startSelling(t);
  const draft = await issueChairs(service, { status: 'draft' });
  assert.match((await documentOf(service, `/invoices/${draft.id}`)).body.detail, /Issue the invoice first/);
  const dinars = await issueChairs(service, { currency: 'kwd' });
  assert.equal((await documentOf(service, `/invoices/${dinars.id}`)).status, 200);
  const { id: taxRateId } = await rateOf(service);
  const fils = await issueChairs(service, {
    currency: 'kwd',
    discountPercent: null,
    lines: [{ description: 'Date', unitAmount: 1003, taxRateId }],
  });
  assert.match((await documentOf(service, `/invoices/${fils.id}`)).body.detail, /kwd has three/);
  const yen = await issueChairs(service, { currency: 'jpy' });
  assert.deepEqual(textsOf((await documentOf(service, `/invoices/${yen.id}`)).text, 'cbc:PayableAmount'), ['32130']);
});

test('an XRechnung has what Germany asks for beyond the standard, and names what is missing', async (t) => {
  const service = await startSelling(t);
  const sellWith = (more: object) =>
    service.request('PATCH', '/settings', { body: { invoicing: { seller: { ...seller, ...more } } } });
  const bare = await issueChairs(service);
  const refused = await documentOf(service, `/invoices/${bare.id}`, 'xrechnung');
  assert.deepEqual(
    [refused.status, refused.body.missing],
    [409, ['seller.phone', 'seller.email', 'buyer.address.postalCode', 'buyer.reference', 'buyer.email']],
  );
  await sellWith({ phone: '+49 40 1234567', email: 'office@harbor.example' });
  const address = { city: 'Bonn', postalCode: '53113', country: 'de' };
  const authority = { name: 'Bundesamt', address, reference: '991-12345-67', email: 'rechnung@amt.example' };
  const { id } = await issueChairs(service, { buyer: authority, deliveryFrom: '2027-02-19' });
  const { text, headers } = await documentOf(service, `/invoices/${id}`, 'xrechnung');
  readStrictly(text);
  assert.match(String(headers['content-disposition']), /-xrechnung\.xml/);
  assert.deepEqual(textsOf(text, 'cbc:CustomizationID'), [
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  ]);
  assert.deepEqual(textsOf(text, 'cbc:ProfileID'), ['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0']);
  assert.deepEqual(textsOf(text, 'cbc:BuyerReference'), ['991-12345-67']);
  assert.deepEqual(textsOf(text, 'cbc:PostalZone'), ['20457', '53113', '53113'], 'where it was delivered, too');
  assert.deepEqual(textsOf(text, 'cbc:Telephone'), ['+49 40 1234567']);
});

test('a seller with a tax number in place of a VAT ID is registered by it', async (t) => {
  const service = await startSelling(t);
  const { vatId: _, ...small } = seller;
  await service.request('PATCH', '/settings', {
    body: { invoicing: { seller: { ...small, taxNumber: '22/123/45678' } } },
  });
  const exempt = await rateOf(service, { percent: '0', category: 'E', reason: 'Small business' });
  const line = { description: 'Chair', unitAmount: 10_000, taxRateId: exempt.id };
  const { id } = await issueChairs(service, { lines: [line] });
  const { text: ubl } = await documentOf(service, `/invoices/${id}`);
  assert.match(ubl, /<cac:PartyTaxScheme><cbc:CompanyID>22\/123\/45678<\/cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</);
  const { text: cii } = await documentOf(service, `/invoices/${id}`, 'cii');
  assert.match(cii, /<ram:ID schemeID="FC">22\/123\/45678</);
});
