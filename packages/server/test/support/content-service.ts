// A test service with the built-in post types.

import type { TestContext } from 'node:test';
import type { Config } from '../../src/config.ts';
import { ensureBuiltInTypes } from '../../src/content/types/post-types.ts';
import { inTransaction } from '../../src/context.ts';
import { startTestService, type TestService } from './test-service.ts';

export async function startContentService(
  t: Pick<TestContext, 'after'>,
  overrides: Partial<Config> = {},
): Promise<TestService> {
  const service = await startTestService(t, overrides);
  await inTransaction(service.context, ensureBuiltInTypes);
  return service;
}
