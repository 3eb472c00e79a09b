// examples/astro as a reader of its README uses it: install, schema, types, seed, build, serve. Then its visitors walk through it.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { freePort } from '../../server/test/support/free-port.ts';
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openContext } from './support/browser.ts';
import { watchForPageErrors } from './support/page-errors.ts';
import { assertAccessible } from './support/screens.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const example = path.join(root, 'examples/astro');
const client = path.join(root, 'packages/client');
const standardOrigin = 'http://127.0.0.1:4321';
const secret = 'a-secret-for-rebuilds';

type Run = (program: string, ...args: string[]) => Promise<string>;

/** The example beside the client, as in a clone, with what it installs from npm. */
async function copyExample(t: TestContext): Promise<string> {
  const clone = await mkdtemp(path.join(tmpdir(), 'frontdesk-astro-'));
  t.after(() => rm(clone, { recursive: true, force: true }));
  const folder = path.join(clone, 'examples/astro');
  const isSource = (file: string): boolean => !/^(node_modules|dist|\.astro)/.test(path.relative(example, file));
  await cp(example, folder, { recursive: true, filter: isSource });
  const copy = path.join(clone, 'packages/client');
  await mkdir(copy, { recursive: true });
  for (const part of ['package.json', 'bin'])
    await cp(path.join(client, part), path.join(copy, part), { recursive: true });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const options = ['-p', 'tsconfig.build.json', '--outDir', path.join(copy, 'dist')];
  await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: client });
  // What the command `schema` needs, as in a clone.
  await symlink(path.join(root, 'node_modules'), path.join(clone, 'node_modules'), 'junction');
  return folder;
}

function runIn(cwd: string, environment: Record<string, string>): Run {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...environment };
  return async (program, ...args) => {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, shell: process.platform === 'win32' });
    return stdout;
  };
}

/** Starts `npm run serve`, which builds the site first. */
async function startSite(t: TestContext, cwd: string, environment: Record<string, string>): Promise<void> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  await waitFor('the site', () => {
    assert.equal(child.exitCode, null, output);
    return output.includes('The site is at');
  });
  assert.doesNotMatch(output, /warn|deprecat/i);
}

const latest = async ({ request }: ServerProcess, form: string) =>
  (await request('GET', `/forms/${form}/submissions`)).body.items[0];

/** Opens every page that can be reached from the first one, and each that the sitemap names. */
async function walk(page: Page, origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => new URL(url as string).pathname);
  const seen = new Set(['/', ...listed]);
  for (const pathname of seen) {
    const response = await page.goto(origin + pathname);
    assert.equal(response?.status(), 200, pathname);
    if (!response?.headers()['content-type']?.startsWith('text/html')) continue;
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const url of links.map((link) => new URL(link))) if (url.origin === origin) seen.add(url.pathname);
  }
  return [...seen];
}

async function fillPerson(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByRole('button', { name: /^Pay / }).click();
}

