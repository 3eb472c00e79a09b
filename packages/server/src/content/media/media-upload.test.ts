import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import sharp from 'sharp';
import { startContentService } from '../../../test/support/content-service.ts';
import { namesWithJoiners, picture, placedPicture, storedFiles, upload } from '../../../test/support/media.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { sweepFiles } from '../../files/files.ts';

test('a picture is uploaded with its texts, and its record says what it is and where', async (t) => {
  const service = await startContentService(t);
  const bytes = await picture('png', { width: 64, height: 48 });
  const texts = {
    alt: 'A harbor',
    folder: 'Travel/2027',
    tags: 'sea, night',
    focalX: '0.25',
    focalY: '0.5',
    private: 'false',
  };
  const { status, body, headers } = await upload(service, bytes, 'Häfen_at-night.png', { texts });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(headers.location, `/api/v1/media/${body.id}`);
  assert.match(body.placeholder, /^data:image\/webp;base64,/);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { id, fileId, createdAt, updatedAt, placeholder, ...rest } = body;
  assert.deepEqual(rest, {
    title: 'Häfen at night',
    alt: 'A harbor',
    caption: '',
    description: '',
    externalId: null,
    mimeType: 'image/png',
    sourceUrl: null,
    srcset: `${body.url}?width=160 64w`,
    itemId: null,
    url: `http://frontdesk.test/media/${id}/hafen_at-night-${sha256.slice(0, 8)}.png`,
    fileName: 'Häfen_at-night.png',
    size: bytes.length,
    width: 64,
    height: 48,
    sha256,
    focalX: 0.25,
    focalY: 0.5,
    folder: 'Travel/2027',
    tags: ['night', 'sea'],
    private: false,
  });
  assert.deepEqual((await service.request('GET', `/media/${id}`)).body, body);
  // As people type them into a form.
  const typed = { focalX: '0,5', focalY: '０．７５', private: 'Yes' };
  const again = await upload(service, await picture('png', { width: 8, height: 8 }), 'a.png', { texts: typed });
  const { focalX, focalY, private: isPrivate } = again.body;
  assert.deepEqual([focalX, focalY, isPrivate], [0.5, 0.75, true], again.text);
});

test('pictures lose their metadata, and are turned the way they were taken', async (t) => {
  const service = await startContentService(t);
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    for (const orientation of format === 'avif' ? [1] : [1, 6]) {
      const sent = await placedPicture(format, orientation, { width: 60, height: 20 });
      assert.ok((await sharp(sent).metadata()).exif, `${format} has a place`);
      const { body } = await upload(service, sent, `a.${format}`);
      const [width, height] = orientation === 6 ? [20, 60] : [60, 20];
      assert.deepEqual([body.width, body.height], [width, height], JSON.stringify([format, body]));
      const stored = Buffer.concat(await (await service.context.files.read(body.fileId)).toArray());
      const metadata = await sharp(stored).metadata();
      assert.deepEqual([metadata.width, metadata.height, metadata.orientation ?? 1], [width, height, 1], format);
      assert.ok(!metadata.exif || metadata.exif.every((byte) => byte === 0), `${format} ${orientation}`);
      assert.ok(!stored.includes('Camera'), format);
    }
  }
});

test('the same bytes are stored once, and removed with their last record', async (t) => {
  const service = await startContentService(t);
  const bytes = await placedPicture('jpeg');
  const uploads = await Promise.all([1, 2, 3].map((number) => upload(service, bytes, `${number}.jpg`)));
  assert.deepEqual(
    uploads.map(({ status }) => status),
    [201, 201, 201],
  );
  const records = uploads.map(({ body }) => body);
  assert.equal(new Set(records.map(({ id }) => id)).size, 3);
  assert.equal(new Set(records.map(({ fileId }) => fileId)).size, 1);
  assert.deepEqual(await storedFiles(service), [records[0].fileId]);
  for (const { id } of records) {
    assert.equal((await storedFiles(service)).length, 1);
    assert.equal((await service.request('DELETE', `/media/${id}`)).status, 200);
  }
  assert.deepEqual(await storedFiles(service), []);
  assert.equal((await upload(service, bytes, '1.jpg')).status, 201);
});

