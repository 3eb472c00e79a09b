import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { sweepFiles } from '../../files/files.ts';

const fields = [
  { name: 'intro', type: 'headline', label: 'Welcome <all>', help: 'Two minutes.' },
  { name: 'text', type: 'textblock', help: 'Read the **rules** at [our site](https://example.com).' },
  { name: 'name', type: 'text', label: 'Your name', required: true },
  { name: 'kind', type: 'radio', label: 'Kind', options: ['guest', 'speaker'], required: true },
  { name: 'cv', type: 'file', label: 'CV', accept: ['text/plain'], required: true },
  {
    name: 'topic',
    type: 'text',
    label: 'Topic',
    required: true,
    step: 2,
    visibleWhen: { field: 'kind', equals: 'speaker' },
  },
  { name: 'slides', type: 'checkbox', label: 'Slides', step: 2, visibleWhen: { field: 'kind', equals: 'speaker' } },
  { name: 'slidesUrl', type: 'url', label: 'Slides at', step: 2, visibleWhen: { field: 'slides', equals: true } },
  { name: 'source', type: 'hidden', step: 3 },
  { name: 'email', type: 'email', label: 'Email', required: true, step: 4 },
  { name: 'days', type: 'checkbox', label: 'Days', options: ['sat', 'sun'], step: 4 },
];

type Page = { status: number; text: string; location: string | null };

/** A browser without JavaScript. */
async function browse(service: TestService, slug: string) {
  const origin = await service.listen();
  const open = async (query = ''): Promise<Page> => pageOf(await fetch(`${origin}/f/${slug}${query}`));
  /** Presses a button of the page, with all its inputs and what was typed. */
  const press = async (page: Page, move: string | null, typed: Record<string, string | string[] | Blob> = {}) => {
    const body = new FormData();
    for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
      if (!(name in typed)) body.append(name, decode(value));
    for (const [name, value] of Object.entries(typed)) {
      if (value instanceof Blob) body.append(name, value, 'cv.txt');
      else for (const one of [value].flat()) body.append(name, one);
    }
    if (move !== null) body.append('.move', move);
    service.advance(2000);
    return pageOf(await fetch(`${origin}/f/${slug}`, { method: 'POST', body, redirect: 'manual' }));
  };
  return { open, press };
}

async function pageOf(response: Response): Promise<Page> {
  return { status: response.status, text: await response.text(), location: response.headers.get('location') };
}

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

const asked = ({ text }: Page) =>
  [...text.matchAll(/class="field[^"]*" data-field="([^"]+)"/g)].map(([, name]) => name);

test('steps keep answers and files while visitors go on and back, and name the faults of each step', async (t) => {
  const service = await startTestService(t);
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Talk', fields } })).status, 201);
  const { open, press } = await browse(service, 'talk');
  const first = await open('?email=ada@example.com&source=ad');
  assert.deepEqual(asked(first), ['intro', 'text', 'name', 'kind', 'cv']);
  assert.match(first.text, /<h2>Welcome &#60;all&#62;<\/h2>/);
  assert.match(first.text, /Read the <strong>rules<\/strong> at <a href="https:\/\/example\.com" target="_blank"/);
  assert.match(first.text, /Part 1 of 2/);
  const wrong = await press(first, 'next', { kind: 'speaker', cv: new Blob(['my life'], { type: 'text/plain' }) });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Your name: fill in this field/);
  assert.doesNotMatch(wrong.text, /Topic:/, 'faults of later steps come later');
  assert.match(wrong.text, /“cv\.txt” is attached/);

  const second = await press(wrong, 'next', { name: 'Ada "L"', kind: 'speaker' });
  assert.deepEqual([second.status, asked(second)], [200, ['topic', 'slides', 'slidesUrl']]);
  assert.match(second.text, /Part 2 of 3/);
  assert.match(
    second.text,
    /<button type="submit" name="\.move" value="next">Next<\/button> <button[^>]* value="back" formnovalidate/,
  );
  assert.doesNotMatch(second.text, /Only if “Kind”/);
  assert.match(second.text, /form:not\(:has\(\[name="slides"\]:checked\)\) \[data-field="slidesUrl"\]/);
  const back = await press(second, 'back', { topic: 'Ropes', slides: 'true' });
  assert.deepEqual([back.status, asked(back)], [200, asked(first)]);
  assert.match(back.text, /value="Ada &#34;L&#34;"/);
  const third = await press(back, 'next', { name: 'Ada "L"', kind: 'guest' });
  assert.deepEqual(asked(third), ['email', 'days'], 'the step without anything to ask is left out');
  assert.match(third.text, /name="email"[^>]*value="ada@example\.com"/);
  const invalid = await press(third, null, { email: 'nobody', days: ['sun'] });
  assert.deepEqual([invalid.status, asked(invalid)], [422, ['email', 'days']]);
  // Answers of an earlier step may be changed by programs: the first step with a fault is shown.
  const changed = await press(third, null, { email: 'ada@example.com', kind: 'nobody' });
  assert.deepEqual([changed.status, asked(changed)], [422, asked(first)]);
  const done = await press(invalid, null, { email: 'ada@example.com', days: ['sat', 'sun'] });
  assert.deepEqual([done.status, done.location?.split('?')[0]], [303, '/f/talk/thanks'], done.text);
  const again = await press(invalid, null, { email: 'ada@example.com', days: ['sat', 'sun'] });
  assert.equal(again.status, 303, 'a second click leads on as well');
  const [item, ...others] = (await service.request('GET', '/forms/talk/submissions')).body.items;
  assert.equal(others.length, 0);
  const { cv, ...answers } = item.data;
  assert.deepEqual(answers, {
    name: 'Ada "L"',
    kind: 'guest',
    source: 'ad',
    email: 'ada@example.com',
    days: ['sat', 'sun'],
  });
  assert.deepEqual(
    [item.files.map(({ id }: { id: string }) => id), item.files[0].name, item.extra],
    [cv, 'cv.txt', {}],
  );
  const file = await service.request('GET', `/files/${cv[0]}`);
  assert.equal(file.text, 'my life');
  const csv = (await service.request('GET', '/forms/talk/submissions.csv')).text;
  assert.doesNotMatch(csv, /intro|paragraph/);
});

test('files of a page are only its own, can be removed, and are asked for again when they are gone', async (t) => {
  const service = await startTestService(t);
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Talk', fields } })).status, 201);
  const { open, press } = await browse(service, 'talk');
  const answers = { name: 'Ada', kind: 'guest' };
  const upload = { ...answers, cv: new Blob(['my life'], { type: 'text/plain' }) };
  const next = await press(await open(), 'next', upload);
  assert.equal(next.status, 200, next.text);
  const carried = decode(/name="\.file" value="([^"]+)"/.exec(next.text)?.[1] ?? '');
  const stranger = await press(await open(), 'next', { ...answers, '.file': carried });
  assert.match(stranger.text, /CV: choose a file/);
  const forged = await press(next, null, { email: 'ada@example.com', '.file': carried.replace(/^./, 'x') });
  assert.match(forged.text, /CV: choose a file/);
  const back = await press(next, 'back');
  const id = /name="\.remove" value="([^"]+)"/.exec(back.text)?.[1] as string;
  const without = await press(back, 'next', { ...answers, '.remove': id });
  assert.match(without.text, /CV: choose a file/);
  const replaced = await press(back, 'next', { ...upload, cv: new Blob(['my new life'], { type: 'text/plain' }) });
  assert.equal(replaced.text.match(/name="\.file"/g)?.length, 1);
  await sweepFiles(service.context, -1000);
  const gone = await press(next, null, { email: 'ada@example.com' });
  assert.match(gone.text, /CV: choose a file/);
  assert.deepEqual((await service.request('GET', '/forms/talk/submissions')).body.total, 0);
});

