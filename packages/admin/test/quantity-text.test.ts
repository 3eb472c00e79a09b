// Quantities of lines on the screens say what the document says.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { quantityText } from '../src/crm/invoice-values.ts';
import { setFormats } from '../src/ui/format.ts';

afterEach(() => setFormats({ locale: null, timeZone: null }));

test('a quantity has the reader’s mark and the plural of its unit', () => {
  setFormats({ locale: 'en-GB', timeZone: null });
  assert.deepEqual(
    [quantityText('2', 'day'), quantityText('1', 'day'), quantityText('0.5', 'Hour'), quantityText('3', 'kg')],
    ['2 days', '1 day', '0.5 Hours', '3 kg'],
  );
  assert.deepEqual([quantityText('1.234567', null), quantityText('2', 'days')], ['1.234567', '2 days']);
  setFormats({ locale: 'de-DE', timeZone: null });
  assert.equal(quantityText('1.5', 'hour'), '1,5 hours');
});
