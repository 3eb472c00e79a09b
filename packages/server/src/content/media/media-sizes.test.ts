import assert from 'node:assert/strict';
import { readdir, truncate, utimes } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { joinAvif } from '../../../test/support/avif.ts';
import { startContentService } from '../../../test/support/content-service.ts';
import { picture, upload } from '../../../test/support/media.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { sweepSizes } from '../../files/files.ts';
import { dataPath } from '../../storage/data-folder.ts';
import { localStorage } from '../../storage/local-storage.ts';
import { createPictureSizes } from '../../storage/picture-sizes.ts';
import { UnusablePicture } from '../../storage/pictures.ts';

/** Reads a size without a key. */
async function read(service: TestService, url: string, query: string, headers: Record<string, string> = {}) {
  const answer = await service.app.inject({ url: `${new URL(url).pathname}?${query}`, headers });
  const isJson = /json/.test(String(answer.headers['content-type']));
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: answer.rawPayload,
    body: isJson ? answer.json() : undefined,
  };
}

async function keptSizes({ config }: Pick<TestService, 'config'>): Promise<string[]> {
  const folder = dataPath(config.dataFolder, 'sizes');
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const fail = (error: unknown) => assert.fail(String(error));

const dimensions = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return [width, height, format];
};

test('a listed size is made once, kept, and may be kept for ever', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png', { width: 1000, height: 500 }), 'a.png');
  const answers = await Promise.all([1, 2, 3].map(() => read(service, body.url, 'width=320&format=webp')));
  for (const { status, headers, bytes } of answers) {
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'image/webp');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.deepEqual(await dimensions(bytes), [320, 160, 'webp']);
  }
  assert.equal((await keptSizes(service)).length, 1);
  const etag = String(answers[0]?.headers.etag);
  const known = await read(service, body.url, 'width=320&format=webp', { 'if-none-match': etag });
  assert.deepEqual([known.status, known.bytes.length], [304, 0]);
  const again = await read(service, body.url, 'width=320&format=webp');
  assert.deepEqual(again.bytes, answers[0]?.bytes);
  assert.deepEqual(await dimensions((await read(service, body.url, 'width=2560&format=jpeg')).bytes), [
    1000,
    500,
    'jpeg',
  ]);
});

test('the format is the best that the caller accepts', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png', { width: 400, height: 200 }), 'a.png');
  const cases: [accept: string, type: string][] = [
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/avif;q=0, image/webp', 'image/webp'],
    ['*/*', 'image/jpeg'],
  ];
  for (const [accept, type] of cases) {
    const { headers } = await read(service, body.url, 'width=160', { accept });
    assert.deepEqual([headers['content-type'], headers.vary], [type, 'accept'], accept);
  }
});

test('a crop shows the focal point, and follows it', async (t) => {
  const service = await startContentService(t);
  const blue = { r: 0, g: 0, b: 255 };
  const right = { create: { width: 300, height: 300, channels: 3 as const, background: blue } };
  const halves = (await picture('png', {
    width: 600,
    height: 300,
    change: (image) => image.composite([{ input: right, left: 300, top: 0 }]),
  })) as never;
  const { body } = await upload(service, halves, 'a.png');
  const query = 'width=160&height=160&fit=cover&format=jpeg';
  const blueness = async () => {
    const { bytes, headers } = await read(service, body.url, query);
    assert.equal(headers['cache-control'], 'public, no-cache');
    assert.deepEqual(await dimensions(bytes), [160, 160, 'jpeg']);
    return Math.round((await sharp(bytes).stats()).channels[2]?.mean ?? -1);
  };
  await service.request('PATCH', `/media/${body.id}`, { body: { focalX: 0, focalY: 0.5 } });
  assert.ok((await blueness()) < 20);
  await service.request('PATCH', `/media/${body.id}`, { body: { focalX: 1, focalY: 0.5 } });
  assert.ok((await blueness()) > 230);
  const large = await read(service, body.url, 'width=2560&height=1280&fit=cover&format=jpeg');
  assert.deepEqual(await dimensions(large.bytes), [600, 300, 'jpeg']);
  const inside = await read(service, body.url, 'width=320&height=50&format=jpeg');
  assert.deepEqual(await dimensions(inside.bytes), [100, 50, 'jpeg']);
});

