// A running service with its owner signed in: where most browser tests begin.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type ServerProcess, startServerProcess } from '../../../server/test/support/server-process.ts';
import { startBrowser } from './browser.ts';
import { watchPage } from './watch-page.ts';

export const owner = { name: 'Olga Berg', email: 'olga@example.com', password: 'a long enough pass phrase' };

export type Desk = {
  server: ServerProcess;
  page: Page;
  /** Opens a screen: '/forms', and waits for its heading. */
  open(path: string, heading: string | RegExp): Promise<void>;
  /** What the page complained of: scripts that fail, policies it breaks. */
  complaints(): string[];
};

/** The service as it is after the first visit, and a page of its owner. */
export async function openDesk(t: Pick<TestContext, 'after'>, environment?: Record<string, string>): Promise<Desk> {
  const server = await startServerProcess(t, environment);
  const browser = await startBrowser(t);
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    baseURL: server.origin,
  });
  const code = /\/admin\/setup\?code=(\S+)/.exec(server.output())?.[1];
  const { password, ...person } = owner;
  const data = { code, siteName: 'Harbour Books', ...person, password };
  const answer = await context.request.post('/api/v1/setup', { data });
  assert.equal(answer.status(), 201, await answer.text());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return {
    server,
    page,
    complaints: watchPage(page),
    async open(path, heading) {
      await page.goto(`/admin${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
  };
}
