import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';
import { inTransaction } from '../../context.ts';
import { authorOfUser } from './authors.ts';

test('a user becomes one author, however many first items are created at once', async (t) => {
  const service = await startContentService(t);
  await setUpOwner(service);
  const { context } = service;
  const { id } = await context.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const ofUser = { ...context, actor: { kind: 'user' as const, id, scopes: [] } };
  for (let round = 0; round < 30; round++) {
    const ids = await Promise.all(Array.from({ length: 8 }, () => inTransaction(ofUser, authorOfUser)));
    assert.equal(new Set(ids).size, 1);
    assert.equal((await context.db.selectFrom('authors').select('slug').execute()).length, 1);
    await inTransaction(context, (ctx) => ctx.db.deleteFrom('authors').execute());
  }
});
