import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, credit, issue, startSelling } from '../../test/support/invoicing.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { newInInbox } from '../forms/answers/submission-rows.ts';

async function reportOf(service: TestService, query = '', token?: string) {
  const { status, text, body } = await service.request('GET', `/reports/money${query}`, token ? { token } : {});
  assert.equal(status, 200, text);
  return body;
}

/** The clock stands at noon of this day. */
function setDay(service: TestService, day: string): void {
  service.advance(Date.parse(`${day}T12:00:00Z`) - service.context.now().getTime());
}

type Paid = {
  id: string;
  amount: number;
  paidAt: string;
  currency?: string;
  status?: 'succeeded' | 'failed';
  of?: string;
};

async function addPayments({ database }: TestService, paid: readonly Paid[]): Promise<void> {
  const rows = paid.map(
    ({ id, amount, paidAt, currency = 'eur', status = 'succeeded' as const, of: submissionId = null }) => ({
      ...{ id, amount, currency, status, submissionId, amountReceived: amount, amountRefunded: 0, amountPending: 0 },
      ...{ disputed: 0 as const, livemode: 0 as const, checkoutAttempts: 0, version: 1 },
      ...{ createdAt: paidAt, updatedAt: paidAt, paidAt },
    }),
  );
  await database.writer
    .insertInto('payments')
    .values(rows as never)
    .execute();
}

async function addSubmission(
  { database }: TestService,
  id: string,
  { formId, paymentId }: { formId: string; paymentId: string },
): Promise<void> {
  const createdAt = '2027-01-01T00:00:00.000Z';
  const texts = { data: '{}', extra: '{}', searchText: '', contactId: null, paymentId };
  const row = { id, formId, status: 'paid' as const, ...texts, createdAt, updatedAt: createdAt, ...newInInbox };
  await database.writer.insertInto('submissions').values(row).execute();
}

async function addRefund({ database }: TestService, id: string, paymentId: string, amount: number, createdAt: string) {
  const row = { id, paymentId, amount, currency: 'eur', processorRefundId: null, reason: null, failureMessage: null };
  const rest = {
    restock: 0 as const,
    creditNote: 0 as const,
    status: 'succeeded' as const,
    createdAt,
    updatedAt: createdAt,
  };
  await database.writer
    .insertInto('refunds')
    .values({ ...row, ...rest })
    .execute();
}

const sums = (received: number, refunded: number, payments: number, tax: number | null = 0) => ({
  ...{ received, refunded, net: received - refunded, tax, payments },
});

