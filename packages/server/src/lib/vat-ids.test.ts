import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryOfVatId, hasVatIds, isVatId, normalizeVatId } from './vat-ids.ts';

// Of each country one that is in use or an example of its authority; of some, several forms.
const valid =
  'ATU13585627 BE0428759497 BE1000000021 BG175074752 CHE107787577IVA CHE107787577MWST CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431 FI20774740 FR40303265045 GB980780684 HR33392005961 HU12892312 IE6433435F IE6433435OA IT00743110157 LT119511515 LT100001919017 LU15027442 LV40003521600 MT11679112 NL004495445B01 NL000099998B57 NO995525828MVA PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619 XI980780684'.split(
    ' ',
  );

/** The third last digit and those before it are part of every sum. */
const withOtherDigit = (vatId: string) =>
  vatId.replace(/(\d)(?=\d{2}\D*(?:B\d\d)?$)/, (digit) => String((Number(digit) + 1) % 10));

test('VAT IDs of the EU and its neighbors are checked by form and check digits', () => {
  const countries = new Set(valid.map((vatId) => vatId.slice(0, 2)));
  assert.equal(countries.size, 31);
  for (const vatId of valid) {
    assert.ok(isVatId(vatId), vatId);
    assert.ok(isVatId(` ${vatId.toLowerCase().slice(0, 2)} ${vatId.slice(2, 5)}.${vatId.slice(5)}`), vatId);
    assert.notEqual(withOtherDigit(vatId), vatId);
    assert.equal(isVatId(withOtherDigit(vatId)), false, withOtherDigit(vatId));
  }
  for (const wrong of ['', 'DE', '136695976', 'XX136695976', 'FR136695976', 'DE13669597', 'toString'])
    assert.equal(isVatId(wrong), false, wrong);
});

test('a VAT ID names its country', () => {
  for (const vatId of ['el 094 259 216', 'GR094259216']) assert.equal(countryOfVatId(vatId), 'gr');
  assert.equal(normalizeVatId('gr 094 259 216'), 'EL094259216');
  assert.ok(isVatId('GR094259216'));
  assert.equal(countryOfVatId('XI980780684'), 'gb');
  assert.equal(countryOfVatId('ATU13585627'), 'at');
  assert.equal(countryOfVatId('US1'), null);
  assert.deepEqual(['de', 'gr', 'el', 'gb', 'xi', 'us', 'ch'].map(hasVatIds), [
    true,
    true,
    false,
    true,
    false,
    false,
    true,
  ]);
  assert.equal(normalizeVatId('ｄｅ 136.695-976'), 'DE136695976');
});
