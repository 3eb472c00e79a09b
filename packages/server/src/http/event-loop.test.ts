import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs, longestBlock } from '../../test/support/busy-time.ts';
import { startContentService } from '../../test/support/content-service.ts';

// The bar is 50 ms on an idle core. The machines that run this test are shared, so what counts is the ratio to a plain
// body of 1 MB, parsed in the same run. Before these limits, each of the requests took 4 to 400 times as long.
const maxRatio = 4;

const json = { 'content-type': 'application/json' };
const range = (length: number) => Array.from({ length }, (_, index) => index);
const object = (count: number, key: (index: number) => string, value: string) =>
  `{${range(count)
    .map((index) => `"${key(index)}":${value}`)
    .join(',')}}`;
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const named = (count: number, rest: (index: number) => object) =>
  range(count).map((index) => ({ name: `f${index}`, ...rest(index) }));

const plainBody = object(70_000, (index) => `key${index}`, '1');
const differentWords = range(170_000)
  .map((index) => `w${index.toString(36)}`)
  .join(' ')
  .slice(0, 890_000);

/** How long it takes to read the plain body. */
async function readPlainBody(): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    times.push(await cpuMs(() => assert.equal(Object.keys(JSON.parse(plainBody)).length, 70_000)));
  }
  return Math.min(...times);
}

test('no request under 1 MB keeps the event loop busy', async (t) => {
  const { listen, request, token } = await startContentService(t);
  const origin = await listen();
  const plainMs = await readPlainBody();

  const formWith = async (fields: object[], more: object = {}) => {
    const form = await request('POST', '/forms', { body: { name: 'x', fields, ...more } });
    assert.equal(form.status, 201, form.text);
    return `/forms/${form.body.id}/submit`;
  };
  const options = (prefix: string) => range(1000).map((index) => `${prefix} ${index}`);
  const strict = await formWith([{ name: 'a', type: 'text' }], { strict: true });
  const choices = await formWith(named(9, () => ({ type: 'multiselect', options: options('option') })));
  const texts = await formWith(named(9, () => ({ type: 'textarea' })));
  const patterns = await formWith(named(7, (index) => ({ type: 'textarea', pattern: `.*a.{240}[0-9]{${index + 1}}` })));
  const many = await formWith(named(200, () => ({ type: 'text' })));
  let count = 0;
  const item = (members: object | string) => () =>
    typeof members === 'string'
      ? `{"title":"x${count++}",${members}}`
      : JSON.stringify({ title: `x${count++}`, ...members });
  const type = (fields: object[]) => () => JSON.stringify({ name: `t${count++}`, fields });
  const answers = (length: number, value: unknown) => () =>
    JSON.stringify(Object.fromEntries(range(length).map((index) => [`f${index}`, value])));
  const jsonPart = (text: string) =>
    `--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n${text}\r\n--b--\r\n`;
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

  const terms = (name: (index: number) => string) => () => {
    const tags = range(100).map(name);
    return JSON.stringify({ title: `x${count++}`, tags, categories: tags });
  };

  for (const [name, path, status, body, headers = json] of [
    ['an item with many different words', '/content/post', 201, item({ content: differentWords })],
    ['an item of characters that fold into many', '/content/post', 201, item({ content: fill('ﷺ', 290_000) })],
    ['an item with one long field', '/content/post', 201, item({ fields: { a: differentWords } })],
    [
      'an item with 9,900 fields',
      '/content/post',
      201,
      item(`"fields":${object(9900, (index) => `k${index}`, '"a b"')}`),
    ],
    ['an item with 200 new terms', '/content/post', 201, terms((index) => `Term ${index} of ${count}`)],
    [
      'an item with 200 new terms that share a slug',
      '/content/post',
      201,
      terms((index) => `C${count}${'+'.repeat(index + 1)}`),
    ],
    ['a type with 200 fields', '/types', 201, type(named(200, () => ({ type: 'text' })))],
    [
      'a type with 200 large patterns',
      '/types',
      422,
      type(named(200, (index) => ({ type: 'textarea', pattern: `(?:[\\p{L}${index}]{1,20}1){1,20}` }))),
    ],
    ['a submission of 200 fields', many, 200, answers(200, 'é'.repeat(2000))],
    ['a submission with 9,000 wrong options', choices, 422, answers(9, options('wrong'))],
    ['a submission with one list of wrong options', choices, 422, answers(1, range(9900).map(String))],
    ['a submission that folds into many characters', texts, 200, answers(9, fill('ﷺ', 32_000))],
    ['a submission against costly patterns', patterns, 422, answers(7, fill('ab', 9000))],
    ['a submission with unknown keys', strict, 422, () => object(9900, (index) => `${fill('k/~', 80)}${index}`, '0')],
    ['a JSON part with many keys', strict, 413, () => jsonPart(plainBody), multipart],
    ['a JSON part that is nested deeply', strict, 413, () => jsonPart(fill('[', 800_000)), multipart],
  ] as const) {
    const block = await longestBlock(plainMs * maxRatio, async () => {
      const init = { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body: body() };
      const response = await fetch(`${origin}/api/v1${path}`, init);
      assert.equal(response.status, status, `${name}: ${(await response.text()).slice(0, 500)}`);
      await response.arrayBuffer().catch(() => {});
    });
    const ratio = block / plainMs;
    t.diagnostic(`${block.toFixed(0)} ms, ${ratio.toFixed(1)} of ${plainMs.toFixed(0)} ms: ${name}`);
    assert.ok(ratio < maxRatio, `${name}: ${block} ms, while a plain body takes ${plainMs} ms`);
  }
});
