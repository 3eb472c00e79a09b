// The commands for items, media, imports and search, against a real service.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { type Outcome, runCommand } from './support/run-command.ts';
import { startScriptedServer } from './support/scripted-server.ts';

type Site = {
  service: TestService;
  environment: { FRONTDESK_URL: string; FRONTDESK_TOKEN: string };
  folder: string;
  /** Runs a command with the key that may do everything. */
  run(args: readonly string[], input?: string): Promise<Outcome>;
  /** Runs a command that must succeed, and returns what it printed. */
  succeed(args: readonly string[], input?: string): Promise<string>;
  /** Runs a command that the service rejects, and returns the error. */
  reject(args: readonly string[], input?: string): Promise<string>;
};

async function startSite(t: TestContext): Promise<Site> {
  const service = await startTestService(t);
  const environment = { FRONTDESK_URL: await service.listen(), FRONTDESK_TOKEN: service.token };
  const fields = [{ name: 'price', type: 'number', required: true }];
  const created = await service.request('POST', '/types', { body: { name: 'tour', plural: 'tours', fields } });
  assert.equal(created.status, 201);
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-commands-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const run: Site['run'] = (args, input) =>
    runCommand(args, { environment, ...(input === undefined ? {} : { input }) });
  return {
    service,
    environment,
    folder,
    run,
    async succeed(args, input) {
      const { code, stdout, stderr } = await run(args, input);
      assert.equal(code, 0, `${args.join(' ')}\n${stderr}`);
      return stdout;
    },
    async reject(args, input) {
      const { code, stdout, stderr } = await run(args, input);
      assert.deepEqual([code, stdout], [1, ''], `${args.join(' ')}\n${stderr}`);
      return stderr;
    },
  };
}

function linesOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}

/** The rows of a list, without the headings. */
function rowsOf(text: string): string[][] {
  return linesOf(text).slice(1);
}

test('items are created together, listed, filtered and read', async (t) => {
  const { run, succeed, reject, folder } = await startSite(t);
  const file = path.join(folder, 'tours.ndjson');
  const tours = Array.from({ length: 23 }, (_, index) => ({
    action: 'create',
    title: `Tour\t${index + 1}`,
    status: index === 0 ? 'draft' : 'publish',
    fields: { price: index + 1 },
  }));
  await writeFile(file, `\uFEFF${tours.map((tour) => JSON.stringify(tour)).join('\n\n')}\n`);
  const dry = await run(['items', 'bulk', 'tour', file, '--dry-run']);
  assert.deepEqual([dry.code, rowsOf(dry.stdout).length], [0, 23], dry.stderr);
  assert.match(dry.stderr, /Nothing was changed/);
  assert.equal(await succeed(['items', 'list', 'tour']), 'id\tslug\ttitle\ttype\tstatus\tupdatedAt\n');
  assert.equal(JSON.parse(await succeed(['items', 'bulk', 'tour', file, '--json'])).results.length, 23);

  const byPrice = ['--status', 'any', '--sort', 'fields.price', '--columns', 'slug,title,status,fields.price'];
  const first = await run(['items', 'list', 'tours', ...byPrice]);
  assert.match(first.stderr, /There are more/);
  const rows = rowsOf(first.stdout);
  assert.deepEqual([rows.length, rows[0]?.slice(0, 3)], [20, ['tour-1', 'Tour 1', 'draft']]);
  const all = await run(['items', 'list', 'tour', '--status', 'any', '--all', '--json']);
  assert.deepEqual([all.stderr, all.stdout.trimEnd().split('\n').length], ['', 23]);
  assert.equal(JSON.parse(all.stdout.split('\n')[0] ?? '').type, 'tour');
  assert.equal(rowsOf(await succeed(['items', 'list', 'tour', '--limit', '22'])).length, 22);
  const dear = [
    'items',
    'list',
    'tour',
    '--filter',
    'fields[price][gte]=5',
    '--filter',
    'fields[price][lt]=7',
    '--search',
    'tour',
  ];
  assert.deepEqual(
    rowsOf(await succeed(dear))
      .map(([, slug]) => slug)
      .sort(),
    ['tour-5', 'tour-6'],
  );
  const either = '{"or":[{"fields.price":2},{"title":{"contains":"\\t7"}}]}';
  const chosen = ['items', 'list', 'tour', '--status', 'any', '--where', either, '--sort=-fields.price,title'];
  const lines = (await succeed([...chosen, '--select', 'slug,fields.price', '--all', '--json'])).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ slug, fields, ...more }) => [slug, fields, Object.keys(more)]),
    [
      ['tour-7', { price: 7 }, ['id']],
      ['tour-2', { price: 2 }, ['id']],
    ],
  );
  assert.deepEqual(linesOf(await succeed([...chosen, '--select', 'slug,fields.price', '--limit', '1'])), [
    ['slug', 'fields.price'],
    ['tour-7', '7'],
  ]);
  assert.equal(rowsOf(await succeed(['items', 'list', 'tour', '--status', 'draft'])).length, 1);
  const item = linesOf(await succeed(['items', 'get', 'tour', 'tour-2']));
  assert.deepEqual(
    item.find(([label]) => label === 'fields.price'),
    ['fields.price', '2'],
  );

  assert.match(await reject(['items', 'list', 'tuor']), /Content type not found: No content type is named "tuor"/);
  assert.match(await reject(['items', 'list', 'tour', '--status', 'public']), /status must be one of draft, publish/);
  assert.match(
    await reject(['items', 'list', 'tour', '--filter', 'fields[prize]=1']),
    /the type tour has no field prize/,
  );
  assert.match(await reject(['items', 'get', 'tour', 'tour-99']), /No tour has the slug or ID "tour-99"/);
});

