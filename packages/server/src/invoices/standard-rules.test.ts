// E-invoices meet the rules of EN 16931, and documents that break one of them are found out. The official rules are checked by
// `npm run einvoice:official`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { categories, documentsOf, sale, saleOf } from '../../test/support/random-sales.ts';
import { brokenRules, readXml, rules, rulesOf } from '../../test/support/standard-rules.ts';
import { writeUbl } from './write-ubl.ts';

test('random invoices and credit notes of every category meet the rules of the standard', () => {
  fc.assert(
    fc.property(sale, (each) => {
      for (const document of documentsOf(each)) assert.deepEqual(brokenRules(writeUbl(document)), []);
    }),
    { numRuns: 200 },
  );
});

test('every rule has a document that breaks it', (t) => {
  let count = 0;
  const check = (name: string, { meets, breakIt }: (typeof rules)[string], documents: readonly string[]): void => {
    const found = documents.some((xml) => {
      const invoice = readXml(xml);
      assert.ok(meets(invoice), name);
      breakIt(invoice);
      return !meets(invoice);
    });
    assert.ok(found, `nothing breaks ${name}`);
    count++;
  };
  const documentsWith = (allowed: typeof categories) =>
    fc
      .sample(saleOf(allowed), { numRuns: 20, seed: 1 })
      .flatMap((each) => documentsOf({ ...each, currency: 'eur', iban: true, credited: 0.5 }))
      .map(writeUbl);
  const mixed = documentsWith(categories.filter((one) => one !== 'O'));
  for (const [name, rule] of Object.entries(rules)) check(name, rule, mixed);
  for (const category of categories)
    for (const [name, rule] of Object.entries(rulesOf(category))) check(name, rule, documentsWith([category]));
  t.diagnostic(`${count} rules`);
});
