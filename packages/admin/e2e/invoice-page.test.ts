// The page of an invoice, as who owes it sees it: from the mail to the page, to the checkout and back, without JavaScript.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startServerProcess } from '../../server/test/support/server-process.ts';
import { openContext } from './support/browser.ts';
import { watchForPageErrors } from './support/page-errors.ts';
import { checkScreen } from './support/screens.ts';

type Server = Awaited<ReturnType<typeof startServerProcess>>;

const seller = {
  ...{ name: 'Harbour Books Ltd', vatId: 'DE123456789', email: 'office@harbour.example', phone: '+49 40 123456' },
  address: { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'de' },
  ...{ iban: 'DE02120300000000202051', bic: 'BYLADEM1001', bank: 'DKB' },
};
const buyer = {
  ...{ name: 'Somerville & Daughters', reference: 'PO 17', vatId: 'ATU12345678' },
  address: { line1: 'Herrengasse 3', postalCode: '8010', city: 'Graz', country: 'at' },
};

async function post({ request }: Server, path: string, body: object = {}) {
  const answer = await request('POST', path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
}

/** Issued and mailed. Returns its ID and the link in the mail. */
async function sendInvoice(server: Server): Promise<{ id: string; link: string }> {
  const settings = {
    siteName: 'Harbour Books',
    timeZone: 'Europe/Berlin',
    brandColor: '#0b6e4f',
    invoicing: { seller },
  };
  assert.equal((await server.request('PATCH', '/settings', settings)).status, 200);
  const contact = await post(server, '/contacts', { name: 'Mary Somerville', email: 'mary@example.com' });
  const full = await post(server, '/tax-rates', { name: 'VAT 19 %', percent: '19', country: 'de', category: 'S' });
  const reduced = await post(server, '/tax-rates', { name: 'VAT 7 %', percent: '7', country: 'de', category: 'S' });
  const lines = [
    {
      ...{ description: 'Binding of the first edition, with leather back and gilt edges', quantity: '1.5' },
      ...{ unit: 'hour', unitAmount: 12_000, discountPercent: '10', taxRateId: full.id },
    },
    {
      description: 'On the Connexion of the Physical Sciences',
      quantity: '3',
      unitAmount: 2450,
      taxRateId: reduced.id,
    },
  ];
  const body = { ...{ contactId: contact.id, currency: 'eur', lines, buyer }, notes: 'Thank you.', status: 'open' };
  const { id } = await post(server, '/invoices', { ...body, deliveryFrom: '2026-05-04', deliveryUntil: '2026-05-08' });
  const mail = await post(server, `/invoices/${id}/mail`);
  const { text } = (await server.request('GET', `/mails/${mail.id}`)).body;
  return { id, link: /\S+\/i\/\S+/.exec(text)?.[0] ?? '' };
}

const statusOf = (page: Page) => page.locator('.status').textContent();

test('an invoice is paid from the link in its mail, without JavaScript', async (t) => {
  const server = await startServerProcess(t);
  const { id, link } = await sendInvoice(server);
  assert.match(link, /^http/);
  const looking = await (await openContext(t, { locale: 'en-GB' })).newPage();
  const pageErrors = watchForPageErrors(looking);
  await looking.goto(link);
  await checkScreen(looking, 'invoice-page');
  await looking.goto(`${link}?lang=ar`);
  await checkScreen(looking, 'invoice-page-ar');

  const context = await openContext(t, { javaScriptEnabled: false, locale: 'en-GB' });
  const payer = await context.newPage();
  await payer.goto(link);
  assert.equal(await statusOf(payer), 'Open');
  await payer.getByRole('cell', { name: '€78.64' }).or(payer.getByText('Left to pay')).first().waitFor();
  const [download] = await Promise.all([
    payer.waitForEvent('download'),
    payer.getByRole('link', { name: 'E-invoice (UBL, XML)' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^INV-\d{4}-0001-ubl\.xml$/);

  // A part by transfer, and the rest here.
  await post(server, `/invoices/${id}/payments`, { amount: 10_000, method: 'transfer' });
  await payer.reload();
  assert.equal(await statusOf(payer), 'Partly paid');
  await payer.getByRole('button', { name: /^Pay / }).click();
  await payer
    .getByRole('link', { name: /back|return|cancel/i })
    .first()
    .click();
  await payer.getByText('Nothing was charged').waitFor();
  await payer.getByRole('button', { name: /^Pay / }).click();
  await payer.getByRole('button', { name: /^Pay / }).click();
  await payer.getByText(/has been received|being confirmed/).waitFor();
  await payer.getByText('has been received').waitFor();
  assert.equal(await statusOf(payer), 'Paid');
  assert.equal(await payer.getByRole('button').count(), 0);
  assert.equal((await server.request('GET', `/invoices/${id}`)).body.status, 'paid');
  await looking.goto(link);
  await checkScreen(looking, 'invoice-page-paid');
  assert.deepEqual(pageErrors(), []);
});
