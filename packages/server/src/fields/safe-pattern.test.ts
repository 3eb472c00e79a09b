import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { judgePattern, longestMatched } from './safe-pattern.ts';

const good = [
  '^[A-Z]{2}\\d{4}$',
  '^\\+?[0-9 ]+$',
  '(foo|bar)+',
  '^(\\d{3}-)?\\d{4}$',
  '[a-z0-9]+(-[a-z0-9]+)*',
  '\\w+(\\.\\w+)*',
  '[^@\\s]+@[^@\\s]+\\.[^@\\s]+',
  '(\\d{1,3}\\.){3}\\d{1,3}',
  '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])',
  '(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}',
  '#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?',
  '[A-Z]{2}\\d{2}[A-Z0-9]{11,30}',
  '.*foo.*',
  '\\s*\\S+\\s*',
  "[\\p{L} '-]+",
  '((?!foo)[a-z])*',
  'https?://[^/]+/.*',
  '(?<year>\\d{4})/\\d+',
  '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?',
  '[\\u{1F600}-\\u{1F64F}]+|\\ud83d\\ude00',
  '',
];
const bad = [
  '(a+)+$',
  '(a*)*',
  '(a|a)*b',
  '(a|aa)+b',
  '(a|ab|b)*c',
  '([a-z]+)*\\d',
  '(\\w+\\s?)*!',
  '(a*b?)*c',
  '(a?){50}b',
  '(a|a){40}b',
  '(.*a){20}',
  '(ab{2}|abb)*c',
  '.*.*.*x',
  'a*a*a*a*b',
  '\\d+\\d+\\d+x',
  `${'a?'.repeat(30)}b`,
  `${'(a|ab)(c|bcd)'.repeat(12)}!`,
  '(a)\\1',
  '(?<x>a)\\k<x>',
  '.*(?=.*x)',
  '(?=(a+)+b)a',
  '(?:(?:a{1,9}){1,9}){1,9}b',
  '(\\p{L}|\\d)*x',
];

test('patterns that match in good time are taken', () => {
  for (const pattern of good) assert.equal(judgePattern(pattern), null, pattern);
});

test('patterns that a value could make slow are refused', () => {
  for (const pattern of bad) assert.notEqual(judgePattern(pattern), null, pattern);
  assert.equal(judgePattern('('), 'is not a regular expression');
});

test('what is taken is fast on the values that hurt most', () => {
  for (const pattern of good) {
    const matcher = new RegExp(`^(?:${pattern})$`, 'u');
    for (const seed of ['a', '0', ' ', 'a-', 'foo', '1.', 'a.', 'aA0', '+0', '0000']) {
      const began = performance.now();
      matcher.test(`${seed.repeat(longestMatched).slice(0, longestMatched - 1)}\u0001`);
      assert.ok(performance.now() - began < 200, `${pattern} on ${seed}`);
    }
  }
});

test('judging takes no long time either', () => {
  const began = performance.now();
  for (const pattern of [`${'[a-z]*\\d'.repeat(60)}`, `(${'[a-z]\\d?'.repeat(60)})*`, '(a|b)*'.repeat(80)])
    judgePattern(pattern);
  assert.ok(performance.now() - began < 3000, `${performance.now() - began}`);
});

test('a form refuses a slow pattern by name, and long values before they are matched', async (t) => {
  const service = await startTestService(t);
  const form = (pattern: string) => ({ name: 'Code', fields: [{ name: 'code', type: 'text', pattern }] });
  const refused = await service.request('POST', '/forms', { body: form('(a+)+$') });
  assert.equal(refused.status, 422, refused.text);
  assert.equal(refused.body.errors[0].pointer, '/fields/0/pattern');
  assert.match(refused.body.errors[0].detail, /too long to match/);
  const made = await service.request('POST', '/forms', { body: form('[a-z]+') });
  assert.equal(made.status, 201, made.text);
  const submit = (code: string) => service.request('POST', `/forms/${made.body.id}/submit`, { body: { code } });
  assert.deepEqual(
    (await submit('!'.repeat(longestMatched + 1))).body.errors.map((fault: { code: string }) => fault.code),
    ['max_length'],
  );
  assert.equal((await submit('ab1')).body.errors[0].code, 'pattern');
  assert.equal((await submit('ab')).status, 200);
});