test('what cannot be stored gets one sentence and leaves nothing behind', async (t) => {
  const service = await startContentService(t, { maxMediaBytes: 100_000 });
  const jpeg = await picture('jpeg', { width: 500, height: 400, seed: 9 });
  const noise = Buffer.alloc(50_000, 'x');
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
    .png({ palette: true, colors: 2 })
    .toBuffer();
  assert.ok(bomb.length < 100_000);
  const page = '<!doctype html><script>alert(1)</script>';
  const cases: [bytes: Uint8Array, name: string, type: string, fault: RegExp][] = [
    [jpeg.subarray(0, jpeg.length - 100), 'cut.jpg', 'image/jpeg', /broken or cut off/],
    [Buffer.concat([jpeg.subarray(0, 20), noise]), 'broken.jpg', 'image/jpeg', /broken or cut off/],
    [(await picture('png')).subarray(0, 60), 'cut.png', 'image/png', /broken or cut off/],
    [(await picture('gif')).subarray(0, -1), 'cut.gif', 'image/gif', /broken or cut off/],
    [(await picture('webp')).subarray(0, -5), 'cut.webp', 'image/webp', /broken or cut off/],
    [bomb, 'bomb.png', 'image/png', /at most 100 million pixels/],
    [Buffer.from(page), 'page.html', 'text/html', /it is a page or a script/],
    [Buffer.from(page), 'page.txt', 'text/plain', /it is a page or a script/],
    [
      Buffer.from(`<?xml version="1.0"?>${page}`),
      'page.svg',
      'image/svg+xml',
      /it is a page or a script|must be a picture/,
    ],
    [Buffer.from('alert(1)'), 'script.js', 'text/javascript', /must be a picture, PDF/],
    [
      Buffer.from(`<!-- a --> <?b?><!doctype c [d]>\n<!---->${page}`),
      'page.txt',
      'text/plain',
      /it is a page or a script/,
    ],
    [Buffer.from(`${'<!---->'.repeat(500)}<Script>`), 'page.txt', 'text/plain', /it is a page or a script/],
    [Buffer.from('#!/bin/sh\n'), 'run.txt', 'text/plain', /it is a page or a script/],
    [Buffer.from('MZ\x90\0'), 'setup.exe', 'application/octet-stream', /must be a picture, PDF/],
    [jpeg, '../../etc/a.jpg', 'image/jpeg', /without slashes and control characters/],
    [jpeg, 'a\u202egpj.exe', 'image/jpeg', /without slashes and control characters/],
    [jpeg, 'a\\b.jpg', 'image/jpeg', /without slashes and control characters/],
    [jpeg, 'a\u2067b.jpg', 'image/jpeg', /control characters, direction marks included$/],
    [jpeg, '.\u200d', 'image/jpeg', /without slashes and control characters/],
    [Buffer.alloc(0), 'empty.jpg', 'image/jpeg', /must not be empty/],
  ];
  for (const [bytes, name, type, fault] of cases) {
    const { status, body } = await upload(service, new Uint8Array(bytes), name, { type });
    assert.equal(status, 422, `${name}: ${JSON.stringify(body)}`);
    assert.equal(body.errors.length, 1, JSON.stringify(body));
    assert.equal(body.errors[0].pointer, '/file');
    assert.match(body.detail, fault, name);
    assert.deepEqual(await storedFiles(service), [], name);
  }
  const wrongName = new FormData();
  wrongName.set('photo', new File([new Uint8Array(jpeg)], 'a.jpg'));
  const misnamed = await service.request('POST', '/media', { body: wrongName });
  assert.match(misnamed.body.detail, /^\/photo: does not accept files: send them as `file`/);
  const large = await upload(service, new Uint8Array(100_001), 'large.jpg', { type: 'image/jpeg' });
  assert.equal(large.status, 413 === large.status ? 413 : 422);
  const largeText = await upload(service, Buffer.alloc(100_001, 'a') as never, 'large.txt', { type: 'text/plain' });
  assert.deepEqual([largeText.status, largeText.body.maxSize], [413, 100_000]);
  const badTexts = await upload(service, jpeg, 'a.jpg', {
    texts: { focalX: '2', folder: '/a', nope: 'x', private: 'so' },
  });
  assert.equal(badTexts.status, 422);
  assert.deepEqual(badTexts.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '/focalX',
    '/folder',
    '/nope',
    '/private',
  ]);
  assert.equal((await service.request('POST', '/media', { body: {} })).status, 422);
  assert.deepEqual(await storedFiles(service), []);
  assert.equal((await service.request('GET', '/media')).body.total, 0);
});

test('names keep what joins emoji and letters', async (t) => {
  const service = await startContentService(t);
  const bytes = await picture('png');
  for (const name of namesWithJoiners) {
    const { status, body, text } = await upload(service, bytes, name);
    assert.deepEqual([status, body.fileName], [201, name], text);
    const { headers } = await service.app.inject({ url: new URL(body.url).pathname });
    assert.match(String(headers['content-disposition']), /^inline; filename="[ -~]+\.png"; filename\*=UTF-8''/);
    assert.equal(String(headers['content-disposition']).split("UTF-8''")[1], encodeURIComponent(name));
    const found = await service.request('GET', `/media?search=${encodeURIComponent(name)}`);
    assert.equal(found.body.total, 1, name);
  }
});

