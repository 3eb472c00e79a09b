// The words for the status of payments and submissions: the same on every screen, and those of LANGUAGE.md.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { paymentStatusOf, paymentWords, statusLabel, submissionStatusOf } from '../src/ui/payment-status.ts';

const page = readFileSync(new URL('../../../LANGUAGE.md', import.meta.url), 'utf8');
const money = { amount: 4200, currency: 'eur', amountRefunded: 0 };
const paidBy = (status: string, amountRefunded = 0) => ({
  ...{ ...money, id: 'pay_1', paymentIntentId: 'pi_1', status, amountRefunded },
});

test('a submission says the same as its payment, also after a card was declined', () => {
  const cases: [status: 'awaiting_payment' | 'paid', payment: string, words: string][] = [
    ['awaiting_payment', 'open', 'Awaiting payment'],
    ['awaiting_payment', 'processing', 'Processing'],
    ['awaiting_payment', 'failed', 'Payment failed'],
    ['awaiting_payment', 'expired', 'Checkout expired'],
    ['awaiting_payment', 'canceled', 'Payment canceled'],
    ['paid', 'succeeded', 'Paid'],
  ];
  for (const [status, ofPayment, words] of cases) {
    const payment = paidBy(ofPayment);
    assert.equal(submissionStatusOf({ status, payment })?.label, words);
    assert.equal(paymentStatusOf(payment).label, words);
    const row = page.match(new RegExp(`^\\| ${words} +\\|.*$`, 'm'))?.[0].replace(/ +/g, ' ');
    assert.ok(row?.includes(`\`${ofPayment}\` | \`${status}\``), `${words} is not defined in LANGUAGE.md`);
  }
  assert.equal(cases.length, Object.keys(paymentWords).length);
  assert.equal(submissionStatusOf({ status: 'paid', payment: paidBy('succeeded', 4200) })?.label, 'Refunded');
  // Less was received, or what was bought was sold to others: the submission is not paid until a person decides.
  assert.equal(submissionStatusOf({ status: 'awaiting_payment', payment: paidBy('succeeded') })?.label, 'Needs review');
  assert.equal(submissionStatusOf({ status: 'submitted', payment: null }), null);
  assert.equal(submissionStatusOf({ status: 'spam', payment: paidBy('open') }), null);
});

test('what a person should look at comes before the status of a payment', () => {
  const payment = { ...paidBy('succeeded', 100), amountReceived: 4200 };
  const labels = [
    { ...payment, disputed: true, review: 'Late', underpaid: true },
    { ...payment, review: 'Late', underpaid: true },
    { ...payment, underpaid: true },
    { ...payment, amountRefunded: 0, underpaid: true },
  ].map((one) => paymentStatusOf(one).label);
  assert.deepEqual(labels, ['Disputed', 'Needs review', 'Partially refunded', 'Underpaid']);
  for (const label of labels) assert.match(page, new RegExp(`^\\| .*${label}`, 'm'));
  assert.deepEqual(['awaiting_payment', 'failed', 'refunded'].map(statusLabel), [
    'Not paid',
    'Payment failed',
    'Refunded',
  ]);
});
