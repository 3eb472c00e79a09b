import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture, upload } from '../../test/support/media.ts';
import { setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';

test('the logo and the color of the site are on its form pages, where they can be seen', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  const form = (await service.request('POST', '/forms', { body: { name: 'Contact', public: true, fields } })).body;
  const open = async () => service.app.inject({ url: `/f/${form.slug}` });
  const before = await open();
  assert.match(before.payload, /<p class="brand">Harbour<\/p>/);

  const logo = (await upload(service, await picture('png', { width: 400 }), 'logo.png')).body;
  const change = { logo: logo.id, brandColor: '#ffee00' };
  const changed = await owner.request('PATCH', '/settings', { body: change });
  assert.deepEqual([changed.status, changed.body.logo, changed.body.brandColor], [200, logo.id, '#ffee00']);
  const me = (await owner.request('GET', '/me')).body.site;
  assert.deepEqual([me.logoUrl, me.brandColor], [`/media/${logo.id}/logo?width=320&format=webp`, '#ffee00']);
  assert.equal((await service.app.inject({ url: me.logoUrl })).headers['content-type'], 'image/webp');

  const page = await open();
  assert.match(
    page.payload,
    new RegExp(`<p class="brand"><img src="/media/${logo.id}/logo\\?width=320&#38;format=webp" alt="Harbour">`),
  );
  assert.match(String(page.headers['content-security-policy']), /style-src 'sha256-[^']+'; img-src 'self'/);
  // Yellow cannot be seen on white, but on the dark card.
  assert.match(page.payload, /:root \{ color-scheme: [^}]*--accent: #(?!ffee00)\w{6}; --on-accent: #000000 \}/);
  assert.match(page.payload, /dark\) \{ :root \{ [^}]*--accent: #ffee00; --on-accent: #000000 \}/);
  assert.match((await service.app.inject({ url: `/f/${form.slug}/thanks` })).payload, /class="brand"/);
  for (const path of ['/payments/thanks', '/payments/canceled']) {
    const { payload, headers } = await service.app.inject({ url: path });
    assert.match(payload, new RegExp(`<main><img src="/media/${logo.id}/[^"]+" alt="Harbour"><h1>`), path);
    assert.match(String(headers['content-security-policy']), /img-src 'self'/);
  }

  // A logo that was deleted is not shown.
  const refused = await service.request('DELETE', `/media/${logo.id}`);
  assert.deepEqual([refused.status, refused.body.detail], [409, 'The site shows it on its pages']);
  assert.equal((await service.request('DELETE', `/media/${logo.id}?references=clear`)).status, 200);
  assert.match((await open()).payload, /<p class="brand">Harbour<\/p>/);
  assert.match((await service.app.inject({ url: '/payments/canceled' })).payload, /<main><h1>/);
  assert.equal((await owner.request('GET', '/me')).body.site.logoUrl, null);
});

test('the settings of the site are checked, each with a sentence', async (t) => {
  const service = await startTestService(t);
  const text = (await upload(service, Buffer.from('%PDF-1.4\n%%EOF\n'), 'prices.pdf')).body;
  const secret = (await upload(service, await picture('png'), 'logo.png', { texts: { private: 'true' } })).body;
  const wrong: [change: object, detail: RegExp][] = [
    [{ logo: 'med_unknown' }, /^is not a file of the media library$/],
    [{ logo: text.id }, /^must be a picture$/],
    [{ logo: secret.id }, /not private/],
    [{ brandColor: 'red' }, /./],
    [{ currency: 'xau' }, /ISO 4217/],
    [{ timeZone: 'Mars/Olympus' }, /Europe\/Vienna/],
    [{ timeZone: '+01:00' }, /Europe\/Vienna/],
    [{ locale: 'not a locale' }, /en-GB/],
    [{ firstDayOfWeek: 'friday' }, /monday/],
  ];
  for (const [change, detail] of wrong) {
    const { status, body } = await service.request('PATCH', '/settings', { body: change });
    assert.equal(status, 422, JSON.stringify(change));
    assert.deepEqual(
      body.errors.map(({ pointer }: { pointer: string }) => pointer),
      Object.keys(change).map((name) => `/${name}`),
    );
    assert.match(body.errors[0].detail, detail);
  }
  const right = { currency: 'chf', timeZone: 'Asia/Kathmandu', locale: 'de-CH', firstDayOfWeek: 'sunday' };
  const { status, body } = await service.request('PATCH', '/settings', { body: right });
  const { currency, timeZone, locale, firstDayOfWeek } = body;
  assert.deepEqual([status, { currency, timeZone, locale, firstDayOfWeek }], [200, right]);
  const none = { timeZone: null, locale: null, firstDayOfWeek: null };
  const cleared = (await service.request('PATCH', '/settings', { body: none })).body;
  assert.deepEqual([cleared.currency, { ...cleared, ...none }], ['chf', cleared]);
});

test('a PATCH of the settings merges what is inside of them by key, and null brings back a default', async (t) => {
  const service = await startTestService(t);
  const patch = (body: object) => service.request('PATCH', '/settings', { body });
  await patch({ looks: { font: 'serif', theme: 'dark' }, trashDays: 5, timeZone: 'Europe/Vienna' });
  const changed = await patch({ looks: { corners: 'round', theme: null }, trashDays: null, timeZone: null });
  assert.equal(changed.status, 200, changed.text);
  const { looks, trashDays, timeZone } = changed.body;
  assert.deepEqual(
    { looks, trashDays, timeZone },
    { looks: { font: 'serif', corners: 'round' }, trashDays: 30, timeZone: null },
  );
  assert.deepEqual((await patch({ looks: null })).body.looks, {});
  const misspelt = await patch({ looks: { fnt: 'mono' } });
  assert.deepEqual(misspelt.body.errors, [
    { pointer: '/looks/fnt', code: 'unknown', detail: 'is not a known field (did you mean `font`?)' },
  ]);
});
