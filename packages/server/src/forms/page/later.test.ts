// Saving the answers of a form and going on later, as browsers without JavaScript do it, against a real mail server.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serverAt, startMailServer, type TestMailServer } from '../../../test/support/mail-server.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { laterTasks } from '../submit/saved-answers.ts';

const fields = [
  { name: 'email', type: 'email', label: 'Email', required: true },
  { name: 'cv', type: 'file', label: 'CV', accept: ['text/plain'], required: true },
  { name: 'topic', type: 'text', label: 'Topic', required: true, step: 2 },
  { name: 'days', type: 'multiselect', label: 'Days', options: ['sat', 'sun'], step: 2 },
];
const dayMs = 86_400_000;

type Page = { status: number; text: string; location: string | null };
type Typed = Record<string, string | Blob>;

async function start(t: TestContext, settings: object = { saveForLater: { days: 14 } }) {
  const server = await startMailServer(t);
  const service = await startTestService(t, { mailServer: serverAt(server) });
  await service.work();
  const body = { name: 'Talk', slug: 'talk', language: 'en', fields, settings };
  const made = await service.request('POST', '/forms', { body });
  assert.equal(made.status, 201, made.text);
  return { service, server, ...(await browse(service)) };
}

/** A browser: `press` sends the inputs of a page, what was typed, and the button. */
async function browse(service: TestService) {
  const origin = await service.listen();
  const open = async (path: string): Promise<Page> =>
    pageOf(await fetch(new URL(path, origin), { redirect: 'manual' }));
  const press = async (page: Page, button: Record<string, string>, typed: Typed = {}): Promise<Page> => {
    const body = new FormData();
    for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
      if (!(name in typed)) body.append(name, decode(value));
    for (const [name, value] of Object.entries({ ...typed, ...button }))
      if (value instanceof Blob) body.append(name, value, 'cv.txt');
      else body.append(name, value);
    service.advance(2000);
    return pageOf(await fetch(`${origin}/f/talk`, { method: 'POST', body, redirect: 'manual' }));
  };
  return { open, press };
}

async function pageOf(response: Response): Promise<Page> {
  return { status: response.status, text: await response.text(), location: response.headers.get('location') };
}

const decode = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
const later = (step: string) => ({ '.later': step });
const [next, ask, save, back] = [{ '.move': 'next' }, later('ask'), later('save'), later('back')] as const;

