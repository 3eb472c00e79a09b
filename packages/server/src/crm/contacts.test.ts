import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { emailKeyOf, rememberContact } from './contacts.ts';

test('each address has one spelling', () => {
  assert.equal(emailKeyOf('  Zoë@BÜCHER.example '), 'zoë@xn--bcher-kva.example');
  assert.equal(emailKeyOf('Zoe\u0308@xn--bcher-kva.EXAMPLE'), 'zoë@xn--bcher-kva.example');
  for (const none of [null, undefined, '', 'nobody', 'a@b@c', 'a @b.example', 'a@[::::]']) {
    assert.equal(emailKeyOf(none), null, String(none));
  }
});

test('a contact is created, read, updated without lost updates, and deleted', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/contacts', {
    body: { email: ' Ada@Example.com ', name: 'Ada', fields: { vip: true, city: 'London' } },
  });
  assert.equal(made.status, 201);
  const { id, createdAt, updatedAt, ...rest } = made.body;
  assert.deepEqual(rest, {
    externalId: null,
    email: 'Ada@Example.com',
    name: 'Ada',
    phone: null,
    source: 'api',
    fields: { vip: true, city: 'London' },
    version: 1,
  });
  assert.match(id, /^con_/);
  assert.equal(createdAt, updatedAt);
  assert.equal(made.headers.location, `/api/v1/contacts/${id}`);

  const read = await service.request('GET', `/contacts/${id}`);
  assert.deepEqual(read.body, made.body);
  const etag = String(read.headers.etag);
  assert.equal(etag, made.headers.etag);
  assert.equal((await service.request('GET', `/contacts/${id}`, { headers: { 'if-none-match': etag } })).status, 304);

  const body = { phone: '+44 1', fields: { city: null, age: 36 } };
  const changed = await service.request('PATCH', `/contacts/${id}`, { body, headers: { 'if-match': etag } });
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.body.fields, { vip: true, age: 36 });
  assert.equal(changed.body.version, 2);
  const late = await service.request('PATCH', `/contacts/${id}`, { body, headers: { 'if-match': etag } });
  assert.equal(late.body.code, 'version_mismatch');

  assert.deepEqual((await service.request('DELETE', `/contacts/${id}`)).body, { id, deleted: true });
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await service.request(method, `/contacts/${id}`)).body.code, 'contact_not_found');
  }
});

test('an address belongs to one contact only, and the error names it', async (t) => {
  const service = await startTestService(t);
  const first = await service.request('POST', '/contacts', { body: { email: 'ada@example.com' } });
  const second = await service.request('POST', '/contacts', { body: { email: 'ADA@EXAMPLE.COM' } });
  assert.equal(second.status, 409);
  assert.equal(second.body.code, 'email_taken');
  assert.equal(second.body.contactId, first.body.id);
  const other = await service.request('POST', '/contacts', { body: { name: 'No address' } });
  const patched = await service.request('PATCH', `/contacts/${other.body.id}`, { body: { email: 'ada@example.com' } });
  assert.equal(patched.body.contactId, first.body.id);
  const racers = await Promise.all(
    ['a', 'b', 'c'].map((name) => service.request('POST', '/contacts', { body: { name, email: 'race@example.com' } })),
  );
  assert.deepEqual(racers.map((answer) => answer.status).sort(), [201, 409, 409]);
});

test('invalid input gets a clear error', async (t) => {
  const service = await startTestService(t);
  const bad = await service.request('POST', '/contacts', { body: { email: 'nobody' } });
  assert.equal(bad.status, 422);
  assert.equal(bad.body.errors[0].pointer, '/email');
  assert.equal((await service.request('POST', '/contacts', { body: { mail: 'x' } })).body.errors[0].pointer, '/mail');
  assert.equal((await service.request('GET', '/contacts?sort=up')).body.errors[0].pointer, 'sort');
  const token = await service.tokenWith('crm:read');
  assert.equal((await service.request('POST', '/contacts', { body: {}, token })).body.requiredScope, 'crm:write');
  assert.equal((await service.request('GET', '/contacts', { token })).status, 200);
  assert.equal((await service.request('GET', '/contacts', { token: null })).status, 401);
});

