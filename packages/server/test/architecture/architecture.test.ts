// The rules of ARCHITECTURE.md, checked on the syntax of all four packages. What is allowed is in rules.ts.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { checks } from './checks.ts';
import { readSources } from './read-sources.ts';

const sources = readSources(path.resolve(import.meta.dirname, '../../..'));

for (const { rule, faultsOf } of checks) {
  test(rule, () => assert.deepEqual(faultsOf(sources), []));
}
