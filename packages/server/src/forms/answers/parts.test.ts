import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const fields = [
  { name: 'email', type: 'email', label: 'Email' },
  { name: 'stars', type: 'rating', label: 'Stars', max: 4, required: true },
  { name: 'score', type: 'scale', label: 'Score', minLabel: 'Never', maxLabel: 'Always' },
  { name: 'at', type: 'time', label: 'At', min: '09:00', max: '17:30' },
  { name: 'stay', type: 'daterange', label: 'Stay', min: '2027-01-01' },
  { name: 'home', type: 'address', label: 'Home' },
  {
    name: 'views',
    type: 'matrix',
    label: 'Views',
    required: true,
    rows: ['Food. All of it', { value: 'rooms', label: 'Rooms <big>' }],
    options: ['good', { value: 'bad', label: 'Not so good' }],
  },
  { name: 'days', type: 'matrix', label: 'Days', rows: ['am', 'pm'], options: ['sat', 'sun'], multiple: true },
];
const good = {
  stars: 4,
  score: 0,
  at: '14:30',
  stay: { from: '2027-02-19', to: '2027-02-19' },
  home: { street: 'Main St 1', city: 'Delft', country: 'NL', postalCode: '2611' },
  views: { 'Food. All of it': 'good', rooms: 'bad' },
  days: { am: ['sat', 'sun'] },
};

test('answers with several parts are read from pages and programs, checked part by part, and shown in mails and exports', async (t) => {
  const service = await startTestService(t);
  const settings = { mail: { notice: { to: ['office@example.com'] } } };
  const made = await service.request('POST', '/forms', { body: { name: 'Survey', fields, settings } });
  assert.equal(made.status, 201, made.text);
  const submit = (body: unknown) => service.request('POST', '/forms/survey/submit', { token: null, body });
  assert.equal((await submit(good)).status, 200);
  const faultsOf = async (wrong: object) =>
    ((await submit({ ...good, ...wrong })).body.errors ?? []).map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
  assert.deepEqual(await faultsOf({ stars: 5 }), ['/stars maximum']);
  assert.deepEqual(await faultsOf({ score: 0.5, at: '08:59' }), ['/score wrong_type', '/at format_minimum']);
  assert.deepEqual(await faultsOf({ stay: { from: '2027-02-19', to: '2027-02-18' } }), ['/stay/to before_start']);
  assert.deepEqual(await faultsOf({ stay: { from: '2026-02-19' } }), [
    '/stay/to required',
    '/stay/from format_minimum',
  ]);
  assert.deepEqual(await faultsOf({ home: { street: ' ', city: 'x', country: 'XX', more: 1 } }), [
    '/home/more unknown',
    '/home/street required',
    '/home/country not_allowed',
  ]);
  assert.deepEqual(await faultsOf({ views: { rooms: 'ugly' } }), [
    '/views/Food. All of it required',
    '/views/rooms not_allowed',
  ]);
  assert.deepEqual(await faultsOf({ views: [], days: { am: ['mon'] } }), [
    '/views wrong_type',
    '/days/am/0 not_allowed',
  ]);
  assert.deepEqual(await faultsOf({ days: { constructor: ['sat'] } }), ['/days/constructor unknown']);

  // The page and its inputs.
  const page = await service.request('GET', '//f/survey?home.city=Delft&stars=3&lang=de', { token: null });
  assert.match(page.text, /<option value="NL">Niederlande<\/option>/);
  assert.match(page.text, /name="home\.city"[^>]*value="Delft"/);
  assert.match(page.text, /name="stars" value="3" checked required>/);
  assert.match(page.text, /3 von 4 Sternen/);
  assert.match(page.text, /aria-label="Rooms &#60;big&#62;: Not so good"/);
  const token = /name="_page" value="([^"]+)"/.exec(page.text)?.[1] as string;
  service.advance(20_000);
  const send = (values: Record<string, string>, more = '') =>
    service.request('POST', '//f/survey?lang=en', {
      token: null,
      body: new URLSearchParams({ _page: token, ...values }).toString() + more,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const typed = { stars: '4', score: '', 'stay.from': '', 'stay.to': '', 'home.street': '', 'home.country': '' };
  const wrong = await send({ ...typed, 'views.rooms': 'bad', 'stay.to': '2027-03-01' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /<a href="#field-views-0">Views: Food\. All of it: choose an answer<\/a>/);
  assert.match(wrong.text, /Stay: From: fill in this field/);
  assert.match(wrong.text, /name="views\.rooms" value="bad" checked/);
  const rows = { 'views.rooms': 'bad', 'views.Food. All of it': 'good' };
  const hostile = await send({ ...typed, ...rows }, '&days.__proto__=sat&days.am.x=sat');
  assert.equal(hostile.status, 422, hostile.text);
  const sent = await send({ ...typed, ...rows }, '&days.pm=sat&days.pm=sun');
  assert.equal(sent.status, 303, sent.text);
  const { items } = (await service.request('GET', '/forms/survey/submissions')).body;
  assert.deepEqual(items[0].data, {
    stars: 4,
    views: { rooms: 'bad', 'Food. All of it': 'good' },
    days: { pm: ['sat', 'sun'] },
  });
  assert.deepEqual(items[1].data, good);

  const csv = (await service.request('GET', '/forms/survey/submissions.csv?sort=createdAt')).text.split('\r\n');
  assert.match(
    csv[0] ?? '',
    /,stay\.from,stay\.to,home\.street,home\.postalCode,home\.city,home\.region,home\.country,/,
  );
  assert.match(csv[1] ?? '', /,4,0,14:30,2027-02-19,2027-02-19,Main St 1,2611,Delft,,NL,good,bad,sat; sun,/);
  const mails = (await service.request('GET', '/mails')).body.items;
  const mail = (await service.request('GET', `/mails/${mails.at(-1).id}`)).body;
  assert.match(mail.text, /February 19, 2027 – February 19, 2027/);
  assert.match(mail.text, /Main St 1\s+2611 Delft\s+Netherlands/);
  assert.match(mail.text, /Rooms <big>: Not so good/);
});

test('settings that make no sense are named', async (t) => {
  const service = await startTestService(t);
  const faults = async (field: object) => {
    const body = { name: 'x', fields: [{ name: 'a', ...field }] };
    const { body: answer } = await service.request('POST', '/forms', { body });
    return (answer.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };
  assert.deepEqual(await faults({ type: 'rating', max: 11 }), ['/fields/0/max invalid']);
  assert.deepEqual(await faults({ type: 'rating', min: 2 }), ['/fields/0/min invalid']);
  assert.deepEqual(await faults({ type: 'scale', min: 1, max: 100 }), ['/fields/0/max invalid']);
  assert.deepEqual(await faults({ type: 'matrix', options: ['x'] }), ['/fields/0/rows required']);
  const rows = (names: string[]) => ({ type: 'matrix', options: ['x'], rows: names });
  assert.deepEqual(await faults(rows(['b', 'b'])), ['/fields/0/rows invalid']);
  assert.deepEqual(await faults(rows(['__proto__'])), ['/fields/0/rows invalid']);
  assert.deepEqual(await faults({ type: 'text', rows: ['x'] }), ['/fields/0/rows not_allowed']);
  assert.deepEqual(await faults({ type: 'daterange', min: 'soon' }), ['/fields/0/min invalid']);
});
