// The generator: what it writes for each kind of field, and that it always writes the same.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fieldKinds, isAnswered, isCalculated, kindOf } from '../../server/src/fields/field-kinds.ts';
import { startTestService } from '../../server/test/support/test-service.ts';
import { readSiteDocument, startExampleSite } from '../test/support/start-example-site.ts';
import { type SiteDocument, writeSiteTypes } from './site-types.ts';

/** A document with one type and one form, both with these properties, all required. */
function documentWith(properties: Record<string, object>): SiteDocument {
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return {
    components: { schemas: { 'content.plot': schema, 'forms.a-b': schema } },
    'x-site': {
      types: [{ name: 'plot', strict: true, fields: '#/components/schemas/content.plot' }],
      forms: [{ slug: 'a-b', body: '#/components/schemas/forms.a-b' }],
    },
  };
}

function reversed<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).reverse());
}

test('the example site, byte for byte, whatever the order of its document', async (t) => {
  const expected = await readFile(new URL('../test/support/example-site.d.ts', import.meta.url), 'utf8');
  const document = await readSiteDocument(await startExampleSite(t));
  assert.equal(writeSiteTypes(document), expected);
  const { schemas } = document.components;
  const turned = Object.entries(schemas as Record<string, { properties?: object }>).map(([name, schema]) => [
    name,
    { ...schema, properties: reversed((schema.properties as Record<string, unknown> | undefined) ?? {}) },
  ]);
  const site = document['x-site'];
  const other = {
    components: { schemas: Object.fromEntries(turned) },
    'x-site': { ...site, types: site.types.toReversed(), forms: site.forms.toReversed() },
  };
  assert.equal(writeSiteTypes(other), expected);
});

test('every kind of the service has a type, and can be sorted by if the service sorts by it', async (t) => {
  const service = await startTestService(t);
  const kinds = Object.keys(fieldKinds);
  const inner = [{ name: 'inner', type: 'text' }];
  const blocks = [{ name: 'block', fields: inner }];
  const settings = { options: ['a', 'b'], rows: ['c', 'd'], fields: inner, blocks, formula: '2 * 3' };
  const declare = (type: string) => ({
    name: `a_${type}`,
    type,
    required: !isCalculated({ type }),
    ...Object.fromEntries((kindOf({ type }).needs ?? []).map((setting) => [setting, settings[setting]])),
  });
  const content = kinds.filter((type) => kindOf({ type }).usedIn.includes('content'));
  const made = await service.request('POST', '/types', { body: { name: 'all', fields: content.map(declare) } });
  assert.equal(made.status, 201, made.text);
  const inForms = kinds.filter((type) => kindOf({ type }).usedIn.includes('form'));
  const fields = inForms.map(declare).map((field) => ({ ...field, amount: 500, currency: 'eur' }));
  const form = await service.request('POST', '/forms', { body: { name: 'All', slug: 'every', fields } });
  assert.equal(form.status, 201, form.text);
  const text = writeSiteTypes(await readSiteDocument(service));
  const typeOf = (part: string, kind: string) => new RegExp(` a_${kind}\\??: (.+);`).exec(part)?.[1];
  const [types = '', forms = ''] = text.split('  forms: ');
  for (const kind of content) {
    assert.equal(typeOf(types, kind) === 'unknown', kind === 'json', kind);
    const isSortable = new RegExp(`orderBy: .*'a_${kind}'`).test(types);
    const { comparesAs } = kindOf({ type: kind });
    assert.equal(isSortable, comparesAs !== null && comparesAs !== 'list', `${kind} is sortable`);
  }
  for (const kind of inForms) {
    if (!isAnswered({ type: kind })) assert.equal(typeOf(forms, kind), undefined, kind);
    else assert.match(typeOf(forms, kind) ?? '', /^(?!unknown)./, kind);
  }
});

test('a schema that is newer than the client is of unknown type', () => {
  const text = writeSiteTypes(documentWith({ shape: { type: 'polygon' } }));
  assert.match(text, /shape: unknown;[\s\S]*orderBy: never;[\s\S]*shape: unknown;/);
});

test('quotes, line breaks and dashes in names and options are kept', () => {
  const options = ["it's", 'say "hi"', `both ' and "`, 'back\\slash', 'two\nlines', '\u2028'];
  const text = writeSiteTypes(documentWith({ 'odd-name': { type: 'string', enum: options } }));
  const line = text.split('\n').find((line) => line.includes('odd-name')) ?? '';
  const literals = line.slice(line.indexOf(': ') + 2, -1).split(' | ');
  const values = literals.map((literal) => new Function(`return ${literal}`)());
  assert.deepEqual(values.sort(), options.sort());
  assert.match(text, /'a-b': \{/);
});

test('a site without types and forms', () => {
  assert.match(
    writeSiteTypes({ components: { schemas: {} }, 'x-site': { types: [], forms: [] } }),
    /types: Record<string, never>;\n {2}forms: Record<string, never>;/,
  );
});

test('labels and help are comments, whatever is in them', () => {
  const text = writeSiteTypes(
    documentWith({ a: { type: 'string', title: 'Ends */ here', description: 'Two\nlines' }, b: { type: 'string' } }),
  );
  assert.match(text, /\/\*\* Ends \*\\\/ here: Two lines \*\/\n\s+a: string;\n\s+b: string;/);
});
