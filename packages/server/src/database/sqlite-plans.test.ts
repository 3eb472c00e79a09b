// Our driver's SQLite plans more statements again than Node's, which test/statements/explain.ts watches: it is built with
// SQLITE_ENABLE_STAT4, and asks for the values of parameters.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { startContentService } from '../../test/support/content-service.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService } from '../../test/support/test-service.ts';
import type { Config } from '../config/config.ts';
import { dataPath } from '../storage/data-folder.ts';
import { connect } from './sqlite-connection.ts';
import { itemsWithValue } from './unique-index.ts';

const skip = testDialect !== 'sqlite';

test('a join by a parameter is planned once', { skip }, async (t) => {
  const { context, config } = await startTestService(t);
  const query = context.db
    .selectFrom('payments')
    .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
    .selectAll('payments')
    .select('submissions.language')
    .where('payments.id', '=', 'pay_none')
    .compile();
  checkPlannedOnce(t, config, query);
});

test('the search for an item with a unique value is planned once', { skip }, async (t) => {
  const { request, context, config } = await startContentService(t);
  const fields = [{ name: 'sku', type: 'text', unique: true }];
  assert.equal((await request('POST', '/types', { body: { name: 'product', fields } })).status, 201);
  const field = { type: 'product', name: 'sku', scalar: 'text' } as const;
  checkPlannedOnce(t, config, itemsWithValue(context.db, context.dialect, field, 'none').compile());
});

/** A statement that is planned again each time takes as long as preparing it. */
function checkPlannedOnce(t: TestContext, { dataFolder }: Config, query: CompiledQuery): void {
  const connection = connect(dataPath(dataFolder, 'database'), { readonly: true });
  t.after(() => connection.close());
  const statement = connection.prepare(query.sql);
  const prepareMs = quickest(() => connection.prepare(query.sql));
  const runMs = quickest(() => statement.all(query.parameters));
  assert.ok(runMs < prepareMs * 0.75, `${runMs} ms, prepared in ${prepareMs} ms`);
}

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
