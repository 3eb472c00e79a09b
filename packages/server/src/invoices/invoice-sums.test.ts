import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, credit, issue, seller } from '../../test/support/invoicing.ts';
import { startTestService } from '../../test/support/test-service.ts';

test('the sums of invoices are those of the filters, as the list shows the invoices', async (t) => {
  const service = await startTestService(t);
  const { request } = service;
  await request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const contact = async (email: string) => (await request('POST', '/contacts', { body: { email } })).body.id as string;
  const [ada, mary] = [await contact('ada@example.com'), await contact('mary@example.com')];
  const draft = async (unitAmount: number, more: object) =>
    (await createDraft(service, { currency: 'eur', lines: [{ description: 'x', unitAmount }], ...more })).id as string;
  const issued = async (unitAmount: number, more: object) => {
    const id = await draft(unitAmount, more);
    assert.equal((await issue(service, id)).status, 200);
    return id;
  };
  const pay = (id: string, amount: number) =>
    request('POST', `/invoices/${id}/payments`, { body: { amount, method: 'transfer' } });
  const dueAt = '2020-01-01T00:00:00.000Z';
  const late = await issued(10_000, { contactId: ada, dueAt });
  await pay(late, 3000);
  const part = await issued(5000, { contactId: mary });
  assert.equal((await credit(service, part, { amount: 500 })).status, 201);
  await pay(await issued(700, { contactId: ada }), 700);
  await issued(900, { contactId: ada, currency: 'usd' });
  await draft(100, { contactId: mary });
  await request('POST', '/invoices', { body: { contactId: ada } });

  type Sums = { currency: string; amount: number; invoices: number; open: object; overdue: object };
  const sumsOf = async (query: string) => {
    const { status, text, body } = await request('GET', `/reports/invoices?${query}`);
    assert.equal(status, 200, text);
    return (body.currencies as Sums[]).map((one) => Object.values(one));
  };
  const sums = (amount: number, invoices: number) => ({ amount, invoices });
  assert.deepEqual(await sumsOf(''), [
    ['eur', 15_800, 4, sums(11_500, 2), sums(7000, 1)],
    ['usd', 900, 1, sums(900, 1), sums(0, 0)],
  ]);
  assert.deepEqual(await sumsOf('status=open'), [
    ['eur', 15_000, 2, sums(11_500, 2), sums(7000, 1)],
    ['usd', 900, 1, sums(900, 1), sums(0, 0)],
  ]);
  assert.deepEqual(await sumsOf(`contactId=${ada}&currency=eur`), [['eur', 10_700, 2, sums(7000, 1), sums(7000, 1)]]);
  assert.deepEqual(await sumsOf('status=paid'), [['eur', 700, 1, sums(0, 0), sums(0, 0)]]);
  assert.deepEqual(await sumsOf('status[in]=draft,paid&currency=eur'), [['eur', 800, 2, sums(0, 0), sums(0, 0)]]);
  assert.deepEqual(await sumsOf('issueDay[gte]=2999-01-01'), []);
  assert.equal((await sumsOf('issueDay[gte]=2020-01-01&issueDay[lte]=2999-01-01&currency=eur'))[0]?.[2], 3);
  const report = (await request('GET', '/reports/money')).body.currencies;
  assert.deepEqual([report[0].open, report[0].overdue], [sums(11_500, 2), sums(7000, 1)]);
  const [day] = (await request('GET', '/reports/invoices?issueDay[gte]=soon')).body.errors;
  assert.deepEqual([day.pointer, day.code], ['issueDay[gte]', 'invalid']);
  const [name] = (await request('GET', '/reports/invoices?colour=red')).body.errors;
  assert.equal(name.pointer, 'colour');
});
