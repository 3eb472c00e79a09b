import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { newInInbox } from '../forms/answers/submission-rows.ts';

test('a new site has an empty summary for every requested day', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const { status, body } = await owner.request('GET', '/summary');
  assert.equal(status, 200);
  assert.equal(body.submissions.days.length, 30);
  assert.equal(body.lastDay, new Date().toISOString().slice(0, 10));
  assert.deepEqual([body.submissions.total, body.payments, body.failingReceivers, body.events], [0, [], [], []]);
  assert.equal((await owner.request('GET', '/summary?days=0')).status, 400);
  assert.equal((await service.request('GET', '/summary', { token: null })).status, 401);
});

test('the summary says which first steps of a new site were taken, until they are hidden', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const steps = async () => (await owner.request('GET', '/summary')).body.firstSteps;
  const names = ['contentType', 'import', 'form', 'processor', 'mailServer', 'seller', 'user'];
  const none = Object.fromEntries(names.map((name) => [name, false]));
  assert.deepEqual(await steps(), none);
  await service.request('POST', '/types', { body: { name: 'book', plural: 'books', label: 'Books', fields: [] } });
  assert.deepEqual(await steps(), { ...none, contentType: true });
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  await service.request('POST', '/forms', { body: { name: 'Contact', fields } });
  assert.deepEqual(await steps(), { ...none, contentType: true, form: true });
  const user = { name: 'Edda', email: 'edda@example.com', role: 'editor', password: 'another long pass phrase' };
  assert.equal((await owner.request('POST', '/users', { body: user })).status, 201);
  assert.deepEqual(await steps(), { ...none, contentType: true, form: true, user: true });
  const seller = { name: 'Harbor Ltd', address: { city: 'Hamburg', country: 'de' } };
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  assert.equal((await steps()).seller, true);
  const some = await service.request('GET', '/summary', { token: await service.tokenWith('forms:read') });
  assert.deepEqual([some.status, some.body.firstSteps], [200, null]);
  await owner.request('PATCH', '/settings', { body: { firstSteps: false } });
  assert.equal(await steps(), null);
  await owner.request('PATCH', '/settings', { body: { firstSteps: true } });
  assert.equal((await steps()).form, true);
});

test('the summary counts submissions by day, nets payments by currency and lists failing receivers', async (t) => {
  const service = await startTestService(t);
  const { writer } = service.database;
  const at = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const submission = (id: string, createdAt: string) => ({
    id,
    formId: 'form_1',
    status: 'submitted' as const,
    data: '{}',
    extra: '{}',
    searchText: '',
    contactId: null,
    paymentId: null,
    createdAt,
    updatedAt: createdAt,
    ...newInInbox,
  });
  await writer
    .insertInto('submissions')
    .values([
      submission('sub_1', at(0)),
      submission('sub_2', at(1)),
      submission('sub_3', at(1)),
      submission('sub_4', at(40)),
    ])
    .execute();
  for (const [id, amount, currency, days, status] of [
    ['pay_1', 2500, 'eur', 1, 'succeeded'],
    ['pay_2', 900, 'eur', 0, 'succeeded'],
    ['pay_3', 500, 'jpy', 0, 'succeeded'],
    ['pay_4', 777, 'eur', 0, 'failed'],
  ] as const) {
    await writer
      .insertInto('payments')
      .values({
        ...emptyPayment,
        id,
        amount,
        amountReceived: amount,
        currency,
        status,
        createdAt: at(days),
        updatedAt: at(days),
        paidAt: at(days),
      })
      .execute();
  }
  await writer
    .insertInto('refunds')
    .values({
      id: 'ref_1',
      paymentId: 'pay_1',
      processorRefundId: null,
      amount: 1000,
      currency: 'eur',
      reason: null,
      status: 'succeeded',
      failureMessage: null,
      restock: 0,
      creditNote: 0,
      createdAt: at(0),
      updatedAt: at(0),
    })
    .execute();
  const subscriber = {
    events: '[]',
    sealedSecrets: 'hidden',
    previousSecretUntil: null,
    version: 1,
    createdAt: at(3),
    updatedAt: at(3),
  };
  await writer
    .insertInto('subscribers')
    .values([
      { ...subscriber, id: 'whk_1', formId: 'form_1', url: 'https://a.example', status: 'active', failingSince: at(2) },
      {
        ...subscriber,
        id: 'whk_2',
        events: '["invoice.paid"]',
        formId: null,
        url: 'https://b.example',
        status: 'disabled',
        failingSince: null,
      },
      { ...subscriber, id: 'whk_3', formId: 'form_1', url: 'https://c.example', status: 'active', failingSince: null },
    ])
    .execute();

  const { body, text } = await service.request('GET', '/summary?days=7');
  assert.deepEqual(
    body.submissions.days.slice(-2).map(({ count }: { count: number }) => count),
    [2, 1],
  );
  assert.equal(body.submissions.total, 3);
  const [eur, jpy] = body.payments;
  assert.deepEqual([eur.currency, eur.succeeded, eur.refunded, eur.net], ['eur', 3400, 1000, 2400]);
  assert.deepEqual(
    eur.days.slice(-2).map(({ net }: { net: number }) => net),
    [2500, -100],
  );
  assert.deepEqual([jpy.currency, jpy.net], ['jpy', 500]);
  assert.deepEqual(body.failingReceivers.map(({ id }: { id: string }) => id).sort(), ['whk_1', 'whk_2']);
  assert.ok(!text.includes('hidden'));

  const some = (await service.request('GET', '/summary', { token: await service.tokenWith('forms:read') })).body;
  assert.deepEqual([some.payments, some.failingReceivers.length], [[], 1]);
});

