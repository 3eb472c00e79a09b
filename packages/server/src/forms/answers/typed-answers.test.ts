import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';

type Sent = { status: number; data: Record<string, unknown>; faults: string[]; text: string };
type Send = (values: Record<string, string>) => Promise<Sent>;

async function makeForm(service: TestService, slug: string, fields: object[], more: object = {}): Promise<void> {
  const made = await service.request('POST', '/forms', { body: { name: slug, slug, fields, ...more } });
  assert.equal(made.status, 201, made.text);
}

/** The ways in which browsers send a form, and what is stored then. */
function waysToSend(service: TestService, slug: string): Record<'url-encoded' | 'multipart', Send> {
  const send = async (type: string, body: string): Promise<Sent> => {
    const headers = { 'content-type': type };
    const answer = await service.request('POST', `/forms/${slug}/submit`, { token: null, body, headers });
    return { ...answer, data: await storedBy(service, slug, answer), faults: faultsOf(answer) };
  };
  return {
    'url-encoded': (values) => send('application/x-www-form-urlencoded', new URLSearchParams(values).toString()),
    multipart: (values) => {
      const parts = Object.entries(values).map(
        ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      return send('multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`);
    },
  };
}

async function storedBy(service: TestService, slug: string, { status, body }: Answer) {
  if (status !== 200) return {};
  return (await service.request('GET', `/forms/${slug}/submissions/${body.submissionId}`)).body.data;
}

function faultsOf({ body }: Answer): string[] {
  return (body?.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
}

test('a box is checked by any word for it, in any case', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, 'box', [
    { name: 'news', type: 'boolean', label: 'News' },
    { name: 'terms', type: 'consent', label: 'Terms', required: true },
    { name: 'extra', type: 'checkbox', label: 'Extra' },
  ]);
  for (const [way, send] of Object.entries(waysToSend(service, 'box'))) {
    for (const [word, isChecked] of [
      ...(['Yes', 'YES', 'ON', 'On', 'TRUE', 'True', ' true ', '1'] as const).map((word) => [word, true] as const),
      ...(['No', 'OFF', 'FALSE', '0'] as const).map((word) => [word, false] as const),
    ]) {
      const { data, text } = await send({ news: word, terms: 'TRUE', extra: word });
      assert.deepEqual(data, { news: isChecked, terms: true, extra: isChecked }, `${way} ${word} ${text}`);
    }
    assert.deepEqual((await send({ news: 'maybe', terms: 'true' })).faults, ['/news wrong_type'], way);
  }
  const page = await service.request('GET', '//f/box?news=YES', { token: null });
  assert.match(page.text, /name="news" value="true" checked/);
});

test('a time as inputs send it is one, in whatever way a form is sent; programs name the zone', async (t) => {
  const service = await startTestService(t);
  const at = { name: 'at', type: 'datetime', label: 'At' };
  const rows = { name: 'rows', type: 'repeat', label: 'Rows', fields: [at] };
  await makeForm(service, 'times', [
    at,
    rows,
    {
      name: 'why',
      type: 'text',
      label: 'Why',
      required: true,
      visibleWhen: { field: 'at', equals: '2026-12-01T12:00:00+01:00' },
    },
  ]);
  const stored = '2026-12-01T10:00:00Z';
  for (const [way, send] of Object.entries(waysToSend(service, 'times'))) {
    for (const [sent, read] of [
      ['2026-12-01T10:00', stored],
      ['2026-12-01T10:00:30', '2026-12-01T10:00:30Z'],
      ['2026-12-01T10:00:00.5', '2026-12-01T10:00:00.5Z'],
      [' ２０２６-12-01T10:00', stored],
      ['2026-12-01T10:00:00+01:00', '2026-12-01T10:00:00+01:00'],
    ] as const) {
      const { data, text } = await send({ at: sent, 'rows.0.at': sent });
      assert.deepEqual(data, { at: read, rows: [{ at: read }] }, `${way} ${sent} ${text}`);
    }
    assert.deepEqual((await send({ at: '2026-12-01T11:00' })).faults, ['/why required'], way);
    for (const wrong of ['2026-12-01', '2026-02-30T10:00', '10:00', '2026-12-01T25:00'])
      assert.deepEqual((await send({ at: wrong })).faults, ['/at format'], `${way} ${wrong}`);
  }
  for (const body of [{ at: '2026-12-01T10:00' }, { rows: [{ at: '2026-12-01T10:00' }] }])
    assert.equal((await service.request('POST', '/forms/times/submit', { token: null, body })).status, 422);
});

test('lengths are counted as the page counts them, and line breaks are stored as they were typed', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, 'note', [
    { name: 'note', type: 'textarea', label: 'Note', min: 3, max: 9 },
    { name: 'code', type: 'text', label: 'Code', pattern: '[^x]{4}', max: 8 },
    { name: 'rows', type: 'repeat', label: 'Rows', fields: [{ name: 'memo', type: 'textarea', max: 3 }] },
  ]);
  const five = 'a\r\nb\r\nc\r\nd\r\ne';
  for (const [way, send] of Object.entries(waysToSend(service, 'note'))) {
    for (const [values, expected] of [
      [{ note: five }, { note: five.replaceAll('\r', '') }],
      [{ note: `${five}f` }, ['/note max_length']],
      [{ note: 'a\r\n' }, ['/note min_length']],
      [{ code: 'a\r\nbc' }, { code: 'a bc' }],
      [{ 'rows.0.memo': 'a\r\nb' }, { rows: [{ memo: 'a\nb' }] }],
      // `maxlength` and `minlength` count an emoji as two, and patterns count it as one.
      [{ note: '😀😀😀😀😀' }, ['/note max_length']],
      [{ note: '😀😀😀😀a' }, { note: '😀😀😀😀a' }],
      [{ note: '😀a' }, { note: '😀a' }],
      [{ code: '😀😀😀😀' }, { code: '😀😀😀😀' }],
      [{ other: 'x\r\ny' }, {}],
    ] as const) {
      const { data, faults, text } = await send(values);
      assert.deepEqual(Array.isArray(expected) ? faults : data, expected, `${way} ${JSON.stringify(values)} ${text}`);
    }
  }
});

