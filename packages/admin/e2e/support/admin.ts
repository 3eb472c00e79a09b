// Starts the service and signs in its owner, for browser tests.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type ServerProcess, startServerProcess } from '../../../server/test/support/server-process.ts';
import { neverAutosave } from './autosave.ts';
import { openContext } from './browser.ts';
import { watchForPageErrors } from './page-errors.ts';

export const owner = { name: 'Olga Berg', email: 'olga@example.com', password: 'a long enough pass phrase' };

export type Admin = {
  server: ServerProcess;
  page: Page;
  /** Opens a screen, such as '/forms', and waits for its heading. */
  open(path: string, heading: string | RegExp): Promise<void>;
  /** Errors and warnings in the browser's console so far. */
  pageErrors(): string[];
};

/** A service that is set up, and a page on which its owner is signed in. Nothing is autosaved unless a test says so. */
export async function openAdmin(
  t: Pick<TestContext, 'after'>,
  environment?: Record<string, string>,
  locale = 'en-GB',
): Promise<Admin> {
  const server = await startServerProcess(t, environment);
  const context = await openContext(t, {
    locale,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    baseURL: server.origin,
  });
  await neverAutosave(context);
  const code = new URL(await server.setupLink()).searchParams.get('code');
  const { password, ...person } = owner;
  const data = { code, siteName: 'Harbour Books', ...person, password };
  const answer = await context.request.post('/api/v1/setup', { data });
  assert.equal(answer.status(), 201, await answer.text());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return {
    server,
    page,
    pageErrors: watchForPageErrors(page),
    async open(path, heading) {
      await page.goto(`/admin${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
  };
}
