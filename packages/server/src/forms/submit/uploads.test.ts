import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { namesWithJoiners } from '../../../test/support/media.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { sweepFiles } from '../../files/files.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const fields = [
  { name: 'email', type: 'email', required: true },
  { name: 'photo', type: 'file', accept: ['image/*'], required: true },
  { name: 'papers', type: 'file', accept: ['text/csv', 'application/pdf', 'image/png'], maxSize: 2000, maxFiles: 2 },
];

async function makeForm(service: TestService, declared: object[] = fields, body: object = {}): Promise<string> {
  const made = await service.request('POST', '/forms', { body: { name: 'Apply', fields: declared, ...body } });
  assert.equal(made.status, 201, made.text);
  return `${await service.listen()}/api/v1/forms/apply/submit`;
}

type Part = string | { bytes: Uint8Array; name: string; type?: string };

function bodyOf(parts: [string, Part][]): FormData {
  const form = new FormData();
  for (const [name, part] of parts) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([part.bytes as Uint8Array<ArrayBuffer>], { type: part.type ?? '' }), part.name);
  }
  return form;
}

async function post(url: string, parts: [string, Part][], headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'POST', body: bodyOf(parts), headers });
  // biome-ignore lint/suspicious/noExplicitAny: responses are checked by assertions, not by types
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
}

/** Names of all stored files, including unfinished ones. */
async function storedBytes(service: TestService): Promise<string[]> {
  const folder = path.join(service.config.dataFolder, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const photo: [string, Part] = ['photo', { bytes: png, name: 'Ünï "q".png', type: 'image/png' }];
const email: [string, Part] = ['email', 'ada@example.com'];

test('files are submitted with the answers, and can be downloaded as attachments with the right scope', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  const csv = Buffer.from('a,b\r\n1,2\r\n');
  const sent = await post(url, [
    email,
    photo,
    ['papers[]', { bytes: csv, name: '../../etc/list.csv', type: 'text/csv' }],
    ['papers[]', { bytes: png, name: 'scan.png', type: 'text/plain' }],
  ]);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const [item] = (await service.request('GET', '/forms/apply/submissions')).body.items;
  assert.equal(item.id, sent.body.submissionId);
  const files = item.files.map(({ field, name, type, size }: Record<string, unknown>) => [field, name, type, size]);
  assert.deepEqual(files, [
    ['photo', 'Ünï "q".png', 'image/png', png.length],
    ['papers', 'list.csv', 'text/csv', csv.length],
    ['papers', 'scan.png', 'image/png', png.length],
  ]);
  assert.deepEqual(item.data, {
    email: 'ada@example.com',
    photo: [item.files[0].id],
    papers: [item.files[1].id, item.files[2].id],
  });
  assert.deepEqual((await storedBytes(service)).sort(), item.files.map(({ id }: { id: string }) => id).sort());

  const download = await fetch(url.replace('forms/apply/submit', `files/${item.files[0].id}`), {
    headers: { authorization: `Bearer ${await service.tokenWith('forms:read')}` },
  });
  assert.equal(download.status, 200);
  assert.deepEqual(Buffer.from(await download.arrayBuffer()), png);
  assert.equal(download.headers.get('content-type'), 'image/png');
  assert.equal(download.headers.get('content-length'), String(png.length));
  assert.equal(download.headers.get('x-content-type-options'), 'nosniff');
  assert.match(String(download.headers.get('content-security-policy')), /sandbox/);
  assert.equal(
    download.headers.get('content-disposition'),
    `attachment; filename="Uni _q_.png"; filename*=UTF-8''%C3%9Cn%C3%AF%20%22q%22.png`,
  );
  assert.equal((await service.request('GET', `/files/${item.files[0].id}`, { token: null })).status, 401);
  assert.equal((await service.request('GET', '/files/file_unknown')).body.code, 'file_not_found');

  assert.equal((await service.request('DELETE', '/forms/apply?force=true')).status, 200);
  assert.deepEqual(await storedBytes(service), []);
  assert.equal((await service.request('GET', `/files/${item.files[0].id}`)).status, 404);
});

test('names of files keep what joins emoji and letters, and lose what hides or turns them', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service, [{ name: 'photos', type: 'file', maxFiles: 20 }]);
  const names = [...namesWithJoiners, 'a\u202egpj.png', '\u2066b\u200b.png', '.\u200d'];
  const parts = names.map((name): [string, Part] => ['photos', { bytes: png, name }]);
  assert.equal((await post(url, parts)).status, 200);
  const [{ files }] = (await service.request('GET', '/forms/apply/submissions')).body.items;
  const expected = [...namesWithJoiners, 'agpj.png', 'b.png', 'file'];
  assert.deepEqual(
    files.map(({ name }: { name: string }) => name),
    expected,
  );
  for (const [index, { id }] of files.slice(0, namesWithJoiners.length).entries()) {
    const { headers } = await service.request('GET', `/files/${id}`);
    const full = String(headers['content-disposition']).split("UTF-8''")[1];
    assert.equal(full, encodeURIComponent(expected[index] as string));
  }
});

