// The generator: what it writes for each kind, and that it always writes the same.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fieldKinds } from '../../server/src/fields/field-kinds.ts';
import { exampleDeclaration } from '../test/support/example-declaration.ts';
import { kinds, writeSiteTypes } from './site-types.ts';

test('the example site, byte for byte', async () => {
  const expected = await readFile(new URL('../test/support/example-site.d.ts', import.meta.url), 'utf8');
  assert.equal(writeSiteTypes(exampleDeclaration), expected);
});

test('the same site gives the same bytes, in whatever order it is told', () => {
  const { types, forms } = exampleDeclaration;
  const turned = <T extends { fields: readonly object[] }>(list: readonly T[]): T[] =>
    list.map((entry) => ({ ...entry, fields: entry.fields.toReversed() })).toReversed();
  assert.equal(writeSiteTypes({ types: turned(types), forms: turned(forms) }), writeSiteTypes(exampleDeclaration));
});

test('every kind of the service is known, and sorted by where the service sorts', () => {
  assert.deepEqual(Object.keys(kinds).sort(), Object.keys(fieldKinds).sort());
  for (const [name, kind] of Object.entries(fieldKinds)) {
    const usedIn: readonly string[] = kind.usedIn;
    assert.equal(kinds[name]?.value !== null, usedIn.includes('content'), `${name} in content`);
    const isSortable = usedIn.includes('content') && kind.comparesAs !== null && kind.comparesAs !== ('list' as string);
    assert.equal(kinds[name]?.isSortable, isSortable, `${name} is sortable`);
  }
});

test('a kind younger than the client is of unknown type', () => {
  const fields = [{ name: 'shape', type: 'polygon', required: true }];
  const text = writeSiteTypes({ types: [{ name: 'plot', strict: true, fields }], forms: [{ slug: 'x', fields }] });
  assert.match(text, /shape: unknown;[\s\S]*orderBy: never;[\s\S]*shape: unknown;/);
});

test('names and options with quotes, line ends and dashes stay what they are', () => {
  const options = ["it's", 'say "hi"', `both ' and "`, 'back\\slash', 'two\nlines', '\u2028'];
  const fields = [{ name: 'odd-name', type: 'select', required: true, options }];
  const text = writeSiteTypes({ types: [], forms: [{ slug: 'a-b', fields }] });
  const line = text.split('\n').find((line) => line.includes('odd-name')) ?? '';
  const literals = line.slice(line.indexOf(': ') + 2, -1).split(' | ');
  const values = literals.map((literal) => new Function(`return ${literal}`)());
  assert.deepEqual(values.sort(), options.sort());
  assert.match(text, /'a-b': \{/);
});

test('a site without types and forms is one, too', () => {
  assert.match(
    writeSiteTypes({ types: [], forms: [] }),
    /types: Record<string, never>;\n {2}forms: Record<string, never>;/,
  );
});
