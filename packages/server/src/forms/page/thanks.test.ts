// The page after a submission: what was answered and paid, for who submitted it and no one else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';

const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

/** Sends the form from its page, as a browser does. */
async function sendFromPage(service: TestService, slug: string, values: Record<string, string>): Promise<Answer> {
  const page = await service.request('GET', `//f/${slug}`, { token: null });
  const [, token = ''] = /name="_page" value="([^"]+)"/.exec(page.text) ?? [];
  service.advance(5000);
  const body = new URLSearchParams({ ...values, _page: token }).toString();
  const sent = await service.request('POST', `//f/${slug}`, { token: null, body, headers: urlEncoded });
  assert.equal(sent.status, 303, sent.text);
  return sent;
}

/** The rows of the summary. */
function rowsOf({ text }: Answer): string[][] {
  return [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, label = '', value = '']) => [label, value]);
}

const open = (service: TestService, url: string) => service.request('GET', `/${url}`, { token: null });

test('the page after a submission shows the answers in words, in the looks of the form, for a day and only with its link', async (t) => {
  const service = await startTestService(t);
  const fields = [
    { name: 'name', type: 'text', label: 'Your name', required: true },
    { name: 'room', type: 'radio', label: 'Room', options: [{ value: 'sea', label: 'Sea view' }, 'Yard'] },
    { name: 'news', type: 'checkbox', label: 'Newsletter' },
    { name: 'stay', type: 'daterange', label: 'Stay' },
    { name: 'arrival', type: 'datetime', label: 'Arrival' },
    { name: 'note', type: 'textarea', label: 'Note' },
    { name: 'source', type: 'hidden', default: 'secret campaign' },
  ];
  const settings = { looks: { brandColor: '#7a1fa2' } };
  const made = await service.request('POST', '/forms', { body: { name: 'Book', slug: 'book', fields, settings } });
  assert.equal(made.status, 201, made.text);
  const stay = { 'stay.from': '2027-02-19', 'stay.to': '2027-02-21', arrival: '2027-02-19T14:30' };
  const sent = await sendFromPage(service, 'book', { name: 'Ada <b>', room: 'sea', news: 'true', ...stay });
  const url = String(sent.headers.location);
  const thanks = await open(service, url);
  assert.equal(thanks.status, 200);
  assert.match(thanks.text, /<h1>Thank you<\/h1>/);
  assert.match(thanks.text, /#7a1fa2/);
  assert.deepEqual(rowsOf(thanks), [
    ['Your name', 'Ada &#60;b&#62;'],
    ['Room', 'Sea view'],
    ['Newsletter', 'Yes'],
    ['Stay', 'February 19, 2027 – February 21, 2027'],
    ['Arrival', 'February 19, 2027 at 02:30 PM UTC'],
  ]);
  assert.doesNotMatch(thanks.text, /secret campaign/);
  assert.equal(thanks.headers['cache-control'], 'no-store');
  assert.match(
    (await open(service, `${url}&lang=de`)).text,
    /Ihre Angaben[\s\S]*<dd>Ja<\/dd>[\s\S]*<dd>19\. Februar 2027 – 21\. Februar 2027<\/dd>/,
  );

  const other = new URL(String((await sendFromPage(service, 'book', { name: 'Bob' })).headers.location), 'http://x');
  const submission = new URL(url, 'http://x').searchParams.get('submission');
  for (const query of ['', `submission=${submission}`, `submission=${submission}&key=x`]) {
    const plain = await open(service, `/f/book/thanks?${query}`);
    assert.deepEqual([plain.status, rowsOf(plain)], [200, []], query);
    assert.match(plain.text, /You can close this page/);
  }
  const key = other.searchParams.get('key');
  assert.deepEqual(rowsOf(await open(service, `/f/book/thanks?submission=${submission}&key=${key}`)), []);
  await service.request('POST', '/forms', { body: { name: 'Other', slug: 'other', fields } });
  assert.deepEqual(rowsOf(await open(service, url.replace('/book/', '/other/'))), []);

  service.advance(86_400_000);
  assert.deepEqual(rowsOf(await open(service, url)), [], 'the link stays in the history of the browser');
});

test('after a payment, the page of the form shows what was bought and paid, and that a receipt is sent', async (t) => {
  const service = await startPaymentService(t);
  await service.request('PATCH', '/settings', { body: { siteName: 'Harbour School' } });
  const lines = [
    { name: 'seat', type: 'item', label: 'Seat', amount: 2500, maxQuantity: 5 },
    { name: 'lunch', type: 'item', label: 'Lunch', amount: 900, minQuantity: 0 },
  ];
  const fields = [
    { name: 'email', type: 'email', label: 'Email', required: true },
    { name: 'course', type: 'payment', label: 'Course', currency: 'eur', lines },
  ];
  const body = { name: 'Summer', slug: 'summer', fields };
  assert.equal((await service.request('POST', '/forms', { body })).status, 201);
  const values = { email: 'ada@example.com', 'course.seat': '2', 'course.lunch': '1' };
  const checkout = String((await sendFromPage(service, 'summer', values)).headers.location);
  const { success_url: returned } = await service.dashboard.checkout.sessions.retrieve(
    checkout.split('/pay/')[1] as string,
  );
  assert.equal(await service.pay(checkout), 303);
  await service.waitForEvents('submission.paid');
  const { pathname, search } = new URL(
    String(returned).replace('{CHECKOUT_SESSION_ID}', String(checkout.split('/pay/')[1])),
  );
  const toForm = await open(service, `${pathname}${search}`);
  assert.deepEqual([toForm.status, toForm.headers.location?.toString().split('?')[0]], [303, '/f/summer/thanks']);
  const paid = await open(service, String(toForm.headers.location));
  assert.match(paid.text, /to Harbour School for “Summer” of €59\.00 has been received/);
  const rows = rowsOf(paid);
  assert.deepEqual(rows.slice(0, 5), [
    ['Email', 'ada@example.com'],
    ['2 × Seat', '€50.00'],
    ['Lunch', '€9.00'],
    ['Total', '€59.00'],
    ['Paid', '€59.00'],
  ]);
  assert.deepEqual(
    rows.slice(5).map(([label]) => label),
    ['Date', 'Reference'],
  );
  const [, receipt = assert.fail(paid.text)] = /<a href="([^"]+)">View the receipt<\/a>/.exec(paid.text) ?? [];
  const shown = await open(service, receipt);
  assert.equal(shown.status, 303);
  assert.match(await (await fetch(String(shown.headers.location))).text(), /€59\.00 was paid on/);
  const unknown = await open(service, '/payments/receipt?session=cs_unknown');
  assert.deepEqual([unknown.status, unknown.headers.location], [303, '/payments/thanks?session=cs_unknown']);
  assert.deepEqual(rowsOf(await open(service, '/f/summer/thanks?session=cs_unknown')), []);
  service.advance(86_400_000);
  const later = await open(service, String(toForm.headers.location));
  assert.deepEqual(rowsOf(later), []);
  assert.match(later.text, /€59\.00 has been received/);
});

test('a form without fields has nothing to fill in yet, and programs can submit to it as before', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/forms', { body: { name: 'New', slug: 'new', fields: [] } });
  assert.deepEqual([made.status, made.body.open, made.body.public], [201, true, true]);
  const page = await open(service, '/f/new');
  assert.deepEqual([page.status, /This form has no questions yet\./.test(page.text)], [200, true]);
  assert.doesNotMatch(page.text, /<form/);
  assert.match((await open(service, '/f/new?lang=de')).text, /enthält noch keine Fragen/);
  const posted = await service.request('POST', '//f/new', { token: null, body: 'a=b', headers: urlEncoded });
  assert.match(posted.text, /no questions yet/);
  assert.equal((await service.request('GET', '/forms/new/submissions')).body.total, 0);
  const sent = await service.request('POST', '/forms/new/submit', { token: null, body: { anything: 'x' } });
  assert.deepEqual([sent.status, sent.body.status], [200, 'ok']);
  await service.request('PATCH', '/forms/new', { body: { fields: [{ name: 'name', type: 'text' }] } });
  assert.match((await open(service, '/f/new')).text, /<form/);
});