test('a part with JSON is JSON, whatever its file name, unless its field is one for files', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service, [
    { name: 'guests', type: 'repeat', fields: [{ name: 'name', type: 'text' }] },
    { name: 'days', type: 'multiselect', options: ['mo', 'tu'] },
    { name: 'config', type: 'file', accept: ['application/json'] },
  ]);
  const json = (value: unknown, name: string): Part => ({
    bytes: Buffer.from(JSON.stringify(value)),
    name,
    type: 'application/json',
  });
  const sent = await post(url, [
    ['guests', json([{ name: 'Ada' }, { name: 'Bob' }], 'blob')],
    ['days', json(['mo', 'tu'], 'days.json')],
    ['config', json({ a: 1 }, 'config.json')],
    ['more', json({ b: [2] }, 'blob')],
  ]);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const [{ data, files }] = (await service.request('GET', '/forms/apply/submissions')).body.items;
  assert.deepEqual(
    [data.guests, data.days],
    [
      [{ name: 'Ada' }, { name: 'Bob' }],
      ['mo', 'tu'],
    ],
  );
  assert.deepEqual(
    files.map(({ field, name, type }: Record<string, string>) => [field, name, type]),
    [['config', 'config.json', 'application/json']],
  );
  const broken = await post(url, [['days', { bytes: Buffer.from('[1'), name: 'blob', type: 'application/json' }]]);
  assert.deepEqual([broken.status, broken.body.code], [400, 'malformed_json'], JSON.stringify(broken.body));
});

test('text is accepted by its extension, whatever type browsers and programs declare', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(
    service,
    [
      { name: 'table', type: 'file', label: 'Table', accept: ['text/csv', '.MD'] },
      { name: 'texts', type: 'file', label: 'Texts', accept: ['text/*', 'application/json'], maxFiles: 20 },
    ],
    { public: true },
  );
  const excel = 'application/vnd.ms-excel';
  const csv = Buffer.from('Größe;Preis\r\nä;5 €\r\n', 'latin1');
  const types = [excel, 'application/octet-stream', 'text/plain', ''];
  const part = (bytes: Uint8Array, name: string, type: string): Part => ({ bytes, name, type });
  for (const type of types) {
    const sent = await post(url, [
      ['table', part(csv, 'prices.CSV', type)],
      ['texts', part(csv, 'prices.csv', type)],
      ['texts', part(Buffer.from('# A'), 'a.md', type)],
      ['texts', part(Buffer.from('{"a":1}'), 'a.json', type)],
      ['texts', part(Buffer.from('BMW'), 'a.txt', type)],
    ]);
    assert.equal(sent.status, 200, `${type}: ${JSON.stringify(sent.body)}`);
    const [{ files }] = (await service.request('GET', '/forms/apply/submissions')).body.items;
    assert.deepEqual(
      files.map((file: { type: string }) => file.type),
      ['text/csv', 'text/csv', 'text/markdown', 'application/json', 'text/plain'],
    );
    service.advance(1000);
  }
  const { hostname, port } = new URL(url);
  const head = 'content-disposition: form-data; name="table"; filename="a.csv"';
  const untyped = await fetch(`http://${hostname}:${port}/api/v1/forms/apply/submit`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: `--x\r\n${head}\r\n\r\na,b\r\n--x--\r\n`,
  });
  assert.equal(untyped.status, 200, await untyped.text());

  const xls = Buffer.from('d0cf11e0a1b11ae1000000000000000000000000', 'hex');
  for (const [bytes, name, type] of [
    [xls, 'a.csv', excel],
    [Buffer.from('<!doctype html><p>a'), 'a.csv', excel],
    [Buffer.from('a,b'), 'a.html', 'text/html'],
    [Buffer.from([...csv, 0]), 'a.csv', 'text/csv'],
    [png, 'a.md', 'text/markdown'],
  ] as const) {
    const rejected = await post(url, [['table', part(bytes, name, type)]]);
    assert.deepEqual(
      [rejected.status, rejected.body.detail],
      [422, '/table: must be one of these file types: text/csv, .md'],
      `${name} ${type}`,
    );
  }
  const page = (await service.app.inject({ url: '/f/apply' })).payload;
  assert.match(page, / accept="text\/csv,\.md">/);
  assert.match(page, /CSV or MD, up to 10 MB\./);
});

