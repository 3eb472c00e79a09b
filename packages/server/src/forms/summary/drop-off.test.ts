import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Your name', required: true },
  { name: 'kind', type: 'radio', label: 'Kind', options: ['guest', 'speaker'], required: true },
  {
    ...{ name: 'topic', type: 'text', label: 'Topic', step: 2 },
    visibleWhen: { field: 'kind', equals: 'speaker' },
  },
  { name: 'about', type: 'headline', label: 'About', step: 3 },
  { name: 'message', type: 'textarea', label: 'Message', step: 3 },
];

test('how far visitors get is counted once for each, without programs and spam', async (t) => {
  const service = await startTestService(t);
  const { request } = service;
  assert.equal((await request('PATCH', '/settings', { body: { timeZone: 'Asia/Tokyo' } })).status, 200);
  for (const [slug, asked] of [
    ['talk', fields],
    ['short', fields.slice(0, 2)],
  ])
    assert.equal(
      (await request('POST', '/forms', { body: { name: slug, slug, public: true, fields: asked } })).status,
      201,
    );
  const origin = await service.listen();
  const post = (path: string, body: Record<string, string>) =>
    fetch(`${origin}/f/talk${path}`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
  const hiddenIn = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
  const open = async (): Promise<Record<string, string>> => {
    const response = await fetch(`${origin}/f/talk`);
    const text = await response.text();
    assert.match(text, /sendBeacon/);
    assert.match(
      String(response.headers.get('content-security-policy')),
      /script-src 'sha256-[^']+'; connect-src 'self'/,
    );
    return hiddenIn(text);
  };
  /** Presses a button, and returns what the next page carries. */
  const press = async (page: Record<string, string>, typed: Record<string, string>, move = 'next') => {
    service.advance(4000);
    const response = await post('', { ...page, ...typed, ...(move && { '.move': move }) });
    const text = await response.text();
    assert.doesNotMatch(text, /sendBeacon/);
    return { status: response.status, carried: hiddenIn(text) };
  };
  const begun = async (page: Record<string, string>): Promise<void> => {
    const response = await post('/begun', { _page: page._page ?? '' });
    assert.deepEqual([response.status, await response.text()], [204, '']);
  };

  // A program that fills in what people do not see, one without a page, and one that sells.
  await press(await open(), { name: 'Program', kind: 'guest', website: 'x' });
  await begun({ _page: 'req_made_up' });
  const seller = await press(await open(), { name: 'Best SEO', kind: 'guest' });
  const offer = 'We sell backlinks and guest posts: https://rank.example/a https://rank.example/b';
  assert.equal((await press(seller.carried, { message: offer }, '')).status, 303);
  assert.equal((await request('GET', '/forms/talk/submissions?status=spam')).body.total, 1);

  // Types only; sends the first page twice, with a fault; leaves on the second page, after going back.
  await begun(await open());
  const wrong = await press(await open(), { name: '', kind: 'guest' });
  assert.equal(wrong.status, 422);
  await press(wrong.carried, { name: '', kind: 'guest' });
  const speaker = await open();
  await begun(speaker);
  const second = await press({ ...speaker, '.reached': '0' }, { name: 'Ada', kind: 'speaker' });
  assert.equal(second.carried['.reached'], '0.1');
  const back = await press(second.carried, { topic: 'Sea' }, 'back');
  await press(back.carried, { name: 'Ada', kind: 'speaker' });
  // Leaves the second step out, and sends the last one twice.
  const guest = await press(await open(), { name: 'Bob', kind: 'guest' });
  assert.equal(guest.carried['.reached'], '0.2');
  for (let time = 0; time < 2; time++)
    assert.equal((await press(guest.carried, { message: 'See you on Saturday' }, '')).status, 303);

  const day = Temporal.Instant.from(service.context.now().toISOString()).toZonedDateTimeISO('Asia/Tokyo').toPlainDate();
  const dropOff = async (form: string, query = '') =>
    (await request('GET', `/forms/${form}/summary${query}`)).body.dropOff;
  await waitFor('what was counted', async () => (await dropOff('talk')).submitted === 1);
  assert.deepEqual(await dropOff('talk', `?firstDay=${day}&lastDay=${day}`), {
    began: 4,
    submitted: 1,
    steps: [
      { step: 1, label: 'Your name', reached: 4, left: 2 },
      { step: 2, label: 'Topic', reached: 1, left: 1 },
      { step: 3, label: 'Message', reached: 1, left: 0 },
    ],
  });
  assert.equal(
    (await dropOff('talk', `?firstDay=${day.subtract({ days: 9 })}&lastDay=${day.subtract({ days: 2 })}`)).began,
    0,
  );
  assert.equal(await dropOff('short'), null);
  assert.equal((await request('DELETE', '/forms/talk?force=true')).status, 200);
  assert.deepEqual(await service.context.db.selectFrom('formSteps').selectAll().execute(), []);
});