test('addresses may have letters of any script, in every form and in every setting', async (t) => {
  const service = await startTestService(t);
  const origin = await service.listen();
  await makeForm(
    service,
    'größe',
    [
      { name: 'site', type: 'url', label: 'Site' },
      { name: 'mail', type: 'email', label: 'Email', unique: true },
    ],
    { public: true, successUrl: 'https://müller.example/größe?schön' },
  );
  const right = {
    site: [
      'https://müller.example/',
      'https://example.com/größe',
      'https://例え.テスト/漢字?ü#é',
      'HTTPS://a.example/a%20b',
      'https://example.com/a|b/{id}?filter={"a":1}^2'.replaceAll('"', ''),
      'https://a_b.example./',
      'http://localhost:3000/',
      'http://192.168.0.1/',
      'http://[2001:db8::1]/',
    ],
    mail: ['info@grün.example', '用户@例子.广告', 'jörg@example.com', 'a.b+c@xn--grn-ioa.example'],
  };
  const wrong = {
    site: [
      'https://example.com/a b',
      'https://example.com/a\u00a0b',
      'https://a b.example/',
      'https://',
      'grün.example',
      'https://a..de',
      'https://.de',
      'https://-x.de/',
      'https://x-.de/',
      'https://…/',
      `https://${'a'.repeat(64)}.de/`,
      'https://example.com/a`b',
      'https:\\\\example.com',
    ],
    mail: ['info@grün', 'a b@grün.example', 'info@grün..example', 'info@a@grün.example', `a@${'ü'.repeat(60)}.example`],
  };
  const submit = (values: object) =>
    service.request('POST', `/forms/${encodeURIComponent('größe')}/submit`, { token: null, body: values });
  for (const name of ['site', 'mail'] as const) {
    for (const value of right[name]) {
      const answer = await submit({ [name]: value });
      assert.deepEqual(
        await storedBy(service, 'gr%C3%B6%C3%9Fe', answer),
        { [name]: value },
        `${value} ${answer.text}`,
      );
    }
    for (const value of wrong[name])
      assert.match(faultsOf(await submit({ [name]: value })).join(), /^\/\w+ (format|pattern)$/, value);
  }
  assert.deepEqual(faultsOf(await submit({ mail: 'INFO@xn--grn-ioa.example' })), ['/mail not_unique']);

  // A page leads on to the success page, which headers name in ASCII.
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const path = `${origin}/api/v1/forms/gr%C3%B6%C3%9Fe/submit`;
  const send = async () =>
    (await fetch(path, { method: 'POST', headers, body: 'mail=', redirect: 'manual' })).headers.get('location');
  assert.equal(await send(), 'https://xn--mller-kva.example/gr%C3%B6%C3%9Fe?sch%C3%B6n');
  await service.request('PATCH', '/forms/gr%C3%B6%C3%9Fe', { body: { successUrl: null } });
  assert.match(String(await send()), /^http:\/\/frontdesk\.test\/f\/gr%C3%B6%C3%9Fe\/thanks\?submission=/);

  const idn = 'https://müller.example/größe';
  const type = {
    name: 'shop',
    plural: 'shops',
    fields: [
      { name: 'site', type: 'url' },
      { name: 'mail', type: 'email' },
    ],
  };
  for (const [method, place, body, member] of [
    ['POST', '/types', { ...type, url: 'https://müller.example/{slug}' }, 'url'],
    ['POST', '/content/shops', { title: 'A', fields: { site: idn, mail: 'info@grün.example' } }, 'fields'],
    ['POST', '/authors', { name: 'A', email: 'info@grün.example', links: [{ label: 'a', url: idn }] }, 'email'],
    ['POST', '/contacts', { email: 'post@grün.example' }, 'email'],
    ['POST', '/payments/webhooks', { url: idn, events: ['payment.succeeded'] }, 'url'],
    ['POST', '/forms/gr%C3%B6%C3%9Fe/webhooks', { url: idn, events: ['submitted'] }, 'url'],
    ['PATCH', '/forms/gr%C3%B6%C3%9Fe', { settings: { mail: { notice: { to: ['info@grün.example'] } } } }, 'settings'],
  ] as const) {
    const answer = await service.request(method, place, { body });
    assert.ok(answer.status < 300, `${place} ${answer.text}`);
    const sent = (body as Record<string, unknown>)[member];
    assert.deepEqual(answer.body[member], sent, place);
  }
  for (const [place, body] of [
    ['/contacts', { email: 'info@grün' }],
    ['/payments/webhooks', { url: 'https://müller.example/a b', events: ['payment.succeeded'] }],
    ['/payments/webhooks', { url: 'https://a..de', events: ['payment.succeeded'] }],
    ['/payments/checkout', { amount: 100, currency: 'eur', successUrl: 'https://müller.example/a b' }],
  ] as const) {
    const [fault = ''] = faultsOf(await service.request('POST', place, { body }));
    assert.match(fault, / (format|invalid_url)$/, place);
  }
});

