// An S3 store for tests: s3rver, which verifies signatures, behind a door that adds what S3 has and it lacks, and that can fail as
// a network or a busy store does.
//
//   requests without a signature are rejected, and bodies that do not fit their signed hash
//   a body that breaks off leaves nothing
//   uploads in parts can be listed and aborted
//   an object that is copied onto itself is new
//   If-Match is heeded

import crypto, { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import S3rver from '@20minutes/s3rver';
import type { S3Access, S3Store } from '../../src/lib/s3/s3-place.ts';
import { freePort } from './free-port.ts';

/** `token`: the session token that it was signed with. */
export type Call = { method: string; path: string; bytes: number; token: string | null };
/** What happens to a request: an error of S3, no answer, a broken connection, half of the answer, or none after it was done. */
export type Trouble = { status: number; code: string } | 'silence' | 'cut' | 'cut the answer' | 'lose the answer';

export type TestS3 = {
  origin: string;
  access: S3Access;
  /** What the service needs in its environment, without FRONTDESK_FILES. */
  environment: Record<string, string>;
  /** The store under this prefix of the bucket. */
  at(prefix: string): S3Store;
  /** All requests so far. */
  calls: Call[];
  /** What happens to a request; null for nothing. Set it to null to end the trouble. */
  trouble: ((call: Call) => Trouble | null) | null;
  /** The names of all objects. */
  objects(): Promise<string[]>;
  /** Uploads in parts that are not complete. */
  uploads(): Promise<string[]>;
  /** Sets when an object was changed, or an upload began. */
  age(name: string, changedAt: Date): Promise<void>;
  /** Stops listening, and closes all connections. */
  stop(): Promise<void>;
  /** Listens at the same port again. */
  start(): Promise<void>;
};

// s3rver encrypts the tokens of its pages with DES, which the OpenSSL of Node no longer has.
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const original = crypto[name] as unknown as (algorithm: string, key: Buffer, iv: Buffer) => object;
  const replaced = (algorithm: string, key: Buffer, iv: Buffer) =>
    algorithm === 'des'
      ? original('aes-128-cbc', Buffer.concat([key, key]), Buffer.concat([iv, iv]))
      : original(algorithm, key, iv);
  Object.assign(crypto, { [name]: replaced });
}

