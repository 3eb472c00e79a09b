// What a terminal shows.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { formatTable, withoutControls } from './format-table.ts';
import { outputTo, showSize } from './output.ts';

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

test('lists for people have a head, lines for programs have every column, and JSON has everything', async (t) => {
  const rows = [{ id: 'one', size: 1234, note: 'a\tb' }];
  const shape = [
    { title: 'SIZE', of: (row: (typeof rows)[0]) => row.size, show: (row: (typeof rows)[0]) => showSize(row.size) },
    { title: 'NOTE', of: (row: (typeof rows)[0]) => row.note },
    { title: 'ID', of: (row: (typeof rows)[0]) => row.id, isForPrograms: true },
  ];
  const print = async (isTerminal: boolean, isJson: boolean, hasColors = false): Promise<string> => {
    const lines = capture(t);
    await outputTo({ isTerminal, width: 80, hasColors }, isJson).rows(rows, shape, 'None.');
    return lines().join('\n');
  };
  assert.equal(await print(true, false), 'SIZE    NOTE\n1.2 kB  a b');
  assert.equal(await print(true, false, true), '\u001b[1mSIZE    NOTE\u001b[22m\n1.2 kB  a b');
  assert.equal(await print(false, false), '1234\ta b\tone');
  assert.equal(await print(true, true), '{"id":"one","size":1234,"note":"a\\tb"}');
});

/** What is logged from now on, until it is read. */
function capture(t: TestContext): () => string[] {
  const { mock } = t.mock.method(console, 'log', () => {});
  return () => {
    mock.restore();
    return mock.calls.map(({ arguments: [text] }) => String(text));
  };
}