test('the Astro example is built from a service, sells, and follows its content', async (t) => {
  const server = await startServerProcess(t);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const folder = await copyExample(t);
  const environment = { FRONTDESK_URL: server.origin, FRONTDESK_TOKEN: server.token };
  const run = runIn(folder, { ...environment, SITE_URL: origin, REBUILD_SECRET: secret });

  await t.test('it is installed, and its shape and its first content come by its commands', async () => {
    await run('npm', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
    const shape = path.join(folder, 'frontdesk.yaml');
    await writeFile(shape, (await readFile(shape, 'utf8')).replaceAll(standardOrigin, origin));
    await run('npm', 'run', 'schema', '--', '--yes');
    // The types that are in the repository are those of this shape.
    assert.match(await run('npm', 'run', 'types', '--', '--check'), /up to date/);
    for (let times = 0; times < 2; times++) assert.match(await run('npm', 'run', 'seed'), /has its content/);
    assert.equal((await server.request('GET', '/content/book')).body.total, 2, 'a second time adds nothing');
  });

  const { body: key } = await server.request('POST', '/tokens', {
    name: 'Build',
    scopes: ['content:read', 'forms:read'],
  });
  await startSite(t, folder, {
    ...environment,
    FRONTDESK_TOKEN: key.token,
    SITE_URL: origin,
    REBUILD_SECRET: secret,
    BUILDS: path.join(folder, 'builds'),
  });
  const context = await openContext(t, { locale: 'en-GB' });
  const page = await context.newPage();
  const errors = watchForPageErrors(page);

  await t.test('its programs compile with the types of the site', async () => {
    await run(process.execPath, path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--noEmit');
  });

  await t.test('every link leads to a page, and no page reports an error', async () => {
    const pages = await walk(page, origin);
    for (const wanted of ['/blog/2/', '/tags/reading/', '/posts/we-repair-spines/', '/books/salt-and-wind/'])
      assert.ok(pages.includes(wanted), `${wanted} of ${pages.join(' ')}`);
    assert.deepEqual(errors(), []);
    assert.match(await (await fetch(`${origin}/rss.xml`)).text(), /<item><title>[^<]+<\/title><link>http/);
    assert.equal((await fetch(`${origin}/nothing/`)).status, 404);
  });

  await t.test('pages are accessible in the light and in the dark, and light to load', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of [
        '/',
        '/blog/',
        '/posts/we-repair-spines/',
        '/books/the-lighthouse/',
        '/tickets/',
        '/contact/',
      ]) {
        await page.goto(origin + path);
        await assertAccessible(page, `${path} in ${colorScheme}`);
      }
    }
    const picture = page.locator('img').first();
    await page.goto(`${origin}/posts/we-repair-spines/`);
    assert.match((await picture.getAttribute('srcset')) ?? '', / 320w,/);
    const { length } = await (await fetch(`${origin}/posts/we-repair-spines/`)).text();
    assert.ok(length < 12_000, `a post has ${length} bytes with its styles`);
  });

  await t.test('the contact form is sent with a script, without one, and embedded', async () => {
    await page.goto(`${origin}/contact/`);
    await fillPerson(page);
    await page.getByLabel('Message').fill('Do you have maps?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you. We have your message.').waitFor();
    assert.equal((await latest(server, 'contact')).data.message, 'Do you have maps?');

    const plain = await (await openContext(t, { javaScriptEnabled: false, locale: 'en-GB' })).newPage();
    await plain.goto(`${origin}/contact/`);
    await fillPerson(plain);
    await plain.getByLabel('Message').fill('And globes?');
    await plain.getByRole('button', { name: 'Send' }).click();
    await plain.getByRole('heading', { name: 'Thank you' }).waitFor();
    assert.equal((await latest(server, 'contact')).data.message, 'And globes?');

    await page.goto(`${origin}/contact-embedded/`);
    await page.frameLocator('frontdesk-form iframe').getByLabel('Message').waitFor();
  });

  await t.test('a book is ordered and paid without a script, and tickets are limited', async () => {
    const plain = await (await openContext(t, { javaScriptEnabled: false, locale: 'en-GB' })).newPage();
    await plain.goto(`${origin}/books/the-lighthouse/`);
    await plain.getByText('€18.00').waitFor();
    await plain.getByLabel('Copies').fill('2');
    await fillPerson(plain);
    await plain.getByLabel('Where to send it').fill('Pier 4');
    await plain.getByRole('button', { name: 'Order and pay' }).click();
    await pay(plain);
    await plain.waitForURL(`${origin}/thanks/**`);
    const order = await waitFor('the order to be paid', async () => {
      const submission = await latest(server, 'order');
      return submission?.status === 'paid' ? submission : null;
    });
    assert.equal(order.payment.amount, 3600);

    await page.goto(`${origin}/tickets/`);
    await page.getByText('12 places left.').waitFor();
    await page.getByLabel('Reduced, €8.00').check();
    await page.getByLabel('How many').fill('3');
    await fillPerson(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await pay(page);
    await page.waitForURL(`${origin}/thanks/**`);
    await page.goto(`${origin}/tickets/`);
    await page.getByText('9 places left.').waitFor();
  });

  await t.test('the search finds posts and books, and a link shows a draft', async () => {
    await page.goto(`${origin}/search/`);
    await page.getByLabel('Words').fill('lighthouse');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'The lighthouse' }).waitFor();
    await assertAccessible(page, 'what was found');

    await server.request('PATCH', '/content/post/we-repair-spines/draft', { title: 'We repair covers, too' });
    const { body } = await server.request('POST', '/content/post/we-repair-spines/preview');
    assert.ok(body.url.startsWith(`${origin}/preview/`), body.url);
    await page.goto(body.url);
    await page.getByRole('heading', { name: 'We repair covers, too' }).waitFor();
    await page.getByText('This is a draft.').waitFor();
    assert.deepEqual(errors(), []);
  });

  await t.test('a post that is published is on the site after the webhook, which others cannot send', async () => {
    const forged = await fetch(`${origin}/rebuild`, { method: 'POST', body: '{}' });
    assert.equal(forged.status, 401);
    const post = { title: 'A new boat', slug: 'a-new-boat', status: 'publish', content: '<p>She is red.</p>' };
    assert.equal((await server.request('POST', '/content/post', post)).status, 201);
    await waitFor('the new post', async () => (await fetch(`${origin}/posts/a-new-boat/`)).status === 200);
    await page.goto(`${origin}/blog/`);
    await page.getByRole('link', { name: 'A new boat' }).click();
    await page.getByText('She is red.').waitFor();
    assert.match(await (await fetch(`${origin}/rss.xml`)).text(), /A new boat/);
  });
});