test('what cannot be made is refused by the name of the parameter', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png'), 'a.png');
  const { body: text } = await upload(service, Buffer.from('text') as never, 'a.txt');
  const cases: [url: string, query: string, detail: RegExp][] = [
    [body.url, 'width=300', /width: .*160.*320.*640.*960.*1280.*1920.*2560/],
    [body.url, 'width=160&height=15', /height: must be a multiple of 10/],
    [body.url, 'width=160&quality=81', /quality/],
    [body.url, 'width=160&format=png', /format/],
    [body.url, 'width=160&fit=fill', /fit/],
    [body.url, 'width=160&fit=cover', /height: is required/],
    [body.url, 'quality=80', /width: is required: one of 160/],
    [text.url, 'width=160', /only for pictures/],
  ];
  for (const [url, query, detail] of cases) {
    const answer = await read(service, url, query);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_query'], query);
    assert.match(answer.body.detail, detail);
  }
  assert.equal((await read(service, 'http://x/media/med_none/a.png', 'width=160')).status, 404);
  assert.deepEqual(await keptSizes(service), []);
});

test('a broken original gets one clear answer, and leaves nothing', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png', { width: 300, height: 300 }), 'a.png');
  const file = path.join(dataPath(service.config.dataFolder, 'files'), body.fileId.slice(-2), body.fileId);
  await truncate(file, body.size - 30);
  const broken = await read(service, body.url, 'width=160');
  assert.deepEqual([broken.status, broken.body?.code], [422, 'picture_unusable']);
  assert.doesNotMatch(String(broken.headers['cache-control']), /immutable/);
  assert.deepEqual(await keptSizes(service), []);
  const { body: other } = await upload(service, await picture('png', { seed: 9 }), 'b.png');
  assert.equal((await read(service, other.url, 'width=160')).status, 200);
});

test('a picture that cannot be used is not tried again with each request', async (t) => {
  const service = await startContentService(t);
  let now = 0;
  const sizes = createPictureSizes(
    localStorage(path.join(service.config.dataFolder, 'sizes-of-a-test')),
    1e6,
    () => now,
  );
  const attempts: string[] = [];
  const ask = (fileId: string, size: string, error: Error) => {
    const make = async (): Promise<Buffer> => {
      attempts.push(`${fileId} ${size}`);
      throw error;
    };
    return assert.rejects(sizes.get(fileId, size, make, fail), error.constructor as never);
  };
  const slow = new UnusablePicture('too_slow', 'slow');
  await ask('file_1', '1x1', slow);
  await ask('file_1', '2x2', slow);
  await ask('file_2', '1x1', new Error('The disk is full'));
  await ask('file_2', '1x1', slow);
  assert.deepEqual(attempts, ['file_1 1x1', 'file_2 1x1', 'file_2 1x1']);
  now += 3_600_000;
  await ask('file_1', '2x2', slow);
  assert.equal(attempts.at(-1), 'file_1 2x2');
});

test('an animation that would take too long is shown by its first frame', async (t) => {
  const service = await startContentService(t);
  const frames = await Promise.all(
    Array.from({ length: 17 }, (_, n) => picture('png', { width: 1600, height: 1600, seed: 15 * n })),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
  const { body } = await upload(service, new Uint8Array(gif), 'a.gif');
  const isAnimation = async (width: number) => {
    const { bytes } = await read(service, body.url, `width=${width}`, { accept: 'image/webp' });
    return ((await sharp(bytes).metadata()).pages ?? 1) > 1;
  };
  assert.deepEqual([await isAnimation(160), await isAnimation(1920)], [true, false]);
});

test('sizes go with their file', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png', { seed: 1 }), 'a.png');
  await read(service, body.url, 'width=160');
  assert.equal((await keptSizes(service)).length, 1);
  const put = { method: 'PUT', path: `/media/${body.id}/file` } as const;
  const { body: after } = await upload(service, await picture('png', { seed: 2 }), 'a.png', put);
  assert.deepEqual(await keptSizes(service), []);
  await read(service, after.url, 'width=160');
  assert.equal((await service.request('DELETE', `/media/${body.id}`)).status, 200);
  assert.deepEqual(await keptSizes(service), []);
  await service.context.sizes.get('file_gone', '1x1', async () => Buffer.from('x'), fail);
  await sweepSizes(service.context);
  assert.deepEqual(await keptSizes(service), []);
});

