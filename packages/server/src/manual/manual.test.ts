// The documents as pages of the service.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { longestTurn } from '../../test/support/busy-time.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');

async function read(service: TestService, url: string): Promise<string> {
  const { status, headers, text } = await service.request('GET', `/${url}`, { token: null });
  assert.equal(status, 200, `${url}: ${text}`);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  return text;
}

const mainOf = (page: string): string => /<main>([\s\S]*)<\/main>/.exec(page)?.[1] ?? '';

const linksIn = (page: string): string[] => [...page.matchAll(/<a href="([^"]+)"/g)].map(([, url]) => url as string);

test('every page is shown, is listed in the index, and its links lead to pages and parts that there are', async (t) => {
  const service = await startTestService(t);
  const index = await read(service, '/docs');
  const pagesIn = async (folder: string) =>
    (await readdir(path.join(docs, folder))).filter((name) => name.endsWith('.md')).map((name) => `${folder}${name}`);
  const names = [...(await pagesIn('')), ...(await pagesIn('guides/'))].filter((name) => name !== 'README.md');
  const decisions = (await readdir(path.join(docs, 'decisions'))).map((name) => `decisions/${name}`);
  const pages = new Map([['/docs', index]]);
  for (const name of [...names, ...decisions]) {
    const url = `/docs/${name.replace(/\.md$/, '')}`;
    pages.set(url, await read(service, url));
  }
  for (const name of names) {
    const [, main = ''] = index.split('<main>');
    assert.ok(linksIn(main).includes(`/docs/${name.replace(/\.md$/, '')}`), `${name} is in docs/README.md`);
  }
  for (const [url, page] of pages) {
    assert.match(page, /<h1 id="[^"]+">/, url);
    for (const link of linksIn(page)) {
      const { origin, pathname, hash } = new URL(link, `http://service${url}`);
      if (origin !== 'http://service' || !pathname.startsWith('/docs')) continue;
      const target = pages.get(pathname);
      assert.ok(target, `${url} links to ${link}`);
      if (hash) assert.ok(target.includes(`id="${decodeURIComponent(hash.slice(1))}"`), `${url} links to ${link}`);
    }
  }
});

test('tables, code and what looks like HTML are shown as they are meant', async (t) => {
  const service = await startTestService(t);
  const page = await read(service, '/docs/configuration');
  assert.match(page, /<div class="wide" tabindex="0"><table>[\s\S]*<code>FRONTDESK_DATA<\/code>/);
  assert.match(page, /aria-current="page">Configuration</);
  const written = await readFile(path.join(docs, 'guides/html.md'), 'utf8');
  assert.match(written, /```html\n<script/);
  const shown = await read(service, '/docs/guides/html');
  assert.match(shown, /<pre tabindex="0"><code>(<span class="\w+">)?&#60;/);
  assert.ok(!/<script|<frontdesk-form/.test(mainOf(shown)), 'examples are text');
});

test('a page lists its parts, and leads to the one before and the one after it', async (t) => {
  const service = await startTestService(t);
  const page = mainOf(await read(service, '/docs/backup'));
  const [, parts = ''] = /<\/h1>\n<nav class="parts" aria-label="On this page">(.*?)<\/nav>/.exec(page) ?? [];
  const headings = [...page.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => `#${id}`);
  assert.ok(headings.length > 3);
  assert.deepEqual(linksIn(parts), headings);
  const [, before = '', after = ''] = /<a rel="prev" href="([^"]+)">.*<a rel="next" href="([^"]+)">/.exec(page) ?? [];
  assert.ok(mainOf(await read(service, before)).includes('<a rel="next" href="/docs/backup">'), before);
  assert.ok(mainOf(await read(service, after)).includes('<a rel="prev" href="/docs/backup">'), after);
  const first = mainOf(await read(service, '/docs/start'));
  assert.ok(!first.includes('rel="prev"') && first.includes('rel="next"'));
  const decision = mainOf(await read(service, '/docs/decisions/0104-passkeys'));
  assert.ok(!/class="(parts|around)"/.test(decision), 'short, and not in the index');
});

test('examples are colored and can be copied, and no other script may run', async (t) => {
  const service = await startTestService(t);
  const { text, headers } = await service.request('GET', '//docs/start', { token: null });
  const examples = [...mainOf(text).matchAll(/<div class="code">(.*?)<pre tabindex="0"><code>(.*?)<\/code>/gs)];
  const shown = examples.map(([, button, code]) => ({ button, code: code?.replace(/<[^>]*>/g, '') }));
  const start = examples.find(([, , code]) => code?.includes('npx'));
  assert.match(start?.[2] ?? '', /<span class="func">npx<\/span>|<span class="var">FRONTDESK_/);
  assert.ok(
    shown.some(({ code }) => code === 'export FRONTDESK_URL=http://127.0.0.1:3000\nexport FRONTDESK_TOKEN=fd_…'),
  );
  // What a command prints is not copied.
  assert.equal(shown.find(({ code }) => code?.startsWith('{ &#34;status'))?.button, '');
  assert.match(shown[0]?.button ?? '', /^<button type="button" class="copy" hidden>Copy<\/button>$/);
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script as string);
  assert.equal(scripts.length, 1);
  const hash = createHash('sha256')
    .update(scripts[0] as string)
    .digest('base64');
  assert.ok(String(headers['content-security-policy']).includes(`; script-src 'sha256-${hash}';`));
});