test('every fault of many changes is named by the line of the file, and nothing is changed', async (t) => {
  const { run, reject, succeed, folder } = await startSite(t);
  const lines = [
    '{"action": "create", "title": "Good", "fields": {"price": 1}}',
    '',
    '{"action": "create", "title": "Bad", "fields": {"price": "x"}}',
    '{"action": "trash", "id": "none"}',
  ];
  const error = await reject(['items', 'bulk', 'tour', '-'], lines.join('\r\n'));
  assert.match(error, /invalid:\n {2}line 3: \/fields\/price .*\n {2}line 4: \/id No tour has/);
  assert.deepEqual(rowsOf(await succeed(['items', 'list', 'tour', '--status', 'any'])), []);
  const list = JSON.stringify({ operations: [JSON.parse(lines[3] as string)] }, null, 2);
  assert.match(await reject(['items', 'bulk', 'tour', '-'], list), /invalid: \/operations\/0\/id No tour/);

  for (const [input, expected] of [
    ['', /standard input is empty/],
    ['7', /standard input must have operations, such as \{/],
    ['[{"action": ', /standard input is not JSON: /],
    [`${lines[0]}\n{"action": \n`, /standard input, line 2, is not JSON: /],
  ] as const) {
    const { code, stderr } = await run(['items', 'bulk', 'tour', '-'], input);
    assert.equal(code, 2, stderr);
    assert.match(stderr, expected);
  }
  const missing = await run(['items', 'bulk', 'tour', path.join(folder, 'none.json')]);
  assert.deepEqual([missing.code, /there is no file .*none\.json/.test(missing.stderr)], [2, true]);
  assert.match((await run(['items', 'bulk', 'tour', folder])).stderr, /is a folder/);
  const wide = path.join(folder, 'wide.json');
  await writeFile(wide, `\uFEFF${list}`, 'utf16le');
  assert.match((await run(['items', 'bulk', 'tour', wide])).stderr, /wide\.json is not UTF-8\. Windows PowerShell's/);
});

test('an item is drafted, previewed, published, compared and restored', async (t) => {
  const { service, succeed, reject, run } = await startSite(t);
  const at = ['tour', 'harbor'];
  const created = [
    '--set',
    'title=Harbor',
    '--set',
    'slug=harbor',
    '--set',
    'status=publish',
    '--set',
    'fields.price=1',
  ];
  assert.match(await succeed(['items', 'create', 'tour', ...created]), /^fields\.price\t1$/m);
  await succeed(
    ['items', 'update-draft', ...at, '--data', '-'],
    '{"title": "Night\\nharbor", "fields": {"price": "free"}}',
  );
  assert.match(await succeed(['items', 'get', ...at]), /^title\tHarbor$/m);
  assert.match(await succeed(['items', 'get', ...at, '--version', 'draft']), /^title\tNight harbor$/m);
  const preview = await succeed(['items', 'create-preview', ...at, '--set', 'expiresInSeconds=3600', '--json']);
  const { pathname, search } = new URL(JSON.parse(preview).url);
  assert.match((await service.request('GET', `/${pathname}${search}`, { token: null })).text, /Night\s+harbor/);
  assert.match(await reject(['items', 'apply-draft', ...at]), /\/fields\/price must be/);
  assert.match(
    await reject(['items', 'apply-draft', ...at, '--set', 'at=soon']),
    /\/at must be a date and time such as/,
  );
  await succeed(['items', 'update-draft', ...at, '--set', 'fields.price=2']);
  const waiting = JSON.parse(
    await succeed(['items', 'apply-draft', ...at, '--set', 'at=2131-05-01T08:00:00Z', '--json']),
  );
  assert.equal(waiting.draft.publishAt, '2131-05-01T08:00:00.000Z');
  const canceled = await succeed(['items', 'apply-draft', ...at, '--set', 'at=null', '--json']);
  assert.equal(JSON.parse(canceled).draft.publishAt, null);
  assert.match(await succeed(['items', 'apply-draft', ...at]), /^status\tpublish$/m);

  const revisions = rowsOf(await succeed(['items', 'list-revisions', ...at, '--columns', 'number,action,way']));
  assert.deepEqual(revisions, [
    ['2', 'publish', 'key'],
    ['1', 'create', 'key'],
  ]);
  const differences = JSON.parse(await succeed(['items', 'get-revision-diff', ...at, '1', '--with', '2', '--json']));
  assert.deepEqual(
    differences.changes.map(({ member, before, after }: Record<string, unknown>) => [member, before, after]),
    [
      ['title', 'Harbor', 'Night\nharbor'],
      ['fields.price', 1, 2],
    ],
  );
  assert.match(await reject(['items', 'get-revision-diff', ...at, '9']), /The item has the revisions 1 to 2/);
  await succeed(['items', 'apply-revision', ...at, '1', '--to', 'draft']);
  assert.match(await succeed(['items', 'get', ...at, '--version', 'draft']), /^title\tHarbor$/m);
  await succeed(['items', 'delete-draft', ...at]);
  assert.match(await succeed(['items', 'get', ...at, '--version', 'draft']), /^title\tNight harbor$/m);
  await succeed(['items', 'apply-revision', ...at, '1']);
  assert.match(await succeed(['items', 'get', ...at]), /^title\tHarbor$/m);
  assert.match(await succeed(['items', 'update', ...at, '--set', 'status=draft']), /^status\tdraft$/m);

  for (const [input, expected] of [
    ['[1]', /standard input must be a JSON object/],
    ['{"title": ', /standard input is not JSON/],
    ['', /standard input is empty/],
  ] as const) {
    const { code, stderr } = await run(['items', 'update-draft', ...at, '--data', '-'], input);
    assert.deepEqual([code, expected.test(stderr)], [2, true], stderr);
  }
});

test('files are uploaded one by one; each that fails is named, and the others are there', async (t) => {
  const { service, folder, run, succeed, reject } = await startSite(t);
  const at = (name: string): string => path.join(folder, name);
  await writeFile(at('list.csv'), 'a,b\n1,2\n');
  await writeFile(at('setup.exe'), Buffer.from('MZ\x90\0', 'latin1'));
  await writeFile(at('notes.txt'), 'One\n');
  await writeFile(at('harbor \u001b[2J.txt'), 'Two\n');
  const files = ['list.csv', 'setup.exe', 'none.png', '.', 'harbor \u001b[2J.txt', 'notes.txt'].map(at);
  const options = ['--alt', 'Notes', '--folder', 'Travel/Sea', '--tags', 'sea, night', '--private'];
  const { code, stdout, stderr } = await run(['media', 'upload', ...files, ...options]);
  assert.equal(code, 1);
  const faults = stderr.trimEnd().split('\n');
  assert.equal(faults.length, 4, stderr);
  assert.match(faults[0] ?? '', /setup\.exe: .*\/file must be a picture, PDF/);
  assert.match(faults[1] ?? '', /^frontdesk media upload: there is no file .*none\.png$/);
  assert.match(faults[2] ?? '', /is a folder: give its files/);
  assert.match(faults[3] ?? '', /harbor {2}\[2J\.txt: .*must have a name without slashes and control characters/);
  const [heading, [id = '', name, kind, size] = [], [notes = ''] = [], ...more] = linesOf(stdout);
  assert.deepEqual(heading, ['id', 'fileName', 'mimeType', 'size', 'url']);
  assert.deepEqual([name, kind, size, more.length], ['list.csv', 'text/csv', '8', 0]);

  const record = JSON.parse(await succeed(['media', 'get', id, '--json']));
  assert.deepEqual(
    [record.alt, record.folder, record.tags, record.private],
    ['Notes', 'Travel/Sea', ['night', 'sea'], true],
  );
  assert.match(await succeed(['media', 'get', id]), /^alt\tNotes$/m);
  const made = await succeed(['media', 'create-link', id, '--set', 'expiresInSeconds=90', '--json']);
  const link = new URL(JSON.parse(made).url);
  assert.equal((await service.request('GET', `/${link.pathname}${link.search}`, { token: null })).text, 'a,b\n1,2\n');
  service.advance(91_000);
  assert.equal((await service.request('GET', `/${link.pathname}${link.search}`, { token: null })).status, 403);
  assert.match(
    await reject(['media', 'create-link', id, '--set', 'expiresInSeconds=9999999']),
    /\/expiresInSeconds must be/,
  );

  assert.equal(rowsOf(await succeed(['media', 'list', '--search', 'list', '--folder', 'Travel/Sea'])).length, 1);
  assert.equal(rowsOf(await succeed(['media', 'list', '--tag', 'sea', '--type', 'document'])).length, 2);
  assert.match(await reject(['media', 'list', '--type', 'film']), /type must be one of image, video/);

  assert.equal((await service.request('POST', '/types', { body: typeWithMedia })).status, 201);
  const use = { title: 'Sea', slug: 'sea', fields: { file: id } };
  assert.equal((await service.request('POST', '/content/page-with-file', { body: use })).status, 201);
  const refused = await run(['media', 'delete', id, notes, 'med_none']);
  assert.deepEqual([refused.code, refused.stdout], [1, `id\tdeleted\n${notes}\ttrue\n`], refused.stderr);
  assert.match(refused.stderr, new RegExp(`delete: ${id}: .*\\n.*delete: med_none: Media not found`));
  assert.equal(
    await succeed(['media', 'delete', id, '--references', 'clear', '--json']),
    `{"id":"${id}","deleted":true}\n`,
  );
  assert.deepEqual(rowsOf(await succeed(['media', 'list'])), []);
});

const typeWithMedia = { name: 'page-with-file', plural: 'pages-with-file', fields: [{ name: 'file', type: 'media' }] };

test('search finds what the key may read', async (t) => {
  const { service, succeed } = await startSite(t);
  const body = { title: 'Harbor by night', status: 'publish', fields: { price: 1 } };
  assert.equal((await service.request('POST', '/content/tour', { body })).status, 201);
  const [[kind, title] = []] = rowsOf(await succeed(['search', 'night', 'harbor']));
  assert.deepEqual([kind, title], ['tour', 'Harbor by night']);
  assert.equal(JSON.parse(await succeed(['search', 'harbor', '--limit', '1', '--json'])).kind, 'item');
  assert.deepEqual(rowsOf(await succeed(['search', 'nothing'])), []);
});

test('events are printed from any point', async (t) => {
  const { service, succeed, reject } = await startSite(t);
  const create = (slug: string) =>
    service.request('POST', '/content/tour', { body: { title: slug, slug, status: 'publish', fields: { price: 1 } } });
  for (const slug of ['one', 'two']) assert.equal((await create(slug)).status, 201);
  const all = rowsOf(await succeed(['events', 'tail', '--after', '0', '--stop']));
  assert.deepEqual(
    all.map(([, type, subject, cursor]) => [type, subject, cursor]),
    [
      ['item.published', 'tour/one', '1'],
      ['item.published', 'tour/two', '2'],
    ],
  );
  const rest = await succeed(['events', 'tail', '--after', '1', '--types', 'tours', '--stop', '--json']);
  assert.equal(JSON.parse(rest).data.slug, 'two');
  assert.deepEqual(rowsOf(await succeed(['events', 'tail', '--stop'])), []);
  assert.match(await reject(['events', 'tail', '--events', 'item.gone', '--stop']), /"item\.gone" is not an event/);
});

test('without a service or with a wrong key nothing is tried twice, and the exit code is 2', async (t) => {
  const { service, environment, folder, run } = await startSite(t);
  const file = path.join(folder, 'a.txt');
  await writeFile(file, 'One\n');
  const { baseUrl: other } = await startScriptedServer(t, { text: '<!doctype html>' });
  const upload = ['media', 'upload', file, file];
  const reader = await service.tokenWith('content:read');
  for (const [args, changes, code, expected] of [
    [upload, { FRONTDESK_TOKEN: 'fd_wrong' }, 2, /the API key is unknown, expired or revoked/],
    [upload, { FRONTDESK_URL: other }, 2, /no Frontdesk found at this URL/],
    [upload, { FRONTDESK_URL: `${environment.FRONTDESK_URL}/elsewhere` }, 2, /no Frontdesk found at this URL/],
    [['items', 'apply-draft', 'tour', 'a'], { FRONTDESK_TOKEN: reader }, 1, /content:write/],
  ] as const) {
    const outcome = await runCommand(args, { environment: { ...environment, ...changes } });
    assert.deepEqual([outcome.code, outcome.stdout], [code, ''], outcome.stderr);
    assert.match(outcome.stderr, expected);
    assert.equal(outcome.stderr.trimEnd().split('\n').length, 1, outcome.stderr);
  }
  await service.app.close();
  const stopped = await run(upload);
  assert.equal(stopped.code, 2);
  assert.match(
    stopped.stderr,
    /^.*The service could not be reached: .*Check that it is running and that its URL is http.*\n$/,
  );
});

test('an export is checked, imported and listed, and a file that is none gets one sentence', async (t) => {
  const { service, folder, run, succeed, reject } = await startSite(t);
  await service.work();
  const file = path.join(folder, 'site.xml');
  const item = '<item><title>Hello</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type></item>';
  const site = '<title>Old site</title><link>https://old.test</link><wp:wxr_version>1.2</wp:wxr_version>';
  const xmlns = 'xmlns:wp="http://wordpress.org/export/1.2/"';
  await writeFile(file, `<rss ${xmlns}><channel>${site}${item}</channel></rss>`);
  assert.match(await succeed(['imports', 'upload', file, '--check']), /^Items\t1 post$/m);
  assert.match(await succeed(['imports', 'upload', file]), /^Created\t1 post$/m);
  const again = JSON.parse(await succeed(['imports', 'upload', file, '--update', '--json']));
  assert.deepEqual([again.status, again.update, again.report.existing], ['completed', true, { post: 1 }]);
  const rows = rowsOf(await succeed(['imports', 'list']));
  assert.deepEqual(
    rows.map(([, name, status]) => [name, status]),
    [
      ['site.xml', 'completed'],
      ['site.xml', 'completed'],
      ['site.xml', 'canceled'],
    ],
  );
  assert.match(await succeed(['imports', 'get', again.id]), /^report\.site\.title\tOld site$/m);
  assert.match(await reject(['imports', 'update', again.id, '--set', 'status=canceled']), /has ended already/);
  await writeFile(file, 'Dear all');
  assert.match(await reject(['imports', 'upload', file]), /\/file cannot be imported: not XML/);
  const missing = await run(['imports', 'upload', path.join(folder, 'none.xml')]);
  assert.match(missing.stderr, /there is no file .*none\.xml/);
});
