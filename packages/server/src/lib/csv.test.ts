import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../test/support/busy-time.ts';
import { csvLine } from './csv.ts';

test('cells are quoted where RFC 4180 requires it', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', '', null]), 'a,"b,c","say ""x""","two\nlines",,\r\n');
});

test('a text that a spreadsheet would run is escaped, a number stays a number', () => {
  for (const text of ['=1+1', '+49 30', '-2+3', '@SUM(A1)', '\t=1', '  =1', '＝1', '|cmd']) {
    assert.match(csvLine([text]), /^"?'/, text);
  }
  assert.equal(csvLine([-5, true, 'a=b', '-12.50']), '-5,true,a=b,-12.50\r\n');
});

test('a text that a spreadsheet would run after splitting it elsewhere is escaped, and nothing else', () => {
  for (const [text, cell] of [
    [';=1+1', ";'=1+1"],
    ['a; =1', "a; '=1"],
    ['a";=1+1', `"a"";'=1+1"`],
    ['a\t+1', "a\t'+1"],
    ['a\r\n@SUM(A1)', `"a\r\n'@SUM(A1)"`],
    ['a;\n;-2;＝3', `"a;\n;'-2;'＝3"`],
    ['=1;=2', "'=1;'=2"],
    ['a; b - c', 'a; b - c'],
    ['1 + 1; 2', '1 + 1; 2'],
    ['x@example.com;y@example.com', 'x@example.com;y@example.com'],
  ]) {
    assert.equal(csvLine([text]), `${cell}\r\n`, JSON.stringify(text));
  }
  assert.equal(csvLine([-5, 1.5, -0.25]), '-5,1.5,-0.25\r\n');
});

test('long runs of separators are escaped in linear time', async () => {
  const ms = await cpuMs(() => {
    for (const run of ['\n', '; ', '=;']) csvLine([run.repeat(500_000)]);
  });
  assert.ok(ms < 5000);
});
