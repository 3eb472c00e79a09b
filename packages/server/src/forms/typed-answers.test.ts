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
