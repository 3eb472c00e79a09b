// `frontdesk schema` against real services: the shape of one site, its differences, and the same shape on another site.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { bodyValidator } from '../../server/src/lib/validation.ts';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { startTestService } from '../../server/test/support/test-service.ts';
import { createAdminClient } from '../src/admin.ts';
import { applyPlan } from '../src/schema/apply-plan.ts';
import { readShapeFile } from '../src/schema/check-file.ts';
import { makePlan } from '../src/schema/plan.ts';
import { parseShape } from '../src/schema/yaml-file.ts';
import { verifyWebhook } from '../src/webhooks.ts';
import { create, patch, type Site, siteOf } from './support/schema-site.ts';
import { startExampleSite } from './support/start-example-site.ts';

/** A site with everything that a file can have. */
async function startRichSite(t: TestContext): Promise<Site> {
  const service = await startExampleSite(t);
  await create(service, '/types', { name: 'author', plural: 'authors' });
  await create(service, '/types', {
    name: 'book',
    publicRead: true,
    url: 'https://example.com/books/{slug}',
    fields: [
      { name: 'by', type: 'reference', to: ['author', 'book'], multiple: true, onDelete: 'clear', required: false },
      { name: 'price', type: 'money', currency: 'eur', min: 0 },
      { name: 'answer', type: 'text', default: 'no', label: 'Yes: or "no"?', help: 'Two\nlines' },
      { name: 'seo', type: 'group', fields: [{ name: 'image', type: 'media' }] },
      { name: 'rows', type: 'list', of: { type: 'group', fields: [{ name: 'n', type: 'integer', max: 9 }] } },
      {
        name: 'body',
        type: 'blocks',
        blocks: [{ name: 'quote', label: 'Quote', fields: [{ name: 'of', type: 'reference', to: ['author'] }] }],
      },
    ],
  });
  // Each refers to the other.
  await patch(service, '/types/author', { fields: [{ name: 'best', type: 'reference', to: ['book'], indexed: true }] });
  await create(service, '/categories', { name: 'Arts', slug: 'arts' });
  await create(service, '/categories', { name: 'About boats', slug: 'a-boats', parent: 'arts', description: 'Small' });
  await create(service, '/taxonomies', { name: 'places', nested: true, types: ['book', 'author'] });
  const terms = '/taxonomies/places/terms';
  await create(service, terms, { name: 'Sea', slug: 'sea', menuOrder: 2 });
  await create(service, terms, { name: 'Bay', slug: 'bay', parent: 'sea', description: 'Calm' });
  await create(service, '/tags', { name: 'New', slug: 'new' });
  const hook = 'http://127.0.0.1:59999/';
  await create(service, '/forms/contact/webhooks', {
    url: `${hook}form`,
    events: ['submitted', 'paid'],
    secret: 'Zu4q',
  });
  await create(service, '/payments/webhooks', { url: `${hook}paid`, events: ['payment.succeeded'] });
  const { id } = await create(service, '/webhooks', { url: `${hook}items`, events: ['item.updated'], types: ['book'] });
  await create(service, '/webhooks', { url: `${hook}items`, events: ['item.deleted'] });
  await patch(service, `/webhooks/${id}`, { status: 'paused' });
  await patch(service, '/forms/contact', { settings: { button: 'Go' }, maxSubmissions: 500, public: false });
  const series = { invoiceNumbers: 'R-{year}-{000}', creditNoteNumbers: 'G-{year}-{000}' };
  const invoicing = { ...series, dueDays: 30, paper: 'letter', reminders: [{ days: -3 }, { days: 7 }] };
  await patch(service, '/settings', {
    ...{ siteName: 'Books', locale: 'de-AT', trashDays: 90 },
    invoicing: { ...invoicing, lastInvoiceNumber: 'R-2026-017' },
  });
  return siteOf(service);
}

