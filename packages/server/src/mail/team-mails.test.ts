// The mails about accounts and about work in the background, from what really causes them, as they arrive.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { ownerPassword, setUpOwner } from '../../test/support/sign-in.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { exportItem, typed } from '../../test/support/wordpress-export.ts';

const dayMs = 24 * 3_600_000;

test('imports, sign-ins from new devices and receivers that stopped are reported in the language of the site', async (t) => {
  const server = await startMailServer(t);
  const service = await startContentService(t, { mailServer: serverAt(server) });
  await service.work();
  const owner = await setUpOwner(service);
  await owner.request('PATCH', '/settings', { body: { locale: 'de-AT', timeZone: 'Europe/Vienna' } });
  const mail = (subject: RegExp) =>
    waitFor(`a mail ${subject}`, async () => server.mails.find((one) => subject.test(one.subject ?? '')), 60_000);

  const items = exportItem(1, typed('post'));
  const head = '<title>S</title><link>https://s.test</link><wp:wxr_version>1.2</wp:wxr_version>';
  const wxr = `<?xml version="1.0"?>\n<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${head}${items}</channel></rss>`;
  const form = new FormData();
  form.append('file', new Blob([wxr]), 'seite.xml');
  const started = await owner.request('POST', '/imports', { body: form });
  assert.equal(started.status, 202, started.text);
  const finished = await mail(/seite\.xml/);
  assert.match(finished.text ?? '', /Angelegt: \d+/);

  // From a browser that was not used before.
  const body = { email: 'olga@example.com', password: ownerPassword };
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const headers = { 'user-agent': browser };
  assert.equal((await service.request('POST', '/sessions', { token: null, body, headers })).status, 201);
  const signIn = await mail(/^Neue Anmeldung/);
  assert.match(signIn.text ?? '', /Firefox/);
  assert.match(String(signIn.html), /Firefox/);

  // A receiver that fails for five days is paused.
  const receiver = await startReceiver(t, { status: 503 });
  const webhook = { url: receiver.url, events: ['item.published'] };
  const created = await service.request('POST', '/webhooks', { body: webhook });
  assert.equal(created.status, 201, created.text);
  const publish = async (n: number): Promise<void> => {
    const item = { title: `Post ${n}`, status: 'publish' };
    const { status, text } = await service.request('POST', '/content/post', { body: item });
    assert.equal(status, 201, text);
    await receiver.received(n);
  };
  for (let n = 1; n <= 10; n++) await publish(n);
  // What is recorded after five days pauses it already.
  const attempts = service.context.db.selectFrom('attempts').select('id');
  await waitFor('ten recorded attempts', async () => (await attempts.execute()).length >= 10);
  service.advance(5 * dayMs + 1000);
  await publish(11);
  const paused = await mail(new RegExp(receiver.url.slice(0, 25)));
  assert.match(paused.text ?? '', /\/admin\/settings\/webhooks/);

  for (const one of [finished, signIn, paused]) {
    assert.deepEqual(one.recipients, ['olga@example.com']);
    assert.match(one.raw, /^Content-Type: multipart\/alternative/m);
    assert.equal(one.raw.match(/^Content-Type: text\/(plain|html); charset=utf-8/gm)?.length, 2);
    assert.equal(one.headers.get('auto-submitted'), 'auto-generated');
    assert.ok(String(one.html).includes('<html lang="de" dir="ltr">'));
    assert.match(one.text ?? '', /Gesendet von Harbour/);
  }
});
