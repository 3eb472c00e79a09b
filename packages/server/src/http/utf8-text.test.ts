import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { type PaymentService, startPaymentService } from '../../test/support/payment-service.ts';
import { startServerProcess } from '../../test/support/server-process.ts';

const json = 'application/json';
const urlEncoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';

/** The text with each `?` as a byte that is not UTF-8. */
const broken = (text: string) => Buffer.from(text.replaceAll('?', '\xff'), 'latin1');
const part = (text: string, headers = '') =>
  `--b\r\ncontent-disposition: form-data; name="note"\r\n${headers}\r\n${text}\r\n--b--\r\n`;

async function startWithForm(service: PaymentService) {
  const fields = [{ name: 'note', type: 'text' }];
  await service.request('POST', '/forms', { body: { name: 'Talk', fields } });
  return async (
    path: string,
    type: string,
    body: Buffer<ArrayBuffer> | string,
    headers: Record<string, string> = {},
  ) => {
    const authorization = `Bearer ${service.token}`;
    const response = await fetch(`${service.origin}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type, ...headers },
      body,
    });
    // biome-ignore lint/suspicious/noExplicitAny: responses are checked by assertions, not by types
    return { status: response.status, body: (await response.json()) as any };
  };
}

const notUtf8 = [400, 'not_utf8', 'The body is not valid UTF-8'];

test('a body that is not UTF-8 is rejected, and stores nothing', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const post = await startWithForm(service);
  const submit = '/api/v1/forms/talk/submit';
  for (const [path, type, body] of [
    [submit, json, broken('{"note":"caf?"}')],
    [submit, json, broken('{"no?te":"x"}')],
    [submit, json, Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    [submit, urlEncoded, broken('note=caf?')],
    [submit, urlEncoded, 'note=caf%E9'],
    [submit, urlEncoded, 'note=%ed%a0%80'],
    [submit, multipart, broken(part('caf?'))],
    [submit, multipart, broken(part('caf?', 'content-type: text/plain; charset=utf-8\r\n'))],
    [submit, multipart, broken(part('"caf?"', 'content-type: application/json\r\n'))],
    [submit, multipart, broken(part('x').replace('"note"', '"n?te"'))],
    [submit, multipart, broken(part('x').replace('"note"', '"cv"; filename="caf?.txt"'))],
    [submit, multipart, broken('--b\r\ncontent-disposition: form-data; name="cv"; filename="?"\r\n\r\nx\r\n--b--\r\n')],
    ['/api/v1/forms', json, broken('{"name":"caf?","fields":[]}')],
  ] as const) {
    const answer = await post(path, type, body);
    const shown = `${path} ${type} ${body.toString('latin1')}`;
    assert.deepEqual([answer.status, answer.body.code, answer.body.detail], notUtf8, shown);
  }
  assert.equal((await service.request('GET', '/forms/talk/submissions')).body.total, 0);
  assert.equal((await service.request('GET', '/forms')).body.total, 1);
});

test('a page in another encoding learns what is wrong, and its links bring no half-decoded answers', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  await service.request('POST', '/forms', { body: { name: 'Talk', fields: [{ name: 'note', type: 'text' }] } });
  const headers = { accept: 'text/html', 'content-type': urlEncoded };
  // Müller and テスト, as browsers send them from pages in windows-1252 and Shift_JIS.
  for (const note of ['M%FCller', '%83e%83X%83g'])
    for (const path of ['/f/talk', '/api/v1/forms/talk/submit']) {
      const sent = await fetch(`${service.origin}${path}`, { method: 'POST', headers, body: `note=${note}` });
      assert.equal(sent.status, 400, `${path} ${note}`);
      assert.match(await sent.text(), /encoding other than UTF-8/);
    }
  const opened = await fetch(`${service.origin}/f/talk?note=M%FCller`, { headers: { 'accept-language': 'de' } });
  assert.equal(opened.status, 400);
  assert.match(await opened.text(), /nicht in UTF-8/);
  const tracked = await fetch(`${service.origin}/f/talk?campaign=M%FCller`);
  assert.equal(tracked.status, 200);
  const list = await service.request('GET', '/forms/talk/submissions?search=M%FCller');
  assert.deepEqual([list.status, list.body.code, list.body.detail], [400, 'not_utf8', 'The query is not valid UTF-8']);
  const both = await service.request('GET', '/forms/talk/submissions?search=M%C3%BCller%20100%');
  assert.deepEqual([both.status, both.body.total], [200, 0]);
});

test('the bundle refuses what is not UTF-8, as the sources do', async (t) => {
  const server = await startServerProcess(t);
  const form = { name: 'Talk', fields: [{ name: 'note', type: 'text' }] };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  const sent = await fetch(`${server.origin}/api/v1/forms/talk/submit`, {
    method: 'POST',
    headers: { 'content-type': urlEncoded },
    body: 'note=M%FCller',
  });
  assert.equal(sent.status, 400, await sent.text());
});

test('every text in UTF-8 is stored as it was sent', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const post = await startWithForm(service);
  const submit = '/api/v1/forms/talk/submit';
  const text = 'café 100% 漢 \u{1f600} \ufffd %zz';
  const encoded = `${encodeURIComponent('café ')}100%+漢+%F0%9F%98%80+%EF%BF%BD+%zz`;
  for (const [type, body] of [
    [json, JSON.stringify({ note: text })],
    [urlEncoded, `note=${encoded}`],
    [multipart, part(text)],
    [multipart, part(JSON.stringify(text), 'content-type: application/json\r\n')],
  ] as const) {
    const answer = await post(submit, type, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const [{ data }] = (await service.request('GET', '/forms/talk/submissions')).body.items;
    assert.equal(data.note, text, `${type} ${body}`);
  }
});

test('an event that is not UTF-8 is rejected by name, however it is signed', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const post = await startWithForm(service);
  const body = broken('{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_?"}}}');
  const time = Math.floor(Date.now() / 1000);
  const secret = service.context.processor.setup.webhookSecrets[0] as string;
  for (const signed of [body, body.toString()]) {
    const signature = createHmac('sha256', secret).update(`${time}.`).update(signed).digest('hex');
    const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
    const answer = await post('/api/public/payments/webhook', json, body, headers);
    assert.deepEqual([answer.status, answer.body.code, answer.body.detail], notUtf8);
  }
  const stored = await service.context.db.selectFrom('processorEvents').select('id').execute();
  assert.deepEqual(stored, []);
});