test('a shape that is pulled makes another site the same', async (t) => {
  const [source, target] = [await startRichSite(t), await siteOf(await startTestService(t))];
  const text = await source.pull('--terms');
  assert.equal(await source.pull('--terms'), text, 'two pulls are equal');
  assert.doesNotMatch(text, /secret: |Zu4q|createdAt|required: false|\bid: |[&*]a\d/);
  assert.match(text, /^ {2}- slug: a-boats\n {4}name: About boats\n {4}description: Small\n {4}parent: arts$/m);
  const unchanged = await source.run(['push', '-', '--yes'], text);
  assert.deepEqual([unchanged.code, unchanged.stdout], [0, ''], unchanged.stderr);
  assert.match(unchanged.stderr, /The site has the shape in standard input\./);

  const different = await target.run(['diff', '-', '--json'], text);
  assert.equal(different.code, 1, different.stderr);
  const { steps } = JSON.parse(different.stdout);
  assert.ok(steps.some((step: { section: string; name: string }) => step.section === 'types' && step.name === 'book'));
  assert.ok(steps.every(({ losses }: { losses: string[] }) => losses.length === 0));
  const asked = await target.run(['push', '-'], text);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /nothing was changed: there is no terminal to ask on, and no --yes/);
  const pushed = await target.run(['push', '-', '--yes'], text);
  assert.equal(pushed.code, 0, pushed.stderr);
  assert.match(pushed.stdout, /^\+ type book$/m);
  assert.match(pushed.stdout, /^\+ taxonomy places$/m);
  assert.match(
    text,
    /^ {2}- name: places\n {4}label: Places\n {4}singular: Places\n {4}nested: true\n {4}types:\n {6}- author$/m,
  );
  assert.match(
    text,
    /^ {4}terms:\n {6}- slug: bay\n {8}name: Bay\n {8}description: Calm\n {8}parent: sea\n {6}- slug: sea\n {8}name: Sea\n {8}menuOrder: 2$/m,
  );
  assert.match(pushed.stderr, /Created taxonomy regions\.\nCreated term places sea\.\nCreated term places bay\./);
  assert.match(pushed.stderr, /Created category a-boats\.\n[\s\S]*Created webhook form contact http/);
  assert.equal(await target.pull('--terms'), text);
  const { invoicing } = (await target.service.request('GET', '/settings')).body;
  assert.deepEqual(
    [invoicing.dueDays, invoicing.reminders, invoicing.lastInvoiceNumber],
    [30, [{ days: -3 }, { days: 7 }], undefined],
  );
  const longer = await target.run(['push', '-', '--yes'], text.replace('dueDays: 30', 'dueDays: 7'));
  assert.match(longer.stdout, /^~ settings\n {4}~ invoicing\.dueDays: 30 → 7\n/);
  assert.equal((await target.run(['push', '-', '--yes'], text)).code, 0);
  assert.equal((await target.run(['diff', '-'], text)).code, 0);
  // The first site has nothing that the other did not get.
  assert.equal((await target.run(['diff', '-', '--prune'], text)).code, 0);

  // Terms are compared only where a file has them.
  assert.doesNotMatch(await source.pull(), /terms:/);
  const only = await source.pull('--only', 'taxonomies,terms');
  assert.match(only, /^ {4}terms:$/m);
  assert.equal((await target.run(['diff', '-', '--prune'], await source.pull())).code, 0);
  const calm = only.replace('description: Calm', 'description: Rough').replace('menuOrder: 2', 'menuOrder: 3');
  const changed = await target.run(['push', '-', '--yes'], calm);
  assert.deepEqual(changed.stdout.split('\n').slice(0, 4), [
    '~ term places sea',
    '    ~ menuOrder: 2 → 3',
    '~ term places bay',
    '    ~ description: "Calm" → "Rough"',
  ]);
  const circle = await target.run(['diff', '-'], only.replace('menuOrder: 2', 'parent: bay'));
  assert.match(circle.stderr, /:\d+:\d+ the term "bay" would be below itself/);
  const none = only.replace(/ {4}terms:\n(?: {6}.*\n)+/, '    terms: []\n');
  const kept = await target.run(['diff', '-'], none);
  assert.match(kept.stderr, /Not in the file, and kept: term places bay, term places sea\./);
  const removed = await target.run(['push', '-', '--yes', '--prune', '--allow-destructive'], none);
  assert.equal(removed.code, 0, removed.stderr);
  assert.match(removed.stderr, /Removed term places bay\.\nRemoved term places sea\./);
  assert.doesNotMatch(await target.pull('--terms'), /terms:/);
});