test('a search finds the part that it is about, without a script', async (t) => {
  const service = await startTestService(t);
  const first = async (query: string): Promise<string | undefined> => {
    const page = await read(service, `/docs?q=${encodeURIComponent(query)}`);
    const [, list = ''] = page.split('<ol class="found">');
    return linksIn(list)[0];
  };
  assert.equal(await first('nginx proxy'), '/docs/production#proxy');
  assert.match((await first('FRONTDESK_CDN_SECONDS')) ?? '', /^\/docs\/(?:configuration|api)/);
  assert.match((await first('restor bakcup')) ?? '', /^\/docs\/backup/, 'words with mistakes');
  assert.equal(await first('receiver in PHP'), '/docs/guides/webhooks#php');
  assert.equal(await first('prometheus.yml'), '/docs/observability#metrics', 'a comment in an example is no heading');
  assert.equal(await first('zzzzqqqq'), undefined);
  const hostile = await read(service, `/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.ok(!hostile.includes('<script>alert'));
  const long = await service.request('GET', `//docs?q=${'x'.repeat(300)}`, { token: null });
  assert.equal(long.status, 400);
});

test('a search finds what readers call otherwise', async (t) => {
  const service = await startTestService(t);
  const found = async (query: string): Promise<string[]> => {
    const [, list = ''] = (await read(service, `/docs?q=${encodeURIComponent(query)}`)).split('<ol class="found">');
    return linksIn(list.split('</ol>')[0] as string);
  };
  for (const [asked, written] of [
    ['pagination', 'cursor'],
    ['Paging', 'cursor'],
    ['customers', 'contact'],
    ['docker', 'container'],
    ['images', 'picture'],
  ] as const) {
    const [first] = await found(asked);
    assert.ok(first, asked);
    const page = mainOf(await read(service, first.split('#')[0] as string));
    assert.match(page, new RegExp(written, 'i'), `${asked} leads to ${first}`);
  }
  assert.match((await found('contact'))[0] ?? '', /contacts/);
  assert.deepEqual(await found('?!'), []);
});

test('programs get the pages as they are written, and a list of them', async (t) => {
  const service = await startTestService(t);
  const list = await service.request('GET', '//llms.txt', { token: null });
  assert.match(String(list.headers['content-type']), /^text\/plain/);
  const urls = [...list.text.matchAll(/^- \[[\w/-]+\]\((\/docs\/[^)]+)\): \S/gm)].map(([, url]) => url as string);
  assert.ok(urls.length > 35, list.text);
  for (const url of urls) {
    const { status, headers, text } = await service.request('GET', `/${url}`, { token: null });
    assert.deepEqual([status, headers['content-type']], [200, 'text/markdown; charset=utf-8']);
    assert.match(text, /^# /);
  }
});

test('pages that there are not, and paths that lead out of the folder, are not found', async (t) => {
  const service = await startTestService(t);
  for (const url of [
    '/docs/nothing',
    '/docs/..%2f..%2fpackage',
    '/docs/openapi.json',
    '/docs/decisions/x',
    '/docs/guides/x',
    '/docs/guides/..%2fstart',
    '/docs/README%00',
  ])
    assert.equal((await service.request('GET', `/${url}`, { token: null })).status, 404, url);
  const inBrowser = { token: null, headers: { accept: 'text/html,*/*;q=0.8' } };
  const page = await service.request('GET', '//docs/nothing', inBrowser);
  assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.match(page.text, /<h1>No such page<\/h1>[\s\S]*href="\/docs\/forms"/);
});

test('neither a page nor the first search holds up other requests', async (t) => {
  const service = await startTestService(t);
  await read(service, '/docs/start');
  for (const url of ['/docs/forms', '/docs/scale', '/docs?q=webhook'])
    assert.ok((await longestTurn(50, () => read(service, url))) < 50, url);
});
