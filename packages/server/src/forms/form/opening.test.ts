import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

test('a form accepts submissions from and until its times, and says when', async (t) => {
  const service = await startTestService(t);
  const now = service.context.now().getTime();
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const fields = [{ name: 'note', type: 'text' }];
  const form = (settings: object) => ({ name: 'Poll', slug: 'poll', fields, settings });
  const wrong = await service.request('POST', '/forms', { body: form({ opensAt: at(60), closesAt: at(60) }) });
  assert.deepEqual(wrong.body.errors, [
    { pointer: '/settings/closesAt', code: 'before_start', detail: 'must be after `opensAt`' },
  ]);
  const misformed = await service.request('POST', '/forms', { body: form({ opensAt: 'soon' }) });
  assert.equal(misformed.body.errors[0].pointer, '/settings/opensAt');
  const made = await service.request('POST', '/forms', { body: form({ opensAt: at(60), closesAt: at(120) }) });
  assert.equal(made.status, 201, made.text);
  const submit = () => service.request('POST', '/forms/poll/submit', { token: null, body: { note: 'x' } });
  const page = () => service.request('GET', '//f/poll', { token: null });
  const early = await submit();
  assert.deepEqual([early.status, early.body.code], [409, 'form_closed']);
  assert.match(early.body.detail, new RegExp(`opens at ${at(60)}`));
  assert.match((await page()).text, /This form opens on /);
  service.advance(60_000);
  assert.match((await page()).text, /name="note"/);
  assert.equal((await submit()).status, 200);
  const opened = await page();
  service.advance(60_000);
  assert.match((await page()).text, /This form was open until /, 'nothing was committed in between');
  assert.equal((await submit()).status, 409);
  const token = /name="_page" value="([^"]+)"/.exec(opened.text)?.[1] as string;
  const late = await service.request('POST', '//f/poll', {
    token: null,
    body: new URLSearchParams({ _page: token, note: 'x' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual([late.status, /This form was open until /.test(late.text)], [409, true]);
  await service.request('PATCH', '/forms/poll', {
    body: { settings: { closesAt: at(120), closed: 'See you in May.' } },
  });
  assert.match((await page()).text, /See you in May\./);
  await service.request('PATCH', '/forms/poll', { body: { settings: { closesAt: null } } });
  assert.equal((await submit()).status, 200);
});
