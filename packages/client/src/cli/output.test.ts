// What a terminal shows.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { formatTable, withoutControls } from './format-table.ts';
import { columnOf, linesOf, outputTo } from './output.ts';

const columns = [{ title: 'SLUG', isWhole: true }, { title: 'TITLE' }, { title: 'NOTE' }];

test('columns are aligned, by what letters take on a terminal', () => {
  assert.deepEqual(
    formatTable(
      columns,
      [
        ['a', '日本', 'x'],
        ['long-slug', 'é', 'y'],
        ['b', '👩‍🚀!', ''],
      ],
      80,
    ),
    ['SLUG       TITLE  NOTE', 'a          日本   x', 'long-slug  é      y', 'b          👩‍🚀!    '],
  );
});

test('a table that is too wide loses the ends of its longest texts, but never what is copied', () => {
  const slug = 'a-slug-that-is-longer-than-the-texts';
  const [, row = ''] = formatTable(columns, [[slug, 'A title that is long', 'A note that is long']], 66);
  assert.equal(row, `${slug}  A title that…  A note that …`);
  assert.equal(row.length, 66);
  const [, narrow = ''] = formatTable(columns, [[slug, 'A title that is long', 'A note that is long']], 20);
  assert.equal(narrow, `${slug}  A title…  A note …`);
});

test('texts cannot control the terminal', () => {
  assert.equal(withoutControls('a\u001b[31mb\u009b2J\r\nc\u202ed'), 'a [31mb 2J c d');
});

test('lists have headings, a column for each name, and JSON has everything', async (t) => {
  const rows = [{ id: 'one', payment: { status: 'open' }, note: 'a\tb', tags: ['x', 'y'] }];
  const shape = ['id', 'payment.status', 'note', 'tags'].map(columnOf);
  const print = async (isTerminal: boolean, isJson: boolean, hasColors = false, listed = rows): Promise<string> => {
    const lines = capture(t);
    await outputTo({ isTerminal, width: 80, hasColors }, isJson).rows(listed, shape, 'None.');
    return lines().join('\n');
  };
  const heading = 'id   payment.status  note  tags';
  assert.equal(await print(true, false), `${heading}\none  open            a b   x,y`);
  assert.ok((await print(true, false, true)).startsWith(`\u001b[1m${heading}\u001b[22m\n`));
  assert.equal(await print(false, false), 'id\tpayment.status\tnote\ttags\none\topen\ta b\tx,y');
  assert.equal(await print(false, false, false, []), 'id\tpayment.status\tnote\ttags');
  assert.equal(await print(true, true), JSON.stringify(rows[0]));
});

test('a record is a line for each member, also of what is inside it', () => {
  assert.deepEqual(
    linesOf({ id: 'a', fields: { price: 1, seo: { title: 'T' } }, tags: ['x', 'y'], lines: [{ n: 1 }] }),
    [
      ['id', 'a'],
      ['fields.price', 1],
      ['fields.seo.title', 'T'],
      ['tags', 'x,y'],
      ['lines', '[{"n":1}]'],
    ],
  );
});

/** What is logged from now on, until it is read. */
function capture(t: TestContext): () => string[] {
  const { mock } = t.mock.method(console, 'log', () => {});
  return () => {
    mock.restore();
    return mock.calls.map(({ arguments: [text] }) => String(text));
  };
}
