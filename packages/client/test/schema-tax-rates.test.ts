// Tax rates in the file of `frontdesk schema`, and what names them: rules, and forms that issue invoices.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRate, seller } from '../../server/test/support/invoicing.ts';
import { startTestService } from '../../server/test/support/test-service.ts';
import { create, patch, type Site, siteOf } from './support/schema-site.ts';

/** A site with tax rates and rules, and a paid form that issues invoices. */
async function startShop(t: TestContext): Promise<Site> {
  const service = await startTestService(t);
  const [high, low, reverse] = [
    await createRate(service, '19'),
    await createRate(service, '7', { validFrom: '2021-01-01' }),
    await createRate(service, '0', { name: 'Reverse charge', category: 'AE', reason: 'The buyer owes it' }),
  ];
  const taxRules = [
    { buyer: 'eu_business', country: 'fr', taxRateId: low, instead: reverse },
    { buyer: 'eu_business', instead: reverse },
  ];
  await patch(service, '/settings', { invoicing: { seller: { ...seller, iban: 'DE02120300000000202051' }, taxRules } });
  const lines = [
    { name: 'course', type: 'item', amount: 11_900 },
    { name: 'book', type: 'item', amount: 1070, taxRateId: low },
  ];
  const order = { name: 'order', type: 'payment', currency: 'eur', invoice: { taxRateId: high }, lines };
  const fields = [{ name: 'who', type: 'billing' }, order];
  await create(service, '/forms', { name: 'Shop', slug: 'shop', fields });
  return siteOf(service);
}

async function quotes({ service }: Site): Promise<object[]> {
  const german = { name: 'Ada', street: 'Weg 1', city: 'Hamburg', country: 'DE' };
  const french = { name: 'Débit SARL', street: 'Rue 1', city: 'Paris', country: 'FR', vatId: 'FR 40 303265045' };
  const order = { lines: [{ line: 'course' }, { line: 'book' }] };
  return Promise.all(
    [german, french].map(async (who) => {
      const quoted = await service.request('POST', '/forms/shop/quote', { token: null, body: { order, who } });
      assert.equal(quoted.status, 200, quoted.text);
      const { amount, taxes, taxedAs } = quoted.body;
      return { amount, taxes, taxedAs };
    }),
  );
}

test('tax rates go by their names, so that a form which issues invoices asks the same on another site', async (t) => {
  const [source, target] = [await startShop(t), await siteOf(await startTestService(t))];
  const text = await source.pull();
  assert.doesNotMatch(text, /tax_/);
  assert.match(
    text,
    /^ {2}- name: VAT 7 %\n {4}percent: "7"\n {4}country: de\n {4}category: S\n {4}validFrom: "2021-01-01"$/m,
  );
  assert.match(text, /^ {6}- buyer: eu_business\n {8}instead: Reverse charge$/m);
  assert.match(text, /^ {10}taxRateId: VAT 19 %$/m);
  assert.equal((await source.run(['diff', '-'], text)).code, 0);

  const pushed = await target.run(['push', '-', '--yes'], text);
  assert.equal(pushed.code, 0, pushed.stderr);
  assert.match(pushed.stderr, /Created tax rate VAT 7 %\.\nChanged settings\.\n/);
  assert.deepEqual(await quotes(target), await quotes(source));
  assert.deepEqual(
    (await quotes(target)).map((quote) => ('amount' in quote ? quote.amount : null)),
    [12_970, 11_000],
  );
  const again = await target.run(['push', '-', '--yes'], text);
  assert.deepEqual([again.code, again.stdout], [0, ''], again.stderr);
  assert.equal(await target.pull(), text);

  // Members that may change do. Of the seller, what the file leaves out is not set.
  const changed = text
    .replace('validFrom: "2021-01-01"', 'validFrom: "2022-01-01"')
    .replace(/ {6}iban: .*\n/, '')
    .replace(/ {8}line1: .*\n/, '');
  const said = await target.run(['push', '-', '--yes'], changed);
  assert.match(said.stdout, /^~ tax rate VAT 7 %\n {4}~ validFrom: "2021-01-01" → "2022-01-01"$/m);
  assert.match(said.stdout, /^ {4}~ invoicing\.seller\.iban: "DE02120300000000202051" → none$/m);
  assert.equal(await target.pull(), changed);

  // Of a file with forms only, the rates are those of the site.
  const forms = await source.pull('--only', 'forms');
  assert.equal((await target.run(['diff', '-'], forms)).code, 0);
  const other = await siteOf(await startTestService(t));
  const missing = await other.run(['push', '-', '--yes'], forms);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /standard input:\d+:\d+ there is no tax rate "VAT 19 %"\n/);
});

test('a tax rate that is renamed, changed for good, unknown or there twice is named', async (t) => {
  const site = await startShop(t);
  const { service } = site;
  const text = await site.pull();
  const diff = async (file: string, ...options: string[]) => site.run(['diff', '-', ...options], file);

  const unknown = await diff(text.replace('instead: Reverse charge', 'instead: Reverse charg'));
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /:\d+:18 there is no tax rate "Reverse charg"\. Did you mean "Reverse charge"\?/);
  const percent = await diff(text.replace('percent: "19"', 'percent: "20"'));
  assert.match(
    percent.stderr,
    /:\d+:14 the percent of a tax rate never changes, and is 19 on the site: give the new one/,
  );
  assert.equal((await diff(text.replace('percent: "19"', 'percent: "19.0"'))).code, 0, 'the same number');
  const twice = await diff(text.replace('- name: VAT 7 %', '- name: VAT 19 %'));
  assert.match(twice.stderr, /the tax rate "VAT 19 %" is there twice/);

  const renamed = text.replaceAll('VAT 7 %', 'VAT reduced');
  const shown = await diff(renamed);
  assert.match(shown.stdout, /^\+ tax rate VAT reduced$/m);
  assert.match(
    shown.stdout,
    /^ {4}~ fields\.order\.lines: .*"taxRateId":"VAT 7 %".* → .*"taxRateId":"VAT reduced".*$/m,
  );
  assert.match(shown.stderr, /Not in the file, and kept: tax rate VAT 7 %\.\n/);
  assert.match(shown.stderr, /if "VAT reduced" is the tax rate "VAT 7 %", rename that one on the site\.\n/);
  // A rate that is removed can no longer be named.
  const gone = await diff(text.replace(/ {2}- name: VAT 7 %\n(?: {4}.*\n)+/, ''), '--prune');
  assert.match(gone.stderr, /there is no tax rate "VAT 7 %"/);
  const pruned = await site.run(['push', '-', '--yes', '--prune', '--allow-destructive'], renamed);
  assert.equal(pruned.code, 0, pruned.stderr);
  assert.match(pruned.stdout, /^- tax rate VAT 7 %\n {4}! drafts and items that name it need another one$/m);
  assert.equal(await site.pull(), renamed);

  const id = await createRate(service, '20', { name: 'VAT reduced', country: 'fr' });
  const same = await site.run(['pull', '-']);
  assert.equal(same.code, 2);
  assert.match(
    same.stderr,
    new RegExp(
      `two tax rates of the site are named "VAT reduced" \\(.*${id}.*\\): .*, such as "VAT reduced \\((de|fr)\\)"`,
    ),
  );
});