test('what loses data is refused, said and counted, and done when it is allowed', async (t) => {
  const site = await startRichSite(t);
  const { service } = site;
  const fields = { price: 3, sizes: ['s'], sku: '12', colour: 'red' };
  await create(service, '/content/product', { title: 'Mug', status: 'publish', fields });
  await create(service, '/forms', { name: 'Poll', slug: 'poll', fields: [{ name: 'answer', type: 'text' }] });
  assert.equal((await service.request('POST', '/forms/poll/submit', { body: { answer: 'Yes' } })).status, 200);
  const text = await site.pull();
  const fewer = text
    .replace(/ {6}- name: sku\n {8}type: text\n/, '')
    .replace(/ {10}- red\n/, '')
    .replace(/(- name: stock\n {8}type: )integer\n/, '$1text\n')
    .replace(/ {2}- slug: poll\n[\s\S]*?(?=\nwebhooks)/, '')
    .replace('trashDays: 90', 'trashDays: 8')
    .replace(/ {6}- name: price\n(?: {8}.*\n)*? {8}required: true\n/, '$&        min: 1\n')
    // There is no item of this type.
    .replace(/ {6}- name: subtitle\n {8}type: text\n/, '      - name: caption\n        type: text\n');
  const refused = await site.run(['push', '-', '--yes', '--prune'], fewer);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /needs --allow-destructive/);
  for (const said of [
    /^~ type product$/m,
    /^ {4}- fields\.sku: text$/m,
    /^ {4}! fields\.sku: the field is removed \(1 item with a value\)$/m,
    /^ {4}! fields\.colour\.options: without red \(items that no longer fit: 1 of 1, such as mug: "red" must be one of blue\)$/m,
    /^ {4}! fields\.price\.min: a stricter limit/m,
    /^ {4}! fields\.stock\.type: /m,
    /^- form poll\n {4}! 1 submission would be deleted with their files$/m,
    /^~ settings\n {4}~ trashDays: 90 → 8\n {4}! trashDays: what is older is deleted$/m,
    /^~ type post\n {4}\+ fields\.caption: text\n {4}- fields\.subtitle: text\n(?! {4}!)/m,
  ])
    assert.match(refused.stdout, said);
  assert.equal(await site.pull(), text, 'nothing was changed');
  const kept = await site.run(['diff', '-'], fewer);
  assert.match(kept.stderr, /Not in the file, and kept: form poll, form tickets\./);
  assert.doesNotMatch(kept.stdout, /poll/);
  const pushed = await site.run(['push', '-', '--yes', '--prune', '--allow-destructive', '--json'], fewer);
  assert.equal(pushed.code, 0, pushed.stderr);
  assert.equal(JSON.parse(pushed.stdout).applied, 5);
  assert.equal(await site.pull(), fewer);
});

test('every fault of a file is named by its line, and the service names them by line too', async (t) => {
  const site = await siteOf(await startTestService(t));
  const wrong = `version: 1
setings: {}
types:
  - name: tour
    publicread: true
    fields:
      - name: price
        type: numbr
        min: [1]
      - type: text
  - name: Bad Name
forms:
  - slug: f
    name: F
    fields: {}
webhooks:
  - url: 12
    secret: x
    events: [submitted]
`;
  const { code, stderr, stdout } = await site.run(['diff', '-'], wrong);
  assert.deepEqual([code, stdout], [2, '']);
  assert.deepEqual(
    stderr.split('\n').map((line) => line.replace(/ must match.*/, ' must match')),
    [
      'frontdesk schema diff: standard input has 9 faults:',
      '  standard input:2:1 unknown key "setings". Did you mean "settings"?',
      '  standard input:5:5 unknown key "publicread" in types[0]. Did you mean "publicRead"?',
      '  standard input:8:15 types[0].fields[0].type cannot be "numbr". Did you mean "number"?',
      '  standard input:9:14 types[0].fields[0].min must be a number, not a list',
      '  standard input:10:9 types[0].fields[1].name is missing',
      '  standard input:11:11 types[1].name must match',
      '  standard input:15:13 forms[0].fields must be a list, not a map',
      '  standard input:17:10 webhooks[0].url must be a text, not 12',
      '  standard input:18:5 unknown key "secret" in webhooks[0]. Did you mean "secretEnv"?',
      '',
    ],
  );
  for (const [text, said] of [
    ['version: 1\ntypes: [\n  - a: "b\n', /standard input:\d+:\d+ /],
    ['version: 1\nversion: 1\n', /standard input:2:1 this key is there twice/],
    ['version: 2\n', /:1:10 version must be 1, not 2/],
    ['', /the file must be a map, not null/],
    ['version: 1\ntypes: [{name: a}, {name: a}]\n', /:2:20 the type "a" is there twice/],
    ['version: 1\ntags: [{slug: a, name: A, parent: b}]\n', /:2:27 unknown key "parent" in tags\[0\]/],
    [
      'version: 1\ncategories: [{slug: a, name: A, parent: b}, {slug: b, name: B, parent: a}]\n',
      /:2:41 the category "a" would be below itself[\s\S]*:2:72 the category "b"/,
    ],
    ['version: 1\nwebhooks: [{events: [paid]}]\n', /:2:12 webhooks\[0\].url is missing/],
  ] as const) {
    const outcome = await site.run(['push', '-', '--yes'], text);
    assert.equal(outcome.code, 2, outcome.stderr);
    assert.match(outcome.stderr, said);
  }
  // The second step has a fault that only the service knows. The first is applied, and the rest when it is mended.
  const half = `version: 1
types:
  - name: one
  - name: two
    fields:
      - name: size
        type: select
`;
  const stopped = await site.run(['push', '-', '--yes'], half);
  assert.equal(stopped.code, 1);
  assert.match(
    stopped.stderr,
    /Created type one\.\nStopped at type two: 1 of 2 steps were applied; run the command again/,
  );
  assert.match(stopped.stderr, /standard input:6:9 fields\.0\.options/);
  const mended = await site.run(['push', '-', '--yes'], `${half}        options: [s, m]\n`);
  assert.equal(mended.stdout, '+ type two\n', mended.stderr);
  const missing = await site.run(['push', 'nothing.yaml', '--yes']);
  assert.match(missing.stderr, /there is no file nothing\.yaml/);
});

