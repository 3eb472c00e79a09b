import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { sdkFor, sendForm, sessionParams, startTestSandbox } from '../test/test-sandbox.ts';
import { chooseLanguage, languageCodes } from './language.ts';
import { startSandbox } from './server.ts';

const card = {
  card_number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
};

test('the page shows the amount, lines and a labeled form, with a strict content security policy', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create(sessionParams(123_456, 'eur'));
  const page = await fetch(session.url ?? '');
  assert.equal(page.status, 200);
  const text = await page.text();
  assert.match(text, /<html lang="en">/);
  assert.match(text, /<title>Pay €1,234\.56 · Checkout<\/title>/);
  assert.match(text, /Workshop ticket/);
  for (const [, id] of text.matchAll(/<input id="([a-z_]+)"/g)) assert.match(text, new RegExp(`<label for="${id}">`));
  assert.doesNotMatch(text, /<script|\son[a-z]+=|style="/);
  const policy = page.headers.get('content-security-policy') ?? '';
  const sheet = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
  assert.ok(policy.includes(`'sha256-${createHash('sha256').update(sheet).digest('base64')}'`));
  assert.match(policy, /default-src 'none'.*form-action 'self' http:\/\/127\.0\.0\.1:9; frame-ancestors 'none'/);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  for (const method of ['GET', 'HEAD']) {
    const { status } = await fetch(new URL('/favicon.ico', session.url ?? ''), { method });
    assert.equal(status, 204, 'browsers ask for an icon');
  }
});

test('the page as it is first shown can be paid at once, and says its line once', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create({
    ...sessionParams(),
    customer_email: 'ada@example.com',
    payment_intent_data: { description: 'Workshop ticket' },
  });
  const text = await (await fetch(session.url ?? '')).text();
  assert.equal(text.match(/Workshop ticket/g)?.length, 1);
  const inputs = [...text.matchAll(/<input id="[a-z_]+" name="([a-z_]+)" type="[a-z]+" value="([^"]*)"/g)];
  const prefilled = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
  assert.equal((await sendForm(session.url, prefilled)).status, 303);
});

test('the page shows the text beside the button and what a product is, but no description of the intent', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const product_data = { name: 'Early bird', description: 'EARLY 20' };
  const session = await stripe.checkout.sessions.create({
    ...sessionParams(),
    line_items: [{ quantity: 2, price_data: { currency: 'eur', unit_amount: 2400, product_data } }],
    custom_text: { submit: { message: 'Subtotal: €60.00 · EARLY 20: -€12.00' } },
    payment_intent_data: { description: 'Payment: Early bird' },
  });
  assert.equal(session.custom_text.submit?.message, 'Subtotal: €60.00 · EARLY 20: -€12.00');
  const text = await (await fetch(session.url ?? '')).text();
  assert.match(text, /Early bird<em>Quantity 2<\/em><em>EARLY 20<\/em><\/span><span>€48\.00/);
  assert.match(text, /<p class="hint">Subtotal: €60\.00 · EARLY 20: -€12\.00<\/p>\s*<button type="submit">Pay €48\.00/);
  assert.doesNotMatch(text, /Payment: Early bird/);
});

test('the page names the business, and everything on it is within a landmark', async (t) => {
  const { stripe } = await startTestSandbox(t, {
    business: async () => ({
      name: 'Harbour <Books>',
      logoUrl: '/media/logo',
      colors: {
        light: { accent: '#aa0000', onAccent: '#ffffff' },
        dark: { accent: '#ff8888', onAccent: '#000000' },
      },
    }),
  });
  const session = await stripe.checkout.sessions.create(sessionParams());
  const answer = await fetch(session.url ?? '');
  const text = await answer.text();
  assert.match(text, /<img src="\/media\/logo" alt="Harbour &#60;Books&#62;">/);
  assert.match(text, /--accent: #aa0000;.*--on-accent: #ffffff;/);
  const [, sheet = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
  const hash = createHash('sha256').update(sheet).digest('base64');
  assert.ok(answer.headers.get('content-security-policy')?.includes(`style-src 'sha256-${hash}'; img-src 'self'`));
  assert.match(text, /<body><header[^>]*>(?:(?!<\/header>)[\s\S])*<\/header>\s*<main[\s\S]*<\/main><\/body>/);
});

test('the page is in the language of the session, or in what the browser prefers', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create(sessionParams());
  const open = async (url: string | null, acceptLanguage: string): Promise<string> =>
    (await fetch(url ?? '', { headers: { 'accept-language': acceptLanguage } })).text();
  const english = await open(session.url, 'en');
  for (const code of languageCodes) {
    const text = await open(session.url, `da, ${code}-XX;q=0.9, en;q=0.5`);
    const { texts, direction } = chooseLanguage(code, undefined);
    assert.ok(text.includes(`<html lang="${code}"${direction === 'rtl' ? ' dir="rtl"' : ''}>`), code);
    for (const name of ['payWithCard', 'cardNumber', 'testCards', 'cancel'] as const)
      assert.ok(text.includes(`>${texts[name]}</`), `${code} ${name}`);
    assert.doesNotMatch(text, /[{}]\w+[{}]/, code);
    for (const name of Object.keys(texts) as (keyof typeof texts)[]) {
      const values = (one: string) => [...one.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
      assert.deepEqual(values(texts[name]), values(chooseLanguage('en', undefined).texts[name]), `${code} ${name}`);
    }
  }
  assert.equal(await open(session.url, 'da'), english);
  const german = await stripe.checkout.sessions.create({ ...sessionParams(), locale: 'de' });
  assert.match(await open(german.url, 'en'), /<title>25,00\s€ bezahlen · Bezahlen<\/title>/);
  const declined = await fetch(german.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ ...card, card_number: '4000000000000069' }),
  });
  assert.match(await declined.text(), /Ihre Karte ist abgelaufen/);
});

