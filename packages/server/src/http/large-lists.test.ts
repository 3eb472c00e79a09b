import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { get, type IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cpuMs, longestTurn } from '../../test/support/busy-time.ts';
import { startContentService } from '../../test/support/content-service.ts';

const rows = 40;
const text = 'Grüße, "world"! '.repeat(60_000);
const json = JSON.stringify({ a: text });

test('lists with many megabytes leave the event loop free, and are the same bytes', async (t) => {
  const { database, listen, request, token } = await startContentService(t);
  const origin = await listen();
  const form = await request('POST', '/forms', { body: { name: 'F', fields: [{ name: 'a', type: 'textarea' }] } });
  for (let index = 0; index < rows; index++) {
    const item = await request('POST', '/content/post', { body: { title: `Post ${index}`, status: 'publish' } });
    assert.equal(item.status, 201, item.text);
    const submission = await request('POST', `/forms/${form.body.id}/submit`, { body: { a: `${index}` } });
    assert.equal(submission.status, 200, submission.text);
  }
  await sql`update "items" set "fields" = ${json}`.execute(database.writer);
  await sql`update "submissions" set "data" = ${json}`.execute(database.writer);

  /** Reads a response chunk by chunk, without keeping the event loop busy itself. */
  const read = (path: string, take: (chunk: Buffer) => void): Promise<IncomingHttpHeaders> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders>();
    get(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      assert.equal(response.statusCode, 200);
      response.on('data', take).on('error', reject);
      response.on('end', () => resolve(response.headers));
    }).on('error', reject);
    return promise;
  };
  const textOf = async (path: string): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> => {
    const chunks: Buffer[] = [];
    const headers = await read(path, (chunk) => chunks.push(chunk));
    return { body: Buffer.concat(chunks), headers };
  };

  for (const path of ['/content/post', `/forms/${form.body.id}/submissions`]) {
    const { body, headers } = await textOf(`${path}?limit=${rows}`);
    const isItems = path.startsWith('/content');
    const singles: string[] = [];
    for (let offset = 0; offset < rows; offset++) {
      const single = await textOf(`${path}?limit=1&offset=${offset}`);
      singles.push(single.body.toString().slice('{"items":['.length).split(`],"total":${rows}`)[0] as string);
    }
    const end = isItems ? `],"total":${rows}}` : `],"total":${rows},"nextCursor":null}`;
    assert.ok(body.equals(Buffer.from(`{"items":[${singles.join(',')}${end}`)), `the bytes of ${path}`);
    assert.equal(headers['content-length'], String(body.length));
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    if (headers.etag) assert.equal(headers.etag, `"${createHash('sha1').update(body).digest('base64url')}"`);

    // What the list takes at the very least when its bytes and their digest are made at once.
    const whole = body.toString();
    const times: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      times.push(
        await cpuMs(() =>
          createHash('sha1')
            .update(Buffer.from(JSON.stringify(JSON.parse(whole))))
            .digest(),
        ),
      );
    }
    const atOnceMs = Math.min(...times);
    let limit = rows;
    const block = await longestTurn(atOnceMs / 2, () => read(`${path}?limit=${--limit}`, () => {}));
    t.diagnostic(`${block.toFixed(0)} ms for ${path}; ${atOnceMs.toFixed(0)} ms at once`);
    assert.ok(block < atOnceMs / 2, `${path} blocks for ${block} ms; at once, its text takes ${atOnceMs} ms`);
  }
});
