import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openContactForm } from '../../test/support/contact-form.ts';
import { freePort } from '../../test/support/free-port.ts';
import { mailEnvironment, startMailServer } from '../../test/support/mail-server.ts';
import { type Family, parsePrometheusText, sampleValue } from '../../test/support/prometheus-text.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { fromSources, type ServerProcess, startServerProcess } from '../../test/support/server-process.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { metricList } from '../telemetry/metric-list.ts';
import { statementKind } from '../telemetry/statement-kind.ts';

const key = 'a-key-of-the-metrics-only';
const deploy = path.resolve(import.meta.dirname, '../../../../deploy');

const authorization = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
});

async function scrape(origin: string): Promise<Map<string, Family>> {
  const response = await fetch(`${origin}/metrics`, authorization(key));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return parsePrometheusText(await response.text());
}

/** One visitor's submission with a file of `size` bytes. */
async function submitWithFile(server: ServerProcess, size: number): Promise<void> {
  const body = new FormData();
  body.set('name', 'Ada');
  body.set('paper', new File(['x'.repeat(size)], 'paper.txt', { type: 'text/plain' }));
  const response = await fetch(`${server.api}/forms/contact/submit`, { method: 'POST', body });
  assert.equal(response.status, 200, await response.text());
}

test('a scrape counts what the service has done', async (t) => {
  const mailServer = await startMailServer(t, { isOpen: true });
  const accepting = await startReceiver(t);
  const failing = await startReceiver(t, { status: 503 });
  const port = await freePort();
  const server = await startServerProcess(t, {
    FRONTDESK_METRICS_PORT: String(port),
    FRONTDESK_METRICS_TOKEN: key,
    ...mailEnvironment(mailServer),
    FRONTDESK_EXAMPLE: '0',
  });
  const own = `http://127.0.0.1:${port}`;
  const before = await scrape(own);
  assert.equal(sampleValue(before, 'frontdesk_webhook_attempts_total', { result: 'accepted' }), 0);

  await openContactForm(server, {
    fields: [{ name: 'paper', type: 'file', label: 'Paper' }],
    notice: ['team@example.com'],
    receivers: [accepting.url, failing.url],
  });
  for (const size of [100, 250]) await submitWithFile(server, size);
  assert.equal((await server.request('POST', '/forms/contact/submit', {})).status, 422);
  let lists = 0;
  // What the deliveries and mails store meanwhile ends what is kept.
  await waitFor('a list to be sent again', async () => {
    lists++;
    assert.equal((await server.request('GET', '/content/post')).status, 200);
    return sampleValue(await scrape(own), 'frontdesk_kept_responses_sent_total', {}) > 0 || null;
  });
  assert.equal((await server.request('GET', '/forms/contact')).status, 200);
  assert.equal((await server.request('GET', '/nothing/here/at/all')).status, 404);
  await accepting.received(2);
  await mailServer.received(2);

  const after = await waitFor('the attempts to be counted', async () => {
    const families = await scrape(own);
    const value = (name: string, labels: Record<string, string>) => sampleValue(families, name, labels);
    const isDone =
      value('frontdesk_jobs_ended_total', { task: 'webhooks.deliver', outcome: 'done' }) === 2 &&
      value('frontdesk_jobs_ended_total', { task: 'mail.send', outcome: 'done' }) === 2 &&
      value('frontdesk_mails', { status: 'queued' }) === 0 &&
      // Those of the failing receiver wait for their next attempt, and the counts of the database are from after that.
      value('frontdesk_jobs', { task: 'webhooks.deliver', state: 'later' }) === 2;
    return isDone ? families : null;
  });
  const value = (name: string, labels: Record<string, string> = {}): number => sampleValue(after, name, labels);

  const submitted = { method: 'POST', route: '/api/v1/forms/:id/submit' };
  assert.equal(value('frontdesk_http_requests_total', { ...submitted, status: '2xx' }), 2);
  assert.equal(value('frontdesk_http_requests_total', { ...submitted, status: '4xx' }), 1);
  assert.equal(value('frontdesk_http_request_duration_seconds_count', submitted), 3);
  const listed = { method: 'GET', route: '/api/v1/content/:type' };
  assert.equal(value('frontdesk_http_requests_total', { ...listed, status: '2xx' }), lists);
  assert.equal(value('frontdesk_http_request_duration_seconds_count', listed), lists);
  assert.ok(value('frontdesk_http_request_duration_seconds_sum', listed) > 0);
  assert.equal(value('frontdesk_http_requests_total', { method: 'GET', route: 'none', status: '4xx' }), 1);
  assert.ok(value('frontdesk_kept_responses_sent_total') > 0);
  assert.ok(value('frontdesk_kept_responses_sent_total') < lists);
  // The port of its own is not the framework's.
  assert.equal(value('frontdesk_http_requests_in_flight'), 0);

  assert.equal(value('frontdesk_webhook_attempts_total', { result: 'accepted' }), 2);
  assert.ok(value('frontdesk_webhook_attempts_total', { result: 'http_5xx' }) >= 2);
  assert.equal(value('frontdesk_webhook_receivers', { status: 'active' }), 2);
  assert.equal(value('frontdesk_webhook_receivers_failing'), 1);
  assert.equal(value('frontdesk_mail_attempts_total', { result: 'accepted' }), 2);
  assert.equal(value('frontdesk_mails', { status: 'queued' }), 0);
  assert.equal(value('frontdesk_events_published_total', { type: 'submission.submitted' }), 2);
  assert.equal(value('frontdesk_database_up'), 1);

  assert.ok(value('frontdesk_database_statement_duration_seconds_count', { kind: 'select' }) > 10);
  assert.ok(value('frontdesk_database_statement_duration_seconds_count', { kind: 'insert' }) > 4);
  assert.ok(value('frontdesk_database_commit_duration_seconds_count') > 4);
  assert.ok(
    value('frontdesk_database_transactions_total') >= value('frontdesk_database_commit_duration_seconds_count'),
  );
  const migrations = await readFile(path.resolve(import.meta.dirname, '../database/migrations/migrate.ts'), 'utf8');
  const newest = Math.max(...[...migrations.matchAll(/^ {2}'(\d{4})-/gm)].map(([, number]) => Number(number)));
  assert.equal(value('frontdesk_schema_version'), newest);
  assert.ok(value('frontdesk_database_size_bytes') > 4000);
  assert.ok(value('frontdesk_disk_free_bytes') > 0);
  assert.ok(value('frontdesk_disk_free_bytes') <= value('frontdesk_disk_size_bytes'));
  if (testDialect === 'postgres') assert.equal(value('frontdesk_database_connections_max', { pool: 'main' }), 12);
  else assert.ok(value('frontdesk_database_wal_bytes') > 0);

  // Process and Node.
  assert.ok(value('process_resident_memory_bytes') > 1e7);
  assert.ok(value('process_cpu_seconds_total') > 0);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_gc_duration_seconds', 'nodejs_heap_size_used_bytes'])
    assert.ok(after.has(name), name);
  const text = await (await fetch(`${own}/metrics`, authorization(key))).text();
  for (const word of ['contact', 'Ada', 'example.com', 'nothing/here', server.token, key])
    assert.ok(!text.includes(word), `The metrics name "${word}"`);

  // Sizes are read once a minute: a new process reads them at once.
  assert.equal(await server.stop(), 0);
  await server.start();
  const fresh = await scrape(server.origin);
  assert.equal(sampleValue(fresh, 'frontdesk_files', { of: 'submissions' }), 2);
  assert.equal(sampleValue(fresh, 'frontdesk_files_bytes', { of: 'submissions' }), 350);
  assert.equal(sampleValue(fresh, 'frontdesk_webhook_attempts_total', { result: 'accepted' }), 0);
  assert.equal(sampleValue(fresh, 'frontdesk_http_requests_in_flight'), 1);

  await t.test('every metric of the list is there', () => {
    const all = new Set(after.keys());
    assert.deepEqual(
      Object.keys(metricList).filter((name) => !all.has(name)),
      [],
    );
    for (const [name, { type, labels }] of Object.entries(metricList)) {
      const family = after.get(name) as Family;
      assert.equal(family.type, type, name);
      for (const sample of family.samples) {
        const { le: _, ...own } = sample.labels;
        assert.deepEqual(Object.keys(own).sort(), [...labels].sort(), name);
      }
    }
  });

  await t.test('alerts and dashboard ask for metrics and labels that exist', async () => {
    for (const file of ['prometheus/alerts.yaml', 'grafana/frontdesk.json']) {
      const content = (await readFile(path.join(deploy, file), 'utf8')).replaceAll('\\"', '"');
      const expressions = [...content.matchAll(/^\s*"?expr"?: (.*)$/gm)].map(([, expression]) => expression as string);
      assert.ok(expressions.length > 10, file);
      const named = expressions.flatMap((expression) => [
        ...expression.matchAll(/\b((?:frontdesk|process|nodejs)_\w+)(?:\{([^}]*)\})?/g),
      ]);
      for (const [, name = '', matchers = ''] of named) {
        const family = after.get(name) ?? after.get(name.replace(/_(bucket|sum|count)$/, ''));
        assert.ok(family, `${file}: there is no metric ${name}`);
        const known = new Set(['job', 'instance', ...family.samples.flatMap(({ labels }) => Object.keys(labels))]);
        const facts = (metricList as Record<string, { labels: readonly string[] }>)[name.replace(/_bucket$/, '')];
        for (const label of facts?.labels ?? []) known.add(label);
        for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
          assert.ok(known.has(label), `${file}: ${name} has no label ${label}`);
      }
    }
  });
});

test('metrics need the key, on both ports, and nothing else is on the port of their own', async (t) => {
  const port = await freePort();
  const server = await startServerProcess(t, { FRONTDESK_METRICS_PORT: String(port), FRONTDESK_METRICS_TOKEN: key });
  for (const origin of [server.origin, `http://127.0.0.1:${port}`]) {
    const status = async (init: RequestInit = {}): Promise<number> => (await fetch(`${origin}/metrics`, init)).status;
    assert.equal(await status(), 401);
    assert.equal(await status(authorization('a-key-of-something-else')), 401);
    // A key of the API is none of the metrics.
    assert.equal(await status(authorization(server.token)), 401);
    assert.equal(await status(authorization(key)), 200);
    assert.equal(await status({ ...authorization(key), method: 'POST' }), 405);
  }
  const refused = await fetch(`${server.origin}/metrics`);
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer realm="metrics"');
  assert.equal(((await refused.json()) as { code: string }).code, 'invalid_token');
  assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`, authorization(key))).status, 404);
  // The key of the metrics opens nothing else.
  assert.equal((await fetch(`${server.api}/forms`, authorization(key))).status, 401);
});

test('without a key, the port of their own shows metrics, and that of the service does not', async (t) => {
  const port = await freePort();
  const server = await startServerProcess(t, { FRONTDESK_METRICS_PORT: String(port) });
  assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
  assert.equal((await fetch(`${server.origin}/metrics`, authorization(server.token))).status, 404);
});

test('metrics that are off are not there, and not loaded', async (t) => {
  // At its end, the process names the modules that were loaded.
  const listModules = `import { createRequire } from 'node:module';
    process.on('exit', () => console.error(Object.keys(createRequire('file:///').cache).join('\\n')));`;
  const program = [`--import=data:text/javascript,${encodeURIComponent(listModules)}`, ...fromSources];
  const off = await startServerProcess(t, {}, program);
  assert.equal((await fetch(`${off.origin}/metrics`, authorization(off.token))).status, 404);
  assert.equal(await off.stop(), 0);
  assert.match(off.errors(), /node_modules\/fastify\//);
  assert.doesNotMatch(off.errors(), /prom-client|telemetry\/metrics/);

  const on = await startServerProcess(t, { FRONTDESK_METRICS_TOKEN: key }, program);
  assert.equal(await on.stop(), 0);
  assert.match(on.errors(), /node_modules\/prom-client\//);
});

test('a port in use is named when the service does not start', async (t) => {
  const port = await freePort();
  const first = await startServerProcess(t, { FRONTDESK_METRICS_PORT: String(port) });
  await assert.rejects(
    startServerProcess(t, { FRONTDESK_METRICS_PORT: String(port) }),
    /The metrics cannot be served on 127\.0\.0\.1, port \d+ .*Set FRONTDESK_METRICS_PORT/,
  );
  assert.equal(await first.stop(), 0);
});

test('statements are counted as what they do', () => {
  assert.equal(statementKind('select 1'), 'select');
  assert.equal(statementKind('\n  WITH a AS (select 1) select * from a'), 'select');
  assert.equal(statementKind('with due as (select 1) update jobs set "attempts" = 1'), 'update');
  assert.equal(statementKind('with a as (select 1) insert into "t" select * from a'), 'insert');
  assert.equal(statementKind('with a as (select 1) delete from "t"'), 'delete');
  assert.equal(statementKind('create table "t" ("id" text)'), 'other');
});