test('the sizes of private pictures are as private', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png'), 'a.png', { texts: { private: 'true' } });
  assert.equal((await read(service, body.url, 'width=160')).status, 401);
  const link = await service.request('POST', `/media/${body.id}/link`, { body: { expiresInSeconds: 60 } });
  const answer = await read(service, body.url, `${new URL(link.body.url).search.slice(1)}&width=160`);
  assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'private, no-cache']);
  assert.equal(answer.headers.vary, 'authorization, cookie, accept');
});

test('a record names its sizes up to its own width', async (t) => {
  const service = await startContentService(t);
  const { body } = await upload(service, await picture('png', { width: 400, height: 200 }), 'a.png');
  const url = body.url;
  assert.equal(body.srcset, `${url}?width=160 160w, ${url}?width=320 320w, ${url}?width=640 400w`);
  const { body: text } = await upload(service, Buffer.from('text') as never, 'a.txt');
  assert.equal(text.srcset, null);
});

test('an animation stays one', async (t) => {
  const service = await startContentService(t);
  const frames = await Promise.all([picture('png', { seed: 1 }), picture('png', { seed: 99 })]);
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { body } = await upload(service, new Uint8Array(gif), 'a.gif');
  for (const query of ['width=160', 'width=160&height=160&fit=cover']) {
    const { bytes, headers } = await read(service, body.url, query, { accept: 'image/avif,image/webp' });
    assert.equal(headers['content-type'], 'image/webp', query);
    assert.equal((await sharp(bytes).metadata()).pages, 2);
  }
});

test('a picture with several pictures inside is shown by the one that browsers show, in all of its sizes', async (t) => {
  const service = await startContentService(t);
  const large = { width: 700, height: 350 };
  const make = (seed: number, size: { width: number; height: number }) => picture('avif', { seed, ...size });
  const colorOf = async (bytes: Buffer) => (await sharp(bytes).stats()).dominant.r > 128;
  const cases: [name: string, parts: Buffer[], primary: number][] = [
    ['thumbnail after it', [await make(250, large), await make(5, { width: 70, height: 35 })], 0],
    ['thumbnail before it', [await make(5, { width: 70, height: 35 }), await make(250, large)], 1],
    ['two of the same size', [await make(5, large), await make(250, large)], 1],
  ];
  for (const [name, parts, primary] of cases) {
    const { status, body, text } = await upload(service, joinAvif(parts, primary), 'a.avif');
    assert.deepEqual([status, body.width, body.height], [201, 700, 350], `${name}: ${text}`);
    const queries = body.srcset.split(', ').map((one: string) => one.replace(/^.*\?| .*$/g, ''));
    assert.equal(queries.length, 4);
    for (const query of [...queries, 'width=160&height=160&fit=cover']) {
      for (const accept of ['image/avif', 'image/webp', '*/*']) {
        const answer = await read(service, body.url, query, { accept });
        assert.equal(answer.status, 200, `${name}, ${query}, ${accept}: ${JSON.stringify(answer.body)}`);
        assert.equal((await sharp(answer.bytes).metadata()).pages ?? 1, 1, `${name}, ${query}, ${accept}`);
        assert.ok(await colorOf(answer.bytes), `${name}, ${query}, ${accept}`);
      }
    }
  }
});

test('the budget holds: what was used longest ago goes first, in batches', async (t) => {
  const service = await startContentService(t);
  const folder = path.join(service.config.dataFolder, 'sizes-of-a-test');
  const storage = localStorage(folder);
  const sizes = createPictureSizes(storage, 10 * 4096, Date.now);
  const ask = (n: number) => sizes.get(`file_${n}`, '1x1', async () => Buffer.alloc(100), fail);
  for (let n = 0; n < 10; n++) {
    await ask(n);
    const id = `1x1.file_${n}`;
    const usedAt = Date.now() / 1000 - 7200 + n;
    await utimes(path.join(folder, id.slice(-2), id), usedAt, usedAt);
  }
  assert.equal((await ask(0)).isNew, false);
  await Promise.all([ask(10), ask(11)]);
  assert.deepEqual((await sizes.listFiles()).length <= 10, true);
  assert.equal((await ask(0)).isNew, false);
  assert.equal((await ask(1)).isNew, true);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  assert.ok(files.length <= 10);
});
