// The checks find what they are for. Each fixture says in a comment behind a line what is wrong with it, `// ✗ fault`,
// and nothing else is found in it.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { checks } from './checks.ts';
import { readSources } from './read-sources.ts';

const folder = path.join(import.meta.dirname, 'fixtures');
const sources = readSources(folder);
const found = checks.flatMap(({ faultsOf }) => faultsOf(sources));

for (const file of globSync('*/src/**/*.txt', { cwd: folder }).sort()) {
  const name = file.replaceAll(path.sep, '/').replace(/\.txt$/, '');
  test(`the faults of ${name}`, () => {
    const at = `packages/${name}:`;
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
    const expected = lines.flatMap((line, index) =>
      line
        .split('// ✗ ')
        .slice(1)
        .map((fault) => `${at}${index + 1}: ${fault.trim()}`),
    );
    assert.deepEqual(found.filter((fault) => fault.startsWith(at)).sort(), expected.sort());
  });
}

test('a file that broke eight rules unseen once', () => {
  assert.equal(found.filter((fault) => fault.startsWith('packages/server/src/crm/mutant.ts:')).length, 8);
});
