import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, nameFileTypes } from './file-words.ts';
import { loadLanguage } from './language.ts';

test('sizes are written in the largest unit that fits, and never rounded up', () => {
  const sizes = [1, 999, 50_000, 100_000, 400_000, 2_500_000, 10 * 1024 ** 2, 2 ** 31];
  assert.deepEqual(
    sizes.map((size) => formatBytes(size)),
    ['1 byte', '999 bytes', '48.8 KB', '97.6 KB', '390.6 KB', '2.3 MB', '10 MB', '2 GB'],
  );
  assert.equal(formatBytes(2_500_000, 'fr').replace(/\s/u, ' '), '2,3 Mo');
});

test('media types are named as people know them', async () => {
  const english = await loadLanguage('en');
  assert.equal(nameFileTypes(english, ['application/pdf']), 'PDF');
  assert.equal(
    nameFileTypes(english, ['application/pdf', 'image/jpeg', 'image/jpg', 'image/*']),
    'PDF, JPEG, JPG, or images',
  );
  assert.equal(nameFileTypes(english, ['application/msword', 'application/x-tex']), 'Word or TEX');
  assert.equal(nameFileTypes(english, ['text/csv', '.csv', '.tar.gz']), 'CSV or TAR.GZ');
  assert.equal(nameFileTypes(english, ['image/png', '*/*']), null);
  assert.equal(nameFileTypes(english), null);
});
