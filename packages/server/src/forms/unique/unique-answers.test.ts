// Fields declared `unique`: no two submissions have the same answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';

const email = { name: 'email', type: 'email', unique: true };
const slots = { name: 'slot', type: 'select', options: ['9:00', '10:00'], unique: true };

async function makeForm(service: TestService, fields: object[], body: object = {}) {
  const made = await service.request('POST', '/forms', { body: { name: 'Join', fields, ...body } });
  assert.equal(made.status, 201, made.text);
}

const submit = (service: TestService, body: object) =>
  service.request('POST', '/forms/join/submit', { token: null, body });

async function rejects(service: TestService, body: object, ...pointers: string[]) {
  const answer = await submit(service, body);
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(
    answer.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`).sort(),
    pointers.map((pointer) => `${pointer} not_unique`),
  );
}

async function accepts(service: TestService, body: object): Promise<string> {
  const answer = await submit(service, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.submissionId;
}

test('each person submits once, however the address is written and however many try at once', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, [email, slots, { name: 'note', type: 'text' }]);
  const tries = await Promise.all(
    ['Ada@example.com', 'ada@EXAMPLE.com', ' ada@example.com', 'ada@example.com'].map((email) =>
      submit(service, { email, note: email }),
    ),
  );
  assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 422, 422, 422]);
  // What is rejected leaves nothing behind.
  assert.equal((await service.request('GET', '/forms/join/submissions')).body.total, 1);
  assert.equal(
    (await service.context.db.selectFrom('events').select('id').where('type', 'like', 'submission.%').execute()).length,
    1,
  );
  await accepts(service, { email: 'bob@example.com', slot: '9:00' });
  await rejects(service, { email: 'bob@example.com', slot: '9:00' }, '/email', '/slot');
  // Without an answer there is nothing to compare.
  await accepts(service, { note: 'no address' });
  await accepts(service, { note: 'no address' });
  // One rejected answer does not keep the others of the same submission.
  await rejects(service, { email: 'bob@example.com', slot: '10:00' }, '/email');
  await accepts(service, { slot: '10:00' });
});

test('what says the same is one answer, in whatever notation', async (t) => {
  const service = await startTestService(t);
  for (const [index, [kind, same, others]] of (
    [
      [
        'datetime',
        ['2026-12-01T10:00:00Z', '2026-12-01T11:00:00+01:00', '2026-12-01T10:00:00.000z'],
        ['2026-12-01T10:00:00.5Z', '2026-12-01T11:00:00Z'],
      ],
      ['time', ['10:00', '10:00:00'], ['10:00:01', '22:00']],
      [
        'phone',
        ['+49 30 123', '0049 (30) 123', '+49 (0)30-123', '+4930123', '+49.30/123'],
        ['030 123', '4930123', '+49 30 1234'],
      ],
      [
        'url',
        ['https://A.example/', 'https://a.example', 'HTTPS://a.example:443/'],
        ['http://a.example', 'https://a.example/a', 'https://a.example/A', 'https://a.example/?'],
      ],
      ['url', ['https://grün.example/%c3%bc', 'https://xn--grn-ioa.example/ü'], ['https://gruen.example/ü']],
      ['email', ['Info@Grün.example', 'info@xn--grn-ioa.example', ' INFO@gru\u0308n.example '], ['info@grun.example']],
      ['text', ['İzmir  Ünlü', ' izmir ÜNLÜ', 'IZMIR U\u0308nlü', 'ızmır unlu'], ['izmirunlu']],
      [
        'multiselect',
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
        [['a'], ['A', 'b']],
      ],
      [
        'daterange',
        [
          { from: '2027-02-19', to: '2027-02-21' },
          { to: '2027-02-21', from: '2027-02-19' },
        ],
        [{ from: '2027-02-19', to: '2027-02-22' }],
      ],
      [
        'repeat',
        [[{ at: '10:00', who: 'Ada' }], [{ who: 'ada ', at: '10:00:00' }]],
        [[{ at: '10:00' }], [{ who: 'Ada' }]],
      ],
    ] as [type: string, same: unknown[], others: unknown[]][]
  ).entries()) {
    const inner = [
      { name: 'at', type: 'time' },
      { name: 'who', type: 'text' },
    ];
    const more = { multiselect: { options: ['a', 'b', 'A'] }, repeat: { fields: inner } }[kind] ?? {};
    const [name, path] = [`Kind ${index}`, `/forms/kind-${index}/submit`];
    const fields = [{ name: 'answer', type: kind, unique: true, ...more }];
    const made = await service.request('POST', '/forms', { body: { name, fields } });
    assert.equal(made.status, 201, made.text);
    const send = async (answer: unknown) =>
      (await service.request('POST', path, { token: null, body: { answer } })).status;
    const statuses: [unknown, number][] = [];
    for (const answer of [...same, ...others]) statuses.push([answer, await send(answer)]);
    const expected = [...same.map((answer, at) => [answer, at === 0 ? 200 : 422]), ...others.map((one) => [one, 200])];
    assert.deepEqual(statuses, expected, kind);
  }
});

test('the page of the form says so beside the field, in its language', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, [email], { language: 'de' });
  await accepts(service, { email: 'ada@example.com' });
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/forms/join/submit',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: 'email=ada%40example.com',
  });
  assert.equal(answer.statusCode, 422, answer.payload);
  assert.match(answer.payload, /diese Antwort wurde schon eingereicht/);
});

test('a submission that is deleted, or is spam after all, lets others have its answers', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, [email]);
  const body = { email: 'ada@example.com' };
  const first = await accepts(service, body);
  assert.equal((await service.request('DELETE', `/forms/join/submissions/${first}`)).status, 200);
  const second = await accepts(service, body);
  const sort = (spam: boolean) => service.request('POST', '/forms/join/spam', { body: { ids: [second], spam } });
  assert.deepEqual((await sort(true)).body.done, [second]);
  const third = await accepts(service, body);
  // It cannot come back beside another one.
  const back = await sort(false);
  assert.deepEqual([back.body.done, back.body.failed[0].code], [[], 'invalid_body'], back.text);
  assert.equal((await service.request('DELETE', `/forms/join/submissions/${third}`)).status, 200);
  assert.deepEqual((await sort(false)).body.done, [second]);
  await rejects(service, body, '/email');
});

test('a field that becomes unique knows the answers that were there, and forgets them when it is so no longer', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, [{ ...email, unique: false }]);
  const count = 450;
  for (let from = 0; from < count; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => accepts(service, { email: `p${(from + n) % (count - 1)}@example.com` })),
    );
  const patch = async (unique: boolean) => {
    const answer = await service.request('PATCH', '/forms/join', { body: { fields: [{ ...email, unique }] } });
    assert.equal(answer.status, 200, answer.text);
  };
  await patch(true);
  await service.work();
  const known = service.context.db.selectFrom('uniqueAnswers').select('key');
  await waitFor('all answers', async () => (await known.execute()).length === count - 1);
  await rejects(service, { email: 'P7@example.com' }, '/email');
  await patch(false);
  assert.deepEqual(await known.execute(), []);
  await accepts(service, { email: 'p7@example.com' });
});

test('one who leaves the checkout can come back when it has ended, and is not charged twice', async (t) => {
  const service = await startPaymentService(t);
  await makeForm(service, [email, { name: 'fee', type: 'payment', amount: 500, currency: 'eur' }]);
  const body = { email: 'ada@example.com' };
  const first = await submit(service, body);
  assert.equal(first.status, 200, first.text);
  await rejects(service, body, '/email');
  const [session] = (await service.dashboard.checkout.sessions.list()).data;
  await service.dashboard.checkout.sessions.expire(session?.id as string);
  await service.settled();
  const second = await submit(service, body);
  assert.equal(second.status, 200, second.text);
  await service.pay(second.body.paymentUrl);
  await service.settled();
  await rejects(service, body, '/email');
});
