// ALTCHA at the API and for HTML forms: who needs a solution, and that each counts once, at whichever process it arrives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { forgetSolutions } from './altcha.ts';

const fields = [
  { name: 'email', type: 'email', required: true },
  { name: 'message', type: 'textarea' },
];
const enquiry = { email: 'ada@winter.example', message: 'Do you have a table for four on Saturday?' };

async function startWithForms(t: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(t, { publicUrl: 'https://frontdesk.test' });
  for (const [slug, spam] of [
    ['strict', { level: 'strict', altcha: 'score' }],
    ['closed-to-programs', { altcha: 'required' }],
    ['plain', {}],
  ] as const) {
    const body = { name: slug, slug, public: true, fields, settings: { spam } };
    const made = await service.request('POST', '/forms', { body });
    assert.equal(made.status, 201, made.text);
  }
  return service;
}

async function solve(service: Pick<TestService, 'request'>, slug: string): Promise<string> {
  const { status, body, headers } = await service.request('GET', `/forms/${slug}/challenge`, { token: null });
  assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
  return solutionOf(body as Challenge);
}

async function solutionOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

const send = (service: Pick<TestService, 'request'>, slug: string, solution?: string, token: string | null = null) =>
  service.request('POST', `/forms/${slug}/submit`, {
    token,
    body: { ...enquiry, ...(solution !== undefined && { _altcha: solution }) },
  });

test('a solution counts once and for its form, also at another process; without one the score is higher', async (t) => {
  const service = await startWithForms(t);
  const { request, config, context } = service;
  const { databaseUrl, dataFolder, publicUrl } = config;
  const other = await startTestService(t, { databaseUrl, dataFolder, publicUrl });
  const slug = 'closed-to-programs';
  const reasonOf = async (solution?: string) => {
    const { status, body } = await send(service, slug, solution);
    return [status, body.code, body.reason];
  };
  assert.deepEqual(await reasonOf(), [422, 'challenge_failed', 'missing']);
  assert.deepEqual(await reasonOf('nonsense'), [422, 'challenge_failed', 'invalid']);
  assert.deepEqual(await reasonOf(await solve(service, 'strict')), [422, 'challenge_failed', 'invalid']);
  const { body: challenge } = await request('GET', `/forms/${slug}/challenge`);
  const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };
  assert.deepEqual(await reasonOf(await solutionOf(easier)), [422, 'challenge_failed', 'invalid']);
  const unsolved = Buffer.from(JSON.stringify({ challenge, solution: { counter: 1, derivedKey: '00' } }));
  assert.deepEqual(await reasonOf(unsolved.toString('base64')), [422, 'challenge_failed', 'invalid']);

  // Of all that arrive at once, at both processes, one counts.
  const solution = await solutionOf(challenge);
  const sent = await Promise.all([
    ...[service, other, service, other].map(async (at) => (await send(at, slug, solution)).body),
  ]);
  assert.equal(sent.filter(({ status }) => status === 'ok').length, 1, JSON.stringify(sent));
  assert.equal(sent.filter(({ reason }) => reason === 'used').length, 3);
  assert.equal((await send(service, slug, undefined, service.token)).status, 200, 'keys need none');

  // An answer that is rejected for something else does not use it up, and the same request may be sent again.
  const again = await solve(service, slug);
  const wrong = await request('POST', `/forms/${slug}/submit`, { token: null, body: { _altcha: again } });
  assert.equal(wrong.body.code, 'invalid_body');
  const keyed = () =>
    request('POST', `/forms/${slug}/submit`, {
      token: null,
      body: { ...enquiry, _altcha: again },
      headers: { 'idempotency-key': 'once' },
    });
  assert.equal((await keyed()).body.submissionId, (await keyed()).body.submissionId);

  const old = await solve(service, slug);
  service.advance(31 * 60_000);
  assert.deepEqual(await reasonOf(old), [422, 'challenge_failed', 'expired']);
  assert.equal(await forgetSolutions(context), 2);

  // Visitors do not learn what adds to the score, and one sign alone is not enough.
  const first = { ...enquiry, message: 'Is the garden open in winter?' };
  const offer = {
    ...enquiry,
    message:
      'We are moving to a house in June and would like to know whether you could build the shelves that are shown at https://shelves.example in oak for us',
  };
  const solved = {
    email: 'eve@winter.example',
    message:
      'See https://ivy.example for the place where we would like to celebrate with forty guests and two dogs in autumn',
    _altcha: await solve(service, 'strict'),
  };
  for (const body of [first, offer, solved])
    assert.equal((await request('POST', '/forms/strict/submit', { token: null, body })).status, 200);
  const list = (query: string) => request('GET', `/forms/strict/submissions${query}`);
  const [spam] = (await list('?status=spam')).body.items;
  assert.deepEqual(
    spam.spam.reasons.filter(({ signal }: { signal: string }) => signal === 'altcha'),
    [{ signal: 'altcha', points: 20, detail: 'Sent without the proof of work' }],
  );
  const { items } = (await list('')).body;
  assert.deepEqual(
    items.map(({ data, extra }: Record<string, unknown>) => [(data as typeof enquiry).email, extra]),
    [
      ['eve@winter.example', {}],
      [enquiry.email, {}],
    ],
  );
});

