// Operations on one invoice at once, on the same database: whichever comes first, the invoice adds up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, credit, issue, seller, startSelling } from '../../test/support/invoicing.ts';
import { startPaymentService } from '../../test/support/payment-service.ts';
import type { Answer } from '../../test/support/test-service.ts';

const rounds = Array.from({ length: 8 }, (_, round) => round);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

test('an invoice that is issued and changed at once has one number, and is what one of both orders makes of it', async (t) => {
  const service = await startSelling(t);
  for (const round of rounds) {
    const { id, lines } = await createDraft(service);
    const [line] = lines;
    const change = { lines: [{ description: 'Other', unitAmount: 100, taxRateId: line.taxRateId }] };
    const [issued, changed, opened] = await Promise.all([
      issue(service, id),
      service.request('PATCH', `/invoices/${id}`, { body: change }),
      service.request('PATCH', `/invoices/${id}`, { body: { status: 'open' } }),
    ]);
    assert.deepEqual([issued.status, opened.status], [200, 200], issued.text + opened.text);
    assert.ok(changed.status === 200 || changed.body.code === 'invoice_issued', changed.text);
    const { body } = await service.request('GET', `/invoices/${id}`);
    assert.equal(body.amount, changed.status === 200 ? 119 : 19_990);
    assert.deepEqual([body.amount, body.number.slice(-4)], [body.totals.gross, `${round + 1}`.padStart(4, '0')]);
  }
});

test('credit notes of the rest at once, and withdrawals, take an invoice back once', async (t) => {
  const service = await startSelling(t);
  for (const round of rounds) {
    const { id } = await createDraft(service, { status: 'open' });
    const withdrawal = service.request('PATCH', `/invoices/${id}`, { body: { status: 'void' } });
    const notes = await Promise.all([credit(service, id), credit(service, id), credit(service, id)]);
    assert.equal((await withdrawal).status, 200);
    const accepted = notes.filter(({ status }) => status === 201).length;
    assert.ok(accepted <= 1, `${statuses(notes)}`);
    const { body } = await service.request('GET', `/invoices/${id}`);
    assert.deepEqual([body.status, body.totals.credited], ['void', 19_990]);
    assert.equal((await service.request('GET', '/credit-notes')).body.total, round + 1);
  }
});

test('an invoice that is withdrawn and paid at once is one of both', async (t) => {
  const service = await startSelling(t);
  for (const _ of rounds) {
    const { id } = await createDraft(service, { status: 'open' });
    const [withdrawn, paid] = await Promise.all([
      service.request('PATCH', `/invoices/${id}`, { body: { status: 'void' } }),
      service.request('POST', `/invoices/${id}/payments`, { body: { amount: 19_990, method: 'cash' } }),
    ]);
    assert.equal([withdrawn.status, paid.status].filter((status) => status < 300).length, 1);
    const { body } = await service.request('GET', `/invoices/${id}`);
    assert.deepEqual([body.status, body.amountPaid], withdrawn.status === 200 ? ['void', 0] : ['paid', 19_990]);
  }
});

test('checkouts and a credit note at once hold no more than what was open, and begin none beyond it', async (t) => {
  const service = await startPaymentService(t);
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  for (const _ of rounds.slice(4)) {
    const { id } = await createDraft(service, { status: 'open' });
    const checkout = () =>
      service.request('POST', '/payments/checkout', {
        body: { amount: 10_000, currency: 'eur', invoiceId: id, description: 'A part' },
      });
    const answers = await Promise.all([checkout(), checkout(), credit(service, id, { amount: 12_000 }), checkout()]);
    const [first, second, note, third] = answers as [Answer, Answer, Answer, Answer];
    assert.equal(note.status, 201, note.text);
    const begun = [first, second, third].filter(({ status }) => status === 200).length;
    assert.ok(begun <= 1, `${statuses(answers)} ${first.text} ${second.text} ${third.text}`);
    const rejected = [first, second, third].filter(({ body }) => body.code === 'invoice_not_payable').length;
    assert.equal(begun + rejected, 3, `${first.text} ${second.text} ${third.text}`);
    assert.equal((await checkout()).body.code, 'invoice_not_payable');
  }
});