test('all invalid files and answers are reported together, and no file is kept', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  const html = Buffer.from('<script>alert(1)</script>');
  const rejected = await post(url, [
    ['email', 'invalid'],
    ['photo', { bytes: html, name: 'me.png', type: 'image/png' }],
    ['papers', { bytes: png, name: '1.png', type: 'image/png' }],
    ['papers', { bytes: png, name: '2.png', type: 'image/png' }],
    ['papers', { bytes: png, name: '3.png', type: 'image/png' }],
    ['other', { bytes: png, name: '4.png', type: 'image/png' }],
  ]);
  assert.equal(rejected.status, 422);
  assert.deepEqual(
    rejected.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
    ['/photo type_not_allowed', '/papers too_many_files', '/other unknown', '/email format'],
  );
  assert.deepEqual(await storedBytes(service), []);
  const empty = await post(url, [email, ['photo', { bytes: Buffer.alloc(0), name: 'me.png' }]]);
  assert.deepEqual(empty.body.errors, [{ pointer: '/photo', code: 'empty', detail: 'must not be empty' }]);
  const missing = await post(url, [email, ['photo', { bytes: Buffer.alloc(0), name: '' }]]);
  assert.deepEqual(missing.body.errors[0], { pointer: '/photo', code: 'required', detail: 'is required' });
});

test('a file over the limit of its field gets 413, even before the upload is complete', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  const paper = await post(url, [
    email,
    photo,
    ['papers', { bytes: Buffer.alloc(2001, 'a'), name: 'a.csv', type: 'text/csv' }],
  ]);
  assert.deepEqual([paper.status, paper.body.code, paper.body.errors[0].pointer], [413, 'file_too_large', '/papers']);
  const big = Buffer.concat([png, Buffer.alloc(40 * 1024 * 1024)]);
  const huge = await post(url, [email, photo, ['photo', { bytes: big, name: 'b.png', type: 'image/png' }]]);
  assert.deepEqual([huge.status, huge.body.code, huge.body.maxSize], [413, 'file_too_large', 10 * 1024 * 1024]);
  assert.deepEqual(await storedBytes(service), []);
});

test('text values have limits too', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  const long = await post(url, [photo, ['email', 'x'.repeat(1024 * 1024 + 1)]]);
  assert.deepEqual([long.status, long.body.code], [413, 'body_too_large']);
  const many = await post(url, [photo, ...Array.from({ length: 201 }, (_, n): [string, Part] => [`f${n}`, 'x'])]);
  assert.deepEqual([many.status, many.body.code], [413, 'body_too_large']);
  const nul = await post(url, [['email', 'a\0@b.co'], photo]);
  assert.deepEqual([nul.status, nul.body.errors[0].code], [422, 'invalid_text']);
  const polluting = await post(url, [['__proto__', 'x'], photo]);
  assert.equal(polluting.status, 400, JSON.stringify(polluting.body));
  assert.deepEqual(await storedBytes(service), []);
});

test('the same key and files create one submission, duplicates of the files are removed, and other files are rejected', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  const key = { 'idempotency-key': 'apply-1' };
  const first = await post(url, [email, photo], key);
  const again = await post(url, [email, photo], key);
  assert.equal(first.status, 200);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  const other = await post(url, [email, ['photo', { bytes: Buffer.concat([png, png]), name: 'x.png' }]], key);
  assert.equal(other.body.code, 'idempotency_key_reused');
  await waitFor('the copies to be removed', async () => (await storedBytes(service)).length === 1);
  assert.equal((await service.request('GET', '/forms/apply/submissions')).body.total, 1);
  // As if the first response was lost in a crash: the second run finds the submission and keeps its files.
  await service.database.writer.updateTable('idempotencyKeys').set({ status: null, body: null }).execute();
  service.advance(61_000);
  assert.deepEqual((await post(url, [email, photo], key)).body, first.body);
  const [item] = (await service.request('GET', '/forms/apply/submissions')).body.items;
  assert.deepEqual(await storedBytes(service), [item.files[0].id]);
});