test('what was changed after the plan was made is not overwritten', async (t) => {
  const site = await startRichSite(t);
  const { service, environment } = site;
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-schema-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'site.yaml');
  assert.match((await site.run(['pull', file, '--terms'])).stdout, /was written/);
  assert.match((await site.run(['pull', file, '--terms'])).stdout, /is up to date/);
  const client = createAdminClient({
    baseUrl: `${environment.FRONTDESK_URL}/api/v1`,
    token: environment.FRONTDESK_TOKEN,
  });
  const hook = (await client.webhooks.list()).items.find(({ events }) => events.includes('payment.succeeded'));
  for (const [from, to, url, change] of [
    ['name: book\n', 'name: book\n    strict: false\n', '/types/book', { label: 'Their books' }],
    ['name: About boats', 'name: Boats', '/categories/a-boats', { description: 'Theirs' }],
    ['button: Go', 'button: Send', '/forms/contact', { open: false }],
    ['siteName: Books', 'siteName: Shop', '/settings', { currency: 'chf' }],
    ['- payment.succeeded', '- payment.refunded', `/webhooks/${hook?.id}`, { status: 'paused' }],
  ] as const) {
    const text = await readFile(file, 'utf8');
    assert.ok(text.includes(from), from);
    await writeFile(file, text.replace(from, to));
    const { shape } = await readShapeFile(client, file);
    const plan = await makePlan(client, shape, false);
    assert.equal(plan.steps.length, 1, from);
    await patch(service, url, change);
    await site.run(['pull', file, '--terms']);
    await assert.rejects(
      applyPlan(client, plan, {}, () => {}),
      /was changed by someone else after the plan was made/,
    );
    assert.equal(await site.pull('--terms'), (await readFile(file, 'utf8')).replace(/^.*\n/, ''));
  }
});

test('an editor checks a file that was pulled by the schema that its first line names', async (t) => {
  const { service, run, environment } = await startRichSite(t);
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-schema-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'site.yaml');
  assert.equal((await run(['pull', file, '--terms'])).code, 0);
  const text = await readFile(file, 'utf8');
  const [, url = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
  assert.equal(new URL(url).pathname, '/docs/frontdesk.schema.json');
  const response = await fetch(new URL('/docs/frontdesk.schema.json', environment.FRONTDESK_URL));
  const isValid = bodyValidator().compile((await response.json()) as object);
  const { value } = await parseShape(text);
  assert.ok(isValid(value), JSON.stringify(isValid.errors));
  const { value: wrong } = await parseShape(text.replace('plural: authors', 'plurall: authors'));
  assert.ok(!isValid(wrong));
  await writeFile(file, text.replace(url, 'https://other.example/schema.json'));
  assert.match((await run(['pull', file, '--terms'])).stdout, /is up to date/, 'another place stays');
  assert.equal((await service.request('GET', '/types')).status, 200);
});

test('a new webhook gets the secret that the environment has, and without it nothing is changed', async (t) => {
  const site = await siteOf(await startTestService(t));
  const receiver = await startReceiver(t);
  const text = `version: 1
tags:
  - slug: new
    name: New
webhooks:
  - url: ${receiver.url}
    events: [item.published]
    secretEnv: REBUILD_SECRET
`;
  const missing = await site.run(['push', '-', '--yes'], text);
  assert.match(missing.stderr, /standard input:8:16 the environment variable REBUILD_SECRET, .* is not set/);
  assert.equal((await site.service.request('GET', '/tags')).body.total, 0);
  const written = await site.run(['push', '-', '--yes'], text.replace('secretEnv', 'secret'));
  assert.match(written.stderr, /unknown key "secret" in webhooks\[0\]\. Did you mean "secretEnv"\?/);

  const secret = 'a secret that is long enough';
  const pushed = await site.run(['push', '-', '--yes'], text, { REBUILD_SECRET: secret });
  assert.equal(pushed.code, 0, pushed.stderr);
  assert.equal((await site.run(['diff', '-'], text)).code, 0, 'the secret is not compared');
  const [{ id }] = (await site.service.request('GET', '/webhooks')).body.items;
  assert.equal((await site.service.request('POST', `/webhooks/${id}/test`)).status, 202);
  await site.service.work();
  const { headers, body } = await receiver.received(1);
  assert.equal((await verifyWebhook({ body, headers, secret })).type, 'test');
});
