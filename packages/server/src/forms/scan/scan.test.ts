// Files of submissions are in quarantine until clamd says that nothing is in them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eicar, eicarName, startClamd } from '../../../test/support/clamd.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { inTransaction } from '../../context/context.ts';
import { scanFileTask } from '../../files/quarantine.ts';
import { runTaskNow } from '../../jobs/queue.ts';

const fields = [
  { name: 'email', type: 'email' },
  { name: 'papers', type: 'file', accept: ['*/*'], maxFiles: 3, maxSize: 10_000_000 },
];

async function makeForm(service: TestService, settings: object = {}) {
  const made = await service.request('POST', '/forms', { body: { name: 'Papers', slug: 'papers', fields, settings } });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function submit(service: TestService, ...contents: string[]): Promise<string> {
  const form = new FormData();
  for (const [index, content] of contents.entries()) form.append('papers', new Blob([content]), `${index}.txt`);
  const request = new Request('http://frontdesk.test', { method: 'POST', body: form });
  const answer = await service.request('POST', '/forms/papers/submit', {
    headers: { 'content-type': request.headers.get('content-type') as string },
    body: Buffer.from(await request.arrayBuffer()),
    token: null,
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.submissionId;
}

type File = { id: string; name: string; quarantine?: { reason: string; note: string | null } };

async function filesOf(service: TestService, submissionId: string): Promise<File[]> {
  return (await service.request('GET', `/submissions/${submissionId}`)).body.files;
}

/** The reasons of its files, once none waits any more. */
const verdictsOf = (service: TestService, submissionId: string) =>
  waitFor('the verdicts', async () => {
    const reasons = (await filesOf(service, submissionId)).map(({ quarantine }) => quarantine?.reason ?? 'released');
    return reasons.includes('waiting') ? null : reasons;
  });

/** Makes all scans due now, whatever they wait for. */
const scanNow = (service: TestService) => inTransaction(service.context, (ctx) => runTaskNow(ctx, scanFileTask));

const download = (service: TestService, { id }: { id: string }) => service.request('GET', `/files/${id}`);

test('a file is locked until its verdict, and what is infected stays locked', async (t) => {
  const clamd = await startClamd(t);
  const service = await startTestService(t, { clamd: clamd.address });
  const receiver = await startReceiver(t);
  const form = await makeForm(service);
  const webhook = { url: receiver.url, events: ['submitted', 'scanned'] };
  assert.equal((await service.request('POST', `/forms/${form.id}/webhooks`, { body: webhook })).status, 201);
  const id = await submit(service, 'harmless', `before ${eicar}`);
  const waiting = await filesOf(service, id);
  assert.deepEqual(
    waiting.map(({ quarantine }) => quarantine),
    [0, 1].map(() => ({ reason: 'waiting', note: null })),
  );
  for (const file of waiting) {
    const { status, body } = await download(service, file);
    assert.deepEqual([status, body.code, body.reason], [409, 'file_quarantined', 'waiting']);
    assert.equal(body.detail, 'The file has not been scanned yet.');
  }
  await service.work();
  assert.deepEqual(await verdictsOf(service, id), ['released', 'infected']);
  const [clean, infected] = (await filesOf(service, id)) as [File, File];
  assert.equal((await download(service, clean)).text, 'harmless');
  assert.deepEqual(infected.quarantine, { reason: 'infected', note: eicarName });
  assert.equal((await download(service, infected)).body.detail, `The scan found ${eicarName} in the file.`);
  // Receivers learn the state with the submission, and once when all files have their verdict.
  await waitFor('both events', () => receiver.requests.length === 2);
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  const reasons = (type: string) =>
    bodies.find((body) => body.type === type).submission.files.map((file: File) => file.quarantine?.reason);
  assert.deepEqual(
    [reasons('submitted'), reasons('scanned')],
    [
      ['waiting', 'waiting'],
      [undefined, 'infected'],
    ],
  );
  const feed = await service.request('GET', '/events?events=submission.scanned');
  assert.deepEqual(
    feed.body.items.map((event: { subject: string; form: { id: string } }) => [event.subject, event.form.id]),
    [[id, form.id]],
  );

  const state = (await service.request('GET', '/settings/file-scan')).body;
  assert.deepEqual(state, {
    ...{ scanner: clamd.setting, reachable: true, version: 'ClamAV 1.4.3', fault: null },
    signaturesAt: '2026-11-21T08:25:11.000Z',
    ...{ waitingFiles: 0, waitingSince: null, infectedFiles: 1, unscannableFiles: 0 },
  });
  // A new scan keeps it locked; a person can release a false alarm.
  const again = await service.request('POST', `/files/${infected.id}/scan`);
  assert.deepEqual([again.status, again.body], [202, { id: infected.id, quarantined: true }]);
  assert.deepEqual(await verdictsOf(service, id), ['released', 'infected']);
  const released = await service.request('POST', `/files/${infected.id}/release`);
  assert.deepEqual(released.body, { id: infected.id, quarantined: false });
  assert.equal((await download(service, infected)).text, `before ${eicar}`);
  for (const action of ['scan', 'release'])
    assert.equal((await service.request('POST', `/files/file_x/${action}`)).body.code, 'file_not_found');
  const editor = await service.tokenWith('forms:read', 'forms:write');
  assert.equal((await service.request('POST', `/files/${infected.id}/release`, { token: editor })).status, 403);
});

test('a clamd that fails in every way delays verdicts and loses none', async (t) => {
  const clamd = await startClamd(t);
  const service = await startTestService(t, { clamd: clamd.address });
  await makeForm(service);
  await service.work();
  const attempts = async () => {
    const jobs = service.context.db.selectFrom('jobs').select(['attempts', 'lastError', 'lockedBy']);
    return jobs.where('task', '=', scanFileTask).execute();
  };
  // Each failure is waited for, then the next attempt is made at once.
  clamd.script('error', 'dies', 'verdict');
  const large = 'x'.repeat(3_000_000);
  const id = await submit(service, large);
  for (const [count, error] of [
    [1, /allocate memory/],
    [2, /did not take all of the file/],
  ] as const) {
    await waitFor(`failure ${count}`, async () => {
      const [job] = await attempts();
      return job?.lockedBy === null && job.attempts >= count && error.test(job.lastError ?? '');
    });
    assert.equal((await download(service, (await filesOf(service, id))[0] as File)).status, 409);
    await scanNow(service);
  }
  assert.deepEqual(await verdictsOf(service, id), ['released']);

  // Down: files wait, and the state says so. The first verdict after that makes all others due.
  await clamd.stop();
  const ids = [await submit(service, 'one'), await submit(service, 'two', eicar), await submit(service, 'three')];
  await waitFor('an attempt for each', async () => {
    const jobs = await attempts();
    return jobs.length === 4 && jobs.every(({ attempts, lockedBy }) => attempts > 0 && lockedBy === null);
  });
  const state = (await service.request('GET', '/settings/file-scan')).body;
  assert.deepEqual([state.reachable, state.waitingFiles, state.version], [false, 4, null]);
  assert.match(state.fault, /cannot be reached/);
  assert.ok(state.waitingSince);
  await clamd.start();
  const verdicts = await Promise.all(ids.map((id) => verdictsOf(service, id)));
  assert.deepEqual(verdicts, [['released'], ['released', 'infected'], ['released']]);
  assert.deepEqual(await attempts(), []);

  // What clamd does not accept stays locked, with the reason, and is not tried again.
  clamd.script('tooLarge');
  const refused = await submit(service, large);
  assert.deepEqual(await verdictsOf(service, refused), ['unscannable']);
  const [file] = (await filesOf(service, refused)) as [File];
  assert.match(file.quarantine?.note ?? '', /StreamMaxLength/);
  assert.match((await download(service, file)).body.detail, /^The file could not be scanned: .+\.$/);
  assert.deepEqual(await attempts(), []);
  // Another one, which is given to clamd often enough, counts as one that clamd cannot scan.
  clamd.script('error');
  const broken = await submit(service, 'breaks clamd');
  await waitFor('so many attempts', async () => {
    await scanNow(service);
    return (await attempts()).length === 0;
  });
  assert.deepEqual(await verdictsOf(service, broken), ['unscannable']);
});

test('drafts get what was released, once all files have their verdict', async (t) => {
  const clamd = await startClamd(t);
  const service = await startTestService(t, { clamd: clamd.address });
  const typeFields = [{ name: 'papers', type: 'media', multiple: true }];
  assert.equal((await service.request('POST', '/types', { body: { name: 'paper', fields: typeFields } })).status, 201);
  await makeForm(service, { draftItem: { type: 'paper', title: '{{form}}', fields: { papers: 'papers' } } });
  clamd.script('hangs');
  await service.work();
  const id = await submit(service, 'harmless', eicar);
  await waitFor('the files at clamd', () => clamd.scanned.length === 2);
  const drafts = () => service.context.db.selectFrom('submissionDrafts').selectAll().execute();
  const tasks = async () =>
    (await service.context.db.selectFrom('jobs').select('task').execute()).map((job) => job.task);
  await waitFor('the job of the draft', async () => !(await tasks()).includes('forms.makeDraft'));
  assert.deepEqual(await drafts(), []);
  clamd.script('verdict');
  await clamd.stop();
  await clamd.start();
  await scanNow(service);
  assert.deepEqual(await verdictsOf(service, id), ['released', 'infected']);
  const [draft] = await waitFor('the draft', async () => {
    const rows = await drafts();
    return rows.length > 0 ? rows : null;
  });
  assert.equal(draft?.fault, `The file 1.txt was left out. The scan found ${eicarName} in the file.`);
  const { body: item } = await service.request('GET', `/content/paper/${draft?.itemId}`);
  assert.equal(item.fields.papers.length, 1);
});

test('without the setting no file is in quarantine; what waited when it was removed stays locked', async (t) => {
  const service = await startTestService(t);
  await makeForm(service);
  const id = await submit(service, eicar);
  const [file] = (await filesOf(service, id)) as [File];
  assert.equal(file.quarantine, undefined);
  assert.equal((await download(service, file)).text, eicar);
  const { body } = await service.request('GET', '/settings/file-scan');
  assert.deepEqual([body.scanner, body.reachable, body.fault], [null, false, null]);
  const refused = await service.request('POST', `/files/${file.id}/scan`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.deepEqual(await service.context.db.selectFrom('jobs').select('id').where('lane', '=', 'scan').execute(), []);
});