test('contacts are listed in order, searched by parts of the name or address without accents, and found by address', async (t) => {
  const service = await startTestService(t);
  const people = [
    ['Zoë Müller', 'zoe@bücher.example'],
    ['Ada Lovelace', 'ada@example.com'],
    ['100% Real_Name', 'real@example.com'],
  ];
  for (const [name, email] of people) {
    assert.equal((await service.request('POST', '/contacts', { body: { name, email } })).status, 201);
  }
  const namesOf = async (query: string) => {
    const { body } = await service.request('GET', `/contacts?${new URLSearchParams(query)}`);
    return body.items.map((item: { name: string }) => item.name);
  };
  assert.deepEqual(await namesOf('sort=createdAt'), ['Zoë Müller', 'Ada Lovelace', '100% Real_Name']);
  assert.deepEqual(await namesOf('limit=1&offset=1'), ['Ada Lovelace']);
  assert.equal((await service.request('GET', '/contacts?limit=1')).body.total, 3);
  assert.deepEqual(await namesOf('search=zoe mull'), ['Zoë Müller']);
  assert.deepEqual(await namesOf('search=EXAMPLE.COM ada'), ['Ada Lovelace']);
  assert.deepEqual(await namesOf('search=0%25'), ['100% Real_Name']);
  assert.deepEqual(await namesOf('search=l_n'), ['100% Real_Name']);
  assert.deepEqual(await namesOf('search=\\'), []);
  assert.deepEqual(await namesOf('email=ZOE@xn--bcher-kva.example'), ['Zoë Müller']);
  assert.deepEqual(await namesOf('email=nobody'), []);
});

test('contacts are found by their IDs, up to 100 in one request', async (t) => {
  const { request } = await startTestService(t);
  const make = async (name: string): Promise<string> =>
    (await request('POST', '/contacts', { body: { name } })).body.id;
  const [ada, zoe] = [await make('Ada'), await make('Zoë'), await make('Bob')];
  const { body } = await request('GET', `/contacts?ids=${zoe},con_nobody,+${ada},${ada}&sort=createdAt`);
  assert.deepEqual([body.items.map(({ id }: { id: string }) => id), body.total], [[ada, zoe], 2]);
  assert.deepEqual((await request('GET', `/contacts?ids=${ada},${zoe}&search=zoe`)).body.items.length, 1);
  const many = (count: number): string => Array.from({ length: count }, (_, number) => `con_${number}`).join();
  assert.deepEqual((await request('GET', `/contacts?ids=${many(100)}`)).body.total, 0);
  assert.deepEqual((await request('GET', '/contacts?ids=,')).body.total, 0);
  const answer = await request('GET', `/contacts?ids=${many(101)}`);
  const detail = 'must have at most 100 IDs';
  assert.deepEqual([answer.status, answer.body.errors], [400, [{ pointer: 'ids', code: 'too_many', detail }]]);
});

test('many submissions of a person at once give one contact; blanks are filled, nothing is overwritten', async (t) => {
  const { context, request } = await startTestService(t);
  const remember = (person: { email?: string | null; name?: string; phone?: string }) =>
    inTransaction(context, async (ctx) => (await rememberContact(ctx, { ...person, source: 'form' }))?.id ?? null);
  const ids = await Promise.all(Array.from({ length: 8 }, () => remember({ email: 'Ada@example.com' })));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await remember({ email: 'ada@EXAMPLE.com', name: 'Ada', phone: ' ' }), ids[0]);
  assert.equal(await remember({ email: 'ada@example.com', name: 'Another name', phone: '+44 1' }), ids[0]);
  const { body } = await request('GET', `/contacts/${ids[0]}`);
  assert.deepEqual(
    [body.email, body.name, body.phone, body.source, body.version],
    ['Ada@example.com', 'Ada', '+44 1', 'form', 3],
  );
  assert.equal(await remember({ name: 'No address' }), null);
  assert.equal((await request('GET', '/contacts')).body.total, 1);
});

