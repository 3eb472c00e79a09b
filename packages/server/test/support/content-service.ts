// A test service with the built-in content types.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Config } from '../../src/config/config.ts';
import { ensureBuiltInTypes } from '../../src/content/types/post-types.ts';
import { inTransaction, timeOf } from '../../src/context/context.ts';
import { newId } from '../../src/lib/ids.ts';
import { type Answer, startTestService, type TestService } from './test-service.ts';

export async function startContentService(
  t: Pick<TestContext, 'after'>,
  overrides: Partial<Config> = {},
): Promise<TestService> {
  const service = await startTestService(t, overrides);
  await inTransaction(service.context, ensureBuiltInTypes);
  return service;
}

/** Stores a media record. */
export async function addMedia({ context }: Pick<TestService, 'context'>): Promise<string> {
  const id = newId('med');
  const texts = { title: 'Cover', alt: '', caption: '', description: '', folder: '', searchKey: 'cover' };
  const now = timeOf(context);
  await inTransaction(context, (ctx) =>
    ctx.db
      .insertInto('media')
      .values({ id, ...texts, private: 0, createdAt: now, updatedAt: now })
      .execute(),
  );
  return id;
}

/** Sends a request that must succeed with 200. */
export async function send(
  { request }: Pick<TestService, 'request'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await request(method, path, body ? { body } : {});
  assert.equal(answer.status, 200, answer.text);
  return answer;
}