const typed = [
  { name: 'phone', type: 'phone' },
  { name: 'guests', type: 'integer', min: -5, max: 5000 },
  { name: 'weight', type: 'number' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'time' },
  { name: 'moment', type: 'datetime' },
  { name: 'site', type: 'url' },
  { name: 'mail', type: 'email' },
  { name: 'note', type: 'text' },
  { name: 'total', type: 'calculation', formula: 'guests * 2' },
  {
    name: 'rows',
    type: 'repeat',
    fields: [
      { name: 'age', type: 'integer' },
      { name: 'tel', type: 'phone' },
    ],
  },
  { name: 'stay', type: 'daterange' },
];

test('what was typed on other keyboards, or pasted with invisible marks, is read as what it says', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, 'typed', typed);
  for (const [way, send] of Object.entries(waysToSend(service, 'typed'))) {
    for (const [name, written, read] of [
      ['phone', '０９０－１２３４－５６７８', '090-1234-5678'],
      ['phone', '０９０ー１２３４ー５６７８', '090-1234-5678'],
      ['phone', '٠٥٠ ١٢٣ ٤٥٦٧', '050 123 4567'],
      ['phone', '\u202a+49\u00a0(30)\u202f123‑456\u202c\u200b', '+49 (30) 123-456'],
      ['phone', '＋８１（３）１２３４', '+81(3)1234'],
      ['phone', '०९८७६५४३२१', '0987654321'],
      ['phone', 'tel:+49-30-1234;ext=5', '+49-30-1234 ext. 5'],
      ['phone', 'TEL: +49 30 1234', '+49 30 1234'],
      ['phone', '+49 30 1234 ext. 5', '+49 30 1234 ext. 5'],
      ['phone', '+49 30 1234, Ext 05', '+49 30 1234 ext. 05'],
      ['phone', '+49 30 1234 extension ٥', '+49 30 1234 ext. 5'],
      ['phone', '030 1234 x5', '030 1234 ext. 5'],
      ['guests', '１２', 12],
      ['guests', '١٢', 12],
      ['guests', '\u200e−۴\u200f', -4],
      ['guests', ' – 3', -3],
      ['guests', '١-', -1],
      ['guests', '\u200f٣ −', -3],
      ['guests', '१,०००', 1000],
      ['weight', '٣٫٥', 3.5],
      ['weight', '١٬٢٣٤٫٥', 1234.5],
      ['weight', '１．５', 1.5],
      ['weight', '1\u202f234,5', 1234.5],
      ['weight', '𝟏𝟐.𝟓', 12.5],
      ['day', '２０２７－０２－１９', '2027-02-19'],
      ['day', '٢٠٢٧-٠٢-١٩\u200f', '2027-02-19'],
      ['day', '2027–02–19', '2027-02-19'],
      ['at', '１４：３０', '14:30'],
      ['at', '9:30', '09:30'],
      ['at', '٩:٣٠:١٥', '09:30:15'],
      ['moment', '２０２７－０２－１９Ｔ０９：３０：００Ｚ', '2027-02-19T09:30:00Z'],
      ['site', '\u200ehttps://example.com/größe\u200b ', 'https://example.com/größe'],
      ['site', 'ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ／ａｂｃ', 'https://example.com/ａｂｃ'],
      ['mail', ' ｉｎｆｏ＠example。com\u2069', 'info@example.com'],
      // Free text stays as it was typed.
      ['note', ' ０９０－１２３４ \u200e', ' ０９０－１２３４ \u200e'],
    ] as const) {
      const { data, text } = await send({ [name]: written });
      assert.deepEqual(data[name], read, `${way} ${JSON.stringify(written)} ${text}`);
    }
    const inside = {
      guests: '１２',
      'rows.0.age': '３',
      'rows.0.tel': '٠٣٠١',
      'stay.from': '２０３０-01-02',
      'stay.to': '2030–01–03',
    };
    assert.deepEqual((await send(inside)).data, {
      ...{ guests: 12, total: 24, rows: [{ age: 3, tel: '0301' }], stay: { from: '2030-01-02', to: '2030-01-03' } },
    });
    for (const [name, written] of [
      ...([
        ['guests', '1 2'],
        ['guests', '１２人'],
        ['guests', '1,5'],
        ['guests', '--3'],
        ['guests', '-3-'],
      ] as const),
      ...([
        ['weight', '1.2.3'],
        ['weight', '1,23,4'],
        ['weight', '0x10'],
        ['weight', '½'],
      ] as const),
      ...([
        ['phone', '09O-1234'],
        ['phone', '1234 ext.'],
        ['phone', 'ext. 5'],
        ['day', '２０２７－０２－３１'],
        ['at', '25：00'],
      ] as const),
    ])
      assert.equal((await send({ [name]: written })).status, 422, `${way} ${name} ${written}`);
  }

  // Programs, and the fields of content, have the same kinds. A JSON number is no text.
  const json = { phone: '٠٥٠ ١٢٣', day: '２０２７－０２－１９', mail: 'ａ＠example.com', rows: [{ tel: '０３０１' }] };
  const sent = await service.request('POST', '/forms/typed/submit', { token: null, body: json });
  assert.deepEqual(await storedBy(service, 'typed', sent), {
    ...{ phone: '050 123', day: '2027-02-19', mail: 'a@example.com', rows: [{ tel: '0301' }], total: 0 },
  });
  const text = await service.request('POST', '/forms/typed/submit', { token: null, body: { guests: '１２' } });
  assert.deepEqual(faultsOf(text), ['/guests wrong_type']);
  const ofType = [
    ...typed.slice(0, 9),
    { name: 'code', type: 'slug' },
    { name: 'lists', type: 'list', of: { type: 'phone' } },
  ];
  const made = await service.request('POST', '/types', { body: { name: 'shop', plural: 'shops', fields: ofType } });
  assert.equal(made.status, 201, made.text);
  const fields = {
    phone: '０９０ー１',
    at: '９：３０'.replace('９', '０９'),
    code: '\u200eｂｌｕｅ‐ラーメン',
    lists: ['٠٣٠١'],
  };
  const item = await service.request('POST', '/content/shops', { body: { title: 'A', fields } });
  assert.deepEqual(item.body.fields, { phone: '090-1', at: '09:30', code: 'blue-ラーメン', lists: ['0301'] });
});