test('a request without a body says what is missing', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png'), 'a.png');
  for (const [method, path] of [
    ['POST', '/media'],
    ['PUT', `/media/${body.id}/file`],
  ] as const) {
    const empty = await service.request(method, path);
    assert.deepEqual([empty.status, empty.body.errors[0].pointer], [422, '/file'], empty.text);
    assert.match(empty.body.detail, /^\/file: is required: send one file under this name, or its `url` as JSON$/);
  }
  for (const sent of [{}, { body: { file: 'a.xml' } }]) {
    const other = await service.request('POST', '/imports', sent);
    assert.deepEqual([other.status, other.body.detail], [415, 'Send the body as multipart/form-data'], other.text);
  }
});

test('an upload that breaks off leaves nothing behind', async (t) => {
  const service = await startContentService(t);
  const { port } = new URL(await service.listen());
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    'POST /api/v1/media HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${service.token}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 1000000',
  ];
  const part =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n';
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'a'.repeat(200_000)}`);
  await waitFor('the first bytes', async () => (await storedFiles(service)).length === 1);
  socket.destroy();
  await waitFor('the file to be removed', async () => (await storedFiles(service)).length === 0);
});

test('files that are sent at the same time are listed in the order in which they were sent', async (t) => {
  const service = await startContentService(t);
  const origin = await service.listen();
  const part =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="first.txt"\r\ncontent-type: text/plain\r\n\r\n';
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(Buffer.from(text));
  const first = fetch(`${origin}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: readable,
    duplex: 'half',
  });
  await write(`${part}${'a'.repeat(200_000)}`);
  await waitFor('the first bytes', async () => (await storedFiles(service)).length === 1);
  service.advance(1000);
  assert.equal((await upload(service, await picture('png'), 'second.png')).status, 201);
  await write('\r\n--x--\r\n');
  await writer.close();
  assert.equal((await first).status, 201);
  const { items } = (await service.request('GET', '/media')).body;
  assert.deepEqual(
    items.map(({ title }: { title: string }) => title),
    ['second', 'first'],
  );
});

test('bytes without a row are swept, those of the library are not', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png'), 'a.png');
  await service.context.files.put('file_orphan1234', [Buffer.from('left by a crash')] as never);
  await waitFor('the files to be older', async () => (await sweepFiles(service.context, 5)) === 1);
  assert.deepEqual(await storedFiles(service), [body.fileId]);
});

test('an upload with an idempotency key happens once', async (t) => {
  const service = await startContentService(t);
  const bytes = await picture('png');
  const headers = { 'idempotency-key': 'upload-1' };
  const first = await upload(service, bytes, 'a.png', { headers });
  const again = await upload(service, bytes, 'a.png', { headers });
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal((await upload(service, bytes, 'b.png', { headers })).status, 422);
  assert.equal((await service.request('GET', '/media')).body.total, 1);
  assert.equal((await storedFiles(service)).length, 1);
});

test('documents, text and films are accepted by their bytes, and by name where these do not say', async (t) => {
  const service = await startContentService(t);
  const zip = Buffer.from('504b0304140000000000', 'hex');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12" width="48px"><script>alert(1)</script></svg>';
  const cases: [bytes: Uint8Array, name: string, sent: string, type: string][] = [
    [Buffer.from('%PDF-1.7\n'), 'a.pdf', 'application/pdf', 'application/pdf'],
    [Buffer.from('a,b\n1,2\n'), 'a.csv', 'application/octet-stream', 'text/csv'],
    [Buffer.from('# Title\n'), 'a.md', '', 'text/markdown'],
    [Buffer.from('Größe;5 €\n', 'latin1'), 'b.csv', 'application/vnd.ms-excel', 'text/csv'],
    [Buffer.from('BMW,1\n'), 'c.csv', 'text/plain', 'text/csv'],
    [Buffer.from('GIF, 1\n'), 'd.csv', 'text/x-csv', 'text/csv'],
    // Patterns that try each way to read many comments would take for ever.
    [Buffer.from(`${'<!---->'.repeat(500)}x`), 'a.txt', '', 'text/plain'],
    [Buffer.from('<?a>'.repeat(1000)), 'b.txt', '', 'text/plain'],
    [zip, 'a.docx', '', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    [zip, 'a.zip', 'application/x-zip-compressed', 'application/zip'],
    [
      Buffer.from('0000001866747970697 36f6d0000020069736f6d6d703432'.replace(' ', ''), 'hex'),
      'a.mp4',
      'video/mp4',
      'video/mp4',
    ],
    [Buffer.from(svg), 'a.svg', 'image/svg+xml', 'image/svg+xml'],
    [Buffer.from(`<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg>${svg}`), 'b.svg', '', 'image/svg+xml'],
  ];
  for (const [bytes, name, type, expected] of cases) {
    const { status, body } = await upload(service, new Uint8Array(bytes), name, { type });
    assert.deepEqual([status, body.mimeType], [201, expected], `${name}: ${JSON.stringify(body)}`);
  }
  const [drawing] = (await service.request('GET', '/media?search=a.svg')).body.items;
  assert.deepEqual([drawing.width, drawing.height], [48, 12]);
});