test('what another system sends again of an invoice that was issued changes nothing', async (t) => {
  const service = await startSelling(t);
  const { lines } = await createDraft(service);
  const asSent = lines.map(({ description, quantity, unitAmount, taxRateId }: Record<string, unknown>) => ({
    ...{ description, quantity, unitAmount, taxRateId },
  }));
  const body = { currency: 'eur', lines: asSent, buyer: { name: 'Ada' }, notes: 'Thanks', dueAt: null, number: null };
  const put = () => service.request('PUT', '/invoices/by-external-id/crm-1', { body });
  const created = await put();
  assert.equal(created.status, 201, created.text);
  const { body: issued } = await issue(service, created.body.id);
  for (const answer of await Promise.all([put(), put()])) {
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, issued);
  }
  const rate = `/tax-rates/${asSent[0].taxRateId}`;
  await service.request('PATCH', rate, { body: { reason: 'By the law of 2027' } });
  assert.deepEqual((await put()).body, issued, 'with a rate that has another reason');
  await service.request('DELETE', rate);
  assert.deepEqual((await put()).body, issued, 'with a rate that was deleted');
});

test('an invoice that is given to a contact while that one is deleted does not keep it', async (t) => {
  const service = await startSelling(t);
  const { request } = service;
  const lines = [{ description: 'Trip', unitAmount: 100 }];
  for (const round of rounds) {
    const { body: contact } = await request('POST', '/contacts', { body: { name: 'Ada' } });
    const contactId = contact.id;
    const other = await createDraft(service, { status: 'open' });
    const create = (status: string) =>
      request('POST', '/invoices', { body: { currency: 'eur', lines, status, contactId } });
    const path = `/invoices/by-external-id/race-${round}`;
    const [deleted, ...given] = await Promise.all([
      request('DELETE', `/contacts/${contactId}`),
      create('draft'),
      create('open'),
      request('PATCH', `/invoices/${other.id}`, { body: { contactId } }),
      request('PUT', path, { body: { currency: 'eur', lines, contactId } }),
      create('draft'),
      create('open'),
    ]);
    assert.equal(deleted.status, 200, deleted.text);
    for (const { status, body, text } of given) {
      assert.ok(status < 300 || body.errors?.[0].code === 'contact_not_found', text);
      if (status < 300) assert.equal((await request('GET', `/invoices/${body.id}`)).body.contactId, null);
    }
  }
});

test('what another system sends while it is deleted is stored again', async (t) => {
  const { request } = await startSelling(t);
  const invoice = { currency: 'eur', lines: [{ description: 'Trip', unitAmount: 100 }] };
  for (const [kind, body] of [
    ['invoices', invoice],
    ['contacts', { name: 'Ada' }],
  ] as const)
    for (const round of rounds) {
      const path = `/${kind}/by-external-id/crm-${round}`;
      const put = () => request('PUT', path, { body });
      const { id } = (await put()).body;
      const [deleted, ...answers] = await Promise.all([request('DELETE', `/${kind}/${id}`), put(), put()]);
      assert.equal(deleted.status, 200, deleted.text);
      for (const { status, text } of answers) assert.ok(status === 200 || status === 201, text);
    }
});

test('a checkout that names a contact while that one is deleted gives no invoice a contact that is gone', async (t) => {
  const { request } = await startPaymentService(t);
  for (const round of rounds) {
    const [contactId, invoiceId] = [`crm-${round}`, `order-${round}`];
    const begin = (id: string) =>
      request('POST', '/payments/checkout', {
        body: { amount: 500, currency: 'eur', contactId, invoiceId: `${invoiceId}-${id}` },
      });
    assert.equal((await begin('first')).status, 200);
    const answers = await Promise.all([request('DELETE', `/contacts/${contactId}`), begin('a'), begin('b')]);
    assert.deepEqual(statuses(answers), [200, 200, 200]);
    for (const id of ['a', 'b']) {
      const { body } = await request('GET', `/invoices/${invoiceId}-${id}`);
      if (body.contactId !== null) assert.equal((await request('GET', `/contacts/${contactId}`)).status, 200);
    }
  }
});
