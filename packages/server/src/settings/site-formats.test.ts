import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { siteFormats } from './site-formats.ts';

const withSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('amounts, numbers, days and times follow the country and the time zone of the site', () => {
  const austrian = siteFormats({ locale: 'de-AT', timeZone: 'Europe/Vienna' });
  assert.equal(withSpaces(austrian.money(125_050, 'eur')), '€ 1.250,50'.replace('.', austrian.number(1000)[1] ?? ''));
  assert.equal(austrian.day('2027-03-01'), '1 March 2027');
  assert.match(austrian.time('2027-07-01T10:00:00.000Z'), /1 July 2027.*12:00.*CEST|1 July 2027.*12:00.*GMT\+2/);
  const american = siteFormats({ locale: 'en-US', timeZone: null });
  const french = siteFormats({ locale: 'de-AT', timeZone: null }, 'fr');
  assert.equal(withSpaces(french.money(125_050, 'eur')), '1 250,50 €');
  assert.deepEqual([french.day('2027-03-01'), withSpaces(french.bytes(2_500_000))], ['1 mars 2027', '2,3 Mo']);
  assert.deepEqual([american.money(125_050, 'usd'), american.day('2027-03-01')], ['$1,250.50', 'March 1, 2027']);
  assert.match(american.time('2027-07-01T10:00:00.000Z'), /July 1, 2027.*10:00.*AM.*UTC/);
});

test('form pages write prices and bounds as the site does', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const fields = [
    { name: 'day', type: 'date', label: 'Day', min: '2030-03-01' },
    { name: 'fee', type: 'payment', label: 'Fee', amount: 125_050, currency: 'eur' },
  ];
  const created = await service.request('POST', '/forms', { body: { name: 'Tour', public: true, fields } });
  assert.equal(created.status, 201, created.text);
  const form = created.body;
  const open = async () => withSpaces((await service.app.inject({ url: `/f/${form.slug}` })).payload);
  assert.match(await open(), /class="price">€1,250\.50</);
  await owner.request('PATCH', '/settings', { body: { locale: 'de-DE' } });
  assert.match(await open(), /class="price">1\.250,50 €<|class="price">€1\.250,50</);
  const wrong = await service.app.inject({
    method: 'POST',
    url: `/api/v1/forms/${form.id}/submit`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: 'day=2029-01-01',
  });
  assert.match(wrong.payload, /Der früheste mögliche Zeitpunkt ist 1\. März 2030/);
  assert.equal(wrong.headers['content-language'], 'de');
});
