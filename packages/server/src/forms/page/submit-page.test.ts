import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';

const browser = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  origin: 'https://shop.example',
  referer: 'https://shop.example/contact?x=1',
};

const fields = [
  { name: 'name', type: 'text', label: 'Your <name>', required: true },
  { name: 'email', type: 'email', label: 'Email', required: true },
  { name: 'topics', type: 'checkbox', label: 'Topics', options: ['a', 'b', 'c'] },
  { name: 'at', type: 'datetime', label: 'At' },
];

/** Sends answers as the browser does for an HTML form of another site. */
function post(service: TestService, slug: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
  return service.request('POST', `/forms/${slug}/submit`, { token: null, body, headers: { ...browser, ...headers } });
}

/** Sends the form of a page again, with every value that is on it, except those that are corrected. */
function sendAgain(service: TestService, page: Answer, corrected: Record<string, string>): Promise<Answer> {
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
  const values = [...page.text.matchAll(/<input[^>]* name="([^"]+)"[^>]*>/g)].flatMap(([tag, name = '']) => {
    const isOff = /type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag);
    return isOff || name in corrected ? [] : [[name, / value="([^"]*)"/.exec(tag)?.[1] ?? '']];
  });
  const body = new URLSearchParams([...values, ...Object.entries(corrected)] as [string, string][]).toString();
  return service.request('POST', `/${action}`, { token: null, body, headers: { ...browser, referer: '' } });
}

async function makeForm(service: TestService, body: object = {}): Promise<void> {
  const made = await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields, ...body } });
  assert.equal(made.status, 201, made.text);
}

const listOf = async (service: TestService) => (await service.request('GET', '/forms/contact/submissions')).body.items;

test('an HTML form of another site with faults shows the form with its answers, and is sent again from there', async (t) => {
  const service = await startTestService(t);
  await makeForm(service);
  const sent =
    'name=Ada+%22L%22&email=nobody&topics%5B%5D=a&topics%5B%5D=c&at=2026-12-24T15%3A30&utm=%3Cnews%3E&website=https%3A%2F%2Fa.example';
  const page = await post(service, 'contact', sent);
  assert.equal(page.status, 422);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(page.text, /<a href="#field-email">Email: enter an email address such as name@example\.com<\/a>/);
  assert.match(page.text, /<p class="error" id="error-email">enter an email/);
  assert.deepEqual(page.text.match(/<[^>]* autofocus[^>]*>/g)?.length, 1);
  assert.match(
    page.text,
    /<input id="field-email" name="email" required autofocus aria-invalid="true"[^>]*value="nobody">/,
  );
  assert.match(page.text, /name="name" required[^>]*value="Ada &#34;L&#34;">/);
  assert.match(page.text, /<a href="https:\/\/shop\.example\/contact\?x=1">Back to shop\.example<\/a>/);
  assert.doesNotMatch(page.text, /<news>/);
  const done = await sendAgain(service, page, { email: 'ada@example.com', utm: 'news' });
  assert.match(String(done.headers.location), /^\/f\/contact\/thanks\?submission=/, done.text);
  const [item] = await listOf(service);
  assert.deepEqual(item.data.topics, ['a', 'c']);
  assert.deepEqual([item.data.email, item.data.at], ['ada@example.com', '2026-12-24T15:30:00Z']);
  assert.deepEqual(item.extra, { utm: 'news', website: 'https://a.example' });
});

test('only a page of the site that sent the form is linked, and programs get the problem', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { strict: true });
  const wrong = [{ referer: 'javascript:alert(1)' }, { referer: 'https://other.example/' }, { referer: 'data:,x' }];
  for (const headers of [...wrong, { referer: '' }, { origin: 'null' }]) {
    assert.doesNotMatch((await post(service, 'contact', 'email=x', headers)).text, /Back to/, JSON.stringify(headers));
  }
  const strict = await post(service, 'contact', 'name=Ada&email=ada%40example.com&utm=x');
  assert.match(strict.text, /“utm” is not a field of this form\./);
  assert.equal((await sendAgain(service, strict, {})).status, 303, 'what a strict form rejects is not sent again');
  const unknown = await post(service, 'nowhere', 'name=Ada');
  assert.deepEqual([unknown.status, /Form not found/.test(unknown.text)], [404, true]);
  for (const accept of ['*/*', 'application/json']) {
    assert.equal((await post(service, 'contact', 'email=x', { accept })).body.code, 'invalid_body');
  }
  await service.request('PATCH', '/forms/contact', { body: { open: false, settings: { closed: 'Back in May.' } } });
  const closed = await post(service, 'contact', 'name=Ada');
  assert.deepEqual([closed.status, /Back in May\./.test(closed.text)], [409, true], closed.text);
});

