import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture, upload } from '../../../test/support/media.ts';
import { startTestService } from '../../../test/support/test-service.ts';

test('choices have pictures of the media library, which visitors see as long as they are there', async (t) => {
  const service = await startTestService(t);
  const [sea, yard] = [
    (await upload(service, await picture('png', { width: 800 }), 'sea.png')).body,
    (await upload(service, await picture('png', { width: 800 }), 'yard.png')).body,
  ];
  const options = [
    { value: 'sea', label: 'By the sea', image: sea.id },
    { value: 'yard', label: 'Courtyard', image: yard.id },
    'any',
  ];
  const body = {
    name: 'Rooms',
    fields: [
      { name: 'room', type: 'radio', options, required: true },
      { name: 'also', type: 'multiselect', options },
      { name: 'boxes', type: 'checkbox', options },
    ],
  };
  const made = await service.request('POST', '/forms', { body });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.fields[0].options, options);

  const origin = await service.listen();
  const open = async () => (await fetch(`${origin}/f/rooms`)).text();
  const page = await fetch(`${origin}/f/rooms`);
  assert.match(String(page.headers.get('content-security-policy')), /img-src 'self'/);
  const text = await page.text();
  const shown = [...text.matchAll(/<label class="choice">(?:<img src="([^"]+)" alt="">)?<input[^>]* value="(\w+)"/g)];
  const url = (id: string) => `/media/${id}/choice?width=640&#38;format=webp`;
  assert.deepEqual(
    shown.slice(0, 3).map(([, src, value]) => [value, src]),
    [
      ['sea', url(sea.id)],
      ['yard', url(yard.id)],
      ['any', undefined],
    ],
  );
  assert.equal(shown.length, 9);
  const image = await fetch(`${origin}${url(sea.id).replace('&#38;', '&')}`);
  assert.equal(image.headers.get('content-type'), 'image/webp');
  const { html } = (await service.request('GET', '/forms/rooms/code')).body;
  assert.match(html, new RegExp(`<img src="http[^"]+/media/${sea.id}/choice`));

  // Answers are the values, as without pictures.
  const sent = await service.request('POST', '/forms/rooms/submit', {
    token: null,
    body: { room: 'sea', also: ['any'] },
  });
  assert.equal(sent.status, 200, sent.text);

  assert.match((await service.request('DELETE', `/media/${sea.id}`)).body.detail, /^Forms that show it: "[^"]+"$/);
  await service.request('DELETE', `/media/${sea.id}?references=clear`);
  const later = await open();
  assert.ok(!later.includes(sea.id) && later.includes(yard.id));
});

test('pictures that visitors could not see are rejected, each with a sentence', async (t) => {
  const service = await startTestService(t);
  const secret = (await upload(service, await picture('png'), 'x.png', { texts: { private: 'true' } })).body;
  const text = (await upload(service, Buffer.from('%PDF-1.4\n%%EOF\n'), 'prices.pdf')).body;
  const optionsWith = (image: string) => ['any', { value: 'a', label: 'A', image }];
  for (const [image, detail] of [
    ['med_unknown', 'is not a file of the media library'],
    [text.id, 'must be a picture'],
    [secret.id, 'must be a picture that is not private, because visitors see it'],
  ]) {
    const body = { name: 'Rooms', fields: [{ name: 'room', type: 'radio', options: optionsWith(image) }] };
    const made = await service.request('POST', '/forms', { body });
    assert.deepEqual(made.body.errors, [{ pointer: '/fields/0/options/1/image', code: 'unusable_picture', detail }]);
  }
  const detail = 'is only for forms, in fields of the type radio, multiselect, checkbox';
  const fault = { pointer: '/fields/0/options/1/image', code: 'not_allowed', detail };
  const select = { name: 'room', type: 'select', options: optionsWith('med_1') };
  const made = await service.request('POST', '/forms', { body: { name: 'Rooms', fields: [select] } });
  assert.deepEqual(made.body.errors, [fault]);
  const type = { name: 'room', fields: [{ ...select, type: 'radio' }] };
  const content = await service.request('POST', '/types', { body: type });
  assert.deepEqual(content.body.errors, [fault], content.text);
});