test('values from requests are escaped', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const evil = `"><script>alert('1')</script>`;
  const params = sessionParams();
  const session = await stripe.checkout.sessions.create({
    ...params,
    payment_intent_data: { description: evil },
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: { name: evil } } }],
  });
  const text = await (await sendForm(session.url, { ...card, name: evil, email: evil, card_number: evil })).text();
  assert.doesNotMatch(text, /<script/);
  assert.match(text, /&#60;script&#62;/);
});

test('an invalid form is shown again with every error, beside its field and in a summary', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create(sessionParams());
  const response = await sendForm(session.url, {
    ...card,
    card_number: '4242 4242 4242 4241',
    expiry: '01/20',
    cvc: 'x',
    email: 'no',
    name: '',
  });
  assert.equal(response.status, 422);
  const text = await response.text();
  assert.match(text, /<title>Error: /);
  assert.match(text, /role="alert"/);
  for (const field of ['email', 'name', 'card_number', 'expiry', 'cvc']) {
    assert.match(text, new RegExp(`<a href="#${field}">`), field);
    assert.match(text, new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-error`), field);
  }
  assert.match(text, /value="4242 4242 4242 4241"/);
  assert.equal((await stripe.paymentIntents.list()).data.length, 0);
});

test('the card number determines whether the payment is approved', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const poor = await stripe.checkout.sessions.create(sessionParams());
  const declined = await sendForm(poor.url, { ...card, card_number: '4000000000009995' });
  assert.equal(declined.status, 402);
  assert.match(await declined.text(), /Your card has insufficient funds\./);
  assert.equal((await sendForm(poor.url, { ...card, card_number: '5555-5555-5555-4444' })).status, 303);
  const [charge] = (await stripe.charges.list()).data;
  assert.deepEqual(
    [charge?.payment_method_details?.card?.brand, charge?.payment_method_details?.card?.last4],
    ['mastercard', '4444'],
  );
});

test('canceling redirects to the cancel URL and keeps the session open; a paid session redirects to the success URL', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create(sessionParams());
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${session.url}/cancel`, { method, redirect: 'manual' });
    assert.deepEqual([response.status, response.headers.get('location')], [303, 'http://127.0.0.1:9/canceled']);
  }
  const url = session.url ?? '';
  assert.equal((await sendForm(url, card)).status, 303);
  for (const path of [url, `${url}/cancel`]) {
    const response = await fetch(path, { redirect: 'manual' });
    assert.equal(response.headers.get('location'), `http://127.0.0.1:9/thanks?session=${session.id}`);
  }
});

test('receipts and invoices have pages', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create({ ...sessionParams(), invoice_creation: { enabled: true } });
  await sendForm(session.url, { outcome: 'pay', email: 'r@example.com' });
  const [charge] = (await stripe.charges.list()).data;
  const [invoice] = (await stripe.invoices.list()).data;
  const read = async (url: string | null | undefined, language: string) =>
    (await fetch(url ?? '', { headers: { 'accept-language': language } })).text();
  assert.match(await read(charge?.receipt_url, 'en'), /€25\.00 was paid on .* ending in 4242/);
  assert.match(await read(invoice?.hosted_invoice_url, 'en'), /€25\.00 for r@example\.com.*\. Paid\./);
  for (const code of languageCodes) {
    const { texts } = chooseLanguage(code, undefined);
    for (const [url, text] of [
      [charge?.receipt_url, texts.receipt],
      [invoice?.hosted_invoice_url, texts.invoicePaid],
    ] as const) {
      const page = await read(url, code);
      assert.ok(page.includes(`<html lang="${code}"`) && page.includes(text), `${code} ${text}`);
      assert.doesNotMatch(page, /\{\w+\}/, code);
    }
  }
});

test('unknown URLs, unsupported methods and huge bodies get an error page', async (t) => {
  const { stripe, sandbox } = await startTestSandbox(t);
  const session = await stripe.checkout.sessions.create(sessionParams());
  assert.equal((await fetch(`${sandbox.apiBase}/pay/cs_test_none`)).status, 404);
  assert.equal((await fetch(`${sandbox.apiBase}//`)).status, 404);
  assert.equal((await fetch(session.url ?? '', { method: 'PUT' })).status, 405);
  assert.equal((await sendForm(session.url, { name: 'x'.repeat(70_000) })).status, 413);
  assert.equal((await fetch(session.url ?? '', { method: 'HEAD' })).status, 200);
});

test('the pages can be served by another server under a path', async (t) => {
  const front = createServer((req, res) => {
    req.url = (req.url ?? '').replace(/^\/sandbox/, '');
    sandbox.handlePage(req, res);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}/sandbox`;
  const sandbox = await startSandbox({ dataFile: ':memory:', webhook: null, publicUrl });
  t.after(async () => {
    front.closeAllConnections();
    front.close();
    await sandbox.close();
  });
  const session = await sdkFor(sandbox.apiBase).checkout.sessions.create(sessionParams());
  assert.equal(session.url, `${publicUrl}/pay/${session.id}`);
  const text = await (await fetch(session.url)).text();
  assert.match(text, new RegExp(`href="${publicUrl.replaceAll('/', '\\/')}\\/pay\\/${session.id}\\/cancel"`));
  assert.equal((await sendForm(session.url, { outcome: 'pay' })).status, 303);
});
