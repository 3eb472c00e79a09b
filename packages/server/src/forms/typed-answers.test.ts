import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, startTestService, type TestService } from '../../test/support/test-service.ts';

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
      [{ code: 'a\r\nbc' }, { code: 'a\nbc' }],
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
  assert.equal(await send(), 'http://frontdesk.test/f/gr%C3%B6%C3%9Fe/thanks');

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
    ['/payments/checkout', { amount: 100, currency: 'eur', successUrl: 'https://müller.example/a b' }],
  ] as const) {
    const [fault = ''] = faultsOf(await service.request('POST', place, { body }));
    assert.match(fault, / (format|invalid_url)$/, place);
  }
});