test('the language of the form decides what a separator means, and what is unclear is rejected', async (t) => {
  const service = await startTestService(t);
  const tip = { name: 'tip', type: 'custom', label: 'Tip' };
  const fields = [
    { name: 'weight', type: 'number', label: 'Weight', default: 2.125 },
    { name: 'guests', type: 'integer', label: 'Guests' },
    { name: 'gift', type: 'payment', label: 'Gift', currency: 'eur', lines: [tip] },
  ];
  const dinar = [{ name: 'gift', type: 'payment', label: 'Gift', currency: 'kwd', lines: [{ ...tip, preset: 1500 }] }];
  const yen = [{ name: 'gift', type: 'payment', label: 'Gift', currency: 'jpy', lines: [tip] }];
  const sold = (currency: string) => [{ ...yen[0], currency }];
  const others = { usd: sold('usd'), isk: sold('isk'), sek: sold('sek') };
  for (const language of ['en', 'de', 'fr', 'ar', 'ja', 'sv'])
    for (const [currency, list] of Object.entries({ eur: fields, kwd: dinar, jpy: yen, ...others }))
      await makeForm(service, `${language}-${currency}`, list, { language });

  const quote = async (form: string, tip: string) => {
    const body = new URLSearchParams({ 'gift.tip': tip }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await service.request('POST', `/forms/${form}/quote`, { token: null, body, headers });
    return answer.status === 422 ? answer.body.errors[0].detail.replaceAll('\u00a0', ' ') : answer.body.amount;
  };
  const rejected = 'enter an amount for “Tip”, such as €12.50';
  for (const [form, text, amount] of [
    ...([
      ['en-eur', '1,000.50', 100050],
      ['en-eur', '1,000', 100000],
      ['en-eur', '1.000', rejected],
    ] as const),
    ...([
      ['de-eur', '1.000,50', 100050],
      ['de-eur', '1.000', 100000],
      ['de-eur', '1,000', rejected],
    ] as const),
    // One meaning, whatever the language.
    ...([
      ['en-eur', '1.000,50', 100050],
      ['de-eur', '1,000.50', 100050],
      ['en-eur', '12,5', 1250],
    ] as const),
    ...([
      ['de-eur', '12.50', 1250],
      ['de-eur', '0.50', 50],
      ['en-eur', '1 000', 100000],
      ['en-eur', '7.', 700],
    ] as const),
    ...([
      ['ar-eur', '١٬٠٠٠٫٥٠', 100050],
      ['ar-eur', '١٬٠٠٠', 100000],
      ['ar-eur', '٢٥', 2500],
    ] as const),
    ...([
      ['ja-eur', '１，０００．５０', 100050],
      ['fr-eur', '1\u202f000,50', 100050],
    ] as const),
    ...([
      ['fr-eur', '1.000', rejected],
      ['en-eur', '10.000,005', rejected],
      ['en-eur', '0.005', rejected],
    ] as const),
    ...([
      ['en-kwd', '1.000', 1000],
      ['de-kwd', '1.000', 1_000_000],
      ['de-kwd', '1,000', 1000],
    ] as const),
    ...([
      ['ja-jpy', '１，０００', 1000],
      ['en-jpy', '1,000', 1000],
    ] as const),
    ['en-jpy', '10.5', 'enter an amount for “Tip”, such as ¥13'],
    // The sign of the currency, or its code.
    ...([
      ['en-eur', '5 €', 500],
      ['en-eur', '€5', 500],
      ['en-eur', 'EUR 1,000.50', 100050],
      ['de-eur', '1.000,50 eur', 100050],
      ['en-jpy', '￥1,000', 1000],
      ['ja-jpy', '¥１，０００', 1000],
      ['sv-sek', '12,50 kr', 1250],
      ['en-usd', 'US$5', 500],
      ['en-usd', '$ 5', 500],
      ['fr-usd', '5 $US', 500],
      ['ar-kwd', '١٫٥ د.ك.\u200f', 1500],
    ] as const),
    ...([
      ['en-eur', '$5', rejected],
      ['en-eur', '€5€', rejected],
      ['en-eur', '€', rejected],
      ['en-usd', '5 €', 'enter an amount for “Tip”, such as $12.50'],
    ] as const),
    ...([
      ['en-isk', 'five', 'enter an amount for “Tip”, such as ISK 13'],
      ['en-isk', '12.50', 'the amount for “Tip” must be a multiple of ISK 1'],
      ['en-kwd', 'five', 'enter an amount for “Tip”, such as KWD 12.500'],
      ['en-kwd', '1.005', 'the amount for “Tip” must be a multiple of KWD 0.010'],
    ] as const),
  ] as const)
    assert.equal(await quote(form, text), amount, `${form} ${text}`);

  for (const [form, name, text, value] of [
    ...([
      ['en-eur', 'weight', '1.000', null],
      ['en-eur', 'weight', '1,000', 1000],
      ['de-eur', 'weight', '1.000', 1000],
    ] as const),
    ...([
      ['de-eur', 'weight', '1,125', 1.125],
      ['de-eur', 'guests', '1.000', 1000],
      ['en-eur', 'guests', '1,000', 1000],
    ] as const),
    ...([
      ['de-eur', 'weight', '1,000', null],
      ['de-eur', 'weight', '１，０００', null],
      ['de-eur', 'weight', '12,500', null],
      ['de-eur', 'weight', '0,500', 0.5],
      ['de-eur', 'weight', '1,50', 1.5],
      ['de-eur', 'weight', '1.5', 1.5],
      ['en-eur', 'weight', '1e3', 1000],
      ['ar-eur', 'weight', '١٫٢٥٠', 1.25],
    ] as const),
    ...([
      ['fr-eur', 'weight', '1.000', null],
      ['fr-eur', 'guests', '1,000', null],
      ['en-eur', 'guests', '1.000', null],
    ] as const),
  ] as const) {
    const { data, faults } = await waysToSend(service, form)['url-encoded']({ [name]: text });
    assert.deepEqual(
      value === null ? faults : data[name],
      value === null ? [`/${name} wrong_type`] : value,
      `${form} ${text}`,
    );
  }

  // The page writes numbers as it reads them.
  const page = await service.request('GET', '//f/de-eur', { token: null });
  assert.match(page.text, /name="weight" type="text" inputmode="decimal" autocomplete="off" value="2,125"/);
  const begun = await service.request('GET', '//f/de-eur?weight=1.125&guests=2', { token: null });
  assert.match(begun.text, /name="weight"[^>]* value="1,125"/);
  assert.match((await service.request('GET', '//f/de-kwd', { token: null })).text, /name="gift\.tip" value="1,500"/);
  const _page = /name="_page" value="([^"]+)"/.exec(page.text)?.[1] as string;
  const body = new URLSearchParams({ _page, website: '', weight: '1.2.3', guests: '1.000', 'gift.tip': '1,000' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const wrong = await service.request('POST', '//f/de-eur', { token: null, headers, body: body.toString() });
  assert.equal(wrong.status, 422);
  for (const shown of ['eine Zahl wie 1.234,5', 'einen Betrag wie 12,50\u00a0€', 'value="1.2.3"', 'value="1.000"'])
    assert.ok(wrong.text.includes(shown), shown);
});

test('characters that cannot be seen are no answer, and stay in one that can', async (t) => {
  const service = await startTestService(t);
  const fields = [
    { name: 'line', type: 'text', required: true },
    { name: 'lines', type: 'textarea', required: true },
  ];
  await makeForm(service, 'seen', [
    ...fields,
    { name: 'signed', type: 'signature', required: true },
    { name: 'rows', type: 'repeat', fields },
  ]);
  const ofType = [...fields, { name: 'html', type: 'richtext', required: true }];
  await service.request('POST', '/types', { body: { name: 'note', plural: 'notes', fields: ofType } });
  const right = { line: 'a', lines: 'a', signed: 'a' };
  const hidden =
    '200b 200c 200d 2060 00ad 200e 202e 2069 fe0f 034f 2800 3164 ffa0 115f 1160 180e 17b4 feff 00a0 3000 2028 e0020 e0100 0007';
  const blanks = hidden.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
  for (const blank of [...blanks, blanks.join(' ')]) {
    const name = JSON.stringify(blank);
    for (const field of ['line', 'lines', 'signed'] as const) {
      const values = { ...right, [field]: blank };
      const sent = await service.request('POST', '/forms/seen/submit', { token: null, body: values });
      assert.deepEqual(faultsOf(sent), [`/${field} required`], `${field} ${name}`);
    }
    const body = { ...right, rows: [{ line: blank, lines: 'a' }] };
    const inRow = await service.request('POST', '/forms/seen/submit', { token: null, body });
    assert.deepEqual(faultsOf(inRow), ['/rows/0/line required'], name);
    const item = await service.request('POST', '/content/notes', {
      body: { title: 'A', fields: { line: blank, lines: 'a', html: `<p>${blank}</p>` } },
    });
    assert.deepEqual(faultsOf(item), ['/fields/line required', '/fields/html required'], name);
    const untitled = await service.request('POST', '/content/notes', { body: { title: blank, fields: {} } });
    assert.ok(
      faultsOf(untitled).some((fault) => fault.startsWith('/title ')),
      `${name} ${untitled.text}`,
    );
  }
  for (const [way, send] of Object.entries(waysToSend(service, 'seen')))
    assert.deepEqual((await send({ ...right, lines: '\u200b\u3164' })).faults, ['/lines required'], way);
  for (const seen of ['می\u200cخواهم', '👨\u200d👩\u200d👧', '❤\ufe0f', 'co\u00adop', '\u200eשלום', '⠓', '-', '0']) {
    const body = { ...right, line: seen, lines: seen };
    const sent = await service.request('POST', '/forms/seen/submit', { token: null, body });
    const { line, lines } = await storedBy(service, 'seen', sent);
    assert.deepEqual({ line, lines }, { line: seen, lines: seen }, sent.text);
  }
});

test('a number that is too large to be exact is refused wherever it comes from', async (t) => {
  const service = await startTestService(t);
  const fields = [{ name: 'weight', type: 'number' }];
  const rows = [{ name: 'rows', type: 'repeat', fields }];
  await makeForm(service, 'long', [...fields, ...rows], { public: true, language: 'en' });
  const detail = 'is too large to be exact: use a number of at most 15 digits, or a field for text';
  for (const [way, send] of Object.entries(waysToSend(service, 'long'))) {
    for (const text of ['9007199254740993', '-9,007,199,254,740,993', '１２３４５６７８９０１２３４５６７８９']) {
      assert.deepEqual((await send({ weight: text })).faults, ['/weight out_of_range'], `${way} ${text}`);
      assert.deepEqual((await send({ 'rows.0.weight': text })).faults, ['/rows/0/weight out_of_range'], way);
    }
    for (const [text, weight] of [
      ['9007199254740991', Number.MAX_SAFE_INTEGER],
      ['1e30', 1e30],
      ['0.1', 0.1],
    ] as const)
      assert.deepEqual((await send({ weight: text })).data, { weight }, `${way} ${text}`);
  }
  const json = { token: null, headers: { 'content-type': 'application/json' }, body: '{"weight":9007199254740993}' };
  const urlEncoded = {
    ...json,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'weight=9007199254740993',
  };
  for (const sent of [json, urlEncoded])
    assert.deepEqual((await service.request('POST', '/forms/long/submit', sent)).body.errors, [
      { pointer: '/weight', code: 'out_of_range', detail },
    ]);
  const page = await service.request('POST', '/forms/long/submit', {
    ...urlEncoded,
    headers: { ...urlEncoded.headers, accept: 'text/html' },
  });
  assert.match(page.text, /enter a number of at most 15 digits/);
});

test('what is wrong with an answer is said with what is expected', async (t) => {
  const service = await startTestService(t);
  const fields = [
    { name: 'home', type: 'address' },
    { name: 'many', type: 'select', options: Array.from({ length: 60 }, (_, index) => `Option ${index}`) },
    { name: 'day', type: 'date' },
    { name: 'moment', type: 'datetime' },
  ];
  await makeForm(service, 'expected', fields, { public: true, language: 'de' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const values = {
    'home.street': 'A 1',
    'home.city': 'B',
    'home.country': 'Germany',
    many: 'x',
    day: '19.2.',
    moment: 'x',
  };
  const body = new URLSearchParams(values).toString();
  const answer = await service.request('POST', '/forms/expected/submit', { token: null, headers, body });
  assert.deepEqual(
    answer.body.errors.map(({ detail }: { detail: string }) => detail),
    [
      'must be a country code of two capital letters (ISO 3166-1), such as DE',
      'must be one of 60 values, such as Option 0, Option 1, Option 2',
      'must be a date such as 2027-02-19',
      'must be a date and time such as 2027-02-19T09:30:00Z',
    ],
  );
  const asPage = { ...headers, accept: 'text/html' };
  const page = await service.request('POST', '/forms/expected/submit', { token: null, headers: asPage, body });
  for (const shown of [
    'ein Datum ein, zum Beispiel 2027-02-19<',
    'Datum und Uhrzeit ein, zum Beispiel 2027-02-19T09:30<',
  ])
    assert.ok(page.text.includes(shown), shown);
});

test('a line of text stays one, and patterns see what is stored', async (t) => {
  const service = await startTestService(t);
  const fields = [
    { name: 'line', type: 'text' },
    { name: 'code', type: 'text', pattern: '[a-z ]+', max: 5 },
    { name: 'lines', type: 'textarea' },
  ];
  await makeForm(service, 'line', [
    ...fields,
    { name: 'rows', type: 'repeat', fields },
    { name: 'from', type: 'hidden' },
  ]);
  await service.request('POST', '/types', { body: { name: 'memo', plural: 'memos', fields } });
  const [toRight, toLeft, end] = ['\u202d', '\u202e', '\u202c'];
  for (const [name, sent, stored] of [
    ['line', 'a b\n', 'a b'],
    ['line', '\r\na\nb\u2028c\td\v', 'a b c d'],
    ['line', 'a\u0007b\u009fc', 'abc'],
    ['line', `in${toLeft}gpj.exe`, 'ingpj.exe'],
    ['line', `a${end}b`, 'ab'],
    ['line', `\u2066a${end}\u2069`, 'a'],
    ['line', `a \u2067${toRight}b${end}\u2069 \u200ec`, `a \u2067${toRight}b${end}\u2069 \u200ec`],
    ['code', 'abcde\n', 'abcde'],
    ['code', 'ab\u0001cd\r\n', 'abcd'],
    ['code', 'a\nb', 'a b'],
    ['lines', '\na\n\tb\n', '\na\n\tb\n'],
    ['lines', `a${toLeft}\nb${toLeft}c${end}\u0007`, `a\nb${toLeft}c${end}`],
  ] as const) {
    const about = JSON.stringify(sent);
    for (const body of [{ [name]: sent }, { rows: [{ [name]: sent }] }]) {
      const answer = await service.request('POST', '/forms/line/submit', { token: null, body });
      const expected = 'rows' in body ? { rows: [{ [name]: stored }] } : { [name]: stored };
      assert.deepEqual(await storedBy(service, 'line', answer), expected, `${about} ${answer.text}`);
    }
    for (const [way, send] of Object.entries(waysToSend(service, 'line')))
      assert.deepEqual(
        (await send({ [name]: sent.replaceAll(/\r?\n/g, '\r\n') })).data,
        { [name]: stored },
        `${way} ${about}`,
      );
    const item = await service.request('POST', '/content/memos', { body: { title: 'A', fields: { [name]: sent } } });
    assert.deepEqual(item.body.fields, { [name]: stored }, `${about} ${item.text}`);
  }
  const wrong = await service.request('POST', '/forms/line/submit', { token: null, body: { code: 'abc-\n' } });
  assert.deepEqual(faultsOf(wrong), ['/code pattern']);
});

test('what browsers say about the encoding of a form is no answer', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, 'encoded', [{ name: 'a', type: 'text' }], { strict: true });
  await makeForm(service, 'open', [{ name: 'a', type: 'text' }]);
  for (const slug of ['encoded', 'open'])
    for (const [way, send] of Object.entries(waysToSend(service, slug))) {
      const { data, text } = await send({ a: 'x', _charset_: 'UTF-8' });
      assert.deepEqual(data, { a: 'x' }, `${way} ${text}`);
    }
  const { body } = await service.request('GET', '/forms/open/submissions');
  for (const { extra } of body.items) assert.deepEqual(extra, {});
});

test('options and rows are known however their characters are composed', async (t) => {
  const service = await startTestService(t);
  const [composed, apart] = ['Caf\u00e9', 'Cafe\u0301'];
  const options = [composed, 'Th\u00e9'];
  const asked = [
    { name: 'one', type: 'select', options },
    { name: 'some', type: 'multiselect', options },
  ];
  const table = { name: 'table', type: 'matrix', rows: [composed, 'Bar'], options };
  const tables = { name: 'tables', type: 'matrix', rows: [composed], options, multiple: true };
  await makeForm(service, 'composed', [...asked, { name: 'boxes', type: 'checkbox', options }, table, tables]);
  const stored = {
    ...{ one: composed, some: [composed], boxes: [composed] },
    ...{ table: { [composed]: composed }, tables: { [composed]: [composed] } },
  };
  const sent = {
    ...{ one: apart, some: [apart], boxes: [apart] },
    ...{ table: { [apart]: apart }, tables: { [apart]: [apart] } },
  };
  const json = await service.request('POST', '/forms/composed/submit', { token: null, body: sent });
  assert.deepEqual(await storedBy(service, 'composed', json), stored, json.text);
  const inputs = { one: apart, some: apart, boxes: apart, [`table.${apart}`]: apart, [`tables.${apart}`]: apart };
  for (const [way, send] of Object.entries(waysToSend(service, 'composed'))) {
    const { data, text } = await send(inputs);
    assert.deepEqual(data, stored, `${way} ${text}`);
  }
  await service.request('POST', '/types', { body: { name: 'place', plural: 'places', fields: asked } });
  const fields = { one: apart, some: [apart] };
  const item = await service.request('POST', '/content/places', { body: { title: 'A', fields } });
  assert.deepEqual(item.body.fields, { one: composed, some: [composed] }, item.text);
});
