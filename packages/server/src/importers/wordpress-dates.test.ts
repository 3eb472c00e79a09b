// The dates of an export, valid and invalid.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStoredDate, resolvePublishedAt } from './wordpress-records.ts';

const zero = '0000-00-00 00:00:00';
const dates = { gmt: zero, local: '2015-01-27 16:00:00', rfc822: '', status: 'publish' };

describe('date of publication', () => {
  it('is the UTC date if there is one', () => {
    assert.equal(resolvePublishedAt({ ...dates, gmt: '2015-01-27 14:00:00' }), '2015-01-27T14:00:00.000Z');
  });

  it('else the date of the feed', () => {
    const rfc822 = 'Tue, 27 Jan 2015 15:00:00 +0100';
    assert.equal(resolvePublishedAt({ ...dates, rfc822 }), '2015-01-27T14:00:00.000Z');
  });

  it('else the local date, but not for drafts', () => {
    const rfc822 = 'Mon, 30 Nov -0001 00:00:00 +0000';
    assert.equal(resolvePublishedAt({ ...dates, rfc822 }), '2015-01-27T16:00:00.000Z');
    assert.equal(resolvePublishedAt({ ...dates, rfc822, status: 'draft' }), null);
    assert.equal(resolvePublishedAt({ ...dates, rfc822, local: zero }), null);
  });

  it('is never an invalid date', () => {
    for (const text of [zero, '', '2015-02-31 10:00:00', '2015-13-01 10:00:00', '2015-01-01 25:00:00', 'yesterday']) {
      assert.equal(parseStoredDate(text), null);
    }
    assert.equal(parseStoredDate('2016-02-29 23:59:59'), '2016-02-29T23:59:59.000Z');
  });
});