const bucket = 'site-files';
/** The store knows no others. */
export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Starts a store with one empty bucket, `site-files`. It ends with the test. */
export async function startS3(t: Pick<TestContext, 'after'>): Promise<TestS3> {
  const directory = await mkdtemp(path.join(tmpdir(), 'frontdesk-s3-'));
  const inner = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: bucket }],
  });
  const { port: innerPort } = await inner.run();
  const folder = path.join(directory, bucket);
  const uploadsFolder = path.join(folder, '._S3rver_uploads');
  const fileOf = (name: string): string => path.join(folder, `${name}._S3rver_object`);
  const source = { from: 'settings', ...s3Keys, sessionToken: null } as const;
  const store = { keys: source, region: 'us-east-1', pathStyle: true };

  const listUploads = async (): Promise<{ id: string; key: string; begunAt: Date }[]> => {
    const ids = await readdir(uploadsFolder).catch(() => []);
    return Promise.all(
      ids.map(async (id) => ({
        id,
        key: await readFile(path.join(uploadsFolder, id, 'key'), 'utf8'),
        begunAt: (await stat(path.join(uploadsFolder, id, 'key'))).mtime,
      })),
    );
  };

  /** What s3rver does not do, once it has accepted the signature. Null leaves its answer. */
  const complete = async ({ method, url }: IncomingMessage, status: number): Promise<[number, string] | null> => {
    const { pathname, searchParams } = new URL(url ?? '', 'http://s3');
    const uploadId = searchParams.get('uploadId');
    if (method === 'DELETE' && uploadId !== null && status === 405) {
      await rm(path.join(uploadsFolder, path.basename(uploadId)), { recursive: true });
      return [204, ''];
    }
    if (method === 'POST' && uploadId !== null && status === 500) return [404, errorText('NoSuchUpload')];
    if (method !== 'GET' || !searchParams.has('uploads') || status !== 501 || pathname !== `/${bucket}`) return null;
    const found = (await listUploads()).filter(({ key }) => key.startsWith(searchParams.get('prefix') ?? ''));
    const entries = found.map(
      ({ id, key, begunAt }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
    return [200, `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`];
  };

  const answer = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync(from as AsyncIterable<Buffer>));
    const token = (from.headers['x-amz-security-token'] ?? null) as string | null;
    const call = { method: from.method ?? '', path: from.url ?? '', bytes: body.length, token };
    s3.calls.push(call);
    const trouble = s3.trouble?.(call) ?? null;
    if (trouble === 'silence') return;
    if (trouble === 'cut') return void from.socket.destroy();
    if (typeof trouble === 'object' && trouble !== null) return sendError(to, trouble.status, trouble.code);
    if (from.headers.authorization === undefined) return sendError(to, 403, 'AccessDenied');
    const hash = createHash('sha256').update(body).digest('hex');
    if (from.headers['x-amz-content-sha256'] !== hash) return sendError(to, 400, 'XAmzContentSHA256Mismatch');
    const { headers } = from;
    const forwarded = request({ port: innerPort, host: '127.0.0.1', method: call.method, path: call.path, headers });
    const [response] = (await once(forwarded.end(body), 'response')) as [IncomingMessage];
    const { statusCode = 0 } = response;
    const isOther = (headers['if-match'] ?? response.headers.etag) !== response.headers.etag;
    if (trouble === 'lose the answer' || isOther) response.resume();
    if (trouble === 'lose the answer') return void from.socket.destroy();
    if (isOther) return sendError(to, 412, 'PreconditionFailed');
    const source = headers['x-amz-copy-source'];
    if (statusCode === 200 && source === decodeURIComponent(call.path))
      await utimes(fileOf(String(source).slice(bucket.length + 2)), new Date(), new Date());
    const own = await complete(from, statusCode);
    if (own !== null) {
      response.resume();
      return void to.writeHead(own[0], { 'content-type': 'application/xml' }).end(own[1]);
    }
    to.writeHead(statusCode, response.headers);
    // Who asked may read the beginning only.
    to.on('close', () => response.destroy());
    if (trouble === null) return void response.pipe(to);
    const whole = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>));
    to.write(whole.subarray(0, whole.length / 2), () => from.socket.destroy());
  };

  let server: Server | null = null;
  const port = await freePort();
  const start = async (): Promise<void> => {
    server = createServer((from, to) => answer(from, to).catch(() => from.socket.destroy()));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    const closing = server;
    server = null;
    closing?.closeAllConnections();
    if (closing) await new Promise((resolve) => closing.close(resolve));
  };
  await start();
  t.after(async () => {
    await stop();
    await inner.close();
    await rm(directory, { recursive: true, force: true });
  });

  const origin = `http://127.0.0.1:${port}`;
  const s3: TestS3 = {
    origin,
    access: { endpoint: origin, ...store },
    environment: {
      AWS_ENDPOINT_URL_S3: origin,
      AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    at: (prefix) => ({ access: { endpoint: origin, ...store }, place: { bucket, prefix } }),
    calls: [],
    trouble: null,
    async objects() {
      const names = await readdir(folder, { recursive: true });
      const ending = '._S3rver_object';
      return names
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .sort();
    },
    uploads: async () => (await listUploads()).map(({ key }) => key),
    async age(name, changedAt) {
      const upload = (await listUploads()).find(({ key }) => key === name);
      const file = upload ? path.join(uploadsFolder, upload.id, 'key') : fileOf(name);
      await utimes(file, changedAt, changedAt);
    },
    stop,
    start,
  };
  return s3;
}

function sendError(to: ServerResponse, status: number, code: string): void {
  to.writeHead(status, { 'content-type': 'application/xml' }).end(errorText(code));
}

function errorText(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>As a test wants it</Message></Error>`;
}
