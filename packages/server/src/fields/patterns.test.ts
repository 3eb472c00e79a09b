import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../test/support/busy-time.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { checkData } from './compile.ts';
import type { FieldDeclaration } from './field.ts';
import { checkPattern, maxMatchedLength } from './patterns.ts';

const typical = [
  '^[A-Z]{2}\\d{4}$',
  '^\\+?[0-9 ]+$',
  '(foo|bar)+',
  '^(\\d{3}-)?\\d{4}$',
  '[a-z0-9]+(-[a-z0-9]+)*',
  '\\w+(\\.\\w+)*',
  '[^@\\s]+@[^@\\s]+\\.[^@\\s]+',
  '(\\d{1,3}\\.){3}\\d{1,3}',
  '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])',
  '#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?',
  '[A-Z]{2}\\d{2}[A-Z0-9]{11,30}',
  '.*foo.*',
  '.{0,1000}',
  '\\s*\\S+\\s*',
  "[\\p{L} '-]+",
  '\\p{Script=Greek}+',
  'https?://[^/]+/.*',
  '(?<year>\\d{4})/\\d+',
  '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?',
  '[\\u{1F600}-\\u{1F64F}]+',
  '[(?=]+',
  '\\(?=',
  '',
];
/** A backtracking engine would run for hours on these. */
const evil = [
  '(a+)+$',
  '(a*)*',
  '(a|a)*b',
  '(a|aa)+b',
  '(a|ab|b)*c',
  '([a-z]+)*\\d',
  '(\\w+\\s?)*!',
  '(a*b?)*c',
  '(a?){50}b',
  '(.*a){20}',
  '.*.*.*x',
  '\\d+\\d+\\d+x',
  `${'a?'.repeat(30)}b`,
  `${'(a|ab)(c|bcd)'.repeat(12)}!`,
  '(?:(?:a{1,9}){1,9}){1,9}[0-9]',
  '(\\p{L}|\\d)*[!-/]x',
  '.*a.{900}[0-9]',
];
const unsupported: [pattern: string, why: string][] = [
  ['(?=.*\\d)(?=.*[a-z]).{8,}', 'Look-ahead is not supported in patterns'],
  ['((?!foo)[a-z])*', 'Look-ahead is not supported in patterns'],
  ['a(?<=a)b', 'Look-behind is not supported in patterns'],
  ['(?<!a)b', 'Look-behind is not supported in patterns'],
  ['(a)\\1', 'Back-references are not supported in patterns'],
  ['(?<x>a)\\k<x>', 'Back-references are not supported in patterns'],
  ['\\p{Emoji_Modifier=x}', 'is not a valid regular expression'],
  ['(', 'is not a valid regular expression'],
  ['[\\b]', '\\b is not supported in patterns'],
  ['x{1001}', '{1001} is not supported in patterns'],
];

function check(field: Omit<FieldDeclaration, 'name'>, value: string): string[] {
  return checkData({ fields: [{ name: 'value', ...field }], data: { value }, strict: true }).faults.map(
    (fault) => fault.code,
  );
}

test('typical and evil patterns are accepted alike', () => {
  for (const pattern of [...typical, ...evil]) assert.equal(checkPattern(pattern), null, pattern);
});

test('what cannot be matched in linear time is refused, and the reason names it', () => {
  for (const [pattern, why] of unsupported) assert.equal(checkPattern(pattern), why, pattern);
});

test('a pattern that would need too large an automaton is refused', () => {
  for (const pattern of ['(?:.*a.{900}){1}'.repeat(5), '\\p{L}{1000}\\P{L}{1000}'.repeat(20)])
    assert.match(checkPattern(pattern) ?? '', /is too complex/);
});

test('typical patterns mean what they mean in a browser', () => {
  const texts = ['AB1234', '+49 30', 'foobar', '555-1234', 'a-b-c', 'a.b', 'ada@example.com', '127.0.0.1', '2026-02-28']
    .concat(['#fff', 'DE89370400440532013000', ' x ', 'Ada Lovelace', 'αβγ', 'https://a.b/c', '2026/7', 'YWI=', '😀😁'])
    .concat(['', '(=', '?', 'é', '\n', 'foo\nbar']);
  for (const pattern of typical) {
    const native = new RegExp(`^(?:${pattern})$`, 'u');
    for (const text of texts)
      assert.equal(check({ type: 'text', pattern }, text).length === 0, native.test(text), `${pattern} on ${text}`);
  }
});

test('no value makes a pattern slow', async () => {
  for (const pattern of [...typical, ...evil]) {
    const length = Math.min(10_000, maxMatchedLength(pattern));
    for (const seed of ['a', '0', ' ', 'a-', 'ab', 'abbc', 'foo', '1.', 'aA0', '+0']) {
      const text = `${seed.repeat(length).slice(0, length - 1)}\u0001`;
      const duration = await cpuMs(() => check({ type: 'text', pattern }, text));
      assert.ok(duration < 2000, `${pattern} on ${seed}: ${duration} ms`);
    }
  }
});

test('long texts are matched as a whole, and texts over the limit are not matched', () => {
  const field = { type: 'richtext', pattern: '[a-z]+' };
  assert.deepEqual(check(field, 'a'.repeat(100_000)), []);
  assert.deepEqual(check(field, `${'a'.repeat(99_999)}!`), ['pattern']);
  assert.deepEqual(check({ ...field, max: 5 }, 'abcde!'), ['max_length']);
});

test('a stored look-ahead from an earlier version still works, up to its limit of 1000 characters', () => {
  const field = { type: 'text', pattern: '(?=.*\\d).+' };
  assert.deepEqual(check(field, 'abc1'), []);
  assert.deepEqual(check(field, 'abc'), ['pattern']);
  assert.deepEqual(check(field, '1'.repeat(1001)), ['max_length']);
});

async function makeForm(service: TestService, pattern: string) {
  const fields = [{ name: 'code', type: 'text', pattern }];
  return service.request('POST', '/forms', { body: { name: 'Code', fields } });
}

test('a form names what it refuses in a pattern, and responds to evil texts at once', async (t) => {
  const service = await startTestService(t);
  const refused = await makeForm(service, '(?!00)\\d{4}');
  assert.equal(refused.status, 422, refused.text);
  assert.deepEqual(refused.body.errors, [
    { pointer: '/fields/0/pattern', code: 'invalid', detail: 'Look-ahead is not supported in patterns' },
  ]);
  const made = await makeForm(service, '(a+)+$');
  assert.equal(made.status, 201, made.text);
  const submit = (code: string) => service.request('POST', `/forms/${made.body.id}/submit`, { body: { code } });
  const before = process.cpuUsage();
  assert.equal((await submit(`${'a'.repeat(9_999)}!`)).body.errors[0].code, 'pattern');
  // Of all threads.
  assert.ok(process.cpuUsage(before).user < 2_000_000);
  assert.equal((await submit('a'.repeat(10_001))).body.errors[0].code, 'max_length');
  assert.equal((await submit('aaa')).status, 200);
});