test('an optional file that is gone is asked for again, wherever the visitor is, and only once', async (t) => {
  const service = await startTestService(t);
  const [first, second] = [
    { name: 'cv', type: 'file', label: 'CV', accept: ['text/plain'] },
    { name: 'email', type: 'email', step: 2 },
  ];
  const third = { name: 'note', type: 'text', step: 3 };
  const made = await service.request('POST', '/forms', { body: { name: 'Talk', fields: [first, second, third] } });
  assert.equal(made.status, 201, made.text);
  const { open, press } = await browse(service, 'talk');
  const sent = await press(await open(), 'next', { cv: new Blob(['my life'], { type: 'text/plain' }) });
  assert.equal(sent.status, 200, sent.text);
  await sweepFiles(service.context, -1000);
  const gone = await press(sent, 'next', { email: 'ada@example.com' });
  assert.equal(gone.status, 422);
  assert.match(gone.text, /CV: choose a file/);
  assert.match(gone.text, /Choose “.+” again/);
  const without = await press(await press(gone, 'next'), 'next', { email: 'ada@example.com' });
  assert.equal((await press(without, null)).status, 303);
  const { items } = (await service.request('GET', '/forms/talk/submissions')).body;
  assert.deepEqual([items.length, items[0].data, items[0].files], [1, { email: 'ada@example.com' }, []]);
});

test('when the answers of the last step decide that another follows, or that none does, visitors are asked or asked', async (t) => {
  const service = await startTestService(t);
  const body = {
    name: 'Pets',
    fields: [
      { name: 'pet', type: 'checkbox', label: 'Pet' },
      {
        name: 'breed',
        type: 'text',
        label: 'Breed',
        required: true,
        step: 2,
        visibleWhen: { field: 'pet', equals: true },
      },
    ],
  };
  await service.request('POST', '/forms', { body });
  const { open, press } = await browse(service, 'pets');
  const page = await open();
  assert.match(page.text, /<button type="submit">Send<\/button>/);
  const breed = await press(page, null, { pet: 'true' });
  assert.deepEqual([breed.status, asked(breed)], [200, ['breed']]);
  const changed = await press(await press(breed, 'back'), 'next', {});
  assert.match(changed.text, /There is nothing more to answer/);
  assert.equal((await press(changed, null, {})).status, 303);
  const json = await service.request('POST', '/forms/pets/submit', { token: null, body: { pet: true } });
  assert.deepEqual(json.body.errors, [{ pointer: '/breed', code: 'required', detail: 'is required' }]);
});
