// Our driver's SQLite plans more statements again than Node's, which test/statements/explain.ts watches: it is built with
// SQLITE_ENABLE_STAT4, and asks for the values of parameters.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, testDialect } from '../../test/support/test-service.ts';
import { dataPath } from '../files/data-folder.ts';
import { connect } from './sqlite-connection.ts';

test('a join by a parameter is planned once', { skip: testDialect !== 'sqlite' }, async (t) => {
  const { context, config } = await startTestService(t);
  const query = context.db
    .selectFrom('payments')
    .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
    .selectAll('payments')
    .select('submissions.language')
    .where('payments.id', '=', 'pay_none')
    .compile();
  const connection = connect(dataPath(config.dataFolder, 'database'), { readonly: true });
  t.after(() => connection.close());
  const statement = connection.prepare(query.sql);
  const prepareMs = quickest(() => connection.prepare(query.sql));
  const runMs = quickest(() => statement.all(query.parameters));
  assert.ok(runMs < prepareMs / 2, `${runMs} ms, prepared in ${prepareMs} ms`);
});

/** How long it takes when nothing interrupts it. */
function quickest(run: () => unknown): number {
  let ms = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 500; count++) {
    const startedAt = performance.now();
    run();
    ms = Math.min(ms, performance.now() - startedAt);
  }
  return ms;
}
