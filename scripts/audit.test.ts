import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReport } from './audit.ts';

const reported = (report: object | string): string =>
  checkReport(typeof report === 'string' ? report : JSON.stringify(report));
const reportOf = (severity: string) => ({ vulnerabilities: { left: { severity, range: '<1.2.3' } } });

test('grave vulnerabilities fail, others are printed', () => {
  assert.throws(() => reported(reportOf('critical')), /^Error: left: update, or replace it\n/);
  assert.throws(() => reported(reportOf('high')), /left/);
  assert.equal(reported(reportOf('moderate')), 'moderate: left <1.2.3');
  assert.equal(reported({ vulnerabilities: {} }), 'None is known.');
});

test('a registry that does not answer fails nothing', () => {
  assert.equal(
    reported({ message: '405 Method Not Allowed' }),
    'The registry could not be asked: 405 Method Not Allowed',
  );
  assert.equal(reported('connect ECONNREFUSED\nmore'), 'The registry could not be asked: connect ECONNREFUSED');
});
