import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../../test/support/media.ts';
import { startTestService } from '../../../test/support/test-service.ts';

const fields = [
  { name: 'email', type: 'email', label: 'Email' },
  { name: 'sign', type: 'signature', label: 'Signature', required: true },
  { name: 'note', type: 'text', label: 'Note', step: 2 },
];

test('a signature is a drawn file or a typed name, of which a picture is made', async (t) => {
  const service = await startTestService(t);
  const settings = { mail: { notice: { to: ['office@example.com'] } } };
  const made = await service.request('POST', '/forms', { body: { name: 'Contract', fields, settings } });
  assert.equal(made.status, 201, made.text);
  const submit = (body: unknown) => service.request('POST', '/forms/contract/submit', { token: null, body });
  const faultsOf = async (body: unknown) =>
    ((await submit(body)).body.errors ?? []).map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
  assert.deepEqual(await faultsOf({}), ['/sign required']);
  assert.deepEqual(await faultsOf({ sign: '  ' }), ['/sign required']);
  assert.deepEqual(await faultsOf({ sign: 'x'.repeat(101) }), ['/sign invalid']);
  assert.deepEqual(await faultsOf({ sign: 'data:image/png;base64,iVBORw0KGgo=' }), ['/sign not_a_file']);
  assert.deepEqual(await faultsOf({ sign: ['file_01'] }), ['/sign not_a_file']);
  assert.deepEqual(await faultsOf({ sign: { name: 'Ada' } }), ['/sign not_a_file']);
  const upload = (file: Blob, name: string) => {
    const form = new FormData();
    form.append('sign', file, name);
    return service.request('POST', '/forms/contract/submit', { token: null, body: form });
  };
  const wrong = await upload(
    new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }),
    'a.svg',
  );
  assert.deepEqual([wrong.body.errors[0].pointer, wrong.body.errors[0].code], ['/sign', 'type_not_allowed']);
  const png = await picture('png', { width: 40, height: 20 });
  assert.equal((await upload(new Blob([new Uint8Array(png)], { type: 'image/png' }), 'signature.png')).status, 200);
  assert.equal((await submit({ email: 'ada@example.com', sign: ' Ada <b>&/Lovelace ' })).status, 200);

  const { items } = (await service.request('GET', '/forms/contract/submissions')).body;
  const [typed, drawn] = items;
  assert.deepEqual([drawn.files[0].name, drawn.files[0].type], ['signature.png', 'image/png']);
  assert.deepEqual([typed.files[0].name, typed.files[0].type], ['Ada <b>&Lovelace.svg', 'image/svg+xml']);
  assert.deepEqual(typed.data.sign, [typed.files[0].id]);
  const { text } = await service.request('GET', `/files/${typed.files[0].id}`);
  assert.match(text, /<title>Ada &#60;b&#62;&#38;\/Lovelace<\/title>/);
  const csv = (await service.request('GET', '/forms/contract/submissions.csv')).text;
  assert.match(csv, /Ada <b>&Lovelace\.svg/);
  assert.equal((await service.request('GET', '/submissions?search=lovelace')).body.items.length, 1);
  const mails = (await service.request('GET', '/mails')).body.items;
  assert.match((await service.request('GET', `/mails/${mails[0].id}`)).body.text, /Ada <b>&Lovelace\.svg/);

  // The page has an input for the name, and loads the library from here. What was typed goes on to the next part.
  const page = await service.request('GET', '//f/contract?lang=de', { token: null });
  assert.match(
    page.text,
    /<input type="text" id="field-sign" name="sign" required[^>]* maxlength="100" autocomplete="name"/,
  );
  assert.match(page.text, /hidden>\s*<p class="help">Zeichnen Sie/);
  assert.match(String(page.headers['content-security-policy']), /script-src 'sha256-[^;]+ 'self';/);
  const library = await service.request('GET', '//signature/pad.js', { token: null });
  assert.match(library.text, /Signature Pad v5/);
  const token = /name="_page" value="([^"]+)"/.exec(page.text)?.[1] as string;
  service.advance(20_000);
  const send = (values: Record<string, string>) =>
    service.request('POST', '//f/contract?lang=en', {
      token: null,
      body: new URLSearchParams({ _page: token, email: 'bob@example.com', ...values }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  assert.match((await send({ '.step': '0', '.move': 'next', sign: '' })).text, /Signature: fill in this field/);
  const next = await send({ '.step': '0', '.move': 'next', sign: 'Bob' });
  assert.match(next.text, /<input type="hidden" name="sign" value="Bob">/);
  assert.equal((await send({ '.step': '1', sign: 'Bob' })).status, 303);
  const [last] = (await service.request('GET', '/forms/contract/submissions')).body.items;
  assert.equal(last.files[0].name, 'Bob.svg');
});