test('money is summed by month at the site, by currency and form, beside the same time before', async (t) => {
  const service = await startSelling(t);
  setDay(service, '2027-03-15');
  await addSubmission(service, 'sub_1', { formId: 'form_fair', paymentId: 'pay_1' });
  await addSubmission(service, 'sub_3', { formId: 'form_fair', paymentId: 'pay_3' });
  await addPayments(service, [
    // Before: January until 15 December is not in it, October to 15 December is.
    { id: 'pay_old', amount: 1, paidAt: '2026-09-30T21:59:59.999Z' },
    { id: 'pay_before', amount: 400, paidAt: '2026-09-30T22:00:00.000Z' },
    { id: 'pay_cut', amount: 500, paidAt: '2026-12-15T22:59:59.999Z' },
    { id: 'pay_between', amount: 9999, paidAt: '2026-12-15T23:00:00.000Z' },
    // It is January in Berlin.
    { id: 'pay_1', amount: 1000, paidAt: '2026-12-31T23:30:00.000Z', of: 'sub_1' },
    { id: 'pay_2', amount: 2000, paidAt: '2027-02-10T10:00:00.000Z' },
    { id: 'pay_3', amount: 700, paidAt: '2027-03-15T11:00:00.000Z', of: 'sub_3' },
    { id: 'pay_4', amount: 800, paidAt: '2027-03-15T11:00:00.000Z', status: 'failed' },
    { id: 'pay_5', amount: 5000, paidAt: '2027-03-01T10:00:00.000Z', currency: 'jpy' },
  ]);
  await addRefund(service, 'ref_1', 'pay_1', 300, '2027-02-28T23:00:00.000Z');

  const draft = await createDraft(service, { dueAt: '2027-03-20T00:00:00Z' });
  assert.equal((await issue(service, draft.id)).status, 200);
  const late = await createDraft(service, { dueAt: '2027-03-01T00:00:00Z' });
  assert.equal((await issue(service, late.id)).status, 200);
  const amount = draft.totals.gross;
  const { body: note } = await credit(service, late.id, { amount: 5000 });

  const report = await reportOf(service, '?months=3');
  assert.deepEqual([report.firstDay, report.lastDay], ['2027-01-01', '2027-03-15']);
  assert.deepEqual(report.before, { firstDay: '2026-10-01', lastDay: '2026-12-15' });
  const [eur, jpy] = report.currencies;
  const tax = 2 * draft.totals.tax - note.totals.tax;
  assert.deepEqual(eur, {
    currency: 'eur',
    ...sums(3700, 300, 3, tax),
    before: sums(900, 0, 2),
    months: [
      { month: '2027-01', ...sums(1000, 0, 1) },
      { month: '2027-02', ...sums(2000, 0, 1) },
      { month: '2027-03', ...sums(700, 300, 1, tax) },
    ],
    forms: [
      { formId: null, received: 2000, refunded: 0, net: 2000, payments: 1 },
      { formId: 'form_fair', received: 1700, refunded: 300, net: 1400, payments: 2 },
    ],
    open: { amount: 2 * amount - 5000, invoices: 2 },
    overdue: { amount: amount - 5000, invoices: 1 },
  });
  assert.deepEqual([jpy.currency, jpy.received, jpy.open], ['jpy', 5000, { amount: 0, invoices: 0 }]);

  const ofForm = (await reportOf(service, '?months=3&currency=eur&formId=form_fair')).currencies;
  assert.equal(ofForm.length, 1);
  assert.deepEqual([ofForm[0].net, ofForm[0].before.net, ofForm[0].forms.length, ofForm[0].tax], [1400, 0, 1, 0]);
  const some = (await reportOf(service, '', await service.tokenWith('payments:read'))).currencies[0];
  assert.deepEqual([some.net, some.tax, some.open], [13_400 + 900, null, null]);
  assert.equal((await service.request('GET', '/reports/money?months=0')).status, 400);
  const token = await service.tokenWith('crm:read');
  assert.equal((await service.request('GET', '/reports/money', { token })).status, 403);
});

test('what is paid with credit was received before, in the sums and by form', async (t) => {
  const service = await startSelling(t);
  const { body: contact } = await service.request('POST', '/contacts', { body: { email: 'ada@example.com' } });
  const pay = async (amount: number, method: string, of: { id: string }) => {
    const { status, text } = await service.request('POST', `/invoices/${of.id}/payments`, { body: { amount, method } });
    assert.equal(status, 201, text);
  };
  const [first, second] = [
    await createDraft(service, { contactId: contact.id, status: 'open' }),
    await createDraft(service, { contactId: contact.id, status: 'open' }),
  ];
  const paid = first.amount + 5000;
  await pay(paid, 'transfer', first);
  await pay(5000, 'credit', second);
  const [eur] = (await reportOf(service)).currencies;
  assert.deepEqual([eur.received, eur.payments], [paid, 1]);
  assert.deepEqual(eur.forms, [{ formId: null, received: paid, refunded: 0, net: paid, payments: 1 }]);
});

test('the time before may end where the months begin', async (t) => {
  const service = await startSelling(t);
  setDay(service, '2027-02-28');
  await addPayments(service, [
    { id: 'pay_1', amount: 100, paidAt: '2027-01-31T22:59:00.000Z' },
    { id: 'pay_2', amount: 20, paidAt: '2027-01-31T23:00:00.000Z' },
  ]);
  const [eur] = (await reportOf(service, '?months=1')).currencies;
  // 29 to 31 January have no day like it in February.
  assert.deepEqual([eur.before.received, eur.received], [0, 20]);
  setDay(service, '2027-03-31');
  const [later] = (await reportOf(service, '?months=2')).currencies;
  assert.deepEqual([later.before.received, later.received], [100, 20]);
});
