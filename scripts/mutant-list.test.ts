import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { mutants } from './mutant-list.ts';

const sources = path.resolve(import.meta.dirname, '../packages/server/src');

test('each mistake of the list can be made: its place is there once', () => {
  const moved = mutants.filter(
    ({ file, find }) => readFileSync(path.join(sources, file), 'utf8').split(find).length !== 2,
  );
  assert.deepEqual(
    moved.map(({ file, find }) => `${file}: ${find}`),
    [],
  );
});