/** Where the link of the last mail leads to. */
async function linkIn({ mails }: TestMailServer, count = 1): Promise<string> {
  const mail = await waitFor('the link', () => mails.at(count - 1));
  const [, url = ''] = /(http:\S+\/f\/talk\/later\/\S+)/.exec(String(mail.text)) ?? [];
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const submissions = async (service: TestService) =>
  (await service.request('GET', '/forms/talk/submissions')).body.items;

test('answers and files are saved, and the link goes on where they were left, once', async (t) => {
  const { service, server, open, press } = await start(t);
  const cv = new Blob(['I speak.'], { type: 'text/plain' });
  const first = await open('/f/talk');
  assert.match(first.text, /Save and go on later/);
  const second = await press(first, next, { email: 'ada@example.com', cv });
  assert.match(second.text, /Part 2 of 2/);
  const asked = await press(second, ask, { topic: 'Boats & <sails>' });
  assert.equal(asked.status, 200);
  assert.match(asked.text, /name="\.address" value="ada@example\.com"/);
  assert.doesNotMatch(asked.text, /data-field="topic"/);
  const returned = await press(asked, back);
  assert.match(returned.text, /Boats &#38; &#60;sails&#62;/);
  const wrong = await press(asked, save, { '.address': 'ada@' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /id="later-error">enter an email address/);
  const saved = await press(wrong, save, { '.address': '\u200eada＠example.org ' });
  assert.match(saved.text, /role="status">Your answers are saved\. We are sending a link to ada@example\.org/);
  assert.match(saved.text, /data-field="topic"/);
  assert.equal((await submissions(service)).length, 0);

  const link = await linkIn(server);
  assert.equal(server.mails[0]?.subject, 'Go on with “Talk”');
  const outbox = await service.request('GET', '/mails');
  assert.ok(!outbox.text.includes('/later/req_'), 'the link is a key, which the outbox does not show');
  // Saved anew from the first page: the same link, and no second mail within a minute.
  await press(saved, save, { topic: 'Boats', days: 'sun', '.address': 'ada@example.org' });
  const opened = await open(link);
  assert.equal(opened.status, 200);
  assert.match(opened.text, /Here are the answers that you saved/);
  assert.match(opened.text, /value="Boats"/);
  const before = await press(opened, { '.move': 'back' }, { topic: 'Boats' });
  assert.match(before.text, /value="ada@example\.com"[\s\S]*“cv\.txt” is attached/);
  assert.equal(server.mails.length, 1);

  const sent = await press(opened, {}, { topic: 'Boats at sea', days: 'sun' });
  assert.equal(sent.status, 303, sent.text);
  // The page that is still open elsewhere is the same submission with the same answers, and another one with others.
  assert.equal((await press(saved, {}, { topic: 'Boats at sea', days: 'sun' })).status, 303);
  const other = await press(saved, {}, { topic: 'Other' });
  assert.deepEqual([other.status, /Choose “cv\.txt” again/.test(other.text)], [422, true], other.text);
  const [submission, ...others] = await submissions(service);
  assert.deepEqual(others, []);
  const { cv: files, ...answers } = submission.data;
  assert.equal(files.length, 1);
  assert.deepEqual(answers, { email: 'ada@example.com', topic: 'Boats at sea', days: ['sun'] });
  const over = await open(link);
  assert.equal(over.status, 410);
  assert.match(over.text, /submitted already[\s\S]*href="\/f\/talk\?lang=en"/);
});

test('a link works until its time is over, for its form alone, and not if it was changed', async (t) => {
  const { service, server, open, press } = await start(t);
  const body = { name: 'Other', slug: 'other', fields, settings: { saveForLater: { days: 1 } } };
  assert.equal((await service.request('POST', '/forms', { body })).status, 201);
  const asked = await press(await open('/f/talk'), ask, { email: 'ada@example.com' });
  await press(asked, save, { '.address': 'ada@example.com' });
  const link = await linkIn(server);
  for (const path of [link.replace('/f/talk', '/f/other'), link.replace(/.\?/, '?'), link.replace('req_0', 'req_1')])
    assert.equal((await open(path)).status, 410, path);
  const stored = () => service.context.db.selectFrom('savedAnswers').selectAll().execute();
  const sweep = () => laterTasks['forms.forgetSaved']?.run(service.context, {} as never, {} as never);
  service.advance(13 * dayMs);
  await sweep();
  assert.equal((await open(link)).status, 200);
  assert.equal((await stored()).length, 1);
  service.advance(dayMs);
  assert.equal((await open(link)).status, 410);
  await sweep();
  assert.deepEqual(await stored(), []);
});

test('an address gets a few links only, and programs that fill in everything get none', async (t) => {
  const { service, server, open, press } = await start(t);
  const saveAs = async (address: string, typed: Typed = {}) =>
    press(await open('/f/talk'), save, { '.address': address, ...typed });
  assert.match((await saveAs('eve@example.com', { website: 'https://spam.example' })).text, /Your answers are saved/);
  for (let count = 0; count < 3; count++) assert.equal((await saveAs('ada@example.com')).status, 200);
  // However it is written, and from a page that has sent one elsewhere.
  assert.equal((await saveAs('Ada@Example.com')).status, 429);
  const moved = await press(await saveAs('bob@example.com'), save, { '.address': 'ada@example.com' });
  assert.equal(moved.status, 429);
  const refused = await saveAs('ada@example.com', { email: 'kept@example.com' });
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Too many links[\s\S]*name="\.address" value="ada@example\.com"/);
  assert.match(refused.text, /name="email" value="kept@example\.com"/);
  service.advance(3_600_000);
  assert.equal((await saveAs('ada@example.com')).status, 200);
  await waitFor('five mails', () => server.mails.length >= 5);
  assert.deepEqual(
    new Set(server.mails.flatMap(({ recipients }) => recipients)),
    new Set(['ada@example.com', 'bob@example.com']),
  );

  const person = { body: { email: 'ada@example.com' } };
  const plan = await service.request('POST', '/privacy/erasures/plan', person);
  assert.equal(plan.body.counts?.savedAnswers, 4, plan.text);
  const begun = await service.request('POST', '/privacy/erasures', person);
  await waitFor('the erasure', async () => {
    const { body } = await service.request('GET', `/privacy/erasures/${begun.body.id}`);
    return body.status === 'completed';
  });
  const left = await service.context.db.selectFrom('savedAnswers').select('email').execute();
  assert.deepEqual(left, [{ email: 'bob@example.com' }]);
  for (const host of ['grün', 'xn--grn-ioa', 'GRÜN']) assert.equal((await saveAs(`cy@${host}.example`)).status, 200);
  assert.equal((await saveAs('cy@grün.example')).status, 429);
});

test('it is offered only with a mail server, where it is switched on, and a page from before loses nothing', async (t) => {
  const { service, server, open, press } = await start(t);
  const first = await open('/f/talk');
  const refused = await service.request('PATCH', '/forms/talk', { body: { settings: { saveForLater: { days: 0 } } } });
  assert.equal(refused.body.errors[0].pointer, '/settings/saveForLater/days', refused.text);
  assert.equal(
    (await service.request('PATCH', '/forms/talk', { body: { settings: { saveForLater: null } } })).status,
    200,
  );
  assert.doesNotMatch((await open('/f/talk')).text, /Save and go on later/);
  const shown = await press(first, ask, { email: 'ada@example.com' });
  assert.equal(shown.status, 200);
  assert.match(shown.text, /value="ada@example\.com"/);
  assert.equal((await submissions(service)).length, 0);
  assert.equal(server.mails.length, 0);

  const settings = { saveForLater: { days: 7 } };
  assert.equal((await service.request('PATCH', '/forms/talk', { body: { settings } })).status, 200);
  assert.match((await open('/f/talk')).text, /Save and go on later/);
  service.context.mailer.useServer(null);
  await service.request('PATCH', '/forms/talk', { body: { name: 'Talks' } });
  assert.doesNotMatch((await open('/f/talk')).text, /Save and go on later/);
});
