import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { mutants, mutate } from './mutant-list.ts';

const sources = path.resolve(import.meta.dirname, '../packages/server/src');

test('each mistake of the list can be made: its place is there once, and the syntax stays right', () => {
  for (const mutant of mutants) {
    const changed = mutate(readFileSync(path.join(sources, mutant.file), 'utf8'), mutant);
    assert.doesNotThrow(() => stripTypeScriptTypes(changed), `${mutant.file}: ${mutant.replace}`);
  }
});
