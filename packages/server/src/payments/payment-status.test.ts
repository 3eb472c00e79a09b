import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayReopen, moves, nextStatus, type PaymentStatus } from './payment-status.ts';
import { nextRefundStatus } from './refund.ts';

const statuses = Object.keys(moves) as PaymentStatus[];

test('a success overrides everything and is final', () => {
  for (const status of statuses) {
    assert.equal(nextStatus(status, 'succeeded'), 'succeeded');
    assert.equal(nextStatus('succeeded', status), 'succeeded');
  }
});

test('a failure never blocks a later success, and never takes one back', () => {
  assert.equal(nextStatus(nextStatus('open', 'failed'), 'succeeded'), 'succeeded');
  assert.equal(nextStatus(nextStatus('open', 'succeeded'), 'failed'), 'succeeded');
});

test('the same report again changes nothing', () => {
  for (const status of statuses) {
    for (const report of statuses) {
      const once = nextStatus(status, report);
      assert.equal(nextStatus(once, report), once, `${status}, then twice ${report}`);
    }
  }
});

test('reports lead to the same status in every order', () => {
  for (const start of statuses) {
    for (const a of statuses) {
      for (const b of statuses) {
        const there = nextStatus(nextStatus(start, a), b);
        assert.equal(nextStatus(nextStatus(start, b), a), there, `${start}: ${a} and ${b}`);
      }
    }
  }
});

test('only payments that ended unpaid can be reopened', () => {
  assert.deepEqual(statuses.filter(mayReopen).sort(), ['canceled', 'expired']);
});

test('a bank can still reject a refund that succeeded, and that is final', () => {
  assert.equal(nextRefundStatus('pending', 'succeeded'), 'succeeded');
  assert.equal(nextRefundStatus('succeeded', 'failed'), 'failed');
  assert.equal(nextRefundStatus('failed', 'succeeded'), 'failed');
  assert.equal(nextRefundStatus('succeeded', 'pending'), 'succeeded');
});
