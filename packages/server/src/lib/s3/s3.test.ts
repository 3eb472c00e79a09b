// How the client of S3 stores deals with stores that fail.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { s3Keys, startS3 } from '../../../test/support/s3-store.ts';
import { openBucket } from './s3-bucket.ts';
import { S3Error } from './s3-error.ts';
import { bucketUrl, describeS3Place, readS3Place, type S3Access, type S3Keys } from './s3-place.ts';
import { readKeySource, readS3Access, type S3KeySettings } from './s3-settings.ts';

/** No setting says where keys come from. */
const noKeys: S3KeySettings = {
  ...{ accessKeyId: null, secretAccessKey: null, sessionToken: null },
  ...{ roleArn: null, roleSessionName: null, webIdentityTokenFile: null, stsEndpoint: null },
  ...{ containerPath: null, containerUrl: null, containerToken: null, containerTokenFile: null },
  ...{ keysFrom: null, metadataEndpoint: null },
};

const quick = { silenceMs: 20_000, tries: 4, pauseMs: 2 };
const impatient = { ...quick, silenceMs: 1000 };

async function* chunks(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

test('a store that is busy or breaks connections is asked again, and the object is stored once', async (t) => {
  const s3 = await startS3(t);
  const bucket = openBucket(s3.at(''), quick);
  const bytes = randomBytes(11 * 2 ** 20);
  const troubles = [{ status: 503, code: 'SlowDown' }, 'cut', { status: 500, code: 'InternalError' }] as const;
  for (const trouble of troubles) {
    const seen = new Set<string>();
    // The first attempt of every request fails.
    s3.trouble = ({ method, path }) => {
      const call = `${method} ${path}`;
      const isNew = !seen.has(call);
      seen.add(call);
      return isNew ? trouble : null;
    };
    await bucket.put('large', chunks(bytes));
    await bucket.put('small', chunks(bytes.subarray(0, 1000)));
    assert.ok(bytes.equals(Buffer.concat((await (await bucket.read('large'))?.stream.toArray()) ?? [])));
    assert.deepEqual(
      (await Array.fromAsync(bucket.list())).map(({ name, bytes }) => [name, bytes]),
      [
        ['large', bytes.length],
        ['small', 1000],
      ],
    );
    assert.deepEqual(await s3.uploads(), []);
    await bucket.remove('large');
    await bucket.remove('small');
  }
});

test('an upload whose last answer is an error behind a 200, or lost, is complete or fails as a whole', async (t) => {
  const s3 = await startS3(t);
  const bucket = openBucket(s3.at(''), quick);
  const bytes = randomBytes(6 * 2 ** 20);
  const isCompletion = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && /uploadId=/.test(path);
  s3.trouble = (call) => (isCompletion(call) ? { status: 200, code: 'InternalError' } : null);
  await assert.rejects(bucket.put('a', chunks(bytes)), S3Error);
  assert.deepEqual([await s3.objects(), await s3.uploads()], [[], []]);
  let lost = false;
  s3.trouble = (call) => {
    if (lost || !isCompletion(call)) return null;
    lost = true;
    return 'lose the answer';
  };
  await bucket.put('b', chunks(bytes));
  assert.deepEqual([lost, await s3.objects()], [true, ['b']]);
});

test('a read that breaks goes on where it broke, but not with another object of the same name', async (t) => {
  const s3 = await startS3(t);
  const bucket = openBucket(s3.at(''), quick);
  const bytes = randomBytes(4 * 2 ** 20);
  await bucket.put('a', chunks(bytes));
  let cuts = 3;
  s3.trouble = () => (cuts-- > 0 ? 'cut the answer' : null);
  const range = { start: 1000, end: bytes.length - 5 };
  const found = await bucket.read('a', range);
  assert.equal(found?.bytes, bytes.length);
  assert.ok(bytes.subarray(1000, -4).equals(Buffer.concat((await found?.stream.toArray()) ?? [])));
  assert.equal(cuts, -1);
  cuts = 1;
  const replaced = await bucket.read('a');
  await bucket.put('a', chunks(randomBytes(bytes.length)));
  await assert.rejects(replaced?.stream.toArray() ?? Promise.resolve(), { status: 412 });
});

/** A store that always answers in the same way, whatever is asked. */
async function startLiar(t: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { from: 'settings', ...s3Keys, sessionToken: null } as const;
  const access = { endpoint, region: 'us-east-1', keys };
  return openBucket({ access: { ...access, pathStyle: true }, place: { bucket: 'site-files', prefix: '' } }, quick);
}

test('a store that sends another part than the one asked for is not believed', async (t) => {
  const bytes = randomBytes(100_000);
  const asked: (string | undefined)[] = [];
  const bucket = await startLiar(t, (request, response) => {
    asked.push(request.headers.range);
    // It knows nothing of ranges, and breaks off each time.
    response.writeHead(200, { 'content-length': bytes.length, etag: '"a"' });
    response.write(bytes.subarray(0, 60_000), () => request.socket.destroy());
  });
  const found = await bucket.read('a');
  await assert.rejects(found?.stream.toArray() ?? Promise.resolve(), /asked for the bytes from \d+ on and sent others/);
  assert.equal(asked.length, 2);
  await assert.rejects(bucket.read('a', { start: 10, end: 20 }), /sent others/);
});

test('a list that is not whole is not taken for one that is', async (t) => {
  const pages = [
    '<IsTruncated>true</IsTruncated>',
    '',
    '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>',
  ];
  for (const page of pages) {
    const bucket = await startLiar(t, (_request, response) => {
      response.end(`<ListBucketResult>${page}<Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>`);
    });
    await assert.rejects(Array.fromAsync(bucket.list()), /ends in the middle/);
  }
});

test('what is wrong is said in a sentence, at once', async (t) => {
  const s3 = await startS3(t);
  const { access, place } = s3.at('');
  const put = (changes: Partial<S3Access>, at = place) =>
    openBucket({ access: { ...access, ...changes }, place: at }, quick).put('a', chunks(Buffer.from('a')));
  const fails = async (run: Promise<unknown>, message: RegExp): Promise<void> => {
    const before = s3.calls.length;
    await assert.rejects(run, (error) => error instanceof S3Error && message.test(error.message));
    assert.ok(s3.calls.length <= before + 1);
  };
  const withKeys = (keys: Partial<S3Keys>) =>
    put({ keys: { from: 'settings', ...s3Keys, sessionToken: null, ...keys } });
  await fails(withKeys({ accessKeyId: 'other' }), /does not know the access key\. Check AWS_ACCESS_KEY_ID\.$/);
  await fails(withKeys({ secretAccessKey: 'other' }), /Check AWS_SECRET_ACCESS_KEY\.$/);
  await fails(put({}, { bucket: 'no-such-bucket', prefix: '' }), /has no bucket “no-such-bucket”/);
  await fails(
    put({ endpoint: 'http://127.0.0.1:1' }),
    /http:\/\/127\.0\.0\.1:1 cannot be reached: the connection was refused/,
  );
  await fails(
    put({ endpoint: 'http://no-such-host.invalid' }),
    /cannot be reached: its name (?:is unknown|cannot be looked up)/,
  );
  for (const [status, code, message] of [
    [403, 'RequestTimeTooSkewed', /The clock of this machine is wrong/],
    [403, 'AccessDenied', /may not do this in the bucket “site-files”/],
    [301, 'PermanentRedirect', /in another region/],
    [507, 'QuotaExceeded', /It is full/],
  ] as const) {
    s3.trouble = () => ({ status, code });
    if (status < 500) await fails(put({}), message);
    else await assert.rejects(put({}), { message });
  }
});

test('a store that is silent is asked again, and not waited for without end', async (t) => {
  const s3 = await startS3(t);
  const bucket = openBucket(s3.at(''), impatient);
  let silent = 1;
  s3.trouble = () => (silent-- > 0 ? 'silence' : null);
  await bucket.put('a', chunks(Buffer.from('a')));
  assert.deepEqual(await s3.objects(), ['a']);
  silent = Number.POSITIVE_INFINITY;
  await assert.rejects(bucket.read('a'), /cannot be reached: it is silent/);
});

test('a missing bucket is not taken for a missing object', async (t) => {
  const s3 = await startS3(t);
  const { access } = s3.at('');
  const bucket = openBucket({ access, place: { bucket: 'no-such-bucket', prefix: '' } }, quick);
  await assert.rejects(bucket.read('a'), { code: 'NoSuchBucket' });
  await assert.rejects(bucket.check(), { code: 'NoSuchBucket' });
  assert.equal(await openBucket(s3.at(''), quick).read('a'), null);
});

test('long lists come page by page, and other prefixes stay apart', async (t) => {
  const s3 = await startS3(t);
  const bucket = openBucket(s3.at('one/'));
  const other = openBucket(s3.at('one/below/'));
  const names = Array.from({ length: 1010 }, (_, index) => `n${String(index).padStart(5, '0')}`);
  for (let from = 0; from < names.length; from += 100)
    await Promise.all(names.slice(from, from + 100).map((name) => bucket.put(name, chunks(Buffer.from(name)))));
  await other.put('n99999', chunks(Buffer.from('a')));
  s3.calls.length = 0;
  assert.deepEqual(
    (await Array.fromAsync(bucket.list())).map(({ name }) => name),
    names,
  );
  assert.equal(s3.calls.length, 2);
});

test('addresses and settings of stores are read strictly', () => {
  assert.deepEqual(readS3Place('s3://site-files'), { bucket: 'site-files', prefix: '' });
  assert.deepEqual(readS3Place('s3://site-files/a/b/'), { bucket: 'site-files', prefix: 'a/b/' });
  assert.equal(describeS3Place({ bucket: 'site-files', prefix: 'a/b/' }), 's3://site-files/a/b');
  for (const bad of [
    's3://',
    's3://a',
    's3://UPPER',
    's3://bucket/a//b',
    's3://bucket/../b',
    's3://bucket/ä',
    '/folder',
  ])
    assert.equal(readS3Place(bad), null, bad);
  const none = { endpoint: null, region: null, pathStyle: null, ...noKeys };
  assert.deepEqual(
    (readS3Access(none) as string[]).map((mistake) => mistake.split(':')[0]),
    ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  );
  const keys = { ...none, accessKeyId: 'a', secretAccessKey: 'b' };
  const urlOf = (settings: object, bucket = 'site-files') =>
    bucketUrl(readS3Access({ ...keys, ...settings }) as S3Access, bucket).href;
  assert.equal(urlOf({ region: 'eu-central-1' }), 'https://site-files.s3.eu-central-1.amazonaws.com/');
  assert.equal(urlOf({ region: 'eu-central-1' }, 'a.b.c'), 'https://s3.eu-central-1.amazonaws.com/a.b.c/');
  assert.equal(urlOf({ endpoint: 'http://store:9000' }), 'http://store:9000/site-files/');
  assert.equal(urlOf({ endpoint: 'https://store.example', pathStyle: false }), 'https://site-files.store.example/');
  assert.match(String(readS3Access({ ...keys, endpoint: 'store:9000/x' })), /AWS_ENDPOINT_URL_S3: must be the origin/);
});

test('keys come from the first source that is set, in the order of AWS’s own tools, and are asked for only where they are safe', () => {
  const read = (settings: Partial<S3KeySettings>) => readKeySource({ ...noKeys, ...settings }, 'eu-central-1');
  const all = {
    ...{ accessKeyId: 'a', secretAccessKey: 'b' },
    ...{ roleArn: 'arn:aws:iam::1:role/site', webIdentityTokenFile: '/token' },
    ...{ containerUrl: 'http://169.254.170.23/v1/credentials', containerTokenFile: '/pod' },
    keysFrom: 'instance',
  };
  const without = (...names: (keyof S3KeySettings)[]) => ({
    ...all,
    ...Object.fromEntries(names.map((name) => [name, null])),
  });
  const settings = ['accessKeyId', 'secretAccessKey'] as const;
  assert.deepEqual(read(all), { from: 'settings', ...{ accessKeyId: 'a', secretAccessKey: 'b', sessionToken: null } });
  assert.deepEqual(read(without(...settings)), {
    ...{ from: 'web identity', url: 'https://sts.eu-central-1.amazonaws.com', tokenFile: '/token' },
    ...{ role: 'arn:aws:iam::1:role/site', session: 'frontdesk' },
  });
  const container = { from: 'container', url: all.containerUrl, token: null, tokenFile: '/pod' };
  assert.deepEqual(read(without(...settings, 'roleArn')), container);
  assert.deepEqual(read({ containerPath: '/v2/credentials/1' }), {
    ...{ from: 'container', url: 'http://169.254.170.2/v2/credentials/1', token: null, tokenFile: null },
  });
  assert.deepEqual(read({ keysFrom: 'instance' }), { from: 'instance', url: 'http://169.254.169.254' });
  assert.deepEqual(read(without('secretAccessKey')), ['AWS_SECRET_ACCESS_KEY: is required for an S3 store']);
  assert.match(String(read({ keysFrom: 'machine' })), /^FRONTDESK_S3_KEYS: must be instance/);
  for (const url of ['http://keys.example/', 'http://169.254.169.254/', 'file:///keys', 'keys'])
    assert.match(
      String(read({ containerUrl: url })),
      /^AWS_CONTAINER_CREDENTIALS_FULL_URI: must begin with https/,
      url,
    );
  for (const url of ['https://keys.example/', 'http://localhost:51679/', 'http://[fd00:ec2::23]/v1/credentials'])
    assert.deepEqual(read({ containerUrl: url }), { from: 'container', url, token: null, tokenFile: null });
});
