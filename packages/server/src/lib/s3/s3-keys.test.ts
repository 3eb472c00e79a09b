import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startRoleKeys } from '../../../test/support/role-keys.ts';
import { startS3, type TestS3 } from '../../../test/support/s3-store.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { openBucket, type S3Bucket } from './s3-bucket.ts';
import { S3Error } from './s3-error.ts';
import type { S3KeySource } from './s3-place.ts';

const patience = { silenceMs: 20_000, tries: 2, pauseMs: 2 };

function bucketWith(s3: TestS3, keys: S3KeySource): S3Bucket {
  const { access, place } = s3.at('site/');
  return openBucket({ access: { ...access, keys }, place }, patience);
}

async function put(bucket: S3Bucket, name: string): Promise<void> {
  await bucket.put(
    name,
    (async function* () {
      yield Buffer.from(name);
    })(),
  );
}

async function tokenFileIn(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-role-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'token');
  await writeFile(file, `${text}\n`);
  return file;
}

test('keys of a container are read once for many requests, and again before they expire, with the token of that time', async (t) => {
  const [s3, role] = [await startS3(t), await startRoleKeys(t)];
  const tokenFile = await tokenFileIn(t, 'pod-token-1');
  const bucket = bucketWith(s3, { from: 'container', url: `${role.origin}/v1/credentials`, token: null, tokenFile });
  role.lifeMs = 60_000;
  await Promise.all(['a', 'b', 'c'].map((name) => put(bucket, name)));
  assert.deepEqual(await s3.objects(), ['site/a', 'site/b', 'site/c']);
  assert.deepEqual(new Set(s3.calls.map(({ token }) => token)), new Set(['session-1']));
  assert.equal(role.asked.length, 1);
  assert.deepEqual([role.asked[0]?.path, role.asked[0]?.headers.authorization], ['/v1/credentials', 'pod-token-1']);

  // They end within five minutes: the next request uses them still, and has others read beside it.
  await writeFile(tokenFile, 'pod-token-2');
  role.lifeMs = 3_600_000;
  await put(bucket, 'd');
  assert.equal(s3.calls.at(-1)?.token, 'session-1');
  await waitFor('the new keys', async () => {
    await put(bucket, 'e');
    return s3.calls.at(-1)?.token === 'session-2';
  });
  assert.equal(role.asked.length, 2);
  assert.equal(role.asked[1]?.headers.authorization, 'pod-token-2');
});

test('while keys still work, an endpoint that fails stops nothing; without keys, a request fails with a sentence', async (t) => {
  const [s3, role] = [await startS3(t), await startRoleKeys(t)];
  const source = { from: 'container', url: `${role.origin}/keys`, token: 'secret', tokenFile: null } as const;
  const bucket = bucketWith(s3, source);
  role.lifeMs = 60_000;
  await put(bucket, 'a');
  role.status = 500;
  for (const name of ['b', 'c']) await put(bucket, name);
  await waitFor('the attempts', () => role.asked.length > 1);
  assert.deepEqual(await s3.objects(), ['site/a', 'site/b', 'site/c']);

  const failing = async (status: number, isPassing: boolean): Promise<void> => {
    role.status = status;
    const sent = s3.calls.length;
    await assert.rejects(put(bucketWith(s3, source), 'd'), (error) => {
      assert.ok(error instanceof S3Error);
      assert.equal(error.isPassing, isPassing);
      assert.match(error.message, new RegExp(`^The keys .* from ${role.origin}: it said ${status} \\(not now\\)\\.`));
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
    assert.equal(s3.calls.length, sent);
  };
  await failing(503, true);
  await failing(403, false);
  const missing = bucketWith(s3, { ...source, token: null, tokenFile: '/no/such/token' });
  await assert.rejects(
    put(missing, 'd'),
    /The token for the keys of the S3 store could not be read from \/no\/such\/token/,
  );
  role.status = 200;
  for (const answer of ['{}', '<html>', '{"AccessKeyId":"a","SecretAccessKey":"b","Token":"c","Expiration":"soon"}']) {
    role.answer = answer;
    await assert.rejects(put(bucketWith(s3, source), 'd'), /its answer has no keys/, answer);
  }
});

test('keys that have expired are not used', async (t) => {
  const [s3, role] = [await startS3(t), await startRoleKeys(t)];
  const bucket = bucketWith(s3, { from: 'container', url: role.origin, token: null, tokenFile: null });
  role.lifeMs = -1000;
  await put(bucket, 'a');
  await put(bucket, 'b');
  assert.deepEqual(
    s3.calls.map(({ token }) => token),
    ['session-1', 'session-2'],
  );
});

test('the token of a pod is exchanged for keys of its role', async (t) => {
  const [s3, role] = [await startS3(t), await startRoleKeys(t)];
  const tokenFile = await tokenFileIn(t, 'a.web.token');
  const arn = 'arn:aws:iam::123456789012:role/site';
  await put(
    bucketWith(s3, { from: 'web identity', url: role.origin, role: arn, session: 'frontdesk', tokenFile }),
    'a',
  );
  assert.equal(s3.calls[0]?.token, 'session-1');
  assert.deepEqual(Object.fromEntries(new URLSearchParams(role.asked[0]?.body)), {
    ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15' },
    ...{ RoleArn: arn, RoleSessionName: 'frontdesk', WebIdentityToken: 'a.web.token' },
  });
});

test('keys of a machine are read from its metadata, version 2', async (t) => {
  const [s3, role] = [await startS3(t), await startRoleKeys(t)];
  await put(bucketWith(s3, { from: 'instance', url: role.origin }), 'a');
  assert.equal(s3.calls[0]?.token, 'session-1');
  assert.deepEqual(
    role.asked.map(({ method, path, headers }) => [method, path, headers['x-aws-ec2-metadata-token']]),
    [
      ['PUT', '/latest/api/token', undefined],
      ['GET', '/latest/meta-data/iam/security-credentials/', 'metadata-token'],
      ['GET', '/latest/meta-data/iam/security-credentials/site-role', 'metadata-token'],
    ],
  );
});
