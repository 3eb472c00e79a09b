import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const shop = 'https://shop.example';
const fields = [
  { name: 'email', type: 'email', label: 'Email', required: true },
  { name: 'topics', type: 'checkbox', label: 'Topics', options: ['a', 'b'] },
  { name: 'cv', type: 'file', label: 'CV' },
];
const fee = { name: 'fee', type: 'payment', label: 'Fee', amount: 2500, currency: 'eur' };

async function makeForm(service: TestService, body: object = {}): Promise<void> {
  const made = await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields, ...body } });
  assert.equal(made.status, 201, made.text);
}

const open = (service: TestService, url: string) => service.request('GET', `//f/contact${url}`, { token: null });

async function send(service: TestService, query: string, headers: Record<string, string> = {}) {
  const page = await open(service, query);
  const [, token = ''] = /name="_page" value="([^"]+)"/.exec(page.text) ?? [];
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? [];
  service.advance(5000);
  return service.request('POST', `/${action.replaceAll('&#38;', '&')}`, {
    token: null,
    body: new URLSearchParams({ _page: token, email: 'ada@example.com' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** What the page sends to the page with its frame. */
function messageOf({ text }: { text: string }): unknown {
  const [, data] = /data-embedded="([^"]+)"/.exec(text) ?? [];
  return data === undefined ? null : JSON.parse(data.replaceAll('&#34;', '"'));
}

test('the origins of a form are checked, and decide where it is framed and who submits it', async (t) => {
  const service = await startTestService(t);
  const wrong = { name: 'X', fields: [], origins: ['https://a.example/path', 'shop.example', 'ftp://a.example', shop] };
  const fault = await service.request('POST', '/forms', { body: wrong });
  assert.deepEqual(
    fault.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/origins/0', '/origins/1', '/origins/2'],
  );
  await makeForm(service, { fields: [fields[0]] });
  const policyOf = async (query: string) => String((await open(service, query)).headers['content-security-policy']);
  assert.match(await policyOf(''), /frame-ancestors 'self'/);
  assert.doesNotMatch(await policyOf('?embed'), /frame-ancestors/);
  const submit = (headers: Record<string, string>) =>
    service.request('POST', '/forms/contact/submit', { token: null, body: { email: 'ada@example.com' }, headers });
  assert.equal((await submit({ origin: 'https://other.example' })).headers['access-control-allow-origin'], '*');

  const change = { body: { origins: [`${shop}/`, 'HTTPS://Shop.example:443'] } };
  assert.deepEqual((await service.request('PATCH', '/forms/contact', change)).body.origins, [shop]);
  assert.match(await policyOf('?embed'), /frame-ancestors 'self' https:\/\/shop\.example;/);
  assert.match(await policyOf(''), /frame-ancestors 'self';/);
  const refused = await submit({ origin: 'https://other.example' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'origin_not_allowed']);
  assert.match(refused.body.detail, /pages of https:\/\/other\.example/);
  const accepted = await submit({ origin: shop });
  assert.deepEqual(
    [accepted.status, accepted.headers['access-control-allow-origin'], accepted.headers.vary],
    [200, shop, 'origin'],
  );
  assert.equal((await submit({})).status, 200);
  assert.equal((await submit({ origin: 'http://frontdesk.test' })).status, 200);
  for (const origin of ['null', 'https://shop.example.', 'https://shop.example:8443', 'http://shop.example'])
    assert.equal((await submit({ origin })).status, 403, origin);

  // A page of another site that has copied our form, with the token.
  assert.equal((await send(service, '', { origin: 'https://other.example' })).status, 403);
  assert.equal((await send(service, '', { origin: 'null', 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await send(service, '', { origin: 'null', 'sec-fetch-site': 'same-origin' })).status, 303);
  assert.equal((await send(service, '', { origin: 'http://frontdesk.test' })).status, 303);
});

test('a page in a frame says what happened to the page around it only, and stays in its frame', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { successUrl: 'https://shop.example/done' });
  assert.equal((await open(service, '')).text.includes('<script'), false);
  assert.equal((await open(service, '?embed')).text.includes('<script'), false);
  const embed = `?theme=dark&embed=${encodeURIComponent(`${shop}/a?b`)}`;
  const page = await open(service, embed);
  assert.deepEqual(messageOf(page), { target: shop, event: null });
  assert.match(String(page.headers['content-security-policy']), /script-src 'sha256-/);
  assert.match(page.text, /:root \{ color-scheme: dark;/);
  assert.equal(messageOf(await open(service, '?embed=javascript:alert(1)')), null);

  const sent = await send(service, embed);
  assert.equal(sent.status, 303, sent.text);
  const thanks = await service.request('GET', `/${sent.headers.location}`, { token: null });
  const [{ id: submissionId }] = (await service.request('GET', '/forms/contact/submissions')).body.items;
  const event = { name: 'submitted', submissionId, next: 'https://shop.example/done' };
  assert.deepEqual(messageOf(thanks), { target: shop, event });
  assert.match(thanks.text, /<a class="button" href="https:\/\/shop\.example\/done" target="_top">Continue<\/a>/);
  const unknown = await open(service, `/thanks${embed}&submission=sub_unknown`);
  assert.deepEqual(messageOf(unknown), { target: shop, event: null });

  await service.request('PATCH', '/forms/contact', { body: { origins: ['https://other.example'] } });
  assert.equal(messageOf(await open(service, embed)), null);
});

test('answers in the URL are entered, but nothing else', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { fields: [...fields, fee] });
  const { text } = await open(service, '?email=%22%3E%3Cb&topics=b&topics=a&cv=x&fee=1&utm=secret');
  assert.match(text, /name="email"[^>]* value="&#34;&#62;&#60;b">/);
  assert.equal(text.match(/ checked/g)?.length, 2);
  assert.doesNotMatch(text, /secret|value="1"|value="x"/);
});

test('a payment leaves the frame, and comes back only to pages of the sites that the form names', async (t) => {
  const service = await startPaymentService(t);
  await makeForm(service, { fields: [fields[0], fee] });
  const embed = `?embed=${encodeURIComponent(`${shop}/a?b=c`)}`;
  const urls = async () => {
    const sent = await send(service, embed);
    assert.equal(sent.status, 200, sent.text);
    const { event } = messageOf(sent) as { event: { name: string; submissionId: string; next: string } };
    assert.equal(event.name, 'submitted');
    assert.ok(
      sent.text.includes(`href="${event.next.replaceAll('&', '&#38;')}" target="_top">Continue to payment</a>`),
    );
    const { submissionId } = event;
    const rows = service.context.db.selectFrom('payments').selectAll().where('submissionId', '=', submissionId);
    const { successUrl, cancelUrl, checkoutUrl } = await rows.executeTakeFirstOrThrow();
    assert.equal(event.next, checkoutUrl);
    return { successUrl, cancelUrl, submissionId, next: event.next };
  };
  const first = await urls();
  assert.deepEqual([first.successUrl, first.cancelUrl], [null, null]);
  await service.request('PATCH', '/forms/contact', { body: { origins: [shop] } });
  const { submissionId, next, ...second } = await urls();
  assert.deepEqual(second, {
    successUrl: `${shop}/a?b=c&frontdesk-paid=contact%7E${submissionId}`,
    cancelUrl: `${shop}/a?b=c`,
  });
  const waiting = await open(service, `/thanks${embed}&submission=${submissionId}`);
  assert.match(String(waiting.headers.refresh), /^1; url=\?embed=.*&submission=sub_\w+&wait=2$/);
  assert.deepEqual(messageOf(waiting), { target: shop, event: null });
  await service.pay(next);
  await service.waitForEvents('submission.paid');
  const paid = await open(service, `/thanks${embed}&submission=${submissionId}`);
  assert.deepEqual(messageOf(paid), { target: shop, event: { name: 'paid', submissionId } });
});
