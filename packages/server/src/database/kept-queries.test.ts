import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { keptQueries, slot } from './kept-queries.ts';

test('a shape that stands for different queries is an error in tests', async (t) => {
  const { context } = await startTestService(t);
  const queries = keptQueries();
  const forms = () => context.db.selectFrom('forms').select('id');
  const run = (shape: string, build: () => ReturnType<typeof forms>) => queries.run(context, shape, { id: 'a' }, build);

  await run('forms', forms);
  await run('forms', forms);
  await assert.rejects(
    run('forms', () => forms().where('public', '=', 1)),
    /The shape "forms" stands for different queries/,
  );

  // The same text, with another value in it.
  await run('of a slug', () => forms().where('slug', '=', 'one'));
  await assert.rejects(
    run('of a slug', () => forms().where('slug', '=', 'two')),
    /"of a slug"/,
  );

  await run('by a slot', () => forms().where('id', '=', slot('id')));
  await run('by a slot', () => forms().where('id', '=', slot('id')));
  await assert.rejects(
    run('by a slot', () => forms().where('id', '=', slot('other'))),
    /"by a slot"/,
  );
});
