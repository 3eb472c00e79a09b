import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Person, setUpOwner, signIn } from '../../../test/support/sign-in.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../context/context.ts';

const fields = [
  { name: 'name', type: 'text' },
  { name: 'email', type: 'email' },
  { name: 'guests', type: 'integer' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'vip', type: 'boolean' },
  { name: 'topics', type: 'multiselect', options: ['sea', 'city, old'] },
  { name: 'cv', type: 'file' },
];

async function startInbox(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const forms: Record<string, string> = {};
  for (const slug of ['contact', 'jobs']) {
    const answer = await owner.request('POST', '/forms', { body: { name: slug, slug, fields } });
    assert.equal(answer.status, 201, answer.text);
    forms[slug] = answer.body.id;
  }
  const submit = async (form: string, body: object): Promise<string> => {
    const answer = await service.request('POST', `/forms/${form}/submit`, { token: null, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.submissionId;
  };
  const ids = {
    ada: await submit('contact', { name: 'Ada', email: 'ada@example.com', guests: 2, day: '2027-03-01', vip: true }),
    bob: await submit('jobs', { name: 'Bob', topics: ['sea'] }),
    cleo: await submit('contact', { name: 'Cleo 100%', guests: 10, day: '2027-04-01', topics: ['sea', 'city, old'] }),
  };
  const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
  const list = async (query = '', by: Pick<Person, 'request'> = owner) => {
    const answer = await by.request('GET', `/submissions${query && `?${query}`}`);
    assert.equal(answer.status, 200, `${query}: ${answer.text}`);
    const { items, total, nextCursor } = answer.body;
    return { items, total, nextCursor, names: items.map(({ id }: { id: string }) => names[id]).join(' ') };
  };
  return { service, owner, forms, ids, list };
}

const rejects = async ({ request }: Pick<TestService, 'request'>, query: string, pointer: string, detail: RegExp) => {
  const answer = await request('GET', `/submissions?${query}`);
  assert.equal(answer.status, 400, `${query}: ${answer.text}`);
  assert.equal(answer.body.errors[0].pointer, pointer, answer.text);
  assert.match(answer.body.errors[0].detail, detail);
};

test('the inbox lists the submissions across all forms, filtered by what people do with them and by answers', async (t) => {
  const { service, owner, forms, ids, list } = await startInbox(t);
  const all = await list();
  assert.deepEqual([all.names, all.total, all.nextCursor], ['cleo bob ada', 3, null]);
  const { form, unread, starred, progress, assignee, noteCount, data } = all.items[1];
  assert.deepEqual(
    [form, unread, starred, progress, assignee, noteCount, data],
    [
      { id: forms.jobs, slug: 'jobs', name: 'jobs' },
      ...[true, false, 'new', null, 0],
      { name: 'Bob', topics: ['sea'] },
    ],
  );
  const update = async (id: string, body: object) => {
    const answer = await owner.request('PATCH', `/submissions/${id}`, { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const done = await update(ids.ada, { progress: 'done', starred: true });
  assert.deepEqual([done.progress, done.unread, done.starred], ['done', false, true]);
  const taken = await update(ids.bob, { progress: 'in_progress', assigneeId: owner.id });
  assert.deepEqual([taken.unread, taken.assignee], [true, { id: owner.id, name: 'Olga' }]);
  assert.deepEqual((await owner.request('GET', '/submissions/unread')).body, { unread: 2 });
  for (const [query, expected] of [
    ['formId=contact', 'cleo ada'],
    [`formId=${forms.jobs}`, 'bob'],
    ['unread=true', 'cleo bob'],
    ['unread=false', 'ada'],
    ['starred=true', 'ada'],
    ['starred=false&sort=createdAt', 'bob cleo'],
    ['progress[ne]=done', 'cleo bob'],
    ['progress=new', 'cleo'],
    ['progress=in_progress', 'bob'],
    ['progress=done', 'ada'],
    ['assigneeId=me', 'bob'],
    [`assigneeId=${owner.id}`, 'bob'],
    ['assigneeId[exists]=false', 'cleo ada'],
    ['search=CLEO', 'cleo'],
    ['createdAt[gte]=2020-01-01&createdAt[lte]=2099-01-01&status=submitted', 'cleo bob ada'],
    ['createdAt[lte]=2020-01-01', ''],
    ['formId=contact&answers[name]=Ada', 'ada'],
    ['formId=contact&answers[name][contains]=C', 'cleo'],
    ['formId=contact&answers[name][endsWith]=0%25', 'cleo'],
    ['formId=contact&answers[name][in]=Ada,Bob', 'ada'],
    ['formId=contact&answers[guests][gt]=2', 'cleo'],
    ['formId=contact&answers[guests][lte]=10&answers[day][lt]=2027-04-01', 'ada'],
    ['formId=contact&answers[vip]=true', 'ada'],
    ['formId=contact&answers[vip][ne]=true', 'cleo'],
    ['formId=contact&answers[email][exists]=false', 'cleo'],
    ['formId=contact&answers[topics]=sea', 'cleo'],
    ['formId=contact&answers[topics][in]=none,city\\, old', 'cleo'],
    ['formId=contact&answers[topics][ne]=sea', 'ada'],
  ] as const) {
    const { names, total } = await list(query);
    assert.deepEqual([names, total], [expected, expected.split(' ').filter(Boolean).length], query);
  }
  await rejects(owner, 'formId=nothing', 'formId', /ID or slug of a form/);
  await rejects(owner, 'answers[name]=Ada', 'formId', /required/);
  await rejects(owner, 'formId=contact&answers[nam]=Ada', 'answers[nam]', /did you mean `name`/);
  await rejects(owner, 'formId=contact&answers[guests]=many', 'answers[guests]', /must be a number/);
  await rejects(owner, 'formId=contact&answers[day][gte]=2027-99-99', 'answers[day][gte]', /must be a day/);
  await rejects(owner, 'formId=contact&answers[day][in]=2027-03-01,soon', 'answers[day][in]', /must be a day/);
  await rejects(owner, 'formId=contact&answers[at][lt]=2027-02-30', 'answers[at][lt]', /must be a date or a time/);
  await rejects(
    owner,
    'formId=contact&answers[guests][contains]=1',
    'answers[guests][contains]',
    /supports only eq, ne/,
  );
  await rejects(owner, 'formId=contact&answers[cv]=1', 'answers[cv]', /no field/);
  await rejects(owner, 'cursor=x', 'cursor', /nextCursor/);
  await rejects(owner, 'cursor=&offset=2', 'cursor', /offset/);
  await rejects(owner, 'unred=true', 'unred', /unread/);
  assert.equal((await service.request('GET', '/submissions?assigneeId=me')).body.code, 'user_needed');
});

test('pages follow a cursor while submissions arrive, in both directions', async (t) => {
  const { service, list } = await startInbox(t);
  for (const order of ['asc', 'desc']) {
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(
        `limit=1&total=false&sort=${order === 'asc' ? 'createdAt' : '-createdAt'}&cursor=${cursor}`,
      );
      assert.equal(page.total, null);
      read.push(page.names);
      cursor = page.nextCursor;
      if (order === 'desc') await service.request('POST', '/forms/jobs/submit', { token: null, body: { name: 'New' } });
    }
    assert.deepEqual(read, order === 'asc' ? ['ada', 'bob', 'cleo'] : ['cleo', 'bob', 'ada']);
  }
});

test('many submissions are changed at once or not at all, and only those of forms that a key may write', async (t) => {
  const { service, owner, forms, ids, list } = await startInbox(t);
  const change = (given: object, by: Pick<Person, 'request'> = owner) =>
    by.request('POST', '/submissions/bulk', { body: { action: 'update', ...given } });
  const all = Object.values(ids);
  assert.deepEqual((await change({ ids: all, change: { unread: false, starred: true } })).body, {
    done: all,
    failed: [],
  });
  assert.equal((await list('unread=false&starred=true')).total, 3);
  const missing = await change({ ids: [ids.ada, 'sub_nothing'], change: { starred: false } });
  assert.deepEqual([missing.status, missing.body.errors[0].pointer], [422, '/ids/1']);
  assert.equal((await list('starred=true')).total, 3);
  const nobody = await change({ ids: all, change: { assigneeId: 'usr_nobody' } });
  assert.equal(nobody.body.errors[0].pointer, '/change/assigneeId');
  for (const body of [
    { ids: [], change: { unread: true } },
    { ids: all },
    { ids: all, change: {} },
    { ids: all, action: 'delete', change: { unread: true } },
    { ids: Array.from({ length: 101 }, (_, index) => `sub_${index}`), action: 'spam' },
    { ids: all, change: { done: true } },
  ])
    assert.equal((await change(body)).status, 422, JSON.stringify(body));

  const token = await service.tokenWith(`forms:write:${forms.jobs}`);
  const limited = {
    request: ((method, path, options) => service.request(method, path, { token, ...options })) as Person['request'],
  };
  assert.deepEqual([(await list('', limited)).names, (await list('formId=contact', limited)).total], ['bob', 0]);
  const guessed = await limited.request('GET', '/submissions?formId=contact&answers[guest]=2');
  assert.deepEqual([guessed.status, guessed.body.total], [200, 0], 'no hint at its fields');
  assert.equal((await limited.request('GET', '/submissions/unread')).body.unread, 0);
  assert.equal((await change({ ids: [ids.bob, ids.ada], change: { unread: true } }, limited)).status, 422);
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['GET', '/story'],
    ['POST', '/notes'],
  ] as const) {
    const body = { PATCH: { unread: true }, POST: { text: 'x' }, GET: undefined }[method];
    const answer = await limited.request(method, `/submissions/${ids.ada}${path}`, body ? { body } : {});
    assert.equal(answer.body.code, 'submission_not_found', `${method} ${path}`);
  }
  assert.equal((await limited.request('PATCH', `/submissions/${ids.bob}`, { body: { unread: true } })).status, 200);
  assert.equal((await list('unread=true')).names, 'bob');
});

test('many submissions of any forms are spam or deleted at once, and only those of forms that a key may write', async (t) => {
  const { service, owner, forms, ids, list } = await startInbox(t);
  const bulk = (body: object, by: Pick<Person, 'request'> = owner) => by.request('POST', '/submissions/bulk', { body });
  const token = await service.tokenWith(`forms:write:${forms.jobs}`);
  const limited = {
    request: ((method, path, options) => service.request(method, path, { token, ...options })) as Person['request'],
  };
  const failures = async (answer: ReturnType<typeof bulk>) =>
    (await answer).body.failed.map(({ id, code }: { id: string; code: string }) => [id, code]);
  const spam = await bulk({ ids: [ids.ada, 'sub_nothing', ids.bob], action: 'spam' });
  assert.deepEqual(spam.body.done, [ids.ada, ids.bob], spam.text);
  assert.deepEqual(await failures(bulk({ ids: ['sub_nothing'], action: 'spam' })), [
    ['sub_nothing', 'submission_not_found'],
  ]);
  assert.deepEqual([(await list()).names, (await list('status=spam')).names], ['cleo', 'bob ada']);
  const first = await list('status=spam&limit=1');
  assert.deepEqual([first.total, (await list(`status=spam&cursor=${first.nextCursor}`)).names], [2, 'ada']);
  const { spam: why, unread, progress, assignee, form } = first.items[0];
  assert.deepEqual([why.score, unread, progress, assignee, form.slug], [null, false, 'new', null, 'jobs']);
  assert.deepEqual((await owner.request('GET', `/submissions/${ids.bob}`)).body, first.items[0]);
  assert.equal((await list('status=spam&formId=contact&answers[guests][gte]=2')).names, 'ada');
  assert.equal((await owner.request('GET', '/submissions.csv?status=spam')).text.trim().split('\r\n').length, 3);
  assert.equal((await list('status=spam', limited)).names, 'bob');
  for (const name of ['unread', 'starred'])
    await rejects(owner, `status=spam&${name}=true`, name, /cannot be combined with status=spam/);
  await rejects(owner, 'status=spam&progress[ne]=done', 'progress[ne]', /status=spam/);
  assert.equal((await owner.request('PATCH', `/submissions/${ids.bob}`, { body: { starred: true } })).status, 404);
  assert.deepEqual(await failures(bulk({ ids: [ids.ada], action: 'notSpam' }, limited)), [
    [ids.ada, 'submission_not_found'],
  ]);
  assert.deepEqual((await bulk({ ids: [ids.ada], action: 'notSpam' })).body.done, [ids.ada]);

  await owner.request('POST', `/submissions/${ids.ada}/notes`, { body: { text: 'Called her' } });
  const refused = await bulk({ ids: [ids.bob, ids.ada], action: 'delete' }, limited);
  assert.deepEqual(
    [refused.status, refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)],
    [422, ['/ids/1']],
  );
  assert.deepEqual([(await list()).total, (await list('status=spam')).total], [2, 1]);
  const reader = await service.tokenWith('forms:read');
  assert.equal(
    (await service.request('POST', '/submissions/bulk', { body: { ids: [ids.bob], action: 'delete' }, token: reader }))
      .status,
    403,
  );
  assert.deepEqual((await bulk({ ids: [ids.bob, ids.ada], action: 'delete' })).body.done, [ids.bob, ids.ada]);
  assert.deepEqual([(await list()).names, (await list('status=spam')).total], ['cleo', 0]);
  for (const table of ['submissionNotes', 'spamSubmissions'] as const)
    assert.deepEqual(await service.context.db.selectFrom(table).select('id').execute(), []);
});

test('what happened with a submission at the same moment is in the order of its kind and ID, on every database', async (t) => {
  const { service, owner, ids } = await startInbox(t);
  const [row] = await service.context.db.selectFrom('events').selectAll().where('subject', '=', ids.ada).execute();
  const event = row ?? assert.fail('no event');
  const others = ['evt_c', 'evt_b', 'evt_a'].map((id, at) => ({
    ...{ ...event, id: `${event.id}_${id}`, uniqueKey: id },
    sequence: event.sequence + at + 1,
  }));
  await inTransaction(service.context, (ctx) => ctx.db.insertInto('events').values(others).execute());
  await owner.request('POST', `/submissions/${ids.ada}/notes`, { body: { text: 'Called her back' } });
  await inTransaction(service.context, (ctx) =>
    ctx.db.updateTable('submissionNotes').set({ createdAt: event.createdAt }).execute(),
  );
  const { items } = (await owner.request('GET', `/submissions/${ids.ada}/story`)).body;
  assert.deepEqual(
    items.map(({ kind, event }: { kind: string; event?: { id: string } }) => event?.id ?? kind),
    [event.id, ...['a', 'b', 'c'].map((end) => `${event.id}_evt_${end}`), 'note'],
  );
});

test('notes are part of the story of a submission, and are deleted with it', async (t) => {
  const { service, owner, ids } = await startInbox(t);
  const password = 'another long pass phrase';
  const email = 'ben@example.com';
  await owner.request('POST', '/users', { body: { name: 'Ben', email, password, role: 'editor' } });
  const ben = await signIn(service, email, password);
  assert.deepEqual(
    (await ben.request('GET', '/submissions/assignees')).body.items.map(({ name }: { name: string }) => name),
    ['Ben', 'Olga'],
  );
  const path = `/submissions/${ids.ada}`;
  const note = (by: Person, text: string) => by.request('POST', `${path}/notes`, { body: { text } });
  const first = await note(owner, 'Called her back');
  assert.equal(first.status, 201, first.text);
  const second = await note(ben, 'She comes on Monday');
  assert.equal((await note(ben, ' ')).status, 422);
  const story = async () => (await ben.request('GET', `${path}/story`)).body.items;
  assert.deepEqual(
    (await story()).map(
      ({ kind, event, note }: { kind: string; event?: { type: string }; note?: { text: string; by: object } }) => [
        kind,
        event?.type ?? note?.text,
        note?.by,
      ],
    ),
    [
      ['event', 'submission.submitted', undefined],
      ['note', 'Called her back', { id: owner.id, name: 'Olga' }],
      ['note', 'She comes on Monday', { id: ben.id, name: 'Ben' }],
    ],
  );
  assert.equal((await owner.request('GET', path)).body.noteCount, 2);
  const remove = (by: Person, { id }: { id: string }) => by.request('DELETE', `${path}/notes/${id}`);
  assert.equal((await remove(ben, first.body)).body.code, 'insufficient_scope');
  assert.equal((await remove(owner, second.body)).status, 200);
  assert.equal((await remove(owner, second.body)).status, 404);
  assert.equal((await owner.request('DELETE', `/forms/contact/submissions/${ids.ada}`)).status, 200);
  assert.equal((await ben.request('GET', `${path}/story`)).body.code, 'submission_not_found');
  const bob = `/submissions/${ids.bob}/notes`;
  assert.equal((await owner.request('POST', bob, { body: { text: 'x' } })).status, 201);
  // Also if it is spam by now.
  const spam = await owner.request('POST', '/forms/jobs/spam', { body: { ids: [ids.bob], spam: true } });
  assert.deepEqual(spam.body.done, [ids.bob]);
  assert.equal((await owner.request('DELETE', '/forms/jobs?force=true')).status, 200);
  assert.deepEqual(await service.context.db.selectFrom('submissionNotes').select('id').execute(), []);
});