test('the hidden field of an HTML form shows programs, is stored nowhere and means nothing to others', async (t) => {
  const service = await startTestService(t);
  await makeForm(service);
  const answers = 'name=Ada&email=ada%40example.com';
  const filled = await post(service, 'contact', `${answers}&_gotcha=x`);
  const thanks = /^http:\/\/frontdesk\.test\/f\/contact\/thanks\?submission=sub_\w{26}&key=[\w-]{43}$/;
  assert.match(String(filled.headers.location), thanks, 'a program learns nothing');
  assert.equal((await listOf(service)).length, 0);
  const spam = (await service.request('GET', '/forms/contact/submissions?status=spam')).body.items;
  assert.deepEqual([spam.length, spam[0].extra], [1, {}]);
  const sent = await post(service, 'contact', `${answers}&_gotcha=`);
  assert.match(String(sent.headers.location), thanks);
  const [asProgram, asPerson] = await Promise.all(
    [filled, sent].map(({ headers }) =>
      service.request(
        'GET',
        `/${new URL(String(headers.location)).pathname}${new URL(String(headers.location)).search}`,
      ),
    ),
  );
  assert.equal(asProgram?.text, asPerson?.text);
  assert.match(String(asPerson?.text), /<dd>Ada<\/dd>/);
  assert.equal((await post(service, 'contact', `${answers}&_gotcha=x`, { accept: '*/*' })).status, 200);
  const items = await listOf(service);
  assert.deepEqual(
    new Set(items.map(({ extra }: { extra: object }) => JSON.stringify(extra))),
    new Set(['{}', '{"_gotcha":"x"}']),
  );
});

test('files of an HTML form are kept when the page must be sent again, and named beside their field if they are wrong', async (t) => {
  const service = await startTestService(t);
  const cv = { name: 'cv', type: 'file', label: 'CV', accept: ['text/plain'], maxSize: 100, required: true };
  await makeForm(service, { fields: [...fields.slice(0, 2), cv] });
  const origin = await service.listen();
  const send = async (email: string, text: string) => {
    const body = new FormData();
    body.set('cv', new Blob([text], { type: 'text/plain' }), 'my <life>.txt');
    body.set('name', 'Ada');
    body.set('email', email);
    const { accept } = browser;
    const url = `${origin}/api/v1/forms/contact/submit`;
    const answer = await fetch(url, { method: 'POST', body, headers: { accept }, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  const kept = await send('nobody', 'my life');
  assert.equal(kept.status, 422);
  assert.match(kept.text, /“my &#60;life&#62;\.txt” is attached\./);
  assert.match(kept.text, /<input type="hidden" name="\.file" value="[\w-]+\.[\w-]+">/);
  const large = await send('ada@example.com', 'my life'.repeat(20));
  assert.deepEqual([large.status, /CV: choose a file of up to 100 bytes/.test(large.text)], [422, true], large.text);
  assert.match(large.text, /value="ada@example\.com"/);
  assert.equal((await service.context.db.selectFrom('files').selectAll().execute()).length, 0);
  assert.equal((await send('ada@example.com', 'my life')).status, 303);
  assert.equal((await listOf(service))[0].files[0].name, 'my <life>.txt');
});

test('if the payment page is unavailable, an HTML form is stored, and the page that is shown continues from there', async (t) => {
  const service = await startPaymentService(t);
  const fee = { name: 'fee', type: 'payment', label: 'Fee', amount: 2500, currency: 'eur' };
  await makeForm(service, { fields: [...fields, fee] });
  service.sandbox.faults.add({ kind: 'lose-answer', method: 'POST', path: '/v1/checkout/sessions', count: 3 });
  const first = await post(service, 'contact', 'name=Ada&email=ada%40example.com');
  assert.deepEqual([first.status, /Your answers have been saved/.test(first.text)], [503, true]);
  const paid = await sendAgain(service, first, {});
  assert.equal(paid.status, 303, paid.text);
  assert.match(String(paid.headers.location), /\/pay\/cs_test_/);
  assert.equal((await listOf(service)).length, 1);
});