test('pages load the widget only where it is needed, and say in the visitor’s language what went wrong', async (t) => {
  const service = await startWithForms(t);
  const { request } = service;
  const open = (slug: string) => request('GET', `//f/${slug}?lang=de`, { token: null });
  const plain = await open('plain');
  assert.doesNotMatch(
    plain.text + plain.headers['content-security-policy'],
    /altcha|worker-src|'self' 'sha|script-src/,
  );
  const page = await open('closed-to-programs');
  assert.match(page.text, /<altcha-widget name="_altcha" language="de" [^>]*kein Roboter/);
  assert.match(page.text, /<noscript><p class="error">Erlauben Sie JavaScript/);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /script-src 'self'; worker-src 'self'; connect-src 'self'/);
  assert.doesNotMatch(policy, /unsafe|\*|src [^;]*https:/);
  for (const [, url = ''] of page.text.matchAll(/(?:src|href)="(\/altcha[^"]+)"/g)) {
    const file = await request('GET', `/${url}`, { token: null });
    assert.equal(file.status, 200, url);
  }
  const token = /name="_page" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const submit = (slug: string, solution: string, more: object = {}) =>
    request('POST', slug.startsWith('//') ? `${slug}?lang=de` : slug, {
      token: null,
      body: new URLSearchParams({ ...enquiry, _altcha: solution, ...more }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
      },
    });
  const again = await submit('//f/closed-to-programs', '', { _page: token });
  assert.equal(again.status, 422);
  assert.match(again.text, /<p>Ihr Browser hat die Prüfung gegen Spam nicht ausgeführt/);
  assert.match(again.text, /Saturday/);
  assert.match(again.text, /altcha-widget/);
  const foreign = await submit('/forms/closed-to-programs/submit', 'wrong');
  assert.match(foreign.text, /<p>(Die Prüfung gegen Spam ist fehlgeschlagen|The check against spam failed)/);
  assert.doesNotMatch(foreign.text, /value="wrong"/, 'the solution is not kept as an answer');
  const solution = await solve(service, 'closed-to-programs');
  assert.equal((await submit('//f/closed-to-programs', solution, { _page: token })).status, 303);
  // A double click.
  assert.equal((await submit('//f/closed-to-programs', solution, { _page: token })).status, 303);
});

test('a set-up that could only fail is rejected', async (t) => {
  const service = await startTestService(t);
  const { request } = service;
  const set = async (spam: object, more: object = {}) => {
    const body = { name: 'Contact', fields, settings: { spam }, ...more };
    const { status, body: made } = await request('POST', '/forms', { body });
    return [status, made.errors?.[0]?.pointer, made.errors?.[0]?.detail];
  };
  const pointer = '/settings/spam/altcha';
  assert.deepEqual(await set({ level: 'off', altcha: 'score' }), [
    422,
    pointer,
    'cannot be “score” if nothing is scored: choose another level, or “required”',
  ]);
  assert.deepEqual(await set({ altcha: 'required' }), [
    422,
    pointer,
    'cannot be “required” at http://frontdesk.test: browsers solve it only on pages with HTTPS',
  ]);
  assert.deepEqual(await set({ altcha: 'score' }, { fields: [{ name: '_altcha', type: 'text' }] }), [
    422,
    pointer,
    'cannot be used with a field named “_altcha”, because the solution is sent under this name',
  ]);
  const site = await request('PATCH', '/settings/spam', { body: { level: 'off', altcha: 'score' } });
  assert.deepEqual([site.status, site.body.errors[0].pointer], [422, '/altcha']);
  assert.equal((await request('PATCH', '/settings/spam', { body: { altcha: 'score' } })).body.altcha, 'score');
});
