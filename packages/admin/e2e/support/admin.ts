// Starts the service and signs in its owner, for browser tests.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Cookie, Page } from 'playwright-core';
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
  environment: Record<string, string> = {},
  locale = 'en-GB',
): Promise<Admin> {
  // What a first start makes depends on this setting.
  const isExample = environment.FRONTDESK_EXAMPLE === undefined;
  const site = isExample ? await exampleSite(t) : null;
  const server = site ? await startFrom(t, site, environment) : await startServerProcess(t, environment);
  const context = await openContext(t, {
    locale,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    baseURL: server.origin,
  });
  await neverAutosave(context);
  await context.addCookies(site ? site.cookies : await setUp(t, server));
  const page = await context.newPage();
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

/** What the service has stored once the site is set up, and the cookies of its owner. Cookies do not depend on the port. */
type Site = { token: string; files: { name: string; content: Buffer }[]; cookies: Cookie[] };

/** Made by the first test of the process: setting it up again for each takes as long as starting the service. */
let example: Promise<Site> | null = null;

function exampleSite(t: Pick<TestContext, 'after'>): Promise<Site> {
  example ??= makeExampleSite(t).catch((error) => {
    // The next test tries again.
    example = null;
    throw error;
  });
  return example;
}

async function makeExampleSite(t: Pick<TestContext, 'after'>): Promise<Site> {
  const server = await startServerProcess(t);
  const cookies = await setUp(t, server);
  assert.equal(await server.stop(), 0, server.output());
  const folder = server.environment.FRONTDESK_DATA as string;
  const files = (await readdir(folder)).map(async (name) => ({
    name,
    content: await readFile(path.join(folder, name)),
  }));
  return { token: server.token, files: await Promise.all(files), cookies };
}

/** Starts the service with the data of a site. */
async function startFrom(
  t: Pick<TestContext, 'after'>,
  { token, files }: Site,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const data = await mkdtemp(path.join(tmpdir(), 'frontdesk-data-'));
  await Promise.all(files.map(({ name, content }) => writeFile(path.join(data, name), content, { mode: 0o600 })));
  const server = await startServerProcess(t, { FRONTDESK_INITIAL_TOKEN: token, FRONTDESK_DATA: data, ...environment });
  t.after(() => rm(data, { recursive: true, force: true }));
  return server;
}

/** As a browser does that opens the link of the first run. Returns the cookies of the owner. */
async function setUp(t: Pick<TestContext, 'after'>, server: ServerProcess): Promise<Cookie[]> {
  const code = new URL(await server.setupLink()).searchParams.get('code');
  const context = await openContext(t);
  const data = { code, siteName: 'Harbour Books', ...owner };
  const answer = await context.request.post(`${server.origin}/api/v1/setup`, { data });
  assert.equal(answer.status(), 201, await answer.text());
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
