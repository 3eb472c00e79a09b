import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestBlock } from '../../test/support/busy-time.ts';
import { startContentService } from '../../test/support/content-service.ts';

const json = 'application/json';
const urlEncoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const range = (length: number) => Array.from({ length }, (_, index) => index);
const keys = (count: number) =>
  `{${range(count)
    .map((index) => `"k${index}":0`)
    .join(',')}}`;
const list = (count: number) =>
  `[${range(count)
    .map(() => 0)
    .join(',')}]`;
const pairs = (count: number) =>
  range(count)
    .map((index) => `k${index}=1`)
    .join('&');
const part = (text: string) =>
  `--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n${text}\r\n`;
const end = '--b--\r\n';

/** On an idle machine 50 ms would do; the machines that run this test are shared. Without limits these bodies took up to 1 s. */
const maxBlockMs = 250;

test('too many keys, elements and pairs are 413, and rejecting them does not keep the event loop busy', async (t) => {
  const { listen, request, token } = await startContentService(t);
  const form = await request('POST', '/forms', { body: { name: 'x', fields: [{ name: 'a', type: 'text' }] } });
  const submit = `/forms/${form.body.id}/submit`;
  const origin = await listen();
  for (const [path, type, body, status] of [
    [submit, json, keys(70_000), 413],
    [submit, json, `{"a":${list(450_000)}}`, 413],
    [submit, json, `{"a":[${'{},'.repeat(300_000)}0]}`, 413],
    [submit, json, `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 413],
    [submit, urlEncoded, pairs(90_000), 413],
    [submit, multipart, part(list(450_000)) + end, 413],
    [submit, multipart, part(list(6000)) + part(list(6000)) + end, 413],
    [submit, json, keys(10_000), 422],
    [submit, json, `${'[1,'.repeat(4000)}[1`, 422],
    [submit, urlEncoded, pairs(10_000), 422],
    ['/content/post', json, `{"title":"x","fields":${keys(70_000)}}`, 413],
    ['/content/post', json, `{"title":"x","fields":${keys(9998)}}`, 201],
    ['/content/post', json, `{"title":"x","fields":${keys(9999)}}`, 413],
    ['/content/post', json, '{"title":"[,{,\\",[,","fields":{"a":[],"b":{}}}', 201],
    ['/tokens', json, `{"name":"x","scopes":${list(450_000)}}`, 413],
    ['/tokens', json, `{"name":"x","scopes":${list(9998)}}`, 422],
  ] as const) {
    const shown = `${path} ${body.slice(0, 40)}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const block = await longestBlock(maxBlockMs, async () => {
      const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body });
      assert.equal(response.status, status, shown);
      const { code } = (await response.json()) as { code?: string };
      if (status === 413) assert.equal(code, 'body_too_large', shown);
    });
    t.diagnostic(`${block.toFixed(0)} ms: ${status} ${shown}`);
    if (status === 413) assert.ok(block < maxBlockMs, `${block} ms: ${shown}`);
  }
});

test('texts that are thousands of levels deep and not complete are not parsed, which can crash V8', async (t) => {
  const { request } = await startContentService(t, { rateLimits: false });
  for (let levels = 300; levels < 19_000; levels += 99) {
    const body = `${'[1,'.repeat(levels)}[1`;
    const answer = await request('POST', '/content/post/bulk', { body, headers: { 'content-type': json } });
    assert.equal(answer.body.code, levels > 1650 ? 'invalid_body' : 'malformed_json', String(levels));
  }
});