const emptyPayment = {
  amountReceived: 0,
  amountRefunded: 0,
  amountPending: 0,
  disputed: 0,
  description: null,
  contactId: null,
  invoiceId: null,
  submissionId: null,
  checkoutSessionId: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
  checkoutAttempts: 0,
  paymentIntentId: null,
  chargeId: null,
  customerId: null,
  email: null,
  successUrl: null,
  cancelUrl: null,
  failureMessage: null,
  livemode: 0,
  version: 1,
} as const;

test('the latest events are those of submissions and payments, and each names the records that it is about', async (t) => {
  const service = await startTestService(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  const form = (await service.request('POST', '/forms', { body: { name: 'Contact', public: true, fields } })).body;
  const sent = await service.request('POST', `/forms/${form.id}/submit`, { body: { email: 'ada@example.com' } });
  const [event, ...others] = (await service.request('GET', '/summary')).body.events;
  assert.equal(event.type, 'submission.submitted');
  assert.deepEqual(others, [], 'the form and the contact are created, and no news');
  assert.deepEqual(event.data, { submissionId: sent.body.submissionId, formId: form.id });
});

test('days are those of the time zone of the site, also where clocks change', async (t) => {
  const service = await startTestService(t);
  const { writer } = service.database;
  service.advance(Date.parse('2027-11-01T12:00:00Z') - Date.now());
  const times = [
    ['2027-10-29T21:59:59.999Z', '2027-10-29', '2027-10-30'],
    ['2027-10-29T22:00:00.000Z', '2027-10-30', '2027-10-30'],
    ['2027-10-30T21:59:59.999Z', '2027-10-30', '2027-10-31'],
    // A day of 25 hours.
    ['2027-10-30T22:00:00.000Z', '2027-10-31', '2027-10-31'],
    ['2027-10-31T22:59:59.999Z', '2027-10-31', '2027-11-01'],
    ['2027-10-31T23:00:00.000Z', '2027-11-01', '2027-11-01'],
    ['2027-11-01T11:00:00.000Z', '2027-11-01', '2027-11-01'],
  ] as const;
  for (const [index, [createdAt]] of times.entries()) {
    const id = `zone_${index}`;
    const texts = { data: '{}', extra: '{}', searchText: '', formId: 'form_1', status: 'submitted' as const };
    const times = { createdAt, updatedAt: createdAt };
    await writer
      .insertInto('submissions')
      .values({ id, ...texts, contactId: null, paymentId: null, ...times, ...newInInbox })
      .execute();
    const money = { amount: 100, amountReceived: 100, currency: 'eur', status: 'succeeded' as const };
    await writer
      .insertInto('payments')
      .values({ ...emptyPayment, id, ...money, ...times, paidAt: createdAt })
      .execute();
    const refund = { paymentId: id, amount: 10, currency: 'eur', status: 'succeeded' as const };
    const none = {
      processorRefundId: null,
      reason: null,
      failureMessage: null,
      restock: 0 as const,
      creditNote: 0 as const,
    };
    await writer
      .insertInto('refunds')
      .values({ id, ...refund, ...none, ...times })
      .execute();
  }
  const read = async (timeZone: string | null) => {
    await service.request('PATCH', '/settings', { body: { timeZone } });
    const { firstDay, lastDay, submissions, payments } = (await service.request('GET', '/summary?days=3')).body;
    const counts = submissions.days.map(({ day, count }: { day: string; count: number }) => [day, count]);
    const nets = payments[0].days.map(({ day, net }: { day: string; net: number }) => [day, net / 90]);
    assert.deepEqual(nets, counts, 'payments and refunds follow the same days');
    return [firstDay, lastDay, ...counts];
  };
  const days = ['2027-10-30', '2027-10-31', '2027-11-01'];
  const countsIn = (dayOf: (time: (typeof times)[number]) => string) =>
    days.map((day) => [day, times.filter((time) => dayOf(time) === day).length]);
  assert.deepEqual(await read('Europe/Vienna'), [days[0], days[2], ...countsIn(([, vienna]) => vienna)]);
  assert.deepEqual(await read(null), [days[0], days[2], ...countsIn(([time]) => time.slice(0, 10))]);
  assert.deepEqual(await read('Asia/Kathmandu'), [days[0], days[2], ...countsIn(([, , kathmandu]) => kathmandu)]);
  // Where it is tomorrow already, and where it is a day before.
  assert.equal((await read('Pacific/Kiritimati'))[1], '2027-11-02');
  assert.equal((await read('Pacific/Pago_Pago'))[1], '2027-11-01');
});
