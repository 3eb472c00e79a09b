// What is shipped may be shipped: the licenses of all packages, and the bill of materials.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { billOfMaterials } from './sbom.ts';
import { type Lock, shippedPackages } from './shipped-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
const lock: Lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const shipped = shippedPackages(lock);

/** They ask for no more than their notices, which the package contains. */
const allowed = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'MIT-0',
  // Of fonts.
  'OFL-1.1',
];

/** Binaries of libvips, which npm installs as packages of their own: users can replace them, as the LGPL asks. */
const replaceable = { name: /^@img\/sharp-(libvips|win32|wasm32|freebsd|webcontainers)/, license: 'LGPL-3.0-or-later' };

function isAllowed(name: string, license: string): boolean {
  const terms = license.replace(/[()]/g, '');
  if (terms.includes(' OR ')) return terms.split(' OR ').some((one) => isAllowed(name, one));
  if (terms.includes(' AND ')) return terms.split(' AND ').every((one) => isAllowed(name, one));
  return allowed.includes(terms) || (terms === replaceable.license && replaceable.name.test(name));
}

test('every package that is shipped has a license that allows it', () => {
  assert.ok(shipped.length > 100, `${shipped.length} packages`);
  const faults = shipped.filter(({ name, license }) => license === null || !isAllowed(name, license));
  assert.deepEqual(
    faults.map(({ name, version, license }) => `${name} ${version}: ${license}`),
    [],
  );
});

test('a license is allowed by what it says', () => {
  assert.ok(isAllowed('a', '(MIT OR GPL-3.0-only)'));
  assert.ok(!isAllowed('a', 'MIT AND GPL-3.0-only'));
  assert.ok(!isAllowed('a', 'LGPL-3.0-or-later'));
  assert.ok(isAllowed('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'));
});

test('the bill of materials names every package with its version, license and checksum, and what needs what', () => {
  const bom = billOfMaterials({ name: 'frontdesk', version: '1.2.3', license: 'MIT' }, lock);
  assert.equal(bom.metadata.component.purl, 'pkg:npm/frontdesk@1.2.3');
  const refs = bom.components.map((component) => component['bom-ref']);
  assert.equal(new Set(refs).size, refs.length);
  const fastify = bom.components.find(({ name }) => name === 'fastify');
  assert.deepEqual(fastify?.licenses, [{ license: { id: 'MIT' } }]);
  assert.match(fastify?.hashes?.[0].content ?? '', /^[0-9a-f]{128}$/);
  assert.ok(bom.components.some(({ purl }) => purl.startsWith('pkg:npm/%40img/sharp-libvips-linux-x64@')));
  assert.ok(
    !refs.some((ref) => /^(vite|rolldown|typescript|playwright-core)@/.test(ref)),
    'what only builds is not in it',
  );
  const known = new Set([bom.metadata.component['bom-ref'], ...refs]);
  for (const { ref, dependsOn } of bom.dependencies)
    for (const one of [ref, ...dependsOn]) assert.ok(known.has(one), one);
  assert.deepEqual(bom.dependencies.map(({ ref }) => ref).sort(), [...known].sort());
});
