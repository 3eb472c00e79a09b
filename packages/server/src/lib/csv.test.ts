import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('cells are quoted where RFC 4180 requires it', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', '', null]), 'a,"b,c","say ""x""","two\nlines",,\r\n');
});

test('a text that a spreadsheet would run is escaped, a number stays a number', () => {
  for (const text of ['=1+1', '+49 30', '-2+3', '@SUM(A1)', '\t=1', '  =1', '＝1', '|cmd']) {
    assert.match(csvLine([text]), /^"?'/, text);
  }
  assert.equal(csvLine([-5, true, 'a=b']), '-5,true,a=b\r\n');
});
