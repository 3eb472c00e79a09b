// Editing the texts of mails: what is checked, shown, tried and sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { ownerPassword, setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { languageCodes } from '../languages/language.ts';

test('a text is edited in one language, checked, previewed, tried, and reset', async (t) => {
  const server = await startMailServer(t);
  const service = await startTestService(t, { mailServer: serverAt(server) });
  const owner = await setUpOwner(service);
  const { body: list } = await owner.request('GET', '/mail-kinds');
  assert.deepEqual([list.language, list.languages], ['en', [...languageCodes]]);
  const path = '/mail-kinds/newDevice/texts/en';
  const { body: before } = await owner.request('GET', path);
  assert.equal(before.edited, false);
  assert.deepEqual({ subject: before.subject, text: before.text }, before.original);

  const good = { subject: '{{site}}: who is it?', text: 'Dear {{name}} <b>,\n\n{{details}}\n\n{{ date }}' };
  const wrong: [change: object, pointer: string, detail: RegExp][] = [
    [
      { text: 'Hi {{nmae}}' },
      '/text',
      /unknown variable \{\{nmae\}\} \(did you mean `name`\?\)\. Known are \{\{site\}\}, /,
    ],
    [{ subject: 'For {{details}}' }, '/subject', /too long for a subject/],
    [{ subject: ' ' }, '/subject', /./],
    [{ text: 'x'.repeat(10_001) }, '/text', /10,?000/],
  ];
  for (const [change, pointer, detail] of wrong) {
    for (const [method, at] of [
      ['PUT', path],
      ['POST', `${path}/preview`],
      ['POST', `${path}/test`],
    ] as const) {
      const { status, body, text } = await owner.request(method, at, { body: { ...good, ...change } });
      assert.deepEqual([status, body.errors?.[0]?.pointer], [422, pointer], text);
      assert.match(body.errors[0].detail, detail);
    }
  }
  const withoutLink = await owner.request('PUT', '/mail-kinds/reset/texts/en', { body: { subject: 'x', text: 'y' } });
  assert.match(withoutLink.body.errors[0].detail, /must have \{\{link\}\}/);
  const off = await owner.request('PATCH', '/mail-kinds/reset', { body: { on: false } });
  assert.match(off.body.errors[0].detail, /users cannot sign in without/);
  assert.equal((await owner.request('GET', '/mail-kinds/nothing/texts/en')).status, 404);
  const limited = await service.tokenWith('forms:write');
  assert.equal((await service.request('GET', '/mail-kinds', { token: limited })).status, 403);

  const { body: preview } = await owner.request('POST', `${path}/preview`, { body: good });
  assert.equal(preview.subject, 'Harbour: who is it?');
  assert.match(preview.text, /^Dear Ada Lovelace <b>,/);
  assert.match(preview.html, /Ada Lovelace &#60;b&#62;,[\s\S]*<table/);
  assert.deepEqual((await owner.request('POST', `${path}/test`, { body: good })).body, { to: 'olga@example.com' });
  assert.equal((await server.received(1)).subject, 'Harbour: who is it?');

  const saved = await owner.request('PUT', path, { body: good });
  assert.deepEqual([saved.status, saved.body.edited, saved.body.subject], [200, true, good.subject]);
  await service.work();
  const signIn = { email: 'olga@example.com', password: ownerPassword };
  assert.equal((await service.request('POST', '/sessions', { token: null, body: signIn })).status, 201);
  assert.equal((await server.received(2)).subject, 'Harbour: who is it?');
  const { body: edited } = await owner.request('GET', '/mail-kinds');
  assert.deepEqual(
    edited.items.flatMap(({ kind, editedIn }: { kind: string; editedIn: string[] }) =>
      editedIn.length > 0 ? [kind] : [],
    ),
    ['newDevice'],
  );
  const reset = await owner.request('DELETE', path);
  assert.deepEqual([reset.body.edited, reset.body.subject], [false, before.subject]);
});
