// The client on a page of another site, as its README describes: a visitor's browser submits forms and reads content.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startServerProcess } from '../../server/test/support/server-process.ts';
import { openContext } from './support/browser.ts';

const clientSources = path.resolve(import.meta.dirname, '../../client/src');

for (const hasToken of [false, true]) {
  test(`a page of another origin submits forms and reads content ${hasToken ? 'with' : 'without'} a token`, async (t) => {
    const server = await startServerProcess(t);
    await server.request('POST', '/types', { name: 'mug', plural: 'mugs', publicRead: true });
    await server.request('POST', '/content/mug', { title: 'Blue mug', status: 'publish' });
    const page = await openOtherSite(t, server.origin);
    const requests: Promise<Record<string, string>>[] = [];
    page.on('request', (request) => requests.push(request.allHeaders()));

    const token = hasToken ? server.token : null;
    const answers = await page.evaluate(useClient, { baseUrl: server.api, token });
    assert.deepEqual(answers, {
      titles: ['Blue mug'],
      hasEtag: true,
      submission: 'string',
      invalid: 'invalid_body',
      keys: hasToken ? 'allowed' : 'unauthenticated',
    });

    const sent = (await Promise.all(requests)).filter(({ host }) => host === new URL(server.origin).host);
    assert.equal(sent.length, 5);
    for (const headers of sent) {
      assert.equal(headers.cookie, undefined);
      assert.equal(headers['x-frontdesk-client'], undefined);
      assert.equal(headers.authorization, hasToken ? `Bearer ${token}` : undefined);
    }
  });
}

/** Runs in the page, with the client that the page serves. */
async function useClient({ baseUrl, token }: { baseUrl: string; token: string | null }) {
  const file = '/client.ts';
  const { createClient }: typeof import('@frontdesk/client') = await import(file);
  const client = createClient({ baseUrl, token: token ?? undefined });
  const codeOf = (error: { code: string }): string => error.code;
  const { items } = await client.content('mug').list();
  const item = await client.content('mug').get('blue-mug');
  const form = client.forms('contact');
  const { submissionId } = await form.submit({ name: 'Ada', email: 'ada@example.com', message: 'Hello' });
  return {
    titles: items.map(({ title }) => title),
    hasEtag: item.etag !== undefined,
    submission: typeof submissionId,
    invalid: await form.submit({}).then(() => 'allowed', codeOf),
    keys: await client.request('GET', '/tokens').then(() => 'allowed', codeOf),
  };
}

/** A page of a site with another host name, in a browser that holds a session cookie of the service. */
async function openOtherSite(t: TestContext, service: string): Promise<Page> {
  const site = createServer(async ({ url = '/' }, response) => {
    if (!url.endsWith('.ts')) return response.setHeader('content-type', 'text/html').end('<!doctype html>');
    const source = await readFile(path.join(clientSources, path.basename(url)), 'utf8');
    response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
  });
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  t.after(() => site.close());
  const context = await openContext(t);
  await context.addCookies([{ name: 'frontdesk', value: 'secret', url: service, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  return page;
}
