// docs/lists.md names the subjects and operators that there are.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operators } from '../../database/compare.ts';
import { itemSubjects } from './item-conditions.ts';

const page = await readFile(new URL('../../../../../docs/lists.md', import.meta.url), 'utf8');

/** What stands as code in a cell. */
const namesIn = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string);

/** The rows of the table with this head, as cells. */
function rowsOf(head: string): string[][] {
  const [, table = ''] = page.split(`${head}\n`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(1)
    .map((row) => row.split('|').slice(1, -1));
}

test('the table of subjects has every member of items that conditions can be on, with its operators', () => {
  const shown = new Map(
    rowsOf('| Subject | Operators | Compared with |').flatMap(([subjects, list]) =>
      namesIn(subjects).map((name) => [name, namesIn(list)] as const),
    ),
  );
  for (const [name, subject] of itemSubjects)
    assert.deepEqual(shown.get(name)?.toSorted(), [...subject.operators].sort(), name);
});

test('the table of operators has them all', () => {
  const shown = rowsOf('| Operator | Meaning |').flatMap(([names]) => namesIn(names));
  assert.deepEqual(shown.sort(), [...operators].sort());
});
