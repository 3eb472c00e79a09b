// The table of the tax rules, as one reads it: a German seller, buyers of each kind, and what their lines are taxed with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buyerKinds, type TaxRule } from '../settings/invoicing.ts';
import { buyerKindOf, isWider, ruleFor } from './tax-rules.ts';

const german = { address: { country: 'de' } };
const goods = 'de 19';
const services = 'de 19, services';
const books = 'de 7';
const rules: TaxRule[] = [
  { buyer: 'eu_business', taxRateId: services, instead: 'reverse charge' },
  { buyer: 'eu_business', instead: 'intra-Community supply' },
  { buyer: 'eu_consumer', country: 'fr', taxRateId: goods, instead: 'fr 20' },
  { buyer: 'eu_consumer', country: 'fr', taxRateId: books, instead: 'fr 5.5' },
  { buyer: 'abroad', instead: 'export' },
];

// biome-ignore format: a table
const table: [country: string | undefined, vatId: string | undefined, buyer: string, goods: string, services: string, books: string][] = [
  ['de',      undefined,        'domestic',    goods,                    services,         books],
  ['de',      'DE136695976',    'domestic',    goods,                    services,         books],
  [undefined, undefined,        'domestic',    goods,                    services,         books],
  [undefined, 'FR40303265045',  'domestic',    goods,                    services,         books],
  ['fr',      undefined,        'eu_consumer', 'fr 20',                  services,         'fr 5.5'],
  ['fr',      'FR41303265045',  'eu_consumer', 'fr 20',                  services,         'fr 5.5'],
  ['fr',      'DE136695976',    'eu_consumer', 'fr 20',                  services,         'fr 5.5'],
  ['fr',      'GB980780684',    'eu_consumer', 'fr 20',                  services,         'fr 5.5'],
  ['fr',      'fr 40 303265045','eu_business', 'intra-Community supply', 'reverse charge', 'intra-Community supply'],
  ['it',      'FR40303265045',  'eu_business', 'intra-Community supply', 'reverse charge', 'intra-Community supply'],
  ['gr',      'EL094259216',    'eu_business', 'intra-Community supply', 'reverse charge', 'intra-Community supply'],
  ['it',      undefined,        'eu_consumer', goods,                    services,         books],
  ['ch',      'CHE-100.155.212 MWST', 'abroad', 'export',                'export',         'export'],
  ['gb',      'GB980780684',    'abroad',      'export',                 'export',         'export'],
  ['us',      undefined,        'abroad',      'export',                 'export',         'export'],
];

for (const [country, vatId, kind, ...rates] of table)
  test(`a buyer in ${country ?? 'no known country'} with ${vatId ?? 'no VAT ID'} is ${kind}`, () => {
    const address = country === undefined ? {} : { country };
    const buyer = buyerKindOf(german, { address, ...(vatId !== undefined && { vatId }) });
    const rateOf = (taxRateId: string) => ruleFor(rules, { buyer, country, taxRateId })?.instead ?? taxRateId;
    assert.deepEqual([buyer, ...[goods, services, books].map(rateOf)], [kind, ...rates]);
  });

test('without a seller or a buyer it is domestic', () => {
  assert.deepEqual(
    [buyerKindOf({}, { address: { country: 'us' } }), buyerKindOf(german, null)],
    ['domestic', 'domestic'],
  );
});

test('a rule that is not reached is one that an earlier one is wider than', () => {
  const countries = ['fr', 'it'];
  const ids = ['a', 'b'];
  const maybe = <T>(name: string, values: readonly T[]) =>
    fc
      .option(fc.constantFrom(...values), { nil: undefined })
      .map((value) => (value === undefined ? {} : { [name]: value }));
  const rule = fc
    .tuple(fc.constantFrom(...buyerKinds), maybe('country', countries), maybe('taxRateId', ids))
    .map(([buyer, country, taxRateId]): TaxRule => ({ buyer, ...country, ...taxRateId, instead: 'x' }));
  fc.assert(
    fc.property(rule, rule, (first, second) => {
      // With one country and one rate more than the rules name.
      const lines = buyerKinds.flatMap((buyer) =>
        [...countries, 'es'].flatMap((country) => [...ids, 'c'].map((taxRateId) => ({ buyer, country, taxRateId }))),
      );
      const isReached = lines.some((line) => ruleFor([first, second], line) === second);
      assert.equal(isReached, !isWider(first, second));
    }),
  );
});