test('what submissions that arrive together say about one person is kept and found, and answered three times a day', async (t) => {
  const { request, context } = await startTestService(t);
  const fields = ['email', 'phone'].map((type) => ({ name: type, type }));
  const settings = { mail: { reply: { on: true, subject: 'Thanks', text: 'Thank you' } } };
  const form = { name: 'Contact', slug: 'contact', fields: [...fields, { name: 'name', type: 'text' }], settings };
  assert.equal((await request('POST', '/forms', { body: form })).status, 201);
  const submit = async (body: object): Promise<void> =>
    assert.equal((await request('POST', '/forms/contact/submit', { token: null, body })).status, 200);
  for (let round = 0; round < 3; round++) {
    const email = `ada${round}@example.com`;
    const others = Array.from({ length: 12 }, (_, index) => submit({ email: `x${round}-${index}@example.com` }));
    const own = [{}, { name: `Lovelace${round}` }, { phone: `+49 30 123456${round}` }, {}, {}, {}];
    await Promise.all([...others, ...own.map((more) => submit({ email, ...more }))]);
    for (const search of [`Lovelace${round}`, `123456${round}`]) {
      const { items } = (await request('GET', `/contacts?search=${search}`)).body;
      assert.deepEqual(
        items.map((contact: { email: string }) => contact.email),
        [email],
        search,
      );
    }
    const replies = context.db.selectFrom('mails').select('id').where('kind', '=', 'reply');
    assert.equal((await replies.where('recipient', '=', email).execute()).length, 3);
  }
});

test('the timeline lists the events of a contact', async (t) => {
  const { context, request } = await startTestService(t);
  const { body: contact } = await request('POST', '/contacts', { body: { name: 'Ada' } });
  const { publish } = await import('../events/events.ts');
  for (const submissionId of ['sub_1', 'sub_2']) {
    await inTransaction(context, (ctx) =>
      publish(ctx, 'submission.paid', {
        key: `paid:${submissionId}`,
        subject: submissionId,
        contactId: contact.id,
        data: { submissionId, formId: 'form_1' },
        facts: {
          form: { id: 'form_1', slug: 'f', name: 'F', settings: {} },
          submission: { id: submissionId } as Row<'submissions'>,
        },
      }),
    );
  }
  const { body } = await request('GET', `/contacts/${contact.id}/timeline?sort=createdAt`);
  assert.equal(body.total, 2);
  assert.deepEqual(Object.keys(body.items[0]).sort(), ['createdAt', 'data', 'id', 'subject', 'type']);
  assert.deepEqual(body.items[1].data, { submissionId: 'sub_2', formId: 'form_1' });
  assert.equal((await request('GET', '/contacts/con_none/timeline')).status, 404);
});

test('a request repeated with its key returns the same contact', async (t) => {
  const service = await startTestService(t);
  const send = () =>
    service.request('POST', '/contacts', { body: { email: 'a@example.com' }, headers: { 'idempotency-key': 'k1' } });
  const [first, again] = [await send(), await send()];
  assert.equal(again.status, 201);
  assert.deepEqual(again.body, first.body);
});

test('a PATCH that changes nothing leaves the version, the time and the ETag of a contact as they are', async (t) => {
  const { request, advance } = await startTestService(t);
  const body = { email: 'Ada@example.com', name: 'Ada', fields: { vip: true } };
  const url = `/contacts/${(await request('POST', '/contacts', { body })).body.id}`;
  const read = await request('GET', url);
  advance(5000);
  for (const change of [{}, body, { phone: null }]) {
    const answer = await request('PATCH', url, { body: change });
    assert.deepEqual([answer.status, answer.body, answer.headers.etag], [200, read.body, read.headers.etag]);
  }
  const changed = await request('PATCH', url, { body: { name: 'Ada Lovelace' } });
  assert.equal(changed.body.version, read.body.version + 1);
});