test('a closed or full form keeps no files', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service, fields, { maxSubmissions: 2 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(url, [email, photo])));
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  assert.equal((await storedBytes(service)).length, 2);
  await service.request('PATCH', '/forms/apply', { body: { open: false } });
  assert.equal((await post(url, [email, photo])).body.code, 'form_closed');
  assert.equal((await post(url, [email, photo], { 'idempotency-key': 'x' })).body.code, 'form_closed');
  assert.equal((await storedBytes(service)).length, 2);
});

/** Sends the headers of a request and the first part of its body. */
async function beginUpload(url: string, body: Buffer, contentLength: number) {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=xx\r\nContent-Length: ${contentLength}\r\n\r\n`,
  );
  socket.write(body);
  return socket;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const partHead = (name: string, file: string): string =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`;

test('a client that disconnects during an upload leaves no files behind', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  const body = Buffer.concat([
    Buffer.from(partHead('papers', 'whole.png')),
    png,
    Buffer.from(`\r\n${partHead('photo', 'half.png')}`),
    png,
    Buffer.alloc(200_000),
  ]);
  const socket = await beginUpload(url, body, 5_000_000);
  await waitFor('both files to be stored', async () => (await storedBytes(service)).length === 2);
  socket.destroy();
  await waitFor('the storage to be empty again', async () => (await storedBytes(service)).length === 0);
  assert.equal((await service.request('GET', '/forms/apply/submissions')).body.total, 0);
  assert.equal((await post(url, [email, photo])).status, 200);
});

test('a body that ends too early is malformed', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  const body = Buffer.concat([Buffer.from(partHead('photo', 'half.png')), png]);
  const socket = await beginUpload(url, body, body.length);
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 400 /);
  assert.match(String(answer), /malformed_body/);
  socket.destroy();
  assert.deepEqual(await storedBytes(service), []);
});

test('a large file is streamed without being held in memory', async (t) => {
  const service = await startTestService(t);
  const size = 64 * 1024 * 1024;
  const url = await makeForm(service, [{ name: 'video', type: 'file', maxSize: size }]);
  const head = Buffer.from(partHead('video', 'v.bin'));
  const tail = Buffer.from('\r\n--xx--\r\n');
  const socket = await beginUpload(url, head, head.length + size + tail.length);
  const chunk = Buffer.alloc(256 * 1024, 7);
  const memory = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = memory();
  let maxGrowth = 0;
  for (let sent = 0; sent < size; sent += chunk.length) {
    if (!socket.write(chunk)) await once(socket, 'drain');
    if (sent % (32 * chunk.length) === 0) maxGrowth = Math.max(maxGrowth, memory() - before);
  }
  socket.write(tail);
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200 /);
  socket.destroy();
  assert.ok(
    maxGrowth < 16 * 1024 * 1024,
    `memory grew by ${Math.round(maxGrowth / 1024 / 1024)} MiB during an upload of 64 MiB`,
  );
  const [item] = (await service.request('GET', '/forms/apply/submissions')).body.items;
  assert.equal(item.files[0].size, size);
});

test('the sweep removes only files without a row, including unfinished ones', async (t) => {
  const service = await startTestService(t);
  const url = await makeForm(service);
  await post(url, [email, photo]);
  const [item] = (await service.request('GET', '/forms/apply/submissions')).body.items;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield png;
  }
  await service.context.files.put('file_orphan', bytes());
  const subfolder = path.join(service.config.dataFolder, 'files', 'an');
  await writeFile(path.join(subfolder, 'file_unfinished_an.part'), 'half');
  assert.equal(await sweepFiles(service.context), 0);
  assert.equal((await storedBytes(service)).length, 3);
  // Ages are measured by the file system's clock, so all of these files are older than one second in the future.
  assert.equal(await sweepFiles(service.context, -1000), 2);
  assert.deepEqual(await storedBytes(service), [item.files[0].id]);
  assert.equal((await service.request('DELETE', `/forms/apply/submissions/${item.id}`)).status, 200);
  assert.deepEqual(await storedBytes(service), []);
});
